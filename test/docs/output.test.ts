import { expect, test } from "vitest";
import { missingLine } from "./blocks/output.js";

const printed = `listening on http://127.0.0.1:4030
{
  "a": 1
}
{
  "b": 2
}
done at 2026-01-31T09:30:00.123Z
`;

/** The output on a page, and the line that was not printed. */
const CASES: readonly (readonly [shown: string, missing: string | undefined])[] = [
  [printed, undefined],
  [printed.replace("4030", "4999").replace("09:30:00.123Z", "10:00:00Z"), undefined],
  ['…\n{\n  "b": 2\n}\n…', undefined],
  ["listening …\n…", undefined],
  ["…\ndone at …", undefined],
  ["…", undefined],
  ['…\n{\n  "b": 3\n}\n…', '  "b": 3'],
  ['…\n{\n  "b": 2\n}', "{"],
  ["{\n…", "{"],
  ["listening on http://127.0.0.1:4030", "(no more lines, but it prints) {"],
  ["…\ndone at …\nmore\n…", "more"],
  ['…\n  "b": 2\n…\n  "a": 1\n…', '  "a": 1'],
];

test.each(CASES)("for %j the line %j is missing", (shown, missing) =>
  expect(missingLine(shown, printed)).toBe(missing),
);
