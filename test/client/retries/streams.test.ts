/** Uploads of streams, which fetch sends only with `duplex`, and which cannot be read again for a second attempt. */
import { createServer } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listenOn } from "../../../src/cli/process/listen-on.js";
import { createClient, sendStreams, writeRaw } from "../../../src/client/index.js";

const TYPE = "application/octet-stream";
const put = { call: "PUT /file", body: TYPE, write: writeRaw, send: sendStreams } as const;
const received: { readonly bytes: number; readonly isChunked: boolean }[] = [];
let statuses: number[] = [];
const HEADERS = { "Retry-After": "0", "Content-Type": "application/json" };

const server = createServer(async (request, response) => {
  let bytes = 0;
  for await (const chunk of request) bytes += (chunk as Buffer).length;
  received.push({ bytes, isChunked: request.headers["transfer-encoding"] === "chunked" });
  response.writeHead(statuses[received.length - 1] ?? 200, HEADERS).end("{}");
});
let baseUrl = "";
beforeAll(async () => {
  baseUrl = await listenOn(server);
});
afterAll(() => server.close());

const file = new Blob(["x".repeat(100_000)]);
const STREAM = { bytes: 100_000, isChunked: true };
const FILE = { bytes: 100_000, isChunked: false };

test.each<[string, () => unknown, readonly number[], object, object[]]>([
  ["a stream", () => file.stream(), [200], { status: 200, attempts: 1 }, [STREAM]],
  ["a stream is not repeated", () => file.stream(), [503, 200], { status: 503, attempts: 1 }, [STREAM]],
  ["nor after 401", () => file.stream(), [401, 200], { status: 401, attempts: 1 }, [STREAM]],
  ["a file is repeated", () => file, [503, 200], { status: 200, attempts: 2 }, [FILE, FILE]],
  ["and after 401", () => file, [401, 200], { status: 200, attempts: 2 }, [FILE, FILE]],
])("%s", async (_, makeBody, given, facts, sent) => {
  received.length = 0;
  statuses = [...given];
  let tokens = 0;
  const client = createClient({ put }, { baseUrl, signIn: { bearer: () => `token-${++tokens}` } });
  const call = client.put as unknown as (options: object) => Promise<object>;
  expect(await call({ body: makeBody() })).toMatchObject(facts);
  expect(received).toEqual(sent);
});
