import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { createSchemas } from "../../../src/schema/index.js";
import { baseText, editedText } from "../../diff/case.js";
import { createSchemaDocument } from "../../diff/containment/containment-documents.js";
import { createFolder, runContract } from "../run-contract.js";

const ROOT = join(import.meta.dirname, "../../..");
const breaking = editedText({ set: { "/paths/~1orders/get/parameters/0/schema/maximum": 50 } });
const compatible = editedText({ set: { "/components/schemas/Order/properties/weight": { type: "number" } } });

/** Creates the files below the working directory, because a spec cannot refer to files outside of it. */
function createSpecFiles(): { old: string; breaking: string; compatible: string } {
  const folder = createFolder({ "old.json": baseText(), "breaking.json": breaking, "compatible.json": compatible });
  const at = (name: string): string => join(folder, name);
  return { old: at("old.json"), breaking: at("breaking.json"), compatible: at("compatible.json") };
}

test("a breaking change is reported with both lines and a counterexample, and the exit code is 1", async () => {
  const { old, breaking } = createSpecFiles();
  const { code, stdout, stderr } = await runContract(["diff", old, breaking]);
  expect([code, stderr]).toEqual([1, ""]);
  expect(stdout).toContain("✗ breaking request.bounds.narrowed  listOrders, query parameter limit (");
  expect(stdout).toContain("    maximum changed from 100 to 50; keep maximum 100 or widen it to stay compatible\n");
  expect(stdout).toContain("    valid only in the old spec: 51, written limit=51\n");
  expect(stdout).toMatch(
    / {4}old .*old\.json:\d+:\d+ {2}\/paths\/~1orders\/get\/parameters\/0\/schema\/maximum\n +\d+ │ "maximum": 100\n/,
  );
  expect(stdout).toMatch(/ {4}new .*breaking\.json:\d+:\d+ .*\n +\d+ │ "maximum": 50\n/);
  expect(stdout).toMatch(/^Failed: from .* to .*: 1 breaking, 0 possibly breaking, 0 compatible: major\.\n\n/);
});

test("compatible changes exit with 0, and --fail-on sets the level that fails", async () => {
  const { old, breaking, compatible } = createSpecFiles();
  expect((await runContract(["diff", old, compatible])).code).toBe(0);
  expect((await runContract(["diff", old, breaking, "--fail-on", "never"])).code).toBe(0);
  expect((await runContract(["diff", old, compatible, "--fail-on", "warn"])).code).toBe(0);
  expect((await runContract(["diff", old, old])).stdout).toBe(`Passed: no changes from ${old} to ${old}.\n`);
});

test("--only leaves out the other operations, and rejects an unknown selector", async () => {
  const { old, breaking } = createSpecFiles();
  expect((await runContract(["diff", old, breaking, "--only", "getOrder"])).code).toBe(0);
  expect((await runContract(["diff", old, breaking, "--only", "listOrders"])).code).toBe(1);
  const { code, stderr } = await runContract(["diff", old, breaking, "--only", "listOrder"]);
  expect([code, stderr]).toEqual([2, expect.stringContaining('did you mean "listOrders"?')]);
});

test("the JSON report matches its schema, and is the same each time", async () => {
  const { old, breaking } = createSpecFiles();
  const { stdout } = await runContract(["diff", old, breaking, "--format", "json"]);
  const schema = JSON.parse(readFileSync(join(ROOT, "src/report/diff/diff.schema.json"), "utf8"));
  const text = JSON.stringify(schema).replaceAll("#/$defs/", "#/components/schemas/Report/$defs/");
  const failures = createSchemas(createSchemaDocument({ Report: JSON.parse(text) })).validate(
    "/components/schemas/Report",
    "response",
    JSON.parse(stdout),
  );
  expect(failures).toEqual([]);
  expect(JSON.parse(stdout)).toMatchObject({ bump: "major", summary: { error: 1, warn: 0, info: 0 } });
  expect((await runContract(["diff", old, breaking, "--format", "json"])).stdout).toBe(stdout);
});

test("markdown and github show the code, the value and the location", async () => {
  const { old, breaking } = createSpecFiles();
  const markdown = await runContract(["diff", old, breaking, "--format", "markdown"]);
  expect(markdown.stdout).toMatch(
    /^## ✗ Failed: from .*\n\ninfo\.version is .*\n\n### Breaking\n\n<details open><summary>✗ <b>request\.bounds\.narrowed<\/b> maximum changed from 100/,
  );
  expect(markdown.stdout).toContain("valid only in the old spec: 51, written limit\\=51");
  const github = await runContract(["diff", old, breaking, "--format", "github"]);
  expect(github.stdout).toMatch(/^::error title=request\.bounds\.narrowed.*%0Avalid only in the old spec: 51/);
});

test("unreadable and missing files are reported, and the exit code is 2", async () => {
  const { old } = createSpecFiles();
  const folder = createFolder({ "empty.json": '{"openapi":"3.1.0","info":{"title":"t","version":"1"},"paths":{}}' });
  for (const [args, output] of [
    [[old, "nothing.yaml"], "nothing.yaml: file does not exist"],
    [[old, "no-such-branch:openapi.yaml"], 'no commit "no-such-branch" in this repository'],
    [["--upload-pack=x:openapi.yaml", old], "unknown option"],
    [[join(folder, "empty.json"), old], "the old spec has no operations"],
    [
      [old, old, "--format", "pdf"],
      'unknown format "pdf"; give text, json, ndjson, junit, sarif, github, markdown, html or changelog',
    ],
  ] as const) {
    const { code, stderr } = await runContract(["diff", ...args]);
    expect([code, stderr], output).toEqual([2, expect.stringContaining(output)]);
  }
});

test("a spec of another commit is read with all its files, and reported with its commit", async () => {
  const isCheckout = execFileSync("git", ["ls-files", "spec/openapi.yaml"], { cwd: ROOT, encoding: "utf8" }) !== "";
  expect(isCheckout).toBe(true);
  const spec = relative(process.cwd(), join(ROOT, "spec/openapi.yaml"));
  for (const name of [`HEAD:${spec}`, `git:HEAD:${spec}`]) {
    const { code, stdout } = await runContract(["diff", name, `HEAD:${spec}`, "--format", "json"]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ old: { path: spec, ref: "HEAD" }, bump: "none", findings: [] });
  }
});

test("a breaking change that a baseline accepts does not fail the run until its last day has passed", async () => {
  const { old, breaking } = createSpecFiles();
  const { findings } = JSON.parse((await runContract(["diff", old, breaking, "--format", "json"])).stdout);
  const waiver = { fingerprint: findings[0].fingerprint, reason: "no client sends more", ticket: "SHOP-1" };
  const other = { fingerprint: "0123456789abcdef", code: "operation.removed", reason: "gone last year" };
  const folder = createFolder({
    "accepted.json": JSON.stringify({ schemaVersion: 2, waivers: [waiver, other] }),
    "passed.json": JSON.stringify({ schemaVersion: 2, waivers: [{ ...waiver, expires: "2000-01-31" }] }),
    "none.json": JSON.stringify({ schemaVersion: 2, waivers: [] }),
    "wrong.json": JSON.stringify({ schemaVersion: 2, waivers: [{ fingerprint: waiver.fingerprint }] }),
  });
  const diffWithBaseline = (name: string, ...more: string[]): ReturnType<typeof runContract> =>
    runContract(["diff", old, breaking, "--baseline", join(folder, name), ...more]);

  const accepted = await diffWithBaseline("accepted.json", "--fail-on", "warn");
  expect(accepted.code).toBe(0);
  expect(accepted.stdout).toContain("~ accepted request.bounds.narrowed");
  expect(accepted.stdout).toContain("    accepted: no client sends more (SHOP-1)\n");
  expect(accepted.stdout).toContain("unused entry: 0123456789abcdef operation.removed, gone last year\n");
  expect(accepted.stdout).toMatch(/: 1 breaking, 0 possibly breaking, 0 compatible \(1 accepted\): major\.\n/);
  expect((await diffWithBaseline("accepted.json", "--format", "github")).stdout).not.toContain("::error");
  expect((await diffWithBaseline("accepted.json", "--format", "markdown")).stdout).toContain(
    "accepted: no client sends more",
  );
  const { findings: reported } = JSON.parse((await diffWithBaseline("accepted.json", "--format", "json")).stdout);
  expect(reported[0].accepted).toEqual({ reason: "no client sends more", ticket: "SHOP-1" });

  const passed = await diffWithBaseline("passed.json");
  expect([passed.code, passed.stdout]).toEqual([
    1,
    expect.stringContaining("    was accepted until 2000-01-31: no client"),
  ]);
  const none = await diffWithBaseline("none.json");
  expect([none.code, none.stdout]).toEqual([1, expect.stringContaining(`none.json: ${waiver.fingerprint}\n`)]);
  expect((await diffWithBaseline("wrong.json")).code).toBe(2);
  expect((await diffWithBaseline("nothing.json")).code).toBe(2);
});
