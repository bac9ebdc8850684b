/**
 * What each part of a report changes in each format: the lines of small reports that differ from those of the smallest. The text of a
 * command shows all variants; of the other formats, variants/shown.yaml has those that show something of their own.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { DIFF_FORMATS, failsDiff } from "../../src/report/diff/formats.js";
import { REPORT_FORMATS, type ReportInput } from "../../src/report/index.js";
import { LINT_FORMATS } from "../../src/report/lint/formats.js";
import { createLintPage } from "../../src/report/lint/lint-page.js";
import { renderMarkdown } from "../../src/report/markdown.js";
import { formatCompactJson, listChangedLines } from "../golden-text.js";
import { BASE, BASE_INPUT } from "./variants/base.js";
import { BASE_DIFF, DIFF_CHANGES } from "./variants/diffs.js";
import { FINDING_CHANGES } from "./variants/findings.js";
import { BASE_LINT, LINT_CHANGES } from "./variants/lints.js";
import { RUN_CHANGES } from "./variants/runs.js";

type Family<T> = {
  readonly formats: Readonly<Record<string, (input: T) => string>>;
  readonly base: T;
  readonly variants: Readonly<Record<string, T>>;
};

const VARIANTS = join(import.meta.dirname, "variants");
const SHOWN: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = parse(
  readFileSync(join(VARIANTS, "shown.yaml"), "utf8"),
);

const { pathInRepository: _, ...withoutRepository } = BASE_INPUT;

const CHECK: Family<ReportInput> = {
  formats: REPORT_FORMATS,
  base: BASE_INPUT,
  variants: {
    ...mapValues({ ...RUN_CHANGES, ...FINDING_CHANGES }, ({ report = {}, counts = {}, ...more }) => ({
      ...{ ...BASE_INPUT, ...more },
      report: { ...BASE, ...report, summary: { ...BASE.summary, ...counts } },
    })),
    "files without a repository": withoutRepository,
  },
};
const DIFF = {
  formats: DIFF_FORMATS,
  base: BASE_DIFF,
  variants: mapValues(DIFF_CHANGES, (change) => ({ ...BASE_DIFF, ...change })),
};
const LINT = {
  formats: LINT_FORMATS,
  base: BASE_LINT,
  variants: mapValues(LINT_CHANGES, (change) => ({ ...BASE_LINT, ...change })),
};

describeFormats("check", CHECK);
describeFormats("diff", DIFF);
describeFormats("lint", LINT);

function describeFormats<T>(name: string, { formats, base, variants }: Family<T>): void {
  test.each(Object.keys(formats))(`${name} as %s`, async (format) => {
    const write = (input: T): string => simplify(format, formats[format]?.(input) ?? "");
    const shown = format === "text" ? Object.keys(variants) : (SHOWN[name]?.[format] ?? []);
    expect(Object.keys(variants)).toEqual(expect.arrayContaining([...shown]));
    const texts = shown.map((what) => [
      `===== ${what}`,
      ...listChangedLines(write(base), write(variants[what] ?? base)),
    ]);
    const all = [write(base), ...texts.flat(), ""].join("\n");
    await expect(all).toMatchFileSnapshot(join(VARIANTS, `${name}-${format}.txt`));
  });
}

/** A line that is wider can have no place to break it: it has one word, or a label with one. */
const UNBREAKABLE = /^ *(?:(?:spec|recording|old|new) +)?\S*(?: → \S*)?$|^ *reproduce /;

test.each([80, 40])("in a terminal of %i columns, no line of a text is wider if it can be wrapped or cut", (width) => {
  const texts = [
    ...Object.values(CHECK.variants).map((it) => REPORT_FORMATS.text({ ...it, colour: false, width })),
    ...Object.values(DIFF.variants).map((it) => DIFF_FORMATS.text({ ...it, colour: false, width })),
    ...Object.values(LINT.variants).map((it) => LINT_FORMATS.text({ ...it, colour: false, width })),
  ];
  const lines = texts.flatMap((text) => text.split("\n"));
  expect(lines.filter((line) => line.length > width && !UNBREAKABLE.test(line))).toEqual([]);
});

function mapValues<A, B>(values: Readonly<Record<string, A>>, map: (value: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
}

/** Removes the scripts and styles of pages, which other tests cover, and shortens JSON. */
function simplify(format: string, text: string): string {
  if (format === "json" || format === "sarif") return formatCompactJson(JSON.parse(text));
  return text.replaceAll(/(<(script|style)[^>]*>)[\s\S]*?(<\/\2>)|sha256-[\w+/=]+/g, "$1$3");
}

describe("a diff", () => {
  test("fails with these variants alone", () => {
    const failing = Object.entries(DIFF_CHANGES).filter(([, change]) => failsDiff({ ...BASE_DIFF, ...change }));
    expect(failing.map(([what]) => what).join("\n")).toMatchSnapshot();
  });

  test("has as many changes in Markdown as fit into a comment", () => {
    const [finding] = BASE_DIFF.difference.findings;
    if (finding === undefined) throw new Error("the diff has no finding");
    const write = (length: number): string => {
      const findings = [finding, { ...finding, message: "x".repeat(length) }, finding];
      return DIFF_FORMATS.markdown({ ...BASE_DIFF, difference: { ...BASE_DIFF.difference, findings } });
    };
    const two = DIFF_FORMATS.markdown({
      ...BASE_DIFF,
      difference: { ...BASE_DIFF.difference, findings: [finding, finding] },
    });
    const closing = "<sub>tool 1.2.3</sub>\n";
    // 400 characters are reserved for the line that counts the omitted changes.
    const rest = 65_536 - 400 - two.length + finding.message.length;
    const more = (count: string): string => `\n\n_and ${count}; \`--format json\` lists all_\n\n${closing}`;
    expect(write(rest).length - two.length).toBeGreaterThan(60_000);
    expect(write(rest).endsWith(more("1 more finding"))).toBe(true);
    expect(write(rest + 1).endsWith(more("2 more findings"))).toBe(true);
  });
});

describe("lint findings", () => {
  test.each([
    ["that has room for all", 400, undefined],
    ["that lacks a character", 399, "_and 1 more finding; `--format json` lists all_"],
    ["without room", -1000, "_and 3 more findings; `--format json` lists all_"],
  ])("in Markdown in a comment %s", (_, more, end) => {
    const [spec] = BASE_LINT.specs;
    if (spec === undefined) throw new Error("there is no spec");
    const input = { ...BASE_LINT, specs: [{ ...spec, diagnostics: [...spec.diagnostics, ...spec.diagnostics] }, spec] };
    const text = renderMarkdown(createLintPage(input), renderMarkdown(createLintPage(input)).length + more);
    expect(/^_and.*$/m.exec(text)?.[0]).toBe(end);
  });
});
