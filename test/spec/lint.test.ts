import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { type Breach, breaches } from "./breaches.js";
import { lint } from "./redocly.js";
import { projectFolder } from "./spec-files.js";

const rules = readdirSync(join(projectFolder, "scripts/lint/rules")).map((file) => file.replace(/\.mjs$/, ""));

test("the contract has no error and no warning", () => {
  expect(lint(projectFolder)).toEqual({ status: 0, problems: [] });
});

describe("house rules", () => {
  const folder = mkdtempSync(join(tmpdir(), "contract-lint-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("every rule has a breach", () => {
    expect([...new Set(breaches.map(({ rule }) => rule))].sort()).toEqual(rules.sort());
  });

  test("every breach is reported at its line, and nothing else is", () => {
    for (const part of ["spec", "redocly.yaml", "scripts/lint"]) {
      cpSync(join(projectFolder, part), join(folder, part), { recursive: true });
    }
    for (const breach of breaches) edit(folder, breach);
    const house = lint(folder).problems.filter(({ rule }) => rule.startsWith("commerce/"));
    const reported = house.map(({ rule, file, line }) => `${rule} ${file}: ${lineOf(join(folder, file), line)}`);
    const expected = breaches.flatMap(({ file, reportedIn, rule, line, also = [] }) =>
      [{ rule, line }, ...also].map(
        (finding) => `commerce/${finding.rule} spec/${reportedIn ?? file}: ${finding.line}`,
      ),
    );
    expect(reported.sort()).toEqual(expected.sort());
  });
});

function edit(folder: string, { file, from, to }: Breach): void {
  const path = join(folder, "spec", file);
  const text = readFileSync(path, "utf8");
  expect(text, file).toContain(from);
  writeFileSync(
    path,
    text.replace(from, () => to),
  );
}

function lineOf(path: string, line: number): string {
  return readFileSync(path, "utf8").split("\n")[line - 1]?.trim() ?? "";
}
