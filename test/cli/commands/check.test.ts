import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import type { Report } from "../../../src/check/index.js";
import { createFolder, createHar, createHarEntry, runContract } from "../run-contract.js";

const LIBRARY = join(import.meta.dirname, "../../cases/library.yaml");
const ROOT = join(import.meta.dirname, "../../..");

const token = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl";
const wrong = (value: unknown) => ({ response: { content: { size: 9, text: JSON.stringify(value) } } });
const mixed = createHar(
  createHarEntry(),
  createHarEntry(wrong({ id: "seven", title: "Emma", author: "J. A." })),
  createHarEntry(wrong({ id: "eight", title: "Emma", author: "J. A.", weight: 3 })),
  createHarEntry({ url: `https://cdn.example/logo.svg?token=${token}` }),
  createHarEntry({ response: { content: { size: 30, _file: "gone.json" } } }),
);

async function getJsonReport(...args: string[]): Promise<Report & { code: number }> {
  const folder = createFolder({ "mixed.har": mixed });
  const { code, stdout } = await runContract(["check", folder, "--spec", LIBRARY, "--format", "json", ...args]);
  return { code, ...JSON.parse(stdout) };
}

describe("contract check", () => {
  test("counts add up, and findings are grouped by location", async () => {
    const { summary, findings } = await getJsonReport();
    expect(summary).toEqual({
      exchanges: 5,
      passed: 1,
      failed: 2,
      partial: 1,
      skipped: 1,
      unreadable: 0,
      findings: { error: 1, warn: 2 },
    });
    const [invalid, author] = findings;
    expect(invalid).toMatchObject({
      code: "response.body.invalid",
      exchanges: 2,
      of: 4,
      first: { index: 1 },
      last: { index: 2 },
    });
    expect(author).toMatchObject({ code: "response.body.undeclared", level: "warn", exchanges: 2, names: ["author"] });
  });

  test.each([
    ["an error fails", ["--config", "CONFIG"], 1],
    ["an error wins over what was not checked", [], 1],
    ["never fails for findings only", ["--fail-on", "never"], 2],
    ["never", ["--fail-on", "never", "--config", "CONFIG"], 0],
  ] as const)("exit code: %s", async (_, args, code) => {
    const config = join(createFolder({ "contract.config.yaml": "allowPartial: true" }), "contract.config.yaml");
    const given = args.map((it) => (it === "CONFIG" ? config : it));
    expect((await getJsonReport(...given)).code).toBe(code);
  });

  test("drift fails only with --fail-on", async () => {
    const folder = createFolder({
      "drift.har": createHar(createHarEntry(wrong({ id: 7, title: "Emma", author: "J. A." }))),
    });
    const codes = ["error", "warn", "never"].map(
      async (level) => (await runContract(["check", folder, "--spec", LIBRARY, "--fail-on", level])).code,
    );
    expect(await Promise.all(codes)).toEqual([0, 1, 0]);
  });

  test("the JSON report fits its schema", async () => {
    const schema = JSON.parse(readFileSync(join(ROOT, "src/report/report.schema.json"), "utf8"));
    const validate = new Ajv2020({ strict: true, allErrors: true }).compile(schema);
    const { code: _, ...body } = await getJsonReport("--coverage");
    expect(validate(body), JSON.stringify(validate.errors)).toBe(true);
  });

  test("the verdict log has a line for each exchange, and no secret", async () => {
    const folder = createFolder({ "mixed.har": mixed });
    const log = join(folder, "verdicts.ndjson");
    const { stdout, stderr } = await runContract([
      "check",
      join(folder, "mixed.har"),
      "--spec",
      LIBRARY,
      "--verdicts",
      log,
    ]);
    const lines = readFileSync(log, "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.map(({ verdict }) => verdict)).toEqual(["passed", "failed", "failed", "skipped", "partial"]);
    expect(lines[1]).toMatchObject({
      index: 1,
      method: "GET",
      operationId: "getBook",
      codes: ["response.body.invalid", "response.body.undeclared"],
    });
    expect(stdout + stderr + JSON.stringify(lines)).not.toContain(token);
    const file = ["--format", `text:${join(folder, "report.txt")}`];
    const piped = await runContract([
      "check",
      join(folder, "mixed.har"),
      "--spec",
      LIBRARY,
      "--verdicts",
      "-",
      ...file,
    ]);
    expect(piped.stdout).toBe(readFileSync(log, "utf8"));
  });

  test("the same input gives the same bytes, in any order of files, plain or packed", async () => {
    const [a, b] = [
      createHar(createHarEntry(), createHarEntry(wrong({ id: "7", title: "Emma" }))),
      createHar(createHarEntry(wrong({ id: null, title: 1 }))),
    ];
    const folder = createFolder({ "a.har": a, "b.har": b, "packed/a.har.gz": gzipSync(a) });
    const [x, y] = [join(folder, "a.har"), join(folder, "b.har")];
    const args = ["--spec", LIBRARY, "--format", "json"];
    const first = await runContract(["check", x, y, ...args]);
    expect(await runContract(["check", y, x, y, ...args])).toEqual(first);
    const packed = await runContract(["check", join(folder, "packed"), ...args]);
    expect(JSON.parse(packed.stdout).summary).toEqual(
      JSON.parse((await runContract(["check", x, ...args])).stdout).summary,
    );
  });

  test("a recording on standard input", async () => {
    const { code, stdout } = await runContract(["check", "-", "--spec", LIBRARY], createHar(createHarEntry()));
    expect({ code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Passed: .*spec of Library.*\n.*1 passed/),
    });
  });

  test("several formats in one run, each to its file", async () => {
    const folder = createFolder({ "a.har": createHar(createHarEntry()) });
    const { stdout } = await runContract([
      "check",
      folder,
      "--spec",
      LIBRARY,
      "--format",
      "text",
      "--format",
      `json:${join(folder, "report.json")}`,
    ]);
    expect(stdout).toMatch(/^Passed: /m);
    expect(JSON.parse(readFileSync(join(folder, "report.json"), "utf8"))).toMatchObject({ schemaVersion: 2 });
  });

  test("another base URL instead of that of the spec", async () => {
    const folder = createFolder({ "a.har": createHar(createHarEntry({ url: "http://127.0.0.1:4010/books/7" })) });
    const { code } = await runContract(["check", folder, "--spec", LIBRARY, "--server", "http://127.0.0.1:4010"]);
    expect(code).toBe(0);
  });

  test("--quiet prints nothing if the run passes", async () => {
    const folder = createFolder({ "a.har": createHar(createHarEntry()) });
    expect(await runContract(["check", folder, "--spec", LIBRARY, "--quiet"])).toEqual({
      code: 0,
      stdout: "",
      stderr: "",
    });
  });
});
