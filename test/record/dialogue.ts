/** A client and a target who speak in bytes, with the recorder between them. */
import { readFileSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { type Exchange, openRecording, readHar } from "../../src/exchange/index.js";
import type { Report } from "../../src/gate/index.js";
import {
  parseProxyTarget,
  type RecordingProxyOptions,
  startRecordingProxy,
  type ValidatedExchange,
} from "../../src/record/index.js";
import { createFolder } from "../cli/run-contract.js";

/** What one says (as bytes, or that it ends or breaks off), which the other has to hear just so. */
export type Turn =
  | readonly ["client" | "target", string | Buffer]
  | readonly ["client" | "target", "ends" | "resets", true];

export type DialogueResult = {
  /** What was told while it passed. */
  readonly seen: readonly ValidatedExchange[];
  /** What the recording holds. */
  readonly exchanges: readonly Exchange[];
  readonly har: string;
  readonly notes: readonly string[];
  readonly report: Report;
};

/** Of a recorder before an address, judged as a library; what is told while it passes stands in `seen`. */
export function createProxyOptions(origin: string, options: Partial<RecordingProxyOptions> = {}) {
  const target = parseProxyTarget(origin);
  if (target === undefined) throw new Error(origin);
  const seen: ValidatedExchange[] = [];
  let time = Date.UTC(2026, 0, 31);
  const usual: RecordingProxyOptions = {
    target,
    rules: { spec: "test/cases/library.yaml", servers: [`${origin}/v1`] },
    out: join(createFolder({}), "out.har"),
    creator: { name: "test", version: "1" },
    host: "127.0.0.1",
    port: 0,
    maxBody: 1024 * 1024,
    now: () => time++,
    onValidated: (it) => seen.push(it),
    onNotice: () => {},
  };
  return { ...usual, ...options, seen };
}

/** A recorder before an address; what it has seen is told when it has ended. */
export async function startRecorder(origin: string, options: Partial<RecordingProxyOptions> = {}) {
  const notes: string[] = [];
  const all = createProxyOptions(origin, { onNotice: (text) => notes.push(text), ...options });
  const { seen, out } = all;
  const recording = await startRecordingProxy(all);
  const end = async (): Promise<DialogueResult> => {
    const report = await recording.end();
    expect(report.runErrors).toEqual([]);
    expect(report.summary.exchanges).toBe(seen.length);
    return { seen, exchanges: await readHarExchanges(out), har: readFileSync(out, "utf8"), notes, report };
  };
  return { port: recording.port, out, seen, end };
}

/** The exchanges of a HAR, as whoever reads it gets them. */
export async function readHarExchanges(file: string): Promise<Exchange[]> {
  const exchanges: Exchange[] = [];
  for await (const batch of readHar(openRecording(file)))
    for (const reading of batch) if (reading.kind === "exchange") exchanges.push(reading.exchange);
  return exchanges;
}

/** One end of a connection: what it has heard that nobody has asked for yet. */
class Peer {
  readonly socket: Socket;
  #heard: Buffer = Buffer.alloc(0);
  #over: "ends" | "resets" | undefined;
  #wake = (): void => {};

  constructor(socket: Socket) {
    this.socket = socket;
    socket.on("data", (bytes) => {
      this.#heard = Buffer.concat([this.#heard, bytes]);
      this.#wake();
    });
    socket.on("end", () => this.#close("ends"));
    socket.on("error", () => this.#close("resets"));
    socket.on("close", () => this.#close("resets"));
  }

  #close(how: "ends" | "resets"): void {
    this.#over ??= how;
    this.#wake();
  }

  /** So many bytes, or fewer when it is over before. */
  async hear(length: number): Promise<Buffer> {
    while (this.#heard.length < length && this.#over === undefined) await this.#more();
    const heard = this.#heard.subarray(0, length);
    this.#heard = this.#heard.subarray(length);
    return heard;
  }

  async over(): Promise<string> {
    while (this.#over === undefined) await this.#more();
    return this.#heard.length === 0 ? this.#over : `${this.#over} behind ${this.#heard.toString("latin1")}`;
  }

  #more(): Promise<void> {
    return new Promise((woken) => {
      this.#wake = woken;
    });
  }
}

/** Speaks a dialogue through a recorder, and says what that has seen. `{host}` is the name that each side uses. */
export async function runDialogue(
  turns: readonly Turn[],
  options: Partial<RecordingProxyOptions> = {},
): Promise<DialogueResult> {
  let came = (_: Peer): void => {};
  const arriving = new Promise<Peer>((resolve) => {
    came = resolve;
  });
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => came(new Peer(socket)));
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  onTestFinished(() => void server.close());
  const authority = `127.0.0.1:${(server.address() as { port: number }).port}`;
  const recorder = await startRecorder(`http://${authority}`, options);
  const client = new Peer(connect({ port: recorder.port, host: "127.0.0.1", allowHalfOpen: true, noDelay: true }));
  onTestFinished(() => void client.socket.destroy());
  const hosts = { client: "library.example", target: options.keepHost === true ? "library.example" : authority };
  const ends = { client: async () => client, target: () => arriving };
  for (const [who, said, isOver] of turns) {
    const other = who === "client" ? "target" : "client";
    const from = await ends[who]();
    if (isOver === true) {
      if (said === "ends") from.socket.end();
      else from.socket.resetAndDestroy();
      expect(await (await ends[other]()).over()).toBe(said);
      continue;
    }
    const bytes = (host: string): Buffer =>
      typeof said === "string" ? Buffer.from(said.replaceAll("{host}", host), "latin1") : said;
    from.socket.write(bytes(hosts[who]));
    const wanted = bytes(hosts[other]);
    const heard = await (await ends[other]()).hear(wanted.length);
    if (!heard.equals(wanted)) expect(heard.toString("latin1")).toBe(wanted.toString("latin1"));
  }
  client.socket.destroy();
  // A connection that the target has accepted must not outlive it.
  if (turns.length > 0) (await arriving).socket.destroy();
  return recorder.end();
}
