/** Slow clients receive the same bytes as without the recorder. */
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { parseProxyTarget } from "../../src/record/index.js";
import { openCheckedClient } from "../sandbox/checked-client.js";
import { serveForTest } from "../serve.js";
import { CERTIFICATE } from "./certificate.js";
import { startRecorder } from "./dialogue.js";

type Way = {
  readonly responses: number;
  readonly size: number;
  /** Delays in milliseconds before the first body and before each further body is read. */
  readonly waits: readonly [first: number, each: number];
  readonly tls?: boolean;
  /** The target closes each connection with its response, or after that many milliseconds. */
  readonly closes: "at once" | number;
};

const WAYS: Readonly<Record<string, Way>> = {
  "forty at once, read one after another": { responses: 40, size: 300_000, waits: [0, 20], closes: 100 },
  "more than all buffers on the way hold": { responses: 8, size: 8_000_000, waits: [0, 50], closes: 100 },
  "stalled for longer than the target waits": { responses: 8, size: 200_000, waits: [1500, 0], closes: 50 },
  "the target closes after its response": { responses: 20, size: 3_000_000, waits: [300, 30], closes: "at once" },
  "over https": { responses: 20, size: 300_000, waits: [300, 20], tls: true, closes: 50 },
  "over https, closed after the response": {
    responses: 12,
    size: 3_000_000,
    waits: [300, 30],
    tls: true,
    closes: "at once",
  },
};

test.each(Object.entries(WAYS))("%s", async (_, way) => {
  const origin = await startTarget(way);
  const target = parseProxyTarget(origin, { insecure: true });
  if (target === undefined) throw new Error(origin);
  const recorder = await startRecorder(origin, { target, maxBody: 1024 });
  const received = await readLate(way, (nth) => fetch(`http://127.0.0.1:${recorder.port}/v1/books/${nth}`));
  expect(received).toEqual(
    Array.from({ length: way.responses }, (_, nth) => digest(bodyOf(`/v1/books/${nth}`, way.size))),
  );
  const { exchanges } = await recorder.end();
  expect(exchanges.map(({ incomplete }) => incomplete)).toEqual(exchanges.map(() => undefined));
});

test("in front of the sandbox, as without", async () => {
  const { sandbox, token, businessId, close } = await openCheckedClient();
  onTestFinished(close);
  const recorder = await startRecorder(sandbox.url);
  const headers = { Authorization: `Bearer ${token}`, "Api-Version": "1.2" };
  const way = { responses: 40, waits: [0, 5] } as const;
  const from = (url: string): Promise<string[]> =>
    readLate(way, (nth) => fetch(`${url}/businesses/${businessId}/orders?limit=${nth * 5}`, { headers }));
  expect(await from(`http://127.0.0.1:${recorder.port}`)).toEqual(await from(sandbox.url));
  expect((await recorder.end()).exchanges).toHaveLength(way.responses);
});

test("a recorder that ends delivers received data to its clients, and closes the rest", async () => {
  const whole = bodyOf("/v1/books/1", 200_000);
  const server = createServer((request, response) => {
    if (request.url === "/v1/books/1") response.end(whole);
    else response.writeHead(200, { "Content-Type": "text/plain" }).write("half of ");
  });
  const recorder = await startRecorder(await serveForTest(server));
  const [late, cut] = await Promise.all(
    ["1", "2"].map((id) => fetch(`http://127.0.0.1:${recorder.port}/v1/books/${id}`)),
  );
  // The recorder has received the first response completely, even if the client has not read it yet.
  await expect.poll(() => recorder.seen.length).toBe(1);
  const ended = recorder.end();
  expect(Buffer.from((await late?.arrayBuffer()) ?? new ArrayBuffer(0)).equals(whole)).toBe(true);
  await expect(cut?.text()).rejects.toThrow();
  const { exchanges } = await ended;
  expect(exchanges.map(({ request, incomplete }) => [request.url.slice(-1), incomplete]).sort()).toEqual([
    ["1", undefined],
    ["2", "the recorder reported an error: the recording ended"],
  ]);
});

const GAVE_UP = "the recorder reported an error: the client closed the connection before the end of the response";
const UNFINISHED = [
  { service: "silent", ends: "the client gives up", incomplete: GAVE_UP },
  { service: "endless", ends: "the client gives up", incomplete: GAVE_UP },
  {
    service: "silent",
    ends: "the recording ends",
    incomplete: "no complete response was recorded: the recording ended",
  },
  {
    service: "endless",
    ends: "the recording ends",
    incomplete: "the recorder reported an error: the recording ended",
  },
] as const;

test.each(UNFINISHED)("a $service service, and $ends", async ({ service, ends, incomplete }) => {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    if (service === "endless") response.writeHead(200, { "Content-Type": "text/plain" }).write("half of ");
    requests.push(request.url ?? "");
  });
  const recorder = await startRecorder(await serveForTest(server));
  const client = new AbortController();
  const received = fetch(`http://127.0.0.1:${recorder.port}/v1/books/1`, { signal: client.signal });
  const failed = expect(received.then((response) => response.text())).rejects.toThrow();
  await expect.poll(() => requests).toHaveLength(1);
  if (service === "endless") await received;
  if (ends === "the client gives up") {
    client.abort();
    await expect.poll(() => recorder.seen.length).toBe(1);
  }
  const { exchanges } = await recorder.end();
  await failed;
  expect(exchanges.map((exchange) => exchange.incomplete)).toEqual([incomplete]);
});

/** Sends all requests at once and reads the bodies one after the other. */
async function readLate(
  { responses, waits }: Pick<Way, "responses" | "waits">,
  ask: (nth: number) => Promise<Response>,
): Promise<string[]> {
  const came = await Promise.all(Array.from({ length: responses }, (_, nth) => ask(nth)));
  await pause(waits[0]);
  const received: string[] = [];
  for (const response of came) {
    received.push(digest(withoutCursors(Buffer.from(await response.arrayBuffer()))));
    await pause(waits[1]);
  }
  return received;
}

async function startTarget({ size, tls = false, closes }: Way): Promise<string> {
  const limits = closes === "at once" ? {} : { keepAliveTimeout: closes };
  const createReply = (request: { url?: string | undefined }, response: import("node:http").ServerResponse): void => {
    if (closes === "at once") response.setHeader("Connection", "close");
    response.end(bodyOf(request.url ?? "", size));
  };
  const server = tls ? createTlsServer({ ...limits, ...CERTIFICATE }, createReply) : createServer(limits, createReply);
  return (await serveForTest(server)).replace("http:", tls ? "https:" : "http:");
}

/** Removes links, because their cursors depend on the time of the request. */
function withoutCursors(body: Buffer): Buffer {
  return Buffer.from(body.toString("latin1").replaceAll(/"href":"[^"]*"/g, ""), "latin1");
}

/** A body whose bytes depend on their offset, so that missing bytes are detected. */
function bodyOf(path: string, size: number): Buffer {
  const seed = createHash("sha256").update(path).digest();
  const body = Buffer.alloc(size, seed);
  for (let at = 0; at + 4 <= size; at += 4096) body.writeUInt32BE(at, at);
  return body;
}

function digest(body: Buffer): string {
  return `${body.length} ${createHash("sha256").update(body).digest("hex")}`;
}
