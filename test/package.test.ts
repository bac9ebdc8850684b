import { execFile } from "node:child_process";
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { entry, har } from "./cli/command.js";

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, "..");
const bin = (name: string): string => join(ROOT, "node_modules/.bin", name);

const SQLITE = ["@photostructure", "node-addon-api", "node-gyp-build"];

/** What a stranger gets: the packed tarball, installed in an empty folder without a network. */
let folder: string;
let tarball: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "package-"));
  await run("npm", ["pack", "--silent", "--pack-destination", folder], { cwd: ROOT });
  tarball = join(folder, readdirSync(folder).find((name) => name.endsWith(".tgz")) ?? "");
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "stranger", private: true, type: "module" }));
  await run("npm", ["install", "--offline", "--no-audit", "--no-fund", tarball], { cwd: folder });
  writeFileSync(join(folder, "traffic.har"), har(entry()));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the packed package", () => {
  test("installs itself, and SQLite as an optional package of its own", () => {
    const installed = readdirSync(join(folder, "node_modules")).filter((name) => !name.startsWith("."));
    expect(installed).toContain("commerce-contract");
    // What SQLite needs to find its prebuilt binary comes with it.
    expect(installed.filter((name) => !SQLITE.includes(name))).toEqual(["commerce-contract"]);
  });

  test("generates what the sources generate", async () => {
    const out = join(folder, "generated");
    // The checkout has the packages that types are made with.
    await run(process.execPath, ["dist/cli/main.js", "generate", "--out", out], { cwd: ROOT });
    for (const name of readdirSync(out))
      expect(readFileSync(join(out, name), "utf8"), name).toBe(readFileSync(join(ROOT, "generated", name), "utf8"));
  });

  test("serves the sandbox, from its own files", async () => {
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
    const { stdout } = await run(process.execPath, ["--no-warnings", "sandbox.js"], { cwd: folder });
    expect(JSON.parse(stdout)).toEqual([true, 401, true, true]);
  });

  test("has its client and its webhooks for require as for import", async () => {
    const said = `const told = [typeof client.createClient, typeof webhooks.nodeHandler];
      webhooks.sign("a", "b").then((signature) => console.log(JSON.stringify([...told, signature])));`;
    const required = `const client = require("commerce-contract"), webhooks = require("commerce-contract/webhooks");`;
    const imported = `import * as client from "commerce-contract"; import * as webhooks from "commerce-contract/webhooks";`;
    writeFileSync(join(folder, "required.cjs"), required + said);
    writeFileSync(join(folder, "imported.mjs"), imported + said);
    for (const file of ["required.cjs", "imported.mjs"]) {
      const { stdout } = await run(process.execPath, [file], { cwd: folder });
      expect(JSON.parse(stdout)).toEqual(["function", "function", "ir4P1pHj2jA197eskb5F2Z6UK54="]);
    }
  });

  test("runs the command against another description", async () => {
    const { stdout } = await run(
      "npx",
      ["contract", "check", "traffic.har", "--spec", join(ROOT, "test/cases/library.yaml")],
      { cwd: folder },
    );
    expect(stdout).toMatch(/contract of Library.*holds/);
  });

  test("knows its own contract, with the lines of its files", async () => {
    const url = "https://services.commerce-cloud.example/businesses/b/orders/o/histories";
    writeFileSync(join(folder, "own.har"), har(entry({ url })));
    const failed = await run("npx", ["contract", "check", "own.har", "--format", "json"], { cwd: folder }).catch(
      (error) => error,
    );
    expect(failed.code).toBe(1);
    const [{ contract }] = JSON.parse(failed.stdout).findings;
    expect(contract).toMatchObject({
      file: expect.stringMatching(/^node_modules\/commerce-contract\/spec\//),
      line: expect.any(Number),
    });
  });

  test("is a library: gate, tables, validators and the bundle", async () => {
    const program = `
      import { createTally, loadContract, outcomeOf, readExchanges, reportAs } from "commerce-contract/gate";
      import { operations, webhooks } from "commerce-contract";
      import { validators } from "commerce-contract/validators";
      import openapi from "commerce-contract/openapi.json" with { type: "json" };
      const contract = loadContract("node_modules/commerce-contract/spec/openapi.yaml");
      console.log(JSON.stringify([contract.operations.length, Object.keys(operations).length, Object.keys(webhooks).length,
        Object.keys(validators).length, openapi.openapi]));
      const tally = createTally(contract);
      for await (const { exchange } of readExchanges("traffic.har")) tally.add(exchange, contract.check(exchange));
      const report = JSON.parse(reportAs("json", tally.report(), outcomeOf(tally.report())));
      console.log(JSON.stringify([report.tool.name, report.summary.skipped]));`;
    writeFileSync(join(folder, "program.js"), program);
    const { stdout } = await run(process.execPath, ["--no-warnings", "program.js"], { cwd: folder });
    const [tables = "", report = ""] = stdout.split("\n");
    expect(JSON.parse(tables)).toEqual([16, 12, 4, 12, "3.1.0"]);
    expect(JSON.parse(report)).toEqual(["commerce-contract", 1]);
  });

  test("has types that compile for a stranger", async () => {
    const program = `
      import { loadContract, type Finding } from "commerce-contract/gate";
      import { operations, type Order } from "commerce-contract";
      import { createSandbox, type Sandbox } from "commerce-contract/sandbox";
      import { validators } from "commerce-contract/validators";
      import { verify, type WebhookEvent } from "commerce-contract/webhooks";
      const sandbox: Promise<Sandbox> = createSandbox({ seed: "1" });
      const event = (it: WebhookEvent): string | undefined => it.resourceId;
      const findings: readonly Finding[] = loadContract("x").check({} as never).findings;
      const order: Order = { orderNumber: "A-1" };
      const path: "/token" = operations.createToken.path;
      export { event, findings, order, path, sandbox, validators, verify };`;
    writeFileSync(join(folder, "program.ts"), program);
    const options = ["--noEmit", "--strict", "--skipLibCheck", "false", "--module", "nodenext", "--target", "es2023"];
    // An id of the one kind of module is one of the other.
    const shared = `
      import type { OrderId } from "commerce-contract";
      import type { WebhookEvent } from "commerce-contract/webhooks";`;
    writeFileSync(
      join(folder, "shared.cts"),
      `${shared} export const use = (id: OrderId, it: WebhookEvent) => [id, it];`,
    );
    const using = `${shared} import { use } from "./shared.cjs"; export const used = (id: OrderId, it: WebhookEvent) => use(id, it);`;
    writeFileSync(join(folder, "using.mts"), using);
    const files = ["program.ts", "using.mts"];
    await run(bin("tsc"), [...options, ...files], { cwd: folder }).catch((error) => expect(error.stdout).toBe(""));
  });

  test("is left out of a bundle that uses nothing of it, but for the door that is imported for what it does", async () => {
    const bundled = async (door: string): Promise<string> => {
      const { outputFiles } = await build({
        stdin: { contents: `import ${JSON.stringify(door)};`, resolveDir: folder },
        bundle: true,
        format: "esm",
        platform: "node",
        external: ["vitest"],
        write: false,
        logLevel: "silent",
      });
      return (outputFiles[0]?.text ?? "").replaceAll(/^\/\/.*$|\s/gm, "");
    };
    const doors = ["", "/webhooks", "/gate", "/sandbox", "/testing", "/types", "/validators"];
    for (const door of doors) expect(await bundled(`commerce-contract${door}`), door).toBe("");
    expect(await bundled("commerce-contract/testing/vitest")).toContain("expect.extend(");
  });

  test.each(["esm", "cjs"] as const)("judges from a bundle of others, %s, wherever that lies", async (format) => {
    const contents = `
      import { createTally, loadContract, outcomeOf, readExchanges, reportAs } from "commerce-contract/gate";
      (async () => {
        const contract = loadContract("library.yaml");
        const tally = createTally(contract);
        for await (const { exchange } of readExchanges("traffic.har")) tally.add(exchange, contract.check(exchange));
        const report = tally.report();
        console.log(reportAs("json", report, outcomeOf(report)));
      })();`;
    const elsewhere = mkdtempSync(join(tmpdir(), "bundled-"));
    const outfile = join(elsewhere, format === "esm" ? "program.mjs" : "program.cjs");
    const stdin = { contents, resolveDir: folder };
    await build({ stdin, bundle: true, platform: "node", format, outfile, logLevel: "silent" });
    writeFileSync(join(elsewhere, "package.json"), JSON.stringify({ name: "stranger", version: "9.9.9" }));
    writeFileSync(join(elsewhere, "traffic.har"), har(entry()));
    copyFileSync(join(ROOT, "test/cases/library.yaml"), join(elsewhere, "library.yaml"));
    const { stdout } = await run(process.execPath, [outfile], { cwd: elsewhere });
    rmSync(elsewhere, { recursive: true });
    const { name, version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
    expect(JSON.parse(stdout)).toMatchObject({ tool: { name, version }, summary: { exchanges: 1, passed: 1 } });
  });

  test.each(["esm", "cjs"] as const)("says in a bundle, %s, that the description is to be named", async (format) => {
    const contents = `
      import { judgedFetch } from "commerce-contract/testing";
      try {
        judgedFetch(fetch, {});
      } catch (error) {
        console.log(error.message);
      }`;
    const elsewhere = mkdtempSync(join(tmpdir(), "bundled-"));
    const outfile = join(elsewhere, "dist/deep/program.js");
    writeFileSync(join(elsewhere, "package.json"), format === "esm" ? '{"type":"module"}' : "{}");
    const stdin = { contents, resolveDir: folder };
    await build({ stdin, bundle: true, platform: "node", format, outfile, logLevel: "silent" });
    const { stdout } = await run(process.execPath, [outfile]);
    rmSync(elsewhere, { recursive: true });
    expect(stdout).toBe('the description of commerce-contract is not in this bundle: name one as "spec"\n');
  });

  test("has no URL that a bundler could not follow", () => {
    const chunks = readdirSync(join(ROOT, "dist/chunks")).filter((name) => name.endsWith(".js"));
    for (const name of chunks)
      expect(readFileSync(join(ROOT, "dist/chunks", name), "utf8"), name).not.toMatch(
        /new URL\((?!["'`])[^)]*import\.meta/,
      );
  });

  test("is clean for publint and for are-the-types-wrong", async () => {
    const { stdout } = await run(bin("publint"), [tarball, "--strict"], { cwd: folder }).catch((error) => error);
    expect(stdout).toMatch(/All good!/);
    const assets = [
      "./openapi.json",
      "./openapi.yaml",
      "./report.schema.json",
      "./diff.schema.json",
      "./config.schema.json",
      "./baseline.schema.json",
      "./exchange.schema.json",
      "./package.json",
    ];
    const types = await run(
      bin("attw"),
      [tarball, "--profile", "esm-only", "--no-color", "--no-emoji", "--exclude-entrypoints", ...assets],
      { cwd: folder },
    ).catch((error) => error);
    expect(types.code, types.stdout).toBeUndefined();
    // What CommonJS can require says so in its types.
    const dual = await run(
      bin("attw"),
      [tarball, "--profile", "node16", "--no-color", "--no-emoji", "--entrypoints", ".", "./webhooks"],
      { cwd: folder },
    ).catch((error) => error);
    expect(dual.code, dual.stdout).toBeUndefined();
  });
});
