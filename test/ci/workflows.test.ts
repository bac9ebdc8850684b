/** The workflows are safe: few permissions, pinned actions, no untrusted text in scripts. actionlint checks their syntax. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { createFolder } from "../cli/run-contract.js";

type Step = { readonly uses?: string; readonly run?: string; readonly with?: Readonly<Record<string, unknown>> };
type Job = { readonly permissions?: Readonly<Record<string, string>>; readonly steps: readonly Step[] };
type Workflow = {
  readonly permissions: object;
  readonly concurrency: { readonly group: string };
  readonly jobs: Readonly<Record<string, Job>>;
};

const FOLDER = ".github/workflows";
const WORKFLOWS = readdirSync(FOLDER).map((name) => {
  const text = readFileSync(join(FOLDER, name), "utf8");
  return { name, text, workflow: parse(text) as Workflow };
});
const { scripts, version } = JSON.parse(readFileSync("package.json", "utf8")) as {
  scripts: Readonly<Record<string, string>>;
  version: string;
};

test("there is a workflow for the tests, the gate, the docs and the release", () => {
  expect(WORKFLOWS.map(({ name }) => name).sort()).toEqual(["docs.yml", "gate.yml", "release.yml", "test.yml"]);
});

test.each(WORKFLOWS)("$name is safe", ({ text, workflow }) => {
  expect(workflow.permissions).toEqual({ contents: "read" });
  expect(workflow.concurrency.group).toContain("github.ref");
  for (const { steps } of Object.values(workflow.jobs))
    for (const { run = "", uses, with: settings } of steps) {
      expect(run, "untrusted text in a script: pass it in env").not.toContain("${{");
      if (uses?.startsWith("actions/checkout@")) expect(settings).toMatchObject({ "persist-credentials": false });
    }
  const actions = [...text.matchAll(/uses: (.+)/g)].map(([, uses]) => uses ?? "");
  for (const action of actions) expect(action).toMatch(/^(\.\/|[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$)/);
});

test("a job that can write has no dependencies installed", () => {
  const writers = WORKFLOWS.flatMap(({ workflow }) => Object.entries(workflow.jobs)).filter(
    ([, { permissions = {} }]) => Object.values(permissions).includes("write"),
  );
  expect(writers.map(([name]) => name).sort()).toEqual(["deploy", "publish", "release"]);
  for (const [name, { steps }] of writers)
    for (const { run = "", uses = "" } of steps) {
      expect(run, name).not.toMatch(/npm (ci|install|run|test)|npx/);
      expect(uses, name).not.toContain("checkout");
    }
});

test("every npm script that a workflow runs exists", () => {
  const used = WORKFLOWS.flatMap(({ text }) => [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name ?? ""));
  expect(used.length).toBeGreaterThan(1);
  expect(used.filter((name) => !(name in scripts))).toEqual([]);
});

test("a release needs its tag, the address of the repository, and notes", () => {
  const folder = createFolder({ "CHANGELOG.md": "# Changelog\n\n## 1.2.0\n\n- New.\n\n## 1.1.0\n\n- Old.\n" });
  const notes = (tag: string, manifest: object) => {
    writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
    const script = resolve("scripts/build/pack/release-notes.ts");
    const args = ["--import", import.meta.resolve("tsx"), script, tag];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
    return status === 0 ? stdout : stderr;
  };
  const ready = { version: "1.2.0", repository: "https://host.example/owner/name" };
  expect(notes("v1.2.0", ready)).toBe("- New.\n");
  expect(notes("v9.9.9", ready)).toBe('tag "v9.9.9" does not match package.json: expected v1.2.0\n');
  expect(notes("v1.2.0", { ...ready, repository: "" })).toContain('"repository" in package.json is empty');
  expect(notes("v1.3.0", { ...ready, version: "1.3.0" })).toContain('add a section "## 1.3.0"');
});

test("CHANGELOG.md has a section for the current version", () => {
  expect(readFileSync("CHANGELOG.md", "utf8")).toContain(`\n## ${version}`);
});
