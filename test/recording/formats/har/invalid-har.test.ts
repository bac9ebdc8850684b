import { expect, test } from "vitest";
import { type ReadResult, RecordingError, readHar } from "../../../../src/recording/index.js";

const good = {
  startedDateTime: "2026-11-20T10:00:00.000Z",
  request: { method: "GET", url: "https://host.example/a", headers: [] },
  response: { status: 200, headers: [], content: { size: 2, text: "{}" } },
};
const g = JSON.stringify(good);
const accepted = 'expected a HAR 1.1 or 1.2 document in UTF-8: { "log": { "entries": [ ... ] } }';

const refused: readonly {
  name: string;
  text: string | Buffer;
  message: string;
  pointer?: string;
  exchanges?: number;
}[] = [
  { name: "an empty file", text: "", message: `f.har:1:1 (byte 0): the file is empty; ${accepted}` },
  { name: "blanks alone", text: " \n ", message: `f.har:2:2 (byte 3): the file is empty; ${accepted}` },
  {
    name: "HTML",
    text: "<!doctype html>",
    message: `f.har:1:1 (byte 0): the file looks like HTML or XML and is not JSON; ${accepted}`,
  },
  {
    name: "a zip",
    text: "PK\u0003\u0004",
    message: `f.har:1:1 (byte 0): the file starts with "P" and is not JSON; ${accepted}`,
  },
  {
    name: "binary",
    text: Buffer.from([0, 1, 2]),
    message: `f.har:1:1 (byte 0): the file starts with the byte 0x00 and is not JSON; ${accepted}`,
  },
  {
    name: "UTF-16",
    text: Buffer.from("\ufeff{}", "utf16le"),
    message: `f.har:1:1 (byte 0): the file is UTF-16; ${accepted}`,
  },
  { name: "an array", text: "[]", message: `f.har:1:1 (byte 0): the file contains an array; ${accepted}` },
  { name: "a number", text: "\n12", message: `f.har:2:1 (byte 1): the file contains a number; ${accepted}` },
  {
    name: "no log",
    text: '{"lag":{"entries":[]}}',
    message: `f.har:1:22 (byte 21): the document has no log; ${accepted}`,
  },
  {
    name: "a null log",
    text: '{"log":null}',
    message: `f.har:1:8 (byte 7, /log): log is null; ${accepted}`,
    pointer: "/log",
  },
  {
    name: "no entries",
    text: '{"log":{\n"version":"1.2"}}',
    message: `f.har:2:16 (byte 24, /log): log has no entries; ${accepted}`,
    pointer: "/log",
  },
  {
    name: "entries that are no array",
    text: '{"log":{"entries":{}}}',
    message: `f.har:1:19 (byte 18, /log/entries): log.entries is an object; ${accepted}`,
    pointer: "/log/entries",
  },
  {
    name: "entries twice",
    text: `{"log":{"entries":[${g}],"entries":[]}}`,
    message: `f.har:1:${g.length + 32} (byte ${g.length + 31}, /log/entries): duplicate property log.entries; ${accepted}`,
    pointer: "/log/entries",
    exchanges: 1,
  },
  {
    name: "log twice",
    text: '{"log":{"entries":[]},"log":1}',
    message: `f.har:1:29 (byte 28, /log): duplicate property log; ${accepted}`,
    pointer: "/log",
  },
  {
    name: "a file cut off in an entry",
    text: `{"log":{"entries":[${g},\n{"request":{"method":"GE`,
    message: `f.har:2:25 (byte ${g.length + 45}, /log/entries/1): the file ends in the middle of this entry; expected the rest of a string, without control characters`,
    pointer: "/log/entries/1",
    exchanges: 1,
  },
  {
    name: "a file cut off between entries",
    text: `{"log":{"entries":[${g},${g},`,
    message: `f.har:1:${2 * g.length + 22} (byte ${2 * g.length + 21}, /log/entries): the file ends after entry 1; expected a value`,
    pointer: "/log/entries",
    exchanges: 2,
  },
  {
    name: "a file cut off before the entries",
    text: '{"log":{"version"',
    message: "f.har:1:18 (byte 17, /log): the file ends before its entries; expected a colon",
    pointer: "/log",
  },
  {
    name: "a file cut off before the first entry",
    text: '{"log":{"entries":[ ',
    message: "f.har:1:21 (byte 20, /log/entries): the file ends before the first entry; expected a value or ]",
    pointer: "/log/entries",
  },
  {
    name: "a file cut off after the entries",
    text: '{"log":{"entries":[]}',
    message:
      "f.har:1:22 (byte 21): the file ends after its entries, before the closing bracket; expected a comma or a closing bracket",
  },
  {
    name: "a second document",
    text: '{"log":{"entries":[]}}\n{}',
    message: 'f.har:2:1 (byte 23): "{" is not allowed here; expected the end of the file',
  },
  {
    name: "a comma after the last entry",
    text: `{"log":{"entries":[${g},]}}`,
    message: `f.har:1:${g.length + 21} (byte ${g.length + 20}, /log/entries): "]" is not allowed here; expected a value`,
    pointer: "/log/entries",
    exchanges: 1,
  },
  {
    name: "an entry that is not JSON",
    text: `{"log":{"entries":[${g},${g},{"a":tru},${g}]}}`,
    message: `f.har:1:${2 * g.length + 30} (byte ${2 * g.length + 29}, /log/entries/2): "}" is not allowed here; expected the rest of a number, true, false or null`,
    pointer: "/log/entries/2",
    exchanges: 2,
  },
  {
    name: "a bomb of brackets",
    text: `{"log":${"[".repeat(20_000)}`,
    message: `f.har:1:8 (byte 7, /log): log is an array; ${accepted}`,
    pointer: "/log",
  },
  {
    name: "a bomb of brackets elsewhere",
    text: `{"x":${"[".repeat(20_000)}`,
    message: 'f.har:1:10005 (byte 10004): "[" is not allowed here; expected at most 10000 levels of nesting',
  },
];

for (const { name, text, message, pointer, exchanges = 0 } of refused) {
  test(`${name} is rejected`, async () => {
    const { readings, error } = await read(text);
    expect(error).toBeInstanceOf(RecordingError);
    expect(error).toMatchObject({ message, name: "RecordingError", source: "f.har" });
    expect((error as RecordingError).pointer).toBe(pointer);
    expect(readings.map(({ kind }) => kind)).toEqual(Array(exchanges).fill("exchange"));
  });
}

async function read(text: string | Buffer): Promise<{ readings: ReadResult[]; error?: unknown }> {
  const readings: ReadResult[] = [];
  async function* chunks(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(text as string);
  }
  try {
    for await (const batch of readHar({ name: "f.har", chunks: chunks() })) readings.push(...batch);
    return { readings };
  } catch (error) {
    return { readings, error };
  }
}

test("a recording of pages only has no entries", async () => {
  expect(await read('{"log":{"version":"1.2","pages":[]}}')).toEqual({ readings: [] });
});
