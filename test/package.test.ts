import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHar, createHarEntry } from "./cli/run-contract.js";
import { packPackage } from "./packed.js";

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, "..");
const bin = (name: string): string => join(ROOT, "node_modules/.bin", name);

const MAX_INSTALLED_BYTES = 16 * 1024 ** 2;

/** Subpaths that support `require`. */
const DUAL = [".", "./client", "./validate", "./openapi-fetch", "./webhooks", "./verify"];

type TypesAnalysis = {
  readonly entrypoints: Readonly<Record<string, unknown>>;
  readonly problems: readonly { readonly entrypoint?: string; readonly resolutionKind?: string }[];
};

/** Tests of the packed tarball, installed in an empty directory without a network. */
let folder: string;
let tarball: string;

/** Runs the command as npx does. npx itself takes longer than most commands, so only one test uses it. */
const contract = (...args: readonly string[]) => run(join(folder, "node_modules/.bin/contract"), args, { cwd: folder });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "package-"));
  tarball = await packPackage();
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "stranger", private: true, type: "module" }));
  await run("npm", ["install", "--offline", "--no-audit", "--no-fund", tarball], { cwd: folder });
  writeFileSync(join(folder, "traffic.har"), createHar(createHarEntry()));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the packed package", () => {
  test("installs no other package, and at most 16 MB", () => {
    const installed = readdirSync(join(folder, "node_modules")).filter((name) => !name.startsWith("."));
    expect(installed).toEqual(["commerce-contract"]);
    expect(diskUsage(join(folder, "node_modules/commerce-contract"))).toBeLessThan(MAX_INSTALLED_BYTES);
  });

  test("compiles generated files with the compiler and the libraries that it contains", async () => {
    const spec = ["--spec", join(ROOT, "test/cases/library.yaml"), "--with", "tanstack-query"];
    const command = ["generate", ...spec, "--out", "compiled", "--compile", "--quiet"];
    expect(await contract(...command)).toEqual({ stdout: "", stderr: "" });
  });

  test("loads the TypeScript compiler for contract generate --package alone", async () => {
    rmSync(join(folder, "node_modules/commerce-contract/dist/chunks/compiler.cjs"));
    const spec = ["--spec", join(ROOT, "test/cases/library.yaml")];
    await contract("check", "traffic.har", ...spec);
    await contract("generate", "--out", "generated");
    const failed = await contract("generate", "--package", "package").catch((error) => error);
    expect(failed.stderr).toMatch(/compiler\.cjs/);
  });

  test("writes the reference of a spec with what it contains", async () => {
    const spec = join(ROOT, "test/cases/library.yaml");
    await contract("docs", spec, "--out", "reference");
    const page = readFileSync(join(folder, "reference/index.html"), "utf8");
    expect(page).toMatch(/<script type="module" src="reference\.js">/);
    const names = readdirSync(join(folder, "reference"), { recursive: true }).map(String);
    expect(names).toEqual(expect.arrayContaining(["reference.js", "checker.js", "scalar/standalone.esm.js"]));
    expect(readFileSync(join(folder, "node_modules/commerce-contract/dist/reference.html"), "utf8")).toContain(
      "Redocly",
    );
  });

  test("has the licences of all that it contains", () => {
    const notices = readFileSync(join(folder, "node_modules/commerce-contract/dist/THIRD_PARTY_NOTICES.txt"), "utf8");
    for (const name of [
      "ajv",
      "typescript",
      "typebox",
      "yaml",
      "commander",
      "markdown-it",
      "saxes",
      "@scalar/api-reference",
    ])
      expect(notices).toMatch(new RegExp(`^${name} \\d+\\.`, "m"));
  });

  test("starts the sandbox from its own files", async () => {
    const program = `
      import { createSandbox } from "commerce-contract/sandbox";
      import { sign, verify } from "commerce-contract/webhooks";
      const sandbox = await createSandbox();
      const { ready } = await (await fetch(sandbox.adminUrl + "/health")).json();
      const { status } = await fetch(sandbox.url + "/businesses/" + sandbox.demo.businessId + "/orders");
      const page = await (await fetch(sandbox.adminUrl)).text();
      await sandbox.close();
      console.log(JSON.stringify([ready, status, page.includes("<script"), await verify("a", await sign("a", "b"), "b")]));`;
    writeFileSync(join(folder, "sandbox.js"), program);
    const peer = "node_modules/@photostructure";
    if (!isBuiltin("node:sqlite")) symlinkSync(join(ROOT, peer), join(folder, peer));
    const { stdout } = await run(process.execPath, ["--no-warnings", "sandbox.js"], { cwd: folder });
    expect(JSON.parse(stdout)).toEqual([true, 401, true, true]);
  });

  test("has its client and its webhooks for require and for import", async () => {
    // Both subpaths of the client share one CallError, so that instanceof works.
    const output = `const told = [client.CallError === part.CallError, typeof validate.validateCalls, typeof webhooks.nodeHandler];
      webhooks.sign("a", "b").then(async (signature) =>
        console.log(JSON.stringify([...told, signature, await verify.verify("a", signature, "b")])));`;
    const subpaths = { client: "", part: "/client", validate: "/validate", webhooks: "/webhooks", verify: "/verify" };
    const lines = (line: (name: string, from: string) => string): string =>
      Object.entries(subpaths)
        .map(([name, subpath]) => line(name, `"commerce-contract${subpath}"`))
        .join("\n");
    const required = lines((name, from) => `const ${name} = require(${from});`);
    const imported = lines((name, from) => `import * as ${name} from ${from};`);
    writeFileSync(join(folder, "required.cjs"), required + output);
    writeFileSync(join(folder, "imported.mjs"), imported + output);
    for (const file of ["required.cjs", "imported.mjs"]) {
      const { stdout } = await run(process.execPath, [file], { cwd: folder });
      expect(JSON.parse(stdout)).toEqual([true, "function", "function", "ir4P1pHj2jA197eskb5F2Z6UK54=", true]);
    }
  });

  test("runs the command with another spec", async () => {
    const command = ["contract", "check", "traffic.har", "--spec", join(ROOT, "test/cases/library.yaml")];
    const { stdout } = await run("npx", command, { cwd: folder });
    expect(stdout).toMatch(/Passed: the traffic matches the spec of Library/);
  });

  test("knows the built-in spec, with the lines of its files", async () => {
    const url = "https://services.commerce-cloud.example/businesses/b/orders/o/histories";
    writeFileSync(join(folder, "own.har"), createHar(createHarEntry({ url })));
    const failed = await contract("check", "own.har", "--format", "json").catch((error) => error);
    expect(failed.code).toBe(1);
    const [finding] = JSON.parse(failed.stdout).findings;
    expect(finding.contract).toMatchObject({
      file: expect.stringMatching(/^node_modules\/commerce-contract\/spec\//),
      line: expect.any(Number),
    });
  });

  test("is a library: gate, tables, validators and the bundle", async () => {
    const program = `
      import { createReportBuilder, loadContract, computeOutcome, readExchanges, formatReport } from "commerce-contract/check";
      import { operations, webhooks } from "commerce-contract";
      import { validators } from "commerce-contract/validators";
      import openapi from "commerce-contract/openapi.json" with { type: "json" };
      const contract = loadContract("node_modules/commerce-contract/spec/openapi.yaml");
      console.log(JSON.stringify([contract.operations.length, Object.keys(operations).length, Object.keys(webhooks).length,
        Object.keys(validators).length, openapi.openapi]));
      const tally = createReportBuilder(contract);
      for await (const { exchange } of readExchanges("traffic.har")) tally.add(exchange, contract.check(exchange));
      const report = JSON.parse(formatReport("json", tally.report(), computeOutcome(tally.report())));
      console.log(JSON.stringify([report.tool.name, report.summary.skipped]));`;
    writeFileSync(join(folder, "program.js"), program);
    const { stdout } = await run(process.execPath, ["--no-warnings", "program.js"], { cwd: folder });
    const [tables = "", report = ""] = stdout.split("\n");
    expect(JSON.parse(tables)).toEqual([16, 12, 4, 12, "3.1.0"]);
    expect(JSON.parse(report)).toEqual(["commerce-contract", 1]);
  });

  test("is clean for publint and for are-the-types-wrong", async () => {
    const { stdout } = await run(bin("publint"), [tarball, "--strict"], { cwd: folder }).catch((error) => error);
    expect(stdout).toMatch(/All good!/);
    const assets = [
      "./openapi.json",
      "./openapi.yaml",
      "./reference.html",
      "./report.schema.json",
      "./diff.schema.json",
      "./config.schema.json",
      "./baseline.schema.json",
      "./exchange.schema.json",
      "./package.json",
    ];
    // These two rules depend on the subpath, and are tested below. Other problems are an exit code.
    const options = ["--format", "json", "--ignore-rules", "no-resolution", "cjs-resolves-to-esm"];
    const { stdout: types } = await run(bin("attw"), [tarball, ...options, "--exclude-entrypoints", ...assets], {
      cwd: folder,
      maxBuffer: 2 ** 26,
    });
    const { analysis } = JSON.parse(types) as { readonly analysis: TypesAnalysis };
    expect(Object.keys(analysis.entrypoints)).toEqual(expect.arrayContaining(DUAL));
    // The types of subpaths for CommonJS declare that; node10 knows no subpaths.
    const problems = analysis.problems.filter(
      ({ entrypoint = "", resolutionKind }) =>
        resolutionKind !== "node10" && (resolutionKind !== "node16-cjs" || DUAL.includes(entrypoint)),
    );
    expect(problems).toEqual([]);
  });
});

/** Returns the disk space of the files in a directory, in blocks of 4 KB. */
function diskUsage(path: string): number {
  const blocks = Math.ceil(statSync(path).size / 4096) * 4096;
  if (!statSync(path).isDirectory()) return blocks;
  return blocks + readdirSync(path).reduce((sum, name) => sum + diskUsage(join(path, name)), 0);
}
