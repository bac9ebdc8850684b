import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { createFolder, createHar, createHarEntry, runContract } from "./run-contract.js";

const LIBRARY = readFileSync(join(import.meta.dirname, "../cases/library.yaml"), "utf8");
const SCHEMA = JSON.parse(readFileSync(join(import.meta.dirname, "../../src/report/report.schema.json"), "utf8"));

/** Creates a spec with duplicate tags, and traffic that matches the spec. */
function runCheck(spec: string, ...args: string[]) {
  const folder = createFolder({ "spec.yaml": spec, "good.har": createHar(createHarEntry()) });
  return runContract(["check", join(folder, "good.har"), "--spec", join(folder, "spec.yaml"), ...args]);
}

const createSpecWithTags = (count: number): string =>
  `${LIBRARY}\ntags: [${Array(count).fill("{ name: a }").join(", ")}]\n`;

describe("problems of the spec", () => {
  test("are listed once with their location after the verdict, which they do not change", async () => {
    const { code, stdout, stderr } = await runCheck(createSpecWithTags(2));
    expect(code).toBe(0);
    expect(stderr).toBe("");
    expect(stdout).toMatch(
      /Findings in the spec\n✗ error spec\.tag\.duplicate .*\n {4}.*spec\.yaml:\d+:\d+ {2}the tag "a" is declared twice/,
    );
    expect(stdout).toMatch(/^Passed: /);
  });

  test("fail the run with --strict-spec", async () => {
    const { code, stdout, stderr } = await runCheck(createSpecWithTags(2), "--strict-spec");
    expect(code).toBe(2);
    expect(stdout).toMatch(/Inconclusive: the spec has/);
    expect(stderr).toMatch(/inconclusive: the spec has 1 lint finding and --strict-spec allows none/);
    expect(stdout).toMatch(/spec\.tag\.duplicate/);
    expect((await runCheck(LIBRARY, "--strict-spec")).code).toBe(0);
  });

  test("of one kind are listed a few times only", async () => {
    expect((await runCheck(createSpecWithTags(9))).stdout).toMatch(
      /spec\.tag\.duplicate .*\n {4}8 × the tag "a" is declared twice: \S+:\d+:\d+, .* and 4 more\n/,
    );
  });

  test("are in the JSON report, which matches its schema", async () => {
    const { stdout } = await runCheck(createSpecWithTags(2), "--format", "json");
    const report = JSON.parse(stdout);
    expect(report.spec.diagnostics).toMatchObject([{ code: "spec.tag.duplicate", level: "error", pointer: "/tags/1" }]);
    const validate = new Ajv2020({ strict: true, allErrors: true }).compile(SCHEMA);
    expect(validate(report), JSON.stringify(validate.errors)).toBe(true);
  });

  test("are not printed with --quiet, unless the run fails", async () => {
    expect(await runCheck(createSpecWithTags(2), "--quiet")).toEqual({ code: 0, stdout: "", stderr: "" });
    expect((await runCheck(createSpecWithTags(2), "--quiet", "--strict-spec")).stdout).toMatch(/spec\.tag\.duplicate/);
  });

  test("with examples count only with --strict-spec", async () => {
    const wrong = LIBRARY.replace("schema: { type: integer, minimum: 1, maximum: 100 }", "example: 0, $&");
    expect(wrong).not.toBe(LIBRARY);
    expect(await runCheck(wrong)).toMatchObject({ code: 0, stderr: "" });
    const { code, stdout } = await runCheck(wrong, "--strict-spec");
    expect({ code, stdout }).toMatchObject({ code: 2, stdout: expect.stringContaining("spec.example.invalid") });
  });
});
