/** The lines of a snapshot: a changed or incomplete one is refused. */
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { restoreSnapshot, SnapshotError, takeSnapshot } from "../../../src/sandbox/snapshots/snapshot.js";
import { TABLE_NAMES, TABLES_VERSION } from "../../../src/sandbox/store/tables.js";
import { recordDatabase } from "../record-queries.js";

const AT = "2026-03-14T09:30:00Z";

/** A snapshot of hooks with these ids. */
async function take(...ids: readonly string[]): Promise<string> {
  const all = TABLE_NAMES.map((table) => (table === "hooks" ? ids.map((id) => ({ id })) : []));
  const { content } = await takeSnapshot(recordDatabase({ all }).database, AT);
  return Buffer.from(content).toString();
}

async function restore(text: string): Promise<number | string> {
  try {
    return await restoreSnapshot(recordDatabase().database, Buffer.from(text));
  } catch (error) {
    if (error instanceof SnapshotError) return error.message;
    throw error;
  }
}

const WHOLE = await take("a", 'é"}\\n');
const [HEAD = "", FIRST = "", SECOND = "", END = ""] = WHOLE.trimEnd().split("\n");
const lines = (...all: readonly string[]): string => all.map((line) => `${line}\n`).join("");
const seal = (...all: readonly string[]): string => {
  const sha256 = createHash("sha256")
    .update(lines(...all))
    .digest("hex");
  return lines(...all, JSON.stringify({ end: true, rows: all.length - 1, sha256 }));
};

const CHANGED = "the file was changed after the snapshot was taken; take or copy it again";
const EXPECTED = 'line 1: expected {"snapshot": "commerce-contract sandbox", ...}';
const CUT = "the file has no end line: it was cut off; take or copy it again";

test("a snapshot has its rows between a head and an end", async () => {
  expect(HEAD).toBe(`{"snapshot":"commerce-contract sandbox","version":${TABLES_VERSION},"at":"${AT}"}`);
  expect(END).toMatch(/^\{"end":true,"rows":2,"sha256":"[0-9a-f]{64}"\}$/);
  expect(seal(HEAD, FIRST, SECOND)).toBe(WHOLE);
  expect(await restore(WHOLE)).toBe(2);
  expect(await restore(await take())).toBe(0);
  expect(await restore(WHOLE.trimEnd())).toBe(2);
  expect(await restore(await take(...Array.from({ length: 400 }, (_, index) => `hook ${index}`)))).toBe(400);
});

test.each<[what: string, text: string, message: string]>([
  ["nothing", "", EXPECTED],
  ["another file", "{}\n", EXPECTED],
  ["text", "text\n", EXPECTED],
  ["a list", "[]\n", EXPECTED],
  ["null", "null\n", EXPECTED],
  ["a head that is cut", HEAD.slice(0, 20), EXPECTED],
  ["only a head", lines(HEAD), CUT],
  ["no end", lines(HEAD, FIRST, SECOND), CUT],
  ["a line that is cut", lines(HEAD, FIRST) + SECOND.slice(0, 9), CUT],
  ["an end that is cut", lines(HEAD, FIRST, SECOND) + END.slice(0, 30), CUT],
  ["a row after the end", lines(HEAD, FIRST, SECOND, END, FIRST), CUT],
  [
    "a list among the rows",
    seal(HEAD, "[]"),
    'line 2: expected {"table": ..., "row": {...}} with a table of the sandbox',
  ],
  ["a changed row", lines(HEAD, FIRST.replace("a", "b"), SECOND, END), CHANGED],
  ["a changed hash", lines(HEAD, FIRST, SECOND, END.replace(/"[0-9a-f]{64}"/, '"x"')), CHANGED],
  ["a missing row", lines(HEAD, SECOND, END), CHANGED],
  ["a missing last row", lines(HEAD, FIRST, END), CHANGED],
  ["rows in another order", lines(HEAD, SECOND, FIRST, END), CHANGED],
  ["spaces instead of a row", lines(HEAD, "", FIRST, SECOND, END), CHANGED],
  ["another line end", WHOLE.replaceAll("\n", "\r\n"), CHANGED],
  [
    "another version of the tables",
    seal(HEAD.replace(/"version":\d+/, '"version":"x"'), FIRST),
    `line 1: the snapshot has version "x" of the tables, but this program has version ${TABLES_VERSION}: restore it with the program that created it`,
  ],
])("%s is refused", async (_, text, message) => {
  expect(await restore(text)).toBe(message);
});
