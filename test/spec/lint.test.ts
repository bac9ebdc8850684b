import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { lint } from "./redocly.js";
import { projectFolder } from "./spec-files.js";

type Breach = {
  readonly rule: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
  readonly line: string;
  readonly reportedIn?: string;
  readonly also?: readonly { readonly rule: string; readonly line: string }[];
};

const breaches = parse(readFileSync(new URL("breaches.yaml", import.meta.url), "utf8")) as readonly Breach[];
const rules = readdirSync(join(projectFolder, "scripts/check/lint/rules")).map((file) => file.replace(/\.mjs$/, ""));

test("the spec has no error and no warning", () => {
  expect(lint(projectFolder)).toEqual({ status: 0, problems: [] });
});

test("npm run lint:spec is part of the lint, of the gate and of its workflow", () => {
  const readText = (file: string): string => readFileSync(join(projectFolder, file), "utf8");
  const { scripts } = JSON.parse(readText("package.json")) as { scripts: Readonly<Record<string, string>> };
  expect(scripts["lint:spec"]).toBe("redocly lint spec/openapi.yaml");
  for (const name of ["lint", "gate"]) expect(scripts[name]).toContain("npm run --silent lint:spec && ");
  expect(parse(readText(".github/workflows/gate.yml")).jobs.gate.steps).toContainEqual({ run: "npm run lint:spec" });
  expect(Object.keys(scripts).length).toBeLessThanOrEqual(15);
});

describe("project rules", () => {
  const folder = mkdtempSync(join(tmpdir(), "contract-lint-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("every rule runs and has a violation", () => {
    const config = parse(readFileSync(join(projectFolder, "redocly.yaml"), "utf8")) as {
      rules: Record<string, unknown>;
    };
    const configured = Object.keys(config.rules).filter((rule) => rule.startsWith("commerce/"));
    expect(configured.sort()).toEqual(rules.map((rule) => `commerce/${rule}`).sort());
    expect([...new Set(breaches.map(({ rule }) => rule))].sort()).toEqual(rules.sort());
  });

  test("every violation is reported at its line, and nothing else is", () => {
    for (const part of ["spec", "redocly.yaml", "scripts/check/lint"]) {
      cpSync(join(projectFolder, part), join(folder, part), { recursive: true });
    }
    for (const breach of breaches) edit(folder, breach);
    const projectRules = lint(folder).problems.filter(({ rule }) => rule.startsWith("commerce/"));
    const reported = projectRules.map(({ rule, file, line }) => `${rule} ${file}: ${lineOf(join(folder, file), line)}`);
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
