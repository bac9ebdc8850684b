import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { type Exchange, openRecording, readRecording } from "../../src/recording/index.js";
import { addToChunk, type ChunkDraft, createChunkDraft, encodeChunk } from "../../src/stream/chunk.js";
import { encodeFittingChunks } from "../../src/stream/fit-chunk.js";
import { readChunk } from "./read-chunk.js";

const LIBRARY = join(import.meta.dirname, "../recordings/library");

test.each([
  "playwright.har",
  "exchanges.ndjson",
  "vcr.yaml",
  "nock.json",
  "postman.json",
  "wiremock/mappings/books.json",
])("the exchanges of %s come out of a chunk as they went in", async (name) => {
  const exchanges = await readAll(join(LIBRARY, name));
  expect(exchanges.length).toBeGreaterThan(0);
  const { readings } = await readChunk((await encodeChunk(createDraft(exchanges), "2026-01-31T09")).bytes);
  expect(readings).toEqual(exchanges.map((exchange) => ({ kind: "exchange", exchange })));
});

test("gaps, missing log fields, header pointers, bytes and aborted exchanges come out as they went in", async () => {
  const exchange: Exchange = {
    ...createExchange(3),
    response: { status: 0, headers: [], body: { kind: "bytes", bytes: Buffer.from([0, 255, 10]) } },
    incomplete: "aborted",
    durationMs: 12.5,
    webhook: { name: "book-lent", isVerified: true },
    gaps: [{ part: "request.headers", certainty: "possible", reason: "not recorded" }],
    notLogged: ["request.body"],
    origin: { ...createExchange(3).origin, headerPointers: { request: ["/2"] } },
  };
  const unreadable = { source: "a.har", pointer: "/log/entries/4", reason: "no request" };
  const unfed = { kind: "dropped", exchanges: 3 } as const;
  const draft = createDraft([exchange]);
  draft.unreadable.push(unreadable);
  draft.runErrors.push("truncated");
  draft.unfed.push(unfed);
  expect(await readChunk((await encodeChunk(draft, "2026-01-31T09")).bytes)).toEqual({
    source: "a.har",
    readings: [
      { kind: "exchange", exchange },
      { kind: "unreadable", unreadable },
    ],
    runErrors: ["truncated"],
    unfed: [unfed],
  });
});

test("equal exchanges give the same id, and other ones another", async () => {
  const encode = (index: number): Promise<string> =>
    encodeChunk(createDraft([createExchange(index)]), "2026-01-31T09").then(({ id }) => id);
  expect(await encode(1)).toBe(await encode(1));
  expect(await encode(1)).not.toBe(await encode(2));
});

test("a chunk belongs to the hour of its first exchange, or to the given one", async () => {
  const at = (startedAt: string): Exchange => ({
    ...createExchange(1),
    origin: { ...createExchange(1).origin, startedAt },
  });
  const draft = createDraft([at("2026-02-01T01:30:00+02:00"), at("2026-02-01T05:00:00Z")]);
  expect((await encodeChunk(draft, "2026-01-01T00")).hour).toBe("2026-01-31T23");
  expect((await encodeChunk(createDraft([createExchange(1)]), "2026-01-01T00")).hour).toBe("2026-01-01T00");
});

test("a chunk that is too large is split, and a large exchange loses its bodies", async () => {
  const exchanges = Array.from({ length: 9 }, (_, index) => createExchange(index));
  const noise = Array.from({ length: 2000 }, (_, index) => Math.sin(index).toString(36)).join("");
  const body = { kind: "text", text: noise } as const;
  const large: Exchange = { ...createExchange(9), response: { status: 200, headers: [], body } };
  const chunks = await encodeFittingChunks(createDraft([...exchanges, large]), "2026-01-31T09", 1000);
  expect(chunks.length).toBeGreaterThan(1);
  expect(Math.max(...chunks.map(({ bytes }) => bytes.length))).toBeLessThanOrEqual(1000);
  const readings = (await Promise.all(chunks.map(({ bytes }) => readChunk(bytes)))).flatMap((it) => it.readings);
  const missing = { kind: "missing", reason: "the exchange is larger than a message of the stream" };
  expect(readings).toEqual(
    [...exchanges, { ...large, response: { ...large.response, body: missing } }].map((exchange) => ({
      kind: "exchange",
      exchange,
    })),
  );
});

test.each([
  ["no gzip", (): Buffer => Buffer.from("{}"), "incorrect header check"],
  [
    "another format",
    (text: string): Buffer => gzipSync(text.replace('"chunk":1', '"chunk":2')),
    "chunk format 2; expected 1",
  ],
  ["no source", (text: string): Buffer => gzipSync(text.replace('"source"', '"origin"')), "the header is incomplete"],
  [
    "a line without origin",
    (text: string): Buffer => gzipSync(text.replace('"origin"', '"x"')),
    "line 2 has no origin",
  ],
  ["a line without a method", (text: string): Buffer => gzipSync(text.replace('"GET"', "1")), "line 2: "],
  ["a cut line", (text: string): Buffer => gzipSync(text.slice(0, -10)), "JSON"],
])("%s is refused with the reason", async (_, edit, reason) => {
  const { bytes } = await encodeChunk(createDraft([createExchange(1)]), "2026-01-31T09");
  const text = gunzipSync(bytes).toString();
  await expect(readChunk(gzipSync(text))).resolves.toMatchObject({ source: "a.har" });
  await expect(readChunk(edit(text))).rejects.toThrow(reason);
});

test("a chunk without its first line is an NDJSON recording", async () => {
  const path = join(LIBRARY, "exchanges.ndjson");
  const { bytes } = await encodeChunk(createDraft(await readAll(path)), "2026-01-31T09");
  const lines = gunzipSync(bytes).toString().split("\n").slice(1);
  const chunks = (async function* () {
    yield Buffer.from(lines.join("\n"));
  })();
  const read: Exchange[] = [];
  for await (const readings of readRecording({ name: path, chunks }))
    for (const it of readings) if (it.kind === "exchange") read.push(it.exchange);
  const comparable = ({ request, response }: Exchange): object => ({ request, response });
  expect(read.map(comparable)).toEqual((await readAll(path)).map(comparable));
});

function createDraft(exchanges: readonly Exchange[]): ChunkDraft {
  const draft = createChunkDraft(exchanges[0]?.origin.source ?? "");
  for (const it of exchanges) addToChunk(draft, it);
  return draft;
}

function createExchange(index: number): Exchange {
  const parts = {
    "request.method": "/request/method",
    "request.url": "/request/url",
    "request.headers": "/request/headers",
    "request.body": "/request/postData/text",
    "response.status": "/response/status",
    "response.headers": "/response/headers",
    "response.body": "/response/content/text",
  };
  return {
    request: {
      method: "GET",
      url: `https://host.example/${index}`,
      headers: [["Accept", "*/*"]],
      body: { kind: "none" },
    },
    response: { status: 200, headers: [], body: { kind: "text", text: '{"a": 1.0}' } },
    origin: { source: "a.har", index, pointer: `/log/entries/${index}`, parts },
  };
}

async function readAll(path: string): Promise<Exchange[]> {
  const exchanges: Exchange[] = [];
  for await (const readings of readRecording(openRecording(path), { baseUrl: "https://library.example/v1" }))
    for (const it of readings) if (it.kind === "exchange") exchanges.push(it.exchange);
  return exchanges;
}
