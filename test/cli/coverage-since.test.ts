/** Coverage of the changes since an older spec. */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import type { Report } from "../../src/check/index.js";
import { bundledCommand } from "../bundled.js";
import { createFolder, createHar, createHarEntry, runContract } from "./run-contract.js";

type ChangeCase = {
  readonly what: string;
  readonly from: string;
  readonly to: string;
  readonly operations: Readonly<Record<string, number>>;
  readonly kinds: Readonly<Record<string, string>>;
  readonly unseen?: readonly string[];
};

const cases: readonly ChangeCase[] = parse(readFileSync(join(import.meta.dirname, "coverage-since.yaml"), "utf8"));
const LIBRARY = join(import.meta.dirname, "../cases/library.yaml");
const library = readFileSync(LIBRARY, "utf8");
const schema = JSON.parse(readFileSync(join(import.meta.dirname, "../../src/report/report.schema.json"), "utf8"));
const validate = new Ajv2020({ strict: true, allErrors: true }).compile(schema);
const narrowed = library.replace("maximum: 100 }", "maximum: 1000 }");

function createFolderWithOldSpec(before: string, more: Readonly<Record<string, string>> = {}): string {
  return createFolder({ "old.yaml": before, "one.har": createHar(createHarEntry()), ...more });
}

async function getChangedCoverage(folder: string, ...args: string[]): Promise<Report["coverage"]["changed"]> {
  const { stdout } = await runContract([
    ...["check", join(folder, "one.har"), "--spec", LIBRARY, "--format", "json"],
    ...["--coverage-since", join(folder, "old.yaml"), ...args],
  ]);
  const report = JSON.parse(stdout);
  expect(validate(report), JSON.stringify(validate.errors)).toBe(true);
  return report.coverage.changed;
}

test.each(cases)("$what", async ({ from, to, operations, kinds, unseen = [] }) => {
  expect(library).toContain(from);
  const reported = await getChangedCoverage(createFolderWithOldSpec(library.replace(from, to)));
  expect(Object.fromEntries(reported?.operations.map((it) => [it.operationId, it.exchanges]) ?? [])).toEqual(
    operations,
  );
  const counted = Object.entries(reported?.kinds ?? {}).filter(([, { total }]) => total > 0);
  expect(Object.fromEntries(counted.map(([kind, { seen, total }]) => [kind, `${seen} of ${total}`]))).toEqual(kinds);
  expect(counted.flatMap(([, { missing }]) => missing.map(({ name }) => name))).toEqual(unseen);
});

test("operations excluded by --only do not count as changed", async () => {
  const reported = await getChangedCoverage(createFolderWithOldSpec(narrowed), "--only", "getBook");
  expect(reported?.operations).toEqual([]);
});

test("without it, and for coverage alone, nothing about changes is printed", async () => {
  const folder = createFolderWithOldSpec(narrowed);
  const { stdout } = await runContract([
    ...["check", join(folder, "one.har"), "--spec", LIBRARY, "--format", "json", "--coverage"],
  ]);
  expect(JSON.parse(stdout).coverage).not.toHaveProperty("changed");
  expect(Object.keys((await getChangedCoverage(folder)) ?? {})).toEqual(["since", "operations", "kinds"]);
});

describe("in every format", () => {
  test.each(["text", "json", "markdown", "html"])(
    "%s shows what has changed, and what of it was seen",
    async (format) => {
      const folder = createFolderWithOldSpec(narrowed);
      const { stdout } = await runContract([
        ...["check", join(folder, "one.har"), "--spec", LIBRARY, "--format", format],
        ...["--coverage-since", join(folder, "old.yaml")],
      ]);
      expect(stdout).toContain("listBooks");
      expect(stdout).toContain("request.bounds.narrowed");
    },
  );
});

describe("thresholds", () => {
  const config = (percent: number): string =>
    JSON.stringify({ spec: LIBRARY, coverageSince: { spec: "old.yaml", operations: percent } });
  const check = (folder: string, ...args: string[]) =>
    runContract(["check", join(folder, "one.har"), "--config", join(folder, "contract.config.json"), ...args]);

  test("fail the run below them, with a message", async () => {
    const folder = createFolderWithOldSpec(narrowed, { "contract.config.json": config(100) });
    const { code, stdout } = await check(folder);
    expect(code).toBe(1);
    expect(stdout).toContain(
      `coverage is below the threshold: 0 % of the operations instead of 100 %, changed since ${join(folder, "old.yaml")}.`,
    );
    for (const format of ["junit", "github"]) {
      const { stdout } = await check(folder, "--format", format);
      expect(stdout).toMatch(/changed since .*old\.yaml/);
    }
  });

  test("are met if enough was seen, or nothing has changed", async () => {
    expect((await check(createFolderWithOldSpec(narrowed, { "contract.config.json": config(0) }))).code).toBe(0);
    expect((await check(createFolderWithOldSpec(library, { "contract.config.json": config(100) }))).code).toBe(0);
  });

  test("apply to another spec that the command line names", async () => {
    const folder = createFolderWithOldSpec(library, { "contract.config.json": config(100), "older.yaml": narrowed });
    expect((await check(folder, "--coverage-since", join(folder, "older.yaml"))).code).toBe(1);
  });

  test("need the spec that they are about", async () => {
    const folder = createFolderWithOldSpec(library, {
      "contract.config.json": JSON.stringify({ spec: LIBRARY, coverageSince: { operations: 100 } }),
    });
    const { code, stderr } = await check(folder);
    expect(code).toBe(2);
    expect(stderr).toMatch(/coverageSince.*spec/);
  });
});

test("contract gate counts it for all checked traffic", async () => {
  const folder = createFolderWithOldSpec(narrowed, {
    "contract.config.json": JSON.stringify({
      spec: LIBRARY,
      traffic: ["one.har"],
      coverageSince: { spec: "old.yaml" },
    }),
  });
  const gate = ["gate", "--config", join(folder, "contract.config.json"), "--format", "json"];
  const { stdout } = await runContract(gate);
  expect(JSON.parse(stdout).coverage.changed.operations).toEqual([
    { operationId: "listBooks", codes: ["request.bounds.narrowed"], exchanges: 0 },
  ]);
});

test("a missing older spec ends the run, whatever the traffic shows", async () => {
  const folder = createFolderWithOldSpec(library);
  for (const name of [join(folder, "none.yaml"), "no-such-branch:none.yaml"]) {
    const { code, stderr } = await runContract([
      ...["check", join(folder, "one.har"), "--spec", LIBRARY, "--coverage-since", name],
    ]);
    expect(code).toBe(2);
    expect(stderr).toContain("none.yaml");
  }
});

test("a spec of a commit, named in a configuration of another folder", async () => {
  const folder = createFolderWithOldSpec("", { "api/openapi.yaml": narrowed });
  const git = (...args: string[]): void => {
    execFileSync("git", ["-C", folder, "-c", "user.name=t", "-c", "user.email=t@t.example", ...args]);
  };
  git("init", "-q", "-b", "main");
  git("add", "-A");
  git("commit", "-qm", "before");
  writeFileSync(join(folder, "api/openapi.yaml"), library);
  writeFileSync(
    join(folder, "contract.config.yaml"),
    "spec: api/openapi.yaml\ncoverageSince: { spec: 'main:api/openapi.yaml' }\n",
  );
  const [node, main] = bundledCommand();
  const stdout = execFileSync(node, [main, "check", "one.har"], { cwd: folder, encoding: "utf8" });
  expect(stdout).toContain("Changed since main:api/openapi.yaml");
  expect(stdout).toMatch(/listBooks +0 {2}request\.bounds\.narrowed/);
});

test("shards merge to the bytes of the whole run, and reports of other changes are rejected", async () => {
  const folder = createFolder({
    "old.yaml": narrowed,
    "three.har": createHar(createHarEntry(), createHarEntry(), createHarEntry()),
  });
  const run = ["check", join(folder, "three.har"), "--spec", LIBRARY, "--format"];
  const since = ["--coverage-since", join(folder, "old.yaml")];
  const files = ["1/2", "2/2"].map((shard) => join(folder, `${shard[0]}.json`));
  for (const [index, file] of files.entries())
    await runContract([...run, `json:${file}`, ...since, "--shard", `${index + 1}/2`]);
  const whole = await runContract([...run, "text", ...since]);
  expect(await runContract(["merge", ...files, "--format", "text"])).toEqual(whole);
  await runContract([...run, `json:${files[1]}`, "--shard", "2/2"]);
  const other = await runContract(["merge", ...files]);
  expect(other.code).toBe(2);
  expect(other.stderr).toContain("pass the same --coverage-since to all runs");
});
