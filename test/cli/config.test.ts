import { existsSync, readFileSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { CONFIG_SCHEMA } from "../../src/cli/settings/config-table.js";
import { type CommandResult, createFolder, createHar, createHarEntry, runContract } from "./run-contract.js";

const ROOT = join(import.meta.dirname, "../..");
const library = readFileSync(join(ROOT, "test/cases/library.yaml"), "utf8");
const drifting = createHarEntry({
  response: { content: { size: 9, text: '{"id":7,"title":"Emma","author":"J. A."}' } },
});

function createConfiguredRun(
  config: string,
  ...entries: readonly unknown[]
): (...args: string[]) => Promise<CommandResult> {
  const files = { "library.yaml": library, "traffic/a.har": createHar(...entries), "contract.config.yaml": config };
  const folder = createFolder(files);
  return (...args) => runContract(["check", "--config", join(folder, "contract.config.yaml"), ...args]);
}

const BASE = "spec: library.yaml\ntraffic: [traffic]\n";

describe("contract.config.yaml", () => {
  test("names the files to check, relative to itself; the command line wins", async () => {
    const run = createConfiguredRun(`${BASE}failOn: warn\n`, drifting);
    expect((await run()).code).toBe(1);
    expect((await run("--fail-on", "error")).code).toBe(0);
  });

  test.each([
    ["the usual levels", "[]", 0],
    ["a code", "[{ code: response.body.undeclared, level: error }]", 1],
    ["several codes", '[{ code: "response.*", level: error }]', 1],
    ["another operation", "[{ code: response.body.undeclared, operation: addBook, level: error }]", 0],
    ["this operation", "[{ code: response.body.undeclared, operation: getBook, level: error }]", 1],
    ["another status", "[{ code: response.body.undeclared, status: 4XX, level: error }]", 0],
    ["this status", "[{ code: response.body.undeclared, status: 200, level: error }]", 1],
    ["the last rule", '[{ code: "response.*", level: error }, { code: "*", status: 2XX, level: warn }]', 0],
  ])("levels: %s", async (_, levels, code) => {
    expect((await createConfiguredRun(`${BASE}levels: ${levels}\n`, drifting)()).code).toBe(code);
  });

  test("codes at level off are not reported", async () => {
    const run = createConfiguredRun(`${BASE}levels: [{ code: response.body.undeclared, level: off }]\n`, drifting);
    const { stdout } = await run("--format", "json");
    expect(JSON.parse(stdout)).toMatchObject({ findings: [], summary: { passed: 1 } });
  });

  test.each([
    ["spek: a", /:1:1: the file: unknown property "spek"; expected one of .*spec, specs, servers/],
    [
      "failOn: errors",
      /:1:1: \/failOn: expected one of "error", "warn", "never" \(did you mean "error"\?\), got string "errors"/,
    ],
    ["levels:\n  - { code: response.body.invald, level: off }", /:2:7: .*did you mean "response\.body\.invalid"\?/],
    ["levels:\n  - { code: response.body.invalid, level: of }", /:2:36: .*expected one of "error", "warn", "off"/],
    [
      "levels:\n  - { code: response.body.invalid, operation: getBok, level: off }",
      /:2:36: .*did you mean "getBook"\?/,
    ],
    ["coverage: { operations: 120 }", /expected a number <= 100/],
    ["coverage: { propertis: 20 }", /did you mean "properties"\?/],
    ["formats: [json, pdf]", /\/formats\/1: expected .*markdown\|html/],
    ["formats: []", /\/formats: expected .*at least 1/],
    ["a: [", /:1:\d+: not valid YAML/],
  ])("refuses %s", async (config, message) => {
    const { code, stderr } = await createConfiguredRun(
      config.startsWith("levels") ? BASE + config : config,
      createHarEntry(),
    )();
    expect({ code, stderr: stderr.replace(/:3:/, ":1:").replace(/:4:/, ":2:") }).toEqual({
      code: 2,
      stderr: expect.stringMatching(message),
    });
  });

  test("coverage below its threshold fails the run with a message", async () => {
    const run = createConfiguredRun(`${BASE}coverage: { operations: 90 }\n`, createHarEntry());
    const { code, stdout } = await run();
    expect(code).toBe(1);
    expect(stdout).toMatch(/coverage is below the threshold: [\d.]+ % of the operations.*operations .* at least 90 %/s);
  });

  test("a missed threshold is reported next to errors too, because it fails the run independently of them", async () => {
    const invalid = createHarEntry({ response: { content: { size: 2, text: "{}" } } });
    const run = createConfiguredRun(`${BASE}failOn: never\ncoverage: { operations: 90 }\n`, invalid);
    const { code, stdout } = await run();
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /violates the spec of .* in \d place.*; coverage is below the threshold: [\d.]+ % of the operations/,
    );
  });

  test("without any recordings, the message says what to pass", async () => {
    const { code, stderr } = await createConfiguredRun("spec: library.yaml", createHarEntry())();
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(/no recordings given; pass/) });
  });
});

describe("formats of contract.config.yaml", () => {
  const config = (formats: string): Readonly<Record<string, string>> => ({
    "library.yaml": library,
    "ci/contract.config.yaml": `spec: ../library.yaml\ntraffic: [../traffic]\nformats: ${formats}\n`,
    "traffic/a.har": createHar(createHarEntry()),
    "ci/reports/before": "",
  });

  test.each([
    ["go to stdout, and to files beside the configuration", "[json, 'html:reports/a.html']", [], /^\{/, ["a.html"]],
    [
      "apply to every command that checks: --format overrides them",
      "['html:reports/a.html']",
      ["--format", "text"],
      /^Passed: /m,
      [],
    ],
    ["may all be files", "['json:reports/a.json', 'junit:reports/a.xml']", [], /^$/, ["a.json", "a.xml"]],
  ])("%s", async (_, formats, args, prints, files) => {
    const folder = createFolder(config(formats));
    for (const command of ["check", "gate"]) {
      const reports = ["a.html", "a.json", "a.xml"].map((name) => join(folder, "ci/reports", name));
      const run = await runContract([command, "--config", join(folder, "ci/contract.config.yaml"), ...args]);
      expect(run).toMatchObject({ code: 0, stdout: expect.stringMatching(prints) });
      expect(reports.filter((file) => existsSync(file)).map((file) => basename(file))).toEqual(files);
      for (const file of reports) rmSync(file, { force: true });
    }
  });

  test("apply to merge too", async () => {
    const folder = createFolder(config("['junit:reports/a.xml']"));
    const report = join(folder, "1.json");
    const configured = ["--config", join(folder, "ci/contract.config.yaml")];
    await runContract(["check", ...configured, "--format", `json:${report}`]);
    expect(existsSync(join(folder, "ci/reports/a.xml"))).toBe(false);
    expect(await runContract(["merge", report, ...configured])).toEqual({ code: 0, stdout: "", stderr: "" });
    expect(existsSync(join(folder, "ci/reports/a.xml"))).toBe(true);
  });
});

test("the published schemas are valid schemas", () => {
  const baseline = JSON.parse(readFileSync(join(ROOT, "src/check/baseline.schema.json"), "utf8"));
  for (const schema of [CONFIG_SCHEMA, baseline]) {
    expect(() =>
      new Ajv2020({ strict: true, formats: { date: true }, allowUnionTypes: true }).compile(schema),
    ).not.toThrow();
  }
});
