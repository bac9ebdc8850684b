/** Entries that are validated without extracting their bodies. */
import { expect, test } from "vitest";
import { createEntryAccelerator } from "../../../../src/fast/index.js";
import { type Exchange, type RawJsonString, type ReadResult, readHar } from "../../../../src/recording/index.js";

/** The request contains the text that the fast path searches for to find the response body. */
const entry = (index: number, text: string): object => ({
  startedDateTime: `2026-01-31T10:${String(10 + Math.floor(index / 60))}:${String(index % 60).padStart(2, "0")}.000Z`,
  request: {
    method: "POST",
    url: `https://host.example/a/${index}`,
    headers: [{ name: "Accept", value: "response" }],
    postData: { mimeType: "text/plain", text: SENT },
  },
  response: {
    status: 200,
    headers: [{ name: "Content-Type", value: "text/plain" }],
    content: { size: text.length, mimeType: "text/plain", text },
  },
});

/** Splits a HAR into one chunk per entry. The first and last chunk include the start and end of the document. */
function chunksOf(entries: readonly object[]): string[] {
  const texts = entries.map((it, index) => (index === 0 ? "" : ",") + JSON.stringify(it));
  return texts.map((text, index) =>
    index === 0 ? `{"log":{"entries":[${text}` : index === texts.length - 1 ? `${text}]}}` : text,
  );
}

type Outcome = { readonly text: string; readonly sent: string };
const SENT = `${"sent ".repeat(60)}"text": "x"`;

function decode({ bytes, start, end }: RawJsonString): string {
  return JSON.parse(`"${bytes.toString("utf8", start, end)}"`) as string;
}

async function read(chunks: readonly string[], isSettled: (exchange: Exchange) => boolean) {
  let taken = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for (const chunk of chunks) {
      taken += 1;
      yield Buffer.from(chunk);
    }
  }
  const calls: number[] = [];
  const tryFastPath = (exchange: Exchange, body: RawJsonString, requestBody?: RawJsonString): Outcome | undefined => {
    calls.push(exchange.origin.index);
    if (!isSettled(exchange)) return undefined;
    return { text: decode(body), sent: requestBody ? decode(requestBody) : "" };
  };
  const readings: (ReadResult<Outcome> & { readonly chunk: number })[] = [];
  for await (const batch of readHar(
    { name: "it.har", chunks: counted() },
    { accelerator: createEntryAccelerator(tryFastPath) },
  ))
    readings.push(...batch.map((reading) => ({ ...reading, chunk: taken })));
  return { calls, readings };
}

const body = (text: string, length: number): string => JSON.stringify({ text: text.padEnd(length, `}" ${text}`) });
const texts = ["a", "b", 'c \n "é" \\', "d", "e"].map((text) => body(text, 20_000));
const chunks = chunksOf(texts.map((text, index) => entry(index, text)));
const LEFT = "the body was checked in the recording and was not extracted";

// As one chunk, the entries exceed the initial size of the WebAssembly memory.
test.each([
  ["in one chunk", [chunks.join("")], [1, 1, 1, 1, 1]],
  // From the second entry on, the end of an entry is known only when the next one begins.
  ["in a chunk each", chunks, [1, 3, 4, 5, 5]],
])("of entries that come %s all but the first three take the fast path", async (_, parts, arrival) => {
  const { calls, readings } = await read(parts, () => true);
  expect(calls).toEqual([3, 4]);
  expect(readings.map(({ chunk }) => chunk)).toEqual(arrival);
  for (const [index, reading] of readings.entries()) {
    if (reading.kind === "unreadable") throw new Error(reading.kind);
    const { exchange } = reading;
    expect(exchange.request.url).toBe(`https://host.example/a/${index}`);
    expect(exchange.origin.pointer).toBe(`/log/entries/${index}`);
    expect(exchange.response.body).toEqual(
      index < 3 ? { kind: "text", text: texts[index] } : { kind: "missing", reason: LEFT },
    );
    // The end of the second entry is the first that is guessed. The third one is like it, and becomes the template.
    expect(reading.kind === "settled" ? reading.outcome : undefined).toEqual(
      index < 3 ? undefined : { text: texts[index], sent: SENT },
    );
  }
});

test("entries that miss the fast path are read normally, and the fast path is tried less and less", async () => {
  const many = chunksOf(Array.from({ length: 200 }, (_, index) => entry(index, body(`${index}`, 300))));
  const { calls, readings } = await read([many.join("")], () => false);
  // After each failure, more entries are skipped: 0, 2, 6, 14, 30, and at most 62.
  expect(calls).toEqual([3, 4, 7, 14, 29, 60, 123, 186]);
  const plain: ReadResult[] = [];
  async function* whole(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(many.join(""));
  }
  for await (const batch of readHar({ name: "it.har", chunks: whole() })) plain.push(...batch);
  expect(readings.map(({ chunk: _, ...reading }) => reading)).toEqual(plain);
});

test("a hit ends the backoff", async () => {
  const many = chunksOf(Array.from({ length: 16 }, (_, index) => entry(index, body(`${index}`, 300))));
  const { calls, readings } = await read([many.join("")], ({ origin }) => origin.index === 7);
  expect(calls).toEqual([3, 4, 7, 8, 9, 12]);
  expect(readings.map(({ kind }, index) => (kind === "settled" ? index : -1)).filter((index) => index >= 0)).toEqual([
    7,
  ]);
});
