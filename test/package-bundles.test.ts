import { execFile } from "node:child_process";
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { describe, expect, test } from "vitest";
import { createHar, createHarEntry } from "./cli/run-contract.js";

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, "..");

/** Imports the package by its name, as an installed package. */
describe("the built package in the bundles of other programs", () => {
  test("is removed from a bundle that uses nothing of it, except the entry point with side effects", async () => {
    const bundled = async (entryPoint: string): Promise<string> => {
      const { outputFiles } = await build({
        stdin: { contents: `import ${JSON.stringify(entryPoint)};`, resolveDir: ROOT },
        bundle: true,
        format: "esm",
        platform: "node",
        external: ["vitest"],
        write: false,
        logLevel: "silent",
      });
      return (outputFiles[0]?.text ?? "").replaceAll(/^\/\/.*$|\s/gm, "");
    };
    const entryPoints = [
      ...["", "/client", "/validate", "/openapi-fetch", "/webhooks", "/verify"],
      ...["/check", "/sandbox", "/testing", "/types", "/validators"],
    ];
    for (const entryPoint of entryPoints) expect(await bundled(`commerce-contract${entryPoint}`), entryPoint).toBe("");
    expect(await bundled("commerce-contract/testing/vitest")).toContain("expect.extend(");
  });

  test.each(["esm", "cjs"] as const)("checks from a bundle, %s, in any folder", async (format) => {
    const contents = `
      import { createReportBuilder, loadContract, computeOutcome, readExchanges, formatReport } from "commerce-contract/check";
      (async () => {
        const contract = loadContract("library.yaml");
        const tally = createReportBuilder(contract);
        for await (const { exchange } of readExchanges("traffic.har")) tally.add(exchange, contract.check(exchange));
        const report = tally.report();
        console.log(formatReport("json", report, computeOutcome(report)));
      })();`;
    const other = mkdtempSync(join(tmpdir(), "bundled-"));
    const outfile = join(other, format === "esm" ? "program.mjs" : "program.cjs");
    const stdin = { contents, resolveDir: ROOT };
    await build({ stdin, bundle: true, platform: "node", format, outfile, logLevel: "silent" });
    writeFileSync(join(other, "package.json"), JSON.stringify({ name: "stranger", version: "9.9.9" }));
    writeFileSync(join(other, "traffic.har"), createHar(createHarEntry()));
    copyFileSync(join(ROOT, "test/cases/library.yaml"), join(other, "library.yaml"));
    const { stdout } = await run(process.execPath, [outfile], { cwd: other });
    rmSync(other, { recursive: true });
    const { name, version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
    expect(JSON.parse(stdout)).toMatchObject({ tool: { name, version }, summary: { exchanges: 1, passed: 1 } });
  });

  test.each(["esm", "cjs"] as const)("asks in a bundle, %s, for the path of the spec", async (format) => {
    const contents = `
      import { createCheckedFetch } from "commerce-contract/testing";
      try {
        createCheckedFetch(fetch, {});
      } catch (error) {
        console.log(error.message);
      }`;
    const other = mkdtempSync(join(tmpdir(), "bundled-"));
    const outfile = join(other, "dist/deep/program.js");
    writeFileSync(join(other, "package.json"), format === "esm" ? '{"type":"module"}' : "{}");
    const stdin = { contents, resolveDir: ROOT };
    await build({ stdin, bundle: true, platform: "node", format, outfile, logLevel: "silent" });
    const { stdout } = await run(process.execPath, [outfile]);
    rmSync(other, { recursive: true });
    expect(stdout).toBe('this bundle does not include the built-in spec of commerce-contract: pass a path as "spec"\n');
  });

  test("has no URL that a bundler could not follow", () => {
    const chunks = readdirSync(join(ROOT, "dist/chunks")).filter((name) => name.endsWith(".js"));
    for (const name of chunks)
      expect(readFileSync(join(ROOT, "dist/chunks", name), "utf8"), name).not.toMatch(
        /new URL\((?!\s*["'`])[^)]*import\.meta/,
      );
  });
});
