/** Reading of recordings with one JSON value per line, split into chunks in different ways. */
import { describe, expect, test } from "vitest";
import { readJsonLineRecording } from "../../../src/recording/reader/json-lines.js";

const MAX = 12;

/** Reads chunks with a line limit of 12 bytes. Returns for each line the result, its location, and the number of chunks. */
async function read(chunks: readonly (string | Uint8Array)[]): Promise<string[]> {
  let taken = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for (const chunk of chunks) {
      taken += 1;
      yield Buffer.from(chunk as string);
    }
  }
  const reader = {
    expected: "a value",
    read: (
      value: unknown,
      { source, index, number, bytes }: { source: string; index: number; number: number; bytes: Buffer },
    ) =>
      value === "skip"
        ? undefined
        : ({
            kind: "unreadable",
            unreadable: {
              source,
              pointer: `/${index}`,
              reason: `line ${number} is ${JSON.stringify(value)}: ${bytes}`,
            },
          } as const),
  };
  const lines: string[] = [];
  for await (const batch of readJsonLineRecording({ name: "made", chunks: counted() }, reader, { maxLineBytes: MAX })) {
    expect(batch).not.toEqual([]);
    for (const reading of batch) {
      if (reading.kind !== "unreadable") throw new Error(reading.kind);
      const { source, pointer, reason } = reading.unreadable;
      lines.push(`chunk ${taken}, ${source}${pointer}: ${reason}`);
    }
  }
  return lines;
}

const tooLong = "is longer than the limit of 12 bytes; expected a value";

describe("a line", () => {
  test.each<readonly [what: string, chunks: readonly (string | Uint8Array)[], lines: readonly string[]]>([
    ["nothing", [], []],
    ["empty lines", ["\n\n \t\r\n"], []],
    ["two lines", ["1\n[2]\n"], ["chunk 1, made/0: line 1 is 1: 1", "chunk 1, made/1: line 2 is [2]: [2]"]],
    ["the last line without an end", ["1\n2"], ["chunk 1, made/0: line 1 is 1: 1", "chunk 1, made/1: line 2 is 2: 2"]],
    // Line numbers count all lines; JSON Pointers count only lines that are not blank.
    [
      "lines between empty ones",
      ["\n1\r\n\n2\n"],
      ["chunk 1, made/0: line 2 is 1: 1\r", "chunk 1, made/1: line 4 is 2: 2"],
    ],
    ["a line about something else", ['"skip"\n2\n'], ["chunk 1, made/1: line 2 is 2: 2"]],
    [
      "a character whose first byte is that of a byte order mark",
      ["\uf0001\n2\n"],
      [
        "chunk 1, made/0: line 1 is not JSON: at column 1 the byte 0xef is not allowed here; expected a value; expected a value",
        "chunk 1, made/1: line 2 is 2: 2",
      ],
    ],
    ["a byte order mark", ["\ufeff1\n2\n"], ["chunk 1, made/0: line 1 is 1: 1", "chunk 1, made/1: line 2 is 2: 2"]],
    [
      "a byte order mark in the middle",
      ["1\n\ufeff2\n"],
      [
        "chunk 1, made/0: line 1 is 1: 1",
        "chunk 1, made/1: line 2 is not JSON: at column 1 the byte 0xef is not allowed here; expected a value; expected a value",
      ],
    ],
    [
      "no JSON",
      ['{"a"}\n1\n'],
      [
        'chunk 1, made/0: line 1 is not JSON: at column 5 "}" is not allowed here; expected a colon; expected a value',
        "chunk 1, made/1: line 2 is 1: 1",
      ],
    ],
    [
      "no UTF-8",
      [Buffer.from('"\xff"\n1\n', "latin1")],
      ["chunk 1, made/0: line 1 is not valid UTF-8; expected a value", "chunk 1, made/1: line 2 is 1: 1"],
    ],
    [
      "lines in pieces",
      ["[", "1", "]\n[2", "]\n"],
      ["chunk 3, made/0: line 1 is [1]: [1]", "chunk 4, made/1: line 2 is [2]: [2]"],
    ],
    ["as long as may be", ['"0123456', '789"\n'], ['chunk 2, made/0: line 1 is "0123456789": "0123456789"']],
    [
      "too long, in one piece and more",
      ['1\n"0123456789a', 'bc"\n2\n'],
      ["chunk 1, made/0: line 1 is 1: 1", `chunk 2, made/1: line 2 ${tooLong}`, "chunk 2, made/2: line 3 is 2: 2"],
    ],
    [
      "too long, over several chunks, and another one",
      ['"0123456789a', "b", "c", '"\n2\n', '"0123456789a', '"\n3'],
      [
        `chunk 4, made/0: line 1 ${tooLong}`,
        "chunk 4, made/1: line 2 is 2: 2",
        `chunk 6, made/2: line 3 ${tooLong}`,
        "chunk 6, made/3: line 4 is 3: 3",
      ],
    ],
    [
      "too long, and without an end",
      ["1\n", '"0123456789abc'],
      ["chunk 1, made/0: line 1 is 1: 1", `chunk 2, made/1: line 2 ${tooLong}`],
    ],
  ])("%s", async (_, chunks, lines) => expect(await read(chunks)).toEqual(lines));
});
