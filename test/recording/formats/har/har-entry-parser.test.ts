import fc from "fast-check";
import { expect, test } from "vitest";
import { HarEntryParser } from "../../../../src/recording/formats/har/har-entry-parser.js";
import { type ReadResult, RecordingError, readHar } from "../../../../src/recording/index.js";

const entry = (path: string, text: string, first = "startedDateTime") => ({
  [first]: "2026-11-20T10:00:00.000Z",
  startedDateTime: "2026-11-20T10:00:00.000Z",
  request: {
    method: "get",
    url: `https://host.example${path}`,
    headers: [{ name: "Accept", value: "*/*" }],
    bodySize: 0,
  },
  response: {
    status: 200,
    headers: [{ name: "Content-Type", value: "text/plain" }],
    content: { size: Buffer.byteLength(text), mimeType: "text/plain", text },
  },
});

const imitation = '},{"startedDateTime":"x"},\n  {\n   "startedDateTime": ';
const small = {
  pages: [{ entries: [1, { log: { entries: [] } }] }],
  "\u006cog-": 1,
  log: {
    comment: '"entries":[{}]',
    version: "1.2",
    entries: [
      entry("/a", 'A \u{1f600} é \\ " \u0000 \u2028'),
      entry("/b", imitation),
      { ...entry("/c", "c"), _children: [entry("/x", "x"), entry("/y", "y")] },
      entry("/d", "d", "_first"),
      entry("/e", "e"),
      null,
      17,
      entry("/f", ""),
      {},
      entry("/g", "g"),
    ],
    pages: [{ id: "p", n: [-0, 1.5e-7, 0, 12, true, false, null, {}] }],
  },
  after: "the end",
};

const writings: Readonly<Record<string, string>> = {
  compact: JSON.stringify(small),
  indented: JSON.stringify(small, null, 2),
  "with CRLF and tabs": JSON.stringify(small, null, "\t").replaceAll("\n", "\r\n"),
  "with a byte order mark": `\ufeff${JSON.stringify(small)}`,
  "with escaped names": JSON.stringify(small)
    .replace('"log":', '"\\u006cog":')
    .replace('"entries":[{"s', '"entri\\u0065s":[{"s'),
  "with blanks everywhere": JSON.stringify(small, null, 1).replaceAll(/([{}[\],:])\n/g, " $1 \n "),
};

for (const [name, text] of Object.entries(writings)) {
  const bytes = Buffer.from(text);
  const step = name === "compact" ? 1 : 5;

  test(`a small recording ${name} reads like its JSON`, async () => {
    const readings = await read([bytes]);
    expect(readings.map(outline)).toEqual(expectedOutline(JSON.parse(text.replace("\ufeff", ""))));
  });

  test(`a small recording ${name} reads the same with any chunks`, async () => {
    const whole = await read([bytes]);
    for (let at = 0; at <= bytes.length; at += step) {
      expect(await read([bytes.subarray(0, at), bytes.subarray(at)])).toEqual(whole);
    }
    for (const size of [1, 2, 3, 7, 64, 300]) expect(await read(pieces(bytes, size))).toEqual(whole);
  });

  test(`a small recording ${name} that is truncated anywhere is rejected`, async () => {
    for (let at = 0; at < text.trimEnd().length; at += step) {
      const cut = bytes.subarray(0, Buffer.byteLength(text.slice(0, at)));
      await expect(read(pieces(cut, 100)), `cut after ${at} characters`).rejects.toThrow(RecordingError);
    }
  });
}

test("one changed byte is accepted exactly if the document is still JSON with one log of entries", async () => {
  const text = writings.compact ?? "";
  const bytes = [...'{}[]",:\\ 0e.-tn\n\u0001x'];
  await fc.assert(
    fc.asyncProperty(fc.nat(text.length - 1), fc.constantFrom(...bytes), fc.nat(2), async (at, byte, removed) => {
      const changed = text.slice(0, at) + byte + text.slice(at + removed);
      expect(await values(pieces(Buffer.from(changed), 97))).toEqual(parsed(changed));
    }),
    { numRuns: 1500 },
  );
});

const anyText = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom(imitation, '},{"startedDateTime"', "]}}", '"'));
const anyEntry = fc.record({
  path: fc.webPath(),
  text: anyText,
  first: fc.constantFrom("startedDateTime", "startedDateTime", "startedDateTime", "_a"),
  extra: fc.jsonValue(),
});
const anyHar = fc.record({
  entries: fc.array(
    fc.oneof(
      {
        weight: 9,
        arbitrary: anyEntry.map(({ path, text, first, extra }) => ({ ...entry(path, text, first), _: extra })),
      },
      { weight: 1, arbitrary: fc.jsonValue() },
    ),
    { maxLength: 30 },
  ),
  before: fc.jsonValue(),
  after: fc.jsonValue(),
  inside: fc.jsonValue(),
  turned: fc.boolean(),
  indent: fc.constantFrom(undefined, 1, 2, "\t"),
  chunk: fc.integer({ min: 1, max: 5000 }),
});

test("any recording reads as JSON.parse reads it", async () => {
  await fc.assert(
    fc.asyncProperty(anyHar, async ({ entries, before, after, inside, turned, indent, chunk }) => {
      const log = turned ? { entries, inside } : { inside, entries };
      const text = JSON.stringify({ before, log, after }, null, indent);
      const readings = await read(pieces(Buffer.from(text), chunk));
      expect(readings.map(outline)).toEqual(expectedOutline(JSON.parse(text)));
    }),
    { numRuns: 250 },
  );
});

test("entries larger than a chunk, or with changing layouts, are all found", async () => {
  const entries = Array.from({ length: 60 }, (_, index) =>
    entry(
      `/${index}`,
      "x".repeat(index % 20 === 7 ? 3_000_000 : index * 10),
      index % 2 ? "startedDateTime" : `_${index}`,
    ),
  );
  const bytes = Buffer.from(JSON.stringify({ log: { entries } }));
  const readings = await read(pieces(bytes, 65_536));
  expect(readings.map(outline)).toEqual(expectedOutline({ log: { entries } }));
});

test("an entry that is not UTF-8 is unreadable, and the others are read", async () => {
  const bytes = Buffer.from(
    JSON.stringify({ log: { entries: [entry("/a", "a"), entry("/b", "b\u00e9"), entry("/c", "c")] } }),
  );
  bytes[bytes.indexOf(0xc3)] = 0xff;
  const readings = await read([bytes]);
  expect(readings.map(({ kind }) => kind)).toEqual(["exchange", "unreadable", "exchange"]);
  expect(readings[1]).toMatchObject({
    unreadable: { pointer: "/log/entries/1", reason: "the entry is not valid UTF-8; expected JSON in UTF-8" },
  });
});

async function read(chunks: Iterable<Uint8Array>): Promise<ReadResult[]> {
  const readings: ReadResult[] = [];
  for await (const batch of readHar({ name: "small.har", chunks: reused(chunks) })) readings.push(...batch);
  return readings;
}

/** Overwrites each chunk when the next one is requested, because sources can reuse their buffers. */
async function* reused(chunks: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) {
    const own = Buffer.from(chunk);
    yield own;
    own.fill(0x7d);
  }
}

function* pieces(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** Returns pointer, URL and text of an exchange, or only the pointer of an unreadable entry. */
function outline(reading: ReadResult): unknown {
  if (reading.kind === "unreadable") return reading.unreadable.pointer.split("/").slice(0, 4).join("/");
  const { origin, request, response } = reading.exchange;
  return [origin.pointer, request.url, response.body];
}

type Outlined = { url: string; text: string };

function expectedOutline(document: { log: { entries: readonly unknown[] } }): unknown[] {
  return document.log.entries.map((item, index) => {
    const pointer = `/log/entries/${index}`;
    const found = asOutlined(item);
    if (found === undefined) return pointer;
    return [pointer, found.url, found.text === "" ? { kind: "none" } : { kind: "text", text: found.text }];
  });
}

function asOutlined(item: unknown): Outlined | undefined {
  const { request, response } = (item ?? {}) as Partial<ReturnType<typeof entry>>;
  if (request?.url === undefined || response?.content?.text === undefined) return undefined;
  return { url: request.url, text: response.content.text };
}

/** Returns the parsed entries of a document, or undefined if it is rejected. */
async function values(chunks: Iterable<Uint8Array>): Promise<unknown> {
  const items: unknown[] = [];
  const entries = new HarEntryParser("small.har", {
    entry: (value) => items.push(value),
    unreadable: () => items.push(),
  });
  try {
    for await (const chunk of reused(chunks)) entries.push(chunk);
    entries.end();
    return items;
  } catch (error) {
    expect(error).toBeInstanceOf(RecordingError);
    return undefined;
  }
}

/** The expected entries, parsed with `JSON.parse`. */
function parsed(text: string): unknown {
  try {
    // Convert to bytes and back, because a change can split a surrogate pair.
    const { entries, pages } = JSON.parse(Buffer.from(text).toString()).log;
    if (entries === undefined && pages !== undefined) return [];
    return Array.isArray(entries) ? entries : undefined;
  } catch {
    return undefined;
  }
}
