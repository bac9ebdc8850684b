/** The switch between versions of the reference that `contract docs` serves, in a browser. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runContract } from "../cli/run-contract.js";
import { chromiumPath, launchChromium } from "./chromium.js";
import { createShelterSpec } from "./shelter.js";

describe.skipIf(chromiumPath === undefined)("the reference of two versions", () => {
  const stop = new AbortController();
  const folder = mkdtempSync(join(tmpdir(), "versions-"));
  const current = createShelterSpec("https://shelter.example").replace('version: "1"', 'version: "2.0"');
  const old = current.replace('version: "2.0"', 'version: "1.0"').replace("Create a pet", "Add a pet");
  let address: string;
  let ended: ReturnType<typeof runContract>;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    writeFileSync(join(folder, "new.yaml"), current);
    writeFileSync(join(folder, "old.yaml"), old);
    address = await new Promise<string>((found) => {
      const args = ["docs", join(folder, "new.yaml"), "--other-version", `1.0=${join(folder, "old.yaml")}`];
      const machine = { signal: stop.signal, stdout: (text: string) => found(text.trim()) };
      ended = runContract([...args, "--port", "0"], "", {}, machine);
    });
    browser = await launchChromium();
    page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    page.setDefaultTimeout(15_000);
  });
  afterAll(async () => {
    await browser?.close();
    stop.abort();
    expect((await ended).code).toBe(0);
    rmSync(folder, { recursive: true });
  });

  test("keeps the operation that the reader looks at", async () => {
    await page.goto(`${address}#tag/pets/create-pet`);
    await page.getByRole("heading", { name: "Create a pet" }).waitFor();
    await page.getByLabel("Version").selectOption("1.0");
    await page.getByRole("heading", { name: "Add a pet" }).waitFor();
    expect(page.url()).toBe(`${address}versions/1.0/#tag/pets/create-pet`);
    await page.getByLabel("Version").selectOption("2.0");
    await page.getByRole("heading", { name: "Create a pet" }).waitFor();
    expect(page.url()).toBe(`${address}#tag/pets/create-pet`);
  });

  test("is loaded again when the spec of another version is saved", async () => {
    // The page before could still begin to follow changes.
    await page.goto("about:blank");
    const follows = page.waitForResponse(`${address}changes`);
    await page.goto(`${address}versions/1.0/#tag/pets/create-pet`);
    await page.getByRole("heading", { name: "Add a pet" }).waitFor();
    await follows;
    writeFileSync(join(folder, "old.yaml"), old.replace("Add a pet", "Admit a pet"));
    await page.getByRole("heading", { name: "Admit a pet" }).waitFor();
  });

  test("is a list of links without scripts", async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const plain = await context.newPage();
    await plain.goto(address);
    expect(await plain.getByLabel("Version").isVisible()).toBe(false);
    await plain.getByRole("link", { name: "1.0", exact: true }).click();
    expect(plain.url()).toBe(`${address}versions/1.0/`);
    await context.close();
  });
});
