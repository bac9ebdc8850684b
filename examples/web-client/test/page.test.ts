/** The page in Chromium, against the sandbox. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { accessSync, constants } from "node:fs";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { delimiter, join } from "node:path";
import { after, before, test } from "node:test";
import { type BusinessId, createClient, jwtBearer } from "commerce-contract";
import { createSandbox, type Sandbox } from "commerce-contract/sandbox";
import { type Browser, chromium } from "playwright-core";
import { createPageServer } from "../src/server.js";

let sandbox: Sandbox;
let server: Server;
let browser: Browser;

before(async () => {
  sandbox = await createSandbox({ seed: "web-client" });
  assert.ok(sandbox.demo);
  const client = createClient({ baseUrl: sandbox.url, signIn: { oauth2: jwtBearer(sandbox.demo) } });
  server = createPageServer({ client, businessId: sandbox.demo.businessId as BusinessId }).listen(0, "127.0.0.1");
  await once(server, "listening");
  browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS });
});

after(async () => {
  await browser?.close();
  server?.close();
  await sandbox?.close();
});

test("lists orders of two pages, and no credentials reach the browser", { timeout: 60_000 }, async () => {
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  const headers: Record<string, string>[] = [];
  page.on("request", (request) => void headers.push(request.headers()));
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await page.locator("#state", { hasText: "20 orders" }).waitFor();
  const items = await page.locator("#orders li").allTextContents();
  assert.deepEqual(errors, []);
  assert.equal(new Set(items).size, 20);
  assert.match(items[0] ?? "", /^\S+: [A-Z_]+$/);
  assert.deepEqual(
    headers.filter((sent) => "authorization" in sent),
    [],
  );
});

const CHROMIUM_FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** The path of chromium, chromium-browser or google-chrome. */
function findChromium(): string {
  for (const name of ["chromium", "chromium-browser", "google-chrome"])
    for (const folder of (process.env.PATH ?? "").split(delimiter))
      try {
        accessSync(join(folder, name), constants.X_OK);
        return join(folder, name);
      } catch {
        // Not in this folder.
      }
  throw new Error("no Chromium on the PATH: install it to run this test");
}
