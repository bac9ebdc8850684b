/** What each part of a diff or of lint findings changes in each format: the lines that differ from those of the smallest. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { DIFF_FORMATS, failsDiff } from "../../src/report/diff/formats.js";
import { LINT_FORMATS } from "../../src/report/lint/formats.js";
import { createLintPage } from "../../src/report/lint/lint-page.js";
import { renderMarkdown } from "../../src/report/markdown.js";
import { listChangedLines } from "./changed-lines.js";
import { BASE_DIFF, DIFF_CHANGES } from "./variants/diffs.js";
import { BASE_LINT, LINT_CHANGES } from "./variants/lints.js";

/** Prints the differences of all variants in one format. */
function formatVariants<T>(
  format: (input: T) => string,
  base: T,
  changes: readonly (readonly [string, Partial<T>])[],
): string {
  const write = (input: T): string =>
    format(input).replaceAll(/(<(script|style)[^>]*>)[\s\S]*?(<\/\2>)|sha256-[\w+/=]+/g, "$1$3");
  const texts = changes.map(([what, change]) => [
    `===== ${what}`,
    ...listChangedLines(write(base), write({ ...base, ...change })),
  ]);
  return [write(base), ...texts.flat(), ""].join("\n");
}

/** Chooses the variants for a format. Those that begin with a number are about the limit of annotations. */
function choose<T>(format: string, changes: Readonly<Record<string, T>>): (readonly [string, T])[] {
  return Object.entries(changes).filter(([what]) => format === "github" || !/^\d/.test(what));
}

const file = (name: string): string => join(import.meta.dirname, `variants/${name}.txt`);

describe("a diff", () => {
  test.each(Object.entries(DIFF_FORMATS))("as %s", async (name, format) => {
    await expect(formatVariants(format, BASE_DIFF, choose(name, DIFF_CHANGES))).toMatchFileSnapshot(
      file(`diff-${name}`),
    );
  });

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
  test.each(Object.entries(LINT_FORMATS))("as %s", async (name, format) => {
    await expect(formatVariants(format, BASE_LINT, choose(name, LINT_CHANGES))).toMatchFileSnapshot(
      file(`lint-${name}`),
    );
  });

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
