/** The lines of a snapshot: written, read again, and refused with the first wrong line. */
import { expect, test } from "vitest";
import {
  createSnapshotWriter,
  readSnapshotRows,
  SnapshotError,
  verifySnapshot,
} from "../../../src/sandbox/snapshots/snapshot-lines.js";

function write(rows: readonly object[]): string {
  const writer = createSnapshotWriter("2026-03-14T09:30:00Z");
  for (const row of rows) writer.add(row);
  return Buffer.from(writer.end()).toString();
}

async function verify(text: string): Promise<number | string> {
  try {
    return await verifySnapshot(Buffer.from(text));
  } catch (error) {
    if (error instanceof SnapshotError) return error.message;
    throw error;
  }
}

const ROWS = [
  { table: "a", row: { n: 1 } },
  { table: "b", row: { s: 'é"}\\n,"check":"00000000"}' } },
];
const WHOLE = write(ROWS);
const [HEAD = "", FIRST = "", SECOND = "", END = ""] = WHOLE.trimEnd().split("\n");
const lines = (...all: readonly string[]): string => all.map((line) => `${line}\n`).join("");
const VERSION = Number(/"version":(\d+)/.exec(HEAD)?.[1]);

const CHANGED =
  "this line, or a line missing before it, was changed after the snapshot was taken; take or copy the snapshot again";
const EXPECTED = 'line 1: expected {"snapshot": "commerce-contract sandbox", ...}';
const CUT = "the file ends here without an end line: it was cut off; take or copy it again";

test("a snapshot has its rows between a head and an end", async () => {
  expect(HEAD).toMatch(
    /^\{"snapshot":"commerce-contract sandbox","version":\d+,"at":"2026-03-14T09:30:00Z","check":"[0-9a-f]{8}"\}$/,
  );
  expect(END).toMatch(/^\{"end":true,"rows":2,"sha256":"[0-9a-f]{64}","check":"[0-9a-f]{8}"\}$/);
  expect(await verify(WHOLE)).toBe(2);
  expect(await verify(write([]))).toBe(0);
  expect(await verify(WHOLE.trimEnd())).toBe(2);
  const many = Array.from({ length: 2500 }, (_, index) => ({ index }));
  expect(await verify(write(many))).toBe(2500);
  const read = [...readSnapshotRows(Buffer.from(WHOLE))].map(({ number, value }) => {
    const { check, ...row } = value as { readonly check: string };
    return [number, row, check.length];
  });
  expect(read).toEqual([
    [2, ROWS[0], 8],
    [3, ROWS[1], 8],
  ]);
});

test.each<[what: string, text: string, message: string]>([
  ["nothing", "", `${EXPECTED}, but the file is empty`],
  ["another file", "{}\n", EXPECTED],
  ["text", "text\n", EXPECTED],
  ["a list", "[]\n", "line 1: expected a JSON object"],
  ["null", "null\n", "line 1: expected a JSON object"],
  ["only a head", lines(HEAD), `line 1: ${CUT}`],
  ["no end", lines(HEAD, FIRST, SECOND), `line 3: ${CUT}`],
  ["a line that is cut", lines(HEAD, FIRST) + SECOND.slice(0, 9), "line 3: not JSON: it was cut off or changed"],
  ["a list among the rows", lines(HEAD, "[]"), "line 2: expected a JSON object"],
  ["a changed row", lines(HEAD, FIRST.replace("1", "2"), SECOND, END), `line 2: ${CHANGED}`],
  ["a changed check", lines(HEAD, FIRST.replace(/[0-9a-f]{8}(?="\}$)/, "00000000"), SECOND, END), `line 2: ${CHANGED}`],
  ["a row without its check", lines(HEAD, '{"table":"a"}', SECOND, END), `line 2: ${CHANGED}`],
  ["a missing row", lines(HEAD, SECOND, END), `line 2: ${CHANGED}`],
  ["a missing last row", lines(HEAD, FIRST, END), `line 3: ${CHANGED}`],
  ["rows in another order", lines(HEAD, SECOND, FIRST, END), `line 2: ${CHANGED}`],
  ["a row after the end", lines(HEAD, FIRST, SECOND, END, FIRST), "line 5: nothing may follow the end line (line 4)"],
  ["spaces instead of a row", lines(HEAD, "", FIRST, SECOND, END), "line 2: not JSON: it was cut off or changed"],
  [
    "another line end",
    WHOLE.replaceAll("\n", "\r\n"),
    `line 1: an earlier version took this snapshot, without an end line: restore it with that version, update the sandbox, and take a new snapshot`,
  ],
  [
    "the head of an earlier version",
    lines('{"snapshot":"commerce-contract sandbox","version":1}'),
    "line 1: an earlier version took this snapshot, without an end line: restore it with that version, update the sandbox, and take a new snapshot",
  ],
  [
    "another version of the tables",
    lines(HEAD.replace(/"version":\d+/, '"version":"x"'), FIRST),
    `line 1: the snapshot has version "x" of the tables, but this program has version ${VERSION}: restore it with the program that created it`,
  ],
])("%s is refused", async (_, text, message) => {
  expect(await verify(text)).toBe(message);
});

test("an end line with a wrong number of rows or hash is refused", async () => {
  const sealed = (end: object): string => {
    const writer = createSnapshotWriter("2026-03-14T09:30:00Z");
    writer.add({ table: "a" });
    writer.add(end);
    return lines(...Buffer.from(writer.end()).toString().split("\n").slice(0, 3));
  };
  const { sha256 } = JSON.parse(
    write([{ table: "a" }])
      .trimEnd()
      .split("\n")[2] ?? "",
  ) as { readonly sha256: string };
  expect(await verify(sealed({ end: true, rows: 1, sha256 }))).toBe(1);
  expect(await verify(sealed({ end: true, rows: 2, sha256 }))).toBe(`line 3: ${CHANGED}`);
  expect(await verify(sealed({ end: true, rows: 1, sha256: "x" }))).toBe(`line 3: ${CHANGED}`);
});
