/** Each example passes its own test, in a copy outside of this repository that uses the packed package. */
import { execFile } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { runAction } from "../ci/run-action.js";
import { chromiumPath } from "../docs/chromium.js";
import { installPackage, packPackage } from "../packed.js";

type Manifest = {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly version?: string;
  readonly bin?: string | Readonly<Record<string, string>>;
};

const run = promisify(execFile);
/** The projects; the folder galaxy is the example of README. */
const EXAMPLES = readdirSync("examples").filter((name) => existsSync(join("examples", name, "package.json")));
const OWN = readManifest(".");

let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "examples-"));
  const tarball = await packPackage();
  for (const name of EXAMPLES) {
    const copy = join(folder, name);
    // A clone may have the packages and the bundle of an earlier run in there.
    const filter = (path: string): boolean => !["node_modules", "page.js"].includes(basename(path));
    cpSync(join("examples", name), copy, { recursive: true, filter });
    installPackage(tarball, copy);
    for (const dependency of [...dependenciesOf(name), ...sqlite()]) linkPackage(dependency, copy);
  }
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("the folder of examples has three projects", () => {
  expect(EXAMPLES).toEqual(["ci-gate", "web-client", "webhook-receiver"]);
});

test.each(EXAMPLES)("%s lists its packages in the tested versions", (name) => {
  const { dependencies, devDependencies } = readManifest(join("examples", name));
  const { "commerce-contract": range, ...others } = { ...dependencies, ...devDependencies };
  expect(range).toBe(`^${OWN.version}`);
  expect(OWN.devDependencies).toMatchObject(others);
});

test.each(EXAMPLES)("the README of %s names existing files", (name) => {
  const readme = readFileSync(join("examples", name, "README.md"), "utf8");
  const files = [...readme.matchAll(/^\| `([^`]+)`/gm)].map(([, path]) => join("examples", name, path ?? ""));
  expect(files.length).toBeGreaterThan(2);
  expect(files.filter((path) => !existsSync(path))).toEqual([]);
});

test("webhook-receiver passes its test", async () => {
  expect(await npmTest("webhook-receiver")).toMatch(/^(#|ℹ) pass 2\n(#|ℹ) fail 0$/m);
});

test.skipIf(chromiumPath === undefined)("web-client passes its test", async () => {
  expect(await npmTest("web-client")).toMatch(/^(#|ℹ) pass 1\n(#|ℹ) fail 0$/m);
});

test("ci-gate passes its test", async () => {
  const stdout = await npmTest("ci-gate");
  expect(stdout).toMatch(/^4 of 4 operations/m);
  expect(stdout).toMatch(/^ +createTask +\d+ +201 400$/m);
});

test("the workflow of ci-gate fails when the service violates the spec", async () => {
  const copy = join(folder, "ci-gate");
  const server = join(copy, "server.js");
  const text = readFileSync(server, "utf8");
  const invalid = text.replace("status: 201", "status: 200");
  expect(invalid).not.toBe(text);
  writeFileSync(server, invalid);
  const workflow = parse(readFileSync(join(copy, ".github/workflows/contract.yml"), "utf8"));
  const { uses, with: inputs } = workflow.jobs.gate.steps.find((step: { id?: string }) => step.id === "gate");
  expect(inputs).toEqual({ formats: "html:gate.html" });
  const { code, stdout, outputs } = await runAction(join(copy, uses, "action.yml"), copy, inputs);
  expect(code).toBe(1);
  expect(outputs["exit-code"]).toBe("1");
  expect(stdout).toMatch(/^::error .*file=openapi\.yaml,line=\d+.*status 200 is not documented for createTask/m);
  expect(readFileSync(join(copy, "gate.html"), "utf8")).toContain("<!doctype html>");
});

/** Runs the test command of an example as its user does, and returns what it prints. */
async function npmTest(name: string): Promise<string> {
  const env = { ...process.env, NODE_OPTIONS: "", NO_COLOR: "1" };
  const { stdout } = await run("npm", ["test"], { cwd: join(folder, name), env });
  return stdout;
}

function dependenciesOf(name: string): string[] {
  const { dependencies, devDependencies } = readManifest(join("examples", name));
  return Object.keys({ ...dependencies, ...devDependencies }).filter((it) => it !== "commerce-contract");
}

/** Node 20 has no SQLite of its own. The READMEs of the examples name the package that provides it. */
function sqlite(): string[] {
  return process.getBuiltinModule?.("node:sqlite") === undefined ? ["@photostructure/sqlite"] : [];
}

/** Links a package of this repository, with its commands: `npm install` would download it again. */
function linkPackage(name: string, copy: string): void {
  const source = resolve("node_modules", name);
  const target = join(copy, "node_modules", name);
  mkdirSync(dirname(target), { recursive: true });
  symlinkSync(source, target);
  const { bin = {} } = readManifest(source);
  const commands = typeof bin === "string" ? { [basename(name)]: bin } : bin;
  for (const [command, path] of Object.entries(commands))
    symlinkSync(join(source, path), join(copy, "node_modules/.bin", command));
}

function readManifest(path: string): Manifest {
  return JSON.parse(readFileSync(join(path, "package.json"), "utf8")) as Manifest;
}
