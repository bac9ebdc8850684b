/** The reference that `contract docs` serves for a foreign spec, in a browser, with a running service. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runContract } from "../cli/run-contract.js";
import { chromiumPath, HOST, launchChromium } from "./chromium.js";
import { createShelterSpec, startShelter } from "./shelter.js";

describe.skipIf(chromiumPath === undefined)("the reference of a foreign spec", () => {
  const stop = new AbortController();
  const requests: string[] = [];
  const complaints: string[] = [];
  let shelter: Awaited<ReturnType<typeof startShelter>>;
  let folder: string;
  let origin: string;
  let ended: ReturnType<typeof runContract>;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    shelter = await startShelter();
    folder = mkdtempSync(join(tmpdir(), "shelter-"));
    writeFileSync(join(folder, "shelter.yaml"), createShelterSpec(shelter.url));
    const address = await new Promise<string>((found) => {
      const machine = { signal: stop.signal, stdout: found };
      ended = runContract(["docs", join(folder, "shelter.yaml"), "--port", "0"], "", {}, machine);
    });
    // Telemetry is off on localhost, so the page is opened under another name.
    origin = `http://${HOST}:${new URL(address).port}`;
    browser = await launchChromium();
    page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    page.setDefaultTimeout(15_000);
    page.on("request", (request) => requests.push(request.url()));
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
    });
  });
  afterAll(async () => {
    await browser?.close();
    stop.abort();
    expect((await ended).code).toBe(0);
    shelter.close();
    rmSync(folder, { recursive: true });
  });

  const open = async (anchor: string): Promise<void> => {
    await page.goto("about:blank");
    await page.goto(`${origin}/#${anchor}`);
    await page.locator("html.has-app").waitFor();
  };

  test("shows an operation, and sends nothing to other hosts", async () => {
    await open("tag/pets/create-pet");
    await page.getByRole("heading", { name: "Create a pet" }).waitFor();
    expect(await page.locator("#text").isVisible()).toBe(false);
    expect(requests.filter((url) => !url.startsWith(`${origin}/`))).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test("shows how to sign in and the first call on the start page", async () => {
    await open("description/introduction");
    const start = page.locator(".introduction-section");
    for (const name of ["Sign in", "First call"]) await start.getByRole("heading", { name }).waitFor();
    await start.getByText('-u "$USERNAME:$PASSWORD"').waitFor();
  });

  test("has a name for each button and link, a state for each box, and contrast", async () => {
    await open("tag/pets/create-pet");
    await page.getByRole("button", { name: "Test Request" }).first().click();
    await page.getByRole("button", { name: "Send" }).first().waitFor();
    const unnamed =
      ':is(button, a[href]):not([aria-label], [aria-labelledby], :has([aria-label])), button[role="none"]';
    const unstated =
      '[role="combobox"]:not([aria-expanded]), [role="textbox"]:not([aria-label]), code.custom-scroll:not([tabindex])';
    const countDefects = `[...document.querySelectorAll('${unnamed}')].filter((it) => it.textContent.trim() === "").length +
      document.querySelectorAll('${unstated}').length +
      [...document.querySelectorAll('[aria-controls]:not([aria-expanded="false"])')]
        .filter((it) => document.getElementById(it.getAttribute("aria-controls")) === null).length`;
    await expect.poll(() => page.evaluate(countDefects)).toBe(0);
    expect(await page.getByRole("link", { name: "MIT" }).count()).toBe(1);
    expect(await page.getByRole("link", { name: "Terms of service" }).count()).toBe(1);
    const style = "getComputedStyle(document.body).getPropertyValue('--scalar-color-yellow')";
    expect(await page.evaluate(style)).toBe("#876200");
  });

  test("fits a narrow window, with long words in a title", async () => {
    await page.setViewportSize({ width: 390, height: 900 });
    await open("tag/sessions/read-internal");
    await page.getByRole("heading", { name: "InternalDataConstants" }).waitFor();
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  test.each([
    ["the sidebar", 1280],
    ["the menu of a narrow window", 390],
  ])("shows the operation in %s, which stays where the reader scrolls it", async (_, width) => {
    await page.setViewportSize({ width, height: 200 });
    await open("tag/sessions/read-internal");
    if (width === 390) await page.locator(".t-doc__header button").first().click();
    const entry = page.locator('aside:visible [aria-current="page"]');
    const list = page.locator("aside:visible .custom-scroll");
    await expect.poll(() => entry.innerText()).toContain("Read Shelter");
    const isShown = async () => {
      const [inner, outer] = await Promise.all([entry.boundingBox(), list.boundingBox()]);
      return inner && outer && inner.y >= outer.y && inner.y + inner.height <= outer.y + outer.height;
    };
    await expect.poll(isShown).toBe(true);
    await page.evaluate(`for (const list of document.querySelectorAll("aside .custom-scroll")) list.scrollTop = 0;
      document.body.append(document.createElement("i"))`);
    await page.waitForTimeout(100);
    expect(await isShown()).toBe(false);
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  test.each([
    ["tag/sessions/read-internal", 390],
    ["tag/pets/upload-album", 390],
    ["", 1280],
  ])("does not move what #%s shows in a window of %i", async (anchor, width) => {
    const own = await browser.newPage({ viewport: { width, height: 900 } });
    await own.addInitScript(`globalThis.moved = 0;
      new PerformanceObserver((list) => { for (const { value } of list.getEntries()) globalThis.moved += value; })
        .observe({ type: "layout-shift", buffered: true })`);
    await own.goto(`${origin}/#${anchor}`);
    await own.locator("html.is-rendered").waitFor();
    await own.waitForTimeout(700);
    expect(await own.evaluate("getComputedStyle(document.querySelector('#app')).opacity")).toBe("1");
    expect(await own.evaluate("globalThis.moved")).toBeLessThan(0.01);
    await own.close();
  });

  test("fills the required header from its only value", async () => {
    await open("tag/pets/create-pet");
    await page
      .locator('[id$="tag/pets/create-pet"]')
      .getByRole("button", { name: /^Test Request/ })
      .click();
    await page.getByRole("dialog").getByText("2026-01-31").first().waitFor();
  });

  test("has the text of its operations without scripts, and when it is printed", async () => {
    await page.emulateMedia({ media: "print" });
    expect(await page.locator("#text").innerText()).toContain("Create a pet");
    await page.emulateMedia({ media: null });
    const context = await browser.newContext({ javaScriptEnabled: false });
    const plain = await context.newPage();
    await plain.goto(`${origin}/#tag/pets/create-pet`);
    const text = await plain.locator("#text").innerText();
    for (const part of ["Create a pet", "POST /pets", "What it is called.", "curl -X POST", "Stored"])
      expect(text).toContain(part);
    await context.close();
  });

  test.each([
    ["upload-photo", ["--form 'photo=@photo.png'"]],
    ["upload-album", ["--form 'photos=@photo.png'"]],
    ["upload-portrait", ["--header 'Content-Type: image/png'", "--data-binary '@photo.png'"]],
    ["write-notes", ["--header 'Content-Type: text/plain'", "--data-binary '@a.txt\nb'"]],
    ["sign-in", ["--data-urlencode 'userName=Ada Lovelace'"]],
    ["read-internal", ["--user username:password"]],
  ])("the sample of %s is a command that curl understands", async (name, lines) => {
    await open(`tag/${["sign-in", "read-internal"].includes(name) ? "sessions" : "pets"}/${name}`);
    const sample = page.locator(`[id$="/${name}"] .scalar-card code`).first();
    for (const line of lines) await expect.poll(() => sample.innerText()).toContain(line);
    expect(await sample.innerText()).not.toContain("--form-string");
  });

  test("the tab of a language shows its sample in every operation", async () => {
    await open("tag/pets/create-pet");
    const card = page.locator('[id$="/create-pet"] .scalar-card').first();
    expect(await card.locator("sample-tabs").innerText()).toBe("curl\nRuby\nTypeScript\nfetch\nPython");
    await card.getByRole("button", { name: "Python" }).click();
    await expect.poll(() => card.locator("code").first().innerText()).toMatch(/^import requests\n\nrequests\.post\(/);
    const others = page.locator('[id$="/upload-photo"] sample-tabs [aria-pressed="true"]');
    await others.scrollIntoViewIfNeeded();
    expect(await others.innerText()).toBe("Python");
    await card.getByRole("button", { name: "curl", exact: true }).click();
  });

  test("the tab of a branch shows its fields", async () => {
    await open("schemas/animal");
    const schema = page.locator('[id$="schemas/animal-content"]');
    await schema.getByRole("button", { name: "Dog" }).click();
    await schema.getByText("bark").first().waitFor();
    expect(await schema.locator("branch-tabs").innerText()).toBe("One of\nCat\nDog");
    expect(await schema.getByText("lives").count()).toBe(0);
  });

  test.each(["upload-photo", "upload-album", "upload-portrait"])("%s is not sent without its file", async (name) => {
    await open(`tag/pets/${name}`);
    await page
      .locator(`[id$="/${name}"]`)
      .getByRole("button", { name: /^Test Request/ })
      .click();
    const client = page.getByRole("dialog");
    await client
      .getByRole("button", { name: /select file/i })
      .first()
      .waitFor();
    expect(await client.innerText()).not.toContain("photo.png");
    shelter.received.length = 0;
    await client.getByRole("button", { name: /^Send \w+ request to/ }).click();
    await client
      .getByText(/^Choose a file for/)
      .first()
      .waitFor();
    expect(shelter.received).toEqual([]);
  });

  test("fields have the order of the spec", async () => {
    await open("tag/pets/create-pet");
    const listFields = `[...document.querySelectorAll('[id*="create-pet.body."]')].map(({ id }) => id.replace(/.*body./, ""))`;
    await expect.poll(() => page.evaluate(listFields)).toEqual(["name", "id"]);
  });

  const FILE = { name: "rex.png", mimeType: "image/png", buffer: Buffer.from("bytes of a picture") };

  test.each([
    {
      anchor: "tag/pets/create-pet",
      received: 'POST /pets {"name":"Example pet","id":"pet-1042"}',
      shown: ["200 OK", "1 finding:", "error in the response: /name: expected string, got integer 5"],
    },
    {
      anchor: "tag/pets/upload-photo",
      file: FILE,
      received:
        /^POST \/pets\/pet-1042\/photo -{6}\w+\r\n.*name="photo"; filename="rex.png"\r\n.*\r\n\r\nbytes of a picture\r\n/,
      shown: ["204 No Content", "The request and the response conform to the spec."],
    },
    {
      anchor: "tag/pets/upload-album",
      file: FILE,
      received: /name="photos"; filename="rex.png"\r\n.*\r\n\r\nbytes of a picture\r\n/,
      shown: ["204 No Content", "The request and the response conform to the spec."],
    },
    {
      anchor: "tag/pets/upload-portrait",
      file: FILE,
      received: "PUT /pets/pet-1042/portrait bytes of a picture",
      shown: ["204 No Content", "The request and the response conform to the spec."],
    },
    {
      anchor: "tag/sessions/sign-in",
      received: "POST /sessions userName=Ada+Lovelace",
      shown: ["403 Forbidden", "Wrong password", "The request and the response conform to the spec."],
    },
    {
      anchor: "tag/sessions/read-internal",
      received: "GET /internal ",
      shown: ["Access-Control-Allow-Origin"],
    },
  ])("sends the request of $anchor", async ({ anchor, file, received, shown }) => {
    await open(anchor);
    const section = page.locator(`[id$="${anchor}"]`);
    await section.getByRole("button", { name: /^Test Request/ }).click();
    const client = page.getByRole("dialog");
    if (file !== undefined) {
      const [chooser] = await Promise.all([
        page.waitForEvent("filechooser"),
        client
          .getByRole("button", { name: /select file/i })
          .first()
          .click(),
      ]);
      await chooser.setFiles(file);
      await client.getByText(file.name).first().waitFor();
    }
    shelter.received.length = 0;
    await client.getByRole("button", { name: /^Send \w+ request to/ }).click();
    for (const text of shown) await client.getByText(text).first().waitFor();
    expect(await client.locator('contract-findings:not([role="status"])').count()).toBe(0);
    expect(shelter.received).toEqual([typeof received === "string" ? received : expect.stringMatching(received)]);
  });

  test("is loaded again when a file of the spec is saved, and keeps the last one that it can read", async () => {
    await open("tag/pets/create-pet");
    const spec = createShelterSpec(shelter.url);
    writeFileSync(join(folder, "shelter.yaml"), "openapi: [");
    writeFileSync(join(folder, "shelter.yaml"), spec.replace("Create a pet", "Register a pet"));
    await page.getByRole("heading", { name: "Register a pet" }).waitFor();
  });
});
