import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSandbox, type Sandbox } from "../../../src/sandbox/index.js";
import { chromiumPath, launchChromium } from "../../docs/chromium.js";
import { smokeBundle } from "./bundle.js";
import { EXPECTED } from "./checks.js";

const run = promisify(execFile);

let sandbox: Sandbox;
let bundle: string;

beforeAll(async () => {
  sandbox = await createSandbox();
  bundle = await smokeBundle(sandbox);
});
afterAll(() => sandbox.close());

test("the client in Node, without this repository", async () => {
  const folder = mkdtempSync(join(tmpdir(), "smoke-"));
  try {
    const file = join(folder, "smoke.mjs");
    writeFileSync(file, `${bundle}\nconsole.log(JSON.stringify(await results));`);
    const { stdout } = await run(process.execPath, [file], { timeout: 240_000 });
    expect(JSON.parse(stdout)).toEqual(EXPECTED);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.skipIf(chromiumPath === undefined)("the client in a page of Chromium", async () => {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    const wrong: string[] = [];
    page.on("pageerror", ({ message }) => wrong.push(message));
    // Same origin as the service, because it allows no other origin.
    const scripts = { "/page": "text/html", "/smoke.js": "text/javascript" };
    for (const [path, contentType] of Object.entries(scripts)) {
      const body = contentType === "text/html" ? "<!doctype html><title>smoke</title>" : bundle;
      await page.route(sandbox.url + path, (route) => route.fulfill({ contentType, body }));
    }
    await page.goto(`${sandbox.url}/page`);
    const results = await page.evaluate(
      `import(${JSON.stringify(`${sandbox.url}/smoke.js`)}).then((module) => module.results)`,
    );
    expect(wrong).toEqual([]);
    expect(results).toEqual(EXPECTED);
  } finally {
    await browser.close();
  }
});
