import { expect, test } from "vitest";
import { formatNewFileDiff, formatUnifiedDiff } from "../../src/suggest/unified-diff.js";

const LINES = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];
const textOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join("");

test.each<[what: string, before: string, after: string, hunk: string]>([
  ["nothing", "a\n", "a\n", ""],
  [
    "a line in the middle",
    textOf(LINES),
    textOf(LINES.toSpliced(4, 0, "new")),
    "@@ -2,6 +2,7 @@| 2| 3| 4|+new| 5| 6| 7",
  ],
  ["a changed line", textOf(LINES), textOf(LINES.with(4, "new")), "@@ -2,7 +2,7 @@| 2| 3| 4|-5|+new| 6| 7| 8"],
  ["the first line", textOf(LINES), textOf(["new", ...LINES]), "@@ -1,3 +1,4 @@|+new| 1| 2| 3"],
  ["the last line", textOf(LINES), textOf([...LINES, "new"]), "@@ -7,3 +7,4 @@| 7| 8| 9|+new"],
  ["a line like its neighbour", "a\nb\n", "a\na\nb\n", "@@ -1,2 +1,3 @@| a|+a| b"],
  ["a removed line", "a\nb\nc\n", "a\nc\n", "@@ -1,3 +1,2 @@| a|-b| c"],
  ["a file without a last line end", "a", "a\nb", "@@ -1,1 +1,2 @@| a|+b"],
  ["all", "a\n", "b\n", "@@ -1,1 +1,1 @@|-a|+b"],
])("%s is shown with three lines around it", (_, before, after, hunk) => {
  const expected = hunk === "" ? "" : `--- f\n+++ f\n${hunk.replaceAll("|", "\n")}\n`;
  expect(formatUnifiedDiff("f", before, after)).toBe(expected);
});

test("a new file is shown whole", () => {
  expect(formatNewFileDiff("f", "a\nb\n")).toBe("--- /dev/null\n+++ f\n@@ -0,0 +1,2 @@\n+a\n+b\n");
});
