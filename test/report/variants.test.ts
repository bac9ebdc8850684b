/** What each part of a report changes in each format: the lines of small reports that differ from those of the smallest. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type FormatName, REPORT_FORMATS, type ReportInput } from "../../src/report/index.js";
import { listChangedLines } from "./changed-lines.js";
import { BASE, BASE_INPUT } from "./variants/base.js";
import { FINDING_CHANGES } from "./variants/findings.js";
import { RUN_CHANGES } from "./variants/runs.js";

const { pathInRepository: _, ...withoutRepository } = BASE_INPUT;

const VARIANTS: readonly (readonly [string, ReportInput])[] = [
  ...Object.entries({ ...RUN_CHANGES, ...FINDING_CHANGES }).map(
    ([what, { report = {}, counts = {}, ...more }]) =>
      [
        what,
        { ...BASE_INPUT, ...more, report: { ...BASE, ...report, summary: { ...BASE.summary, ...counts } } },
      ] as const,
  ),
  ["files without a repository", withoutRepository],
];

const write = (name: FormatName, input = BASE_INPUT): string =>
  REPORT_FORMATS[name](input).replaceAll(/(<(script|style)[^>]*>)[\s\S]*?(<\/\2>)|sha256-[\w+/=]+/g, "$1$3");

/** Formats of which a few variants show everything, because they print the report as it is. */
const WHOLE = new Set<FormatName>(["json", "ndjson"]);
const FEW =
  /^(no findings|log lines|operations that|excluded|accepted findings$|errors and warnings in|a finding with a link)/;
/** The formats that a variant with a number at its start is for: it is about their limits. */
const LIMITS: Readonly<Record<string, readonly FormatName[]>> = {
  "10": ["github"],
  "11": ["github"],
  "13": ["github", "html"],
  "51": ["markdown"],
  "60": ["text"],
  "61": ["text"],
  "201": ["html"],
};

function isShown(name: FormatName, what: string): boolean {
  const formats = LIMITS[/^\d+/.exec(what)?.[0] ?? ""];
  return formats?.includes(name) ?? (!WHOLE.has(name) || FEW.test(what));
}

describe.each(Object.keys(REPORT_FORMATS) as FormatName[])("%s", (name) => {
  test("of each variant", async () => {
    const base = write(name);
    const texts = VARIANTS.filter(([what]) => isShown(name, what)).map(([what, input]) => [
      `===== ${what}`,
      ...listChangedLines(base, write(name, input)),
    ]);
    const all = [base, ...texts.flat(), ""].join("\n");
    await expect(all).toMatchFileSnapshot(join(import.meta.dirname, `variants/${name}.txt`));
  });
});
