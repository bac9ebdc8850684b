/** Runs byte-level dialogues between a client and a target through the recorder. */
import { readFileSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import type { Report } from "../../src/check/index.js";
import {
  parseProxyTarget,
  type RecordingProxyOptions,
  startRecordingProxy,
  type ValidatedExchange,
} from "../../src/record/index.js";
import { type Exchange, openRecording, readHar } from "../../src/recording/index.js";
import { createFolder } from "../cli/run-contract.js";
import { serveForTest } from "../serve.js";

/** Bytes that one side sends, or the end or reset of its connection. The other side has to receive exactly the same. */
export type Turn =
  | readonly ["client" | "target", string | Buffer]
  | readonly ["client" | "target", "ends" | "resets", true];

export type DialogueResult = {
  /** The results that were reported live. */
  readonly seen: readonly ValidatedExchange[];
  /** The exchanges of the recording. */
  readonly exchanges: readonly Exchange[];
  readonly har: string;
  readonly notes: readonly string[];
  readonly report: Report;
};

/** Creates options for a recorder in front of `origin`, checked against library.yaml. Live results are added to `seen`. */
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

/** Starts a recorder in front of `origin`; `end` returns what it recorded. */
export async function startRecorder(origin: string, options: Partial<RecordingProxyOptions> = {}) {
  const notes: string[] = [];
  const all = createProxyOptions(origin, { onNotice: (text) => notes.push(text), ...options });
  const { seen, out = "" } = all;
  const recording = await startRecordingProxy(all);
  const end = async (): Promise<DialogueResult> => {
    const report = await recording.end();
    expect(report.runErrors).toEqual([]);
    expect(report.summary.exchanges).toBe(seen.length);
    return { seen, exchanges: await readHarExchanges(out), har: readFileSync(out, "utf8"), notes, report };
  };
  return { port: recording.port, out, seen, end };
}

/** Reads the exchanges of a HAR file. */
export async function readHarExchanges(file: string): Promise<Exchange[]> {
  const exchanges: Exchange[] = [];
  for await (const batch of readHar(openRecording(file)))
    for (const reading of batch) if (reading.kind === "exchange") exchanges.push(reading.exchange);
  return exchanges;
}

/** One end of a connection, with a buffer of received bytes. */
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

  /** Returns the next `length` bytes, or fewer if the connection ends earlier. */
  async hear(length: number): Promise<Buffer> {
    while (this.#heard.length < length && this.#over === undefined) await this.#more();
    const received = this.#heard.subarray(0, length);
    this.#heard = this.#heard.subarray(length);
    return received;
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

/** Runs a dialogue through a recorder and returns what it recorded. `{host}` is the Host value of the respective side. */
export async function runDialogue(
  turns: readonly Turn[],
  options: Partial<RecordingProxyOptions> = {},
): Promise<DialogueResult> {
  let came = (_: Peer): void => {};
  const arriving = new Promise<Peer>((resolve) => {
    came = resolve;
  });
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => came(new Peer(socket)));
  const url = await serveForTest(server);
  const authority = new URL(url).host;
  const recorder = await startRecorder(url, options);
  const client = new Peer(connect({ port: recorder.port, host: "127.0.0.1", allowHalfOpen: true, noDelay: true }));
  onTestFinished(() => void client.socket.destroy());
  const hosts = { client: "library.example", target: options.keepHost === true ? "library.example" : authority };
  const ends = { client: async () => client, target: () => arriving };
  for (const [side, message, isOver] of turns) {
    const other = side === "client" ? "target" : "client";
    const from = await ends[side]();
    if (isOver === true) {
      if (message === "ends") from.socket.end();
      else from.socket.resetAndDestroy();
      expect(await (await ends[other]()).over()).toBe(message);
      continue;
    }
    const bytes = (host: string): Buffer =>
      typeof message === "string" ? Buffer.from(message.replaceAll("{host}", host), "latin1") : message;
    from.socket.write(bytes(hosts[side]));
    const wanted = bytes(hosts[other]);
    const received = await (await ends[other]()).hear(wanted.length);
    if (!received.equals(wanted)) expect(received.toString("latin1")).toBe(wanted.toString("latin1"));
  }
  client.socket.destroy();
  // Close the connection that the target accepted.
  if (turns.length > 0) (await arriving).socket.destroy();
  return recorder.end();
}
