import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { createFolder, runContract } from "../run-contract.js";

const BASE = readFileSync(join(import.meta.dirname, "base.yaml"), "utf8");
const SCHEMA = JSON.parse(readFileSync(join(import.meta.dirname, "../../../src/report/lint/lint.schema.json"), "utf8"));
const EXAMPLE = BASE.replace("example: 5", "example: 50");

type LintCase = {
  readonly from?: string;
  readonly to?: string;
  readonly config?: string;
  readonly args?: readonly string[];
  readonly code: number;
  readonly findings?: readonly string[];
};

const cases = Object.entries(
  parse(readFileSync(join(import.meta.dirname, "cases.yaml"), "utf8")) as Record<string, LintCase>,
);
const validate = new Ajv2020({ strict: true, allErrors: true }).compile(SCHEMA);

let home: string;
beforeAll(() => {
  home = process.cwd();
});
afterAll(() => process.chdir(home));

/** Runs the command in a folder with these files. */
async function runIn(files: Record<string, string>, ...args: string[]) {
  process.chdir(createFolder(files));
  try {
    return await runContract(args);
  } finally {
    process.chdir(home);
  }
}

describe.each(cases)("%s", (_, { from = "", to = "", config, args = [], code, findings = [] }) => {
  test("gives these findings and this exit code", async () => {
    const text = from === "" ? BASE : BASE.replace(from, to);
    expect(text === BASE).toBe(from === "");
    const files = { "spec.yaml": text, ...(config === undefined ? {} : { "contract.config.yaml": config }) };
    const result = await runIn(files, "lint", "spec.yaml", "--format", "json", ...args);
    const report = JSON.parse(result.stdout);
    expect(validate(report), JSON.stringify(validate.errors)).toBe(true);
    const diagnostics = report.specs.flatMap((spec: { diagnostics: unknown[] }) => spec.diagnostics);
    const lines = diagnostics.map((it: Record<string, unknown>) => `${it.line}:${it.column} ${it.level} ${it.code}`);
    expect({ code: result.code, lines }).toEqual({ code, lines: findings });
    expect(result.stderr === "").toBe(code !== 2);
    expect(report.unchecked).toHaveLength(code === 2 ? 1 : 0);
  });
});

describe("specs", () => {
  test("are checked in one run; an unreadable one does not stop the others", async () => {
    const files = { "a.yaml": BASE, "b.yaml": EXAMPLE };
    for (const names of [["a.yaml", "b.yaml"]])
      expect(await runIn(files, "lint", ...names)).toMatchObject({
        code: 0,
        stdout: expect.stringContaining("2 specs: 0 errors, 1 warning.\n"),
      });
    const { code, stdout, stderr } = await runIn(files, "lint", "none.yaml", "b.yaml");
    expect(code).toBe(2);
    expect(stdout).toMatch(
      /b\.yaml: 0 errors, 1 warning; not checked: none[\s\S]*b\.yaml:20:38 {2}the example does not match its schema/,
    );
    expect(stderr).toBe(
      "contract lint: inconclusive: none.yaml: file does not exist; give the path of an OpenAPI document in YAML or JSON\n",
    );
  });

  test("default to the spec of the configuration", async () => {
    const files = { "b.yaml": EXAMPLE, "contract.config.yaml": "spec: b.yaml" };
    expect((await runIn(files, "lint")).stdout).toMatch(/b\.yaml: 0 errors, 1 warning\.\n\n/);
    expect(await runIn({}, "lint")).toMatchObject({ code: 2, stderr: expect.stringMatching(/no spec given; pass/) });
  });

  /** Entries of a baseline, and whether each accepts the only finding, of an example in /components. */
  test.each([
    ["its code", "{ code: spec.example.invalid, reason: r }", true],
    ["a prefix of its code", "{ code: 'spec.example.*', reason: r }", true],
    ["a place above it", "{ code: spec.example.invalid, path: /components, reason: r }", true],
    ["another code", "{ code: spec.reference.unresolved, reason: r }", false],
    ["another place", "{ code: spec.example.invalid, path: /components/schemas/B, reason: r }", false],
    ["an operation, which it has not", "{ code: spec.example.invalid, operation: a, reason: r }", false],
    ["a last day that has passed", "{ code: spec.example.invalid, reason: r, expires: 2020-01-01 }", false],
  ])("%s in a baseline", async (_, waiver, isAccepted) => {
    const files = { "b.yaml": EXAMPLE, "accepted.yaml": `schemaVersion: 2\nwaivers: [${waiver}]` };
    const args = ["lint", "b.yaml", "--fail-on", "warn", "--baseline", "accepted.yaml"];
    const { code, stdout } = await runIn(files, ...args);
    expect({ code, isAccepted: /; 1 accepted\.\n[\s\S]*~ accepted/.test(stdout) }).toEqual({
      code: isAccepted ? 0 : 1,
      isAccepted,
    });
    expect(/unused entry: pattern/.test(stdout)).toBe(!isAccepted && !waiver.includes("expires"));
    const { specs } = JSON.parse((await runIn(files, ...args, "--format", "json")).stdout);
    const { accepted } = specs[0].diagnostics[0];
    expect(accepted).toEqual(isAccepted ? { reason: "r" } : undefined);
  });

  test("a finding is accepted by its fingerprint, in the baseline of the configuration", async () => {
    const sarif = JSON.parse((await runIn({ "b.yaml": EXAMPLE }, "lint", "b.yaml", "--format", "sarif")).stdout);
    const fingerprint = sarif.runs[0].results[0].partialFingerprints["contractFinding/v2"];
    const accepted = `schemaVersion: 2\nwaivers: [{ fingerprint: ${fingerprint}, reason: r }]`;
    const files = { "b.yaml": EXAMPLE, "accepted.yaml": accepted, "contract.config.yaml": "baseline: accepted.yaml" };
    expect(await runIn(files, "lint", "b.yaml", "--fail-on", "warn")).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/~ accepted spec\.example\.invalid/),
    });
  });

  test("are not reported with --quiet, unless the run fails", async () => {
    const files = { "a.yaml": BASE, "b.yaml": EXAMPLE };
    expect(await runIn(files, "lint", "a.yaml", "--quiet")).toEqual({ code: 0, stdout: "", stderr: "" });
    expect((await runIn(files, "lint", "b.yaml", "--quiet", "--fail-on", "warn")).stdout).toMatch(/spec\.example/);
  });
});

describe("every format", () => {
  test.each([
    ["text", /! warning spec\.example\.invalid[\s\S]*20 │ .*example: 50/],
    ["json", /"code": "spec\.example\.invalid"/],
    ["ndjson", /^\{"head":.*\n\{"problem":\{"spec":"b\.yaml","code":"spec\.example\.invalid".*\n\{"outcome":.*\n$/],
    [
      "junit",
      /<testsuite name="b\.yaml" tests="1" failures="1" errors="0"[\s\S]*<failure type="spec\.example\.invalid"/,
    ],
    ["sarif", /"startLine": 20,\s*"startColumn": 38/],
    [
      "github",
      /^::error title=spec\.example\.invalid,file=b\.yaml,line=20,col=38::the example does not match its schema/,
    ],
    ["markdown", /^## ✗ Failed: b.yaml[\s\S]*- `b\.yaml:20:38` the example does not match its schema/],
    ["html", /<title>Failed: b\.yaml<\/title>[\s\S]*b\.yaml:20:38/],
  ])("%s has the finding with its location", async (format, shown) => {
    const { code, stdout } = await runIn(
      { "b.yaml": EXAMPLE },
      "lint",
      "b.yaml",
      "--fail-on",
      "warn",
      "--format",
      format,
    );
    expect(code).toBe(1);
    expect(stdout).toMatch(shown);
    const clean = await runIn({ "b.yaml": BASE }, "lint", "b.yaml", "--fail-on", "warn", "--format", format);
    expect(clean.code).toBe(0);
    expect(clean.stdout).not.toMatch(shown);
  });
});

describe("contract gate with a spec only", () => {
  const broken = BASE.replace(/^openapi: .*$/m, "$&\nnothing: 1");
  const warning = /! warning spec\.example\.invalid[\s\S]*b\.yaml:20:38/;

  test.each([
    ["passes", BASE, "", 0, /b\.yaml: no findings\.\n$/],
    ["fails on an error", broken, "", 1, /✗ error spec\.object\.unknown-field/],
    ["shows a warning", EXAMPLE, "", 0, warning],
    ["fails on a warning with strictSpec", EXAMPLE, "strictSpec: true", 1, warning],
    ["fails on a warning with failOn", EXAMPLE, "failOn: warn", 1, warning],
    ["is inconclusive without a spec", "a: 1", "", 2, /\? not checked b\.yaml/],
  ])("%s", async (_, text, setting, code, shown) => {
    const files = { "b.yaml": text, "contract.config.yaml": `spec: b.yaml\n${setting}` };
    expect(await runIn(files, "gate")).toMatchObject({ code, stdout: expect.stringMatching(shown) });
  });

  test("compares the generated files too", async () => {
    const files = { "b.yaml": BASE, "contract.config.yaml": "{ spec: b.yaml, strictSpec: true, generated: made }" };
    const { code, stdout } = await runIn(files, "gate");
    expect(code).toBe(1);
    expect(stdout).toMatch(/directory made of generated files does not exist/);
  });
});

test("a levels rule for a spec has no operation", async () => {
  const config = "levels: [{ code: spec.example.invalid, operation: a, level: off }]";
  const { code, stderr } = await runIn({ "a.yaml": BASE, "contract.config.yaml": config }, "lint", "a.yaml");
  expect(code).toBe(2);
  expect(stderr).toMatch(
    /contract\.config\.yaml:1:\d+: .*"spec\.example\.invalid" can have no operation and no status/,
  );
});
