import { expect, test } from "vitest";
import { type ReadResult, RecordingError, readHar } from "../../../../src/recording/index.js";

const good = {
  startedDateTime: "2026-11-20T10:00:00.000Z",
  request: { method: "GET", url: "https://host.example/a", headers: [] },
  response: { status: 200, headers: [], content: { size: 2, text: "{}" } },
};
const g = JSON.stringify(good);
const refused: readonly (readonly [name: string, text: string | Buffer])[] = [
  ["an empty file", ""],
  ["blanks alone", " \n "],
  ["HTML", "<!doctype html>"],
  ["a zip", "PK\u0003\u0004"],
  ["binary", Buffer.from([0, 1, 2])],
  ["UTF-16", Buffer.from("\ufeff{}", "utf16le")],
  ["an array", "[]"],
  ["a number", "\n12"],
  ["no log", '{"lag":{"entries":[]}}'],
  ["a null log", '{"log":null}'],
  ["no entries", '{"log":{\n"version":"1.2"}}'],
  ["entries that are no array", '{"log":{"entries":{}}}'],
  ["entries twice", `{"log":{"entries":[${g}],"entries":[]}}`],
  ["log twice", '{"log":{"entries":[]},"log":1}'],
  ["a file cut off in an entry", `{"log":{"entries":[${g},\n{"request":{"method":"GE`],
  ["a file cut off between entries", `{"log":{"entries":[${g},${g},`],
  ["a file cut off before the entries", '{"log":{"version"'],
  ["a file cut off before the first entry", '{"log":{"entries":[ '],
  ["a file cut off after the entries", '{"log":{"entries":[]}'],
  ["a second document", '{"log":{"entries":[]}}\n{}'],
  ["a comma after the last entry", `{"log":{"entries":[${g},]}}`],
  ["an entry that is not JSON", `{"log":{"entries":[${g},${g},{"a":tru},${g}]}}`],
  ["a bomb of brackets", `{"log":${"[".repeat(20_000)}`],
  ["a bomb of brackets elsewhere", `{"x":${"[".repeat(20_000)}`],
];

test("why each file is rejected, after the exchanges before the error", async () => {
  const lines: string[] = [];
  for (const [name, text] of refused) {
    const { readings, error } = await read(text);
    expect(error).toBeInstanceOf(RecordingError);
    const { message, source, pointer = "no pointer" } = error as RecordingError;
    lines.push([`${name}: ${message}`, source, pointer, ...readings.map(({ kind }) => kind)].join(" | "));
  }
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("invalid-har.txt");
});

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
