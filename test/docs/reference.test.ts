import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { buildReferenceFile } from "../../scripts/build/docs/reference-file.js";
import { listOperations, loadDocument, type Operation, valueAt } from "../../src/document/index.js";
import { contrasts, LEAST } from "../report/contrast.js";
import { chromiumPath, launchChromium, type Site, serve } from "./chromium.js";

describe("the built reference", () => {
  const output = join(mkdtempSync(join(tmpdir(), "docs-")), "index.html");
  const contract = loadDocument("spec/openapi.yaml");
  const operations = listOperations(contract);
  const summaryOf = ({ pointer }: Operation): string => String(valueAt(contract.root, `${pointer}/summary`));
  let site: Site;
  let browser: Browser;

  beforeAll(async () => {
    buildReferenceFile(output);
    site = await serve(new Map([["index.html", readFileSync(output, "utf8")]]));
    if (chromiumPath !== undefined) browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  test("is one file that refers to no other file", () => {
    expect(readFileSync(output, "utf8")).not.toMatch(/<(?:script|link|img|iframe)[^>]+(?:src|href)=["']?(?!data:|#)/);
  });

  test.skipIf(chromiumPath === undefined)("lists each open question under its id", async () => {
    const page = await browser.newPage();
    await page.goto(`${site.origin}/#/section/open-questions`, { waitUntil: "load" });
    await page.getByRole("heading", { name: "Open questions" }).waitFor();
    const text = await page.evaluate("document.body.innerText");
    await page.close();
    const points = parse(readFileSync("spec/open-points.yaml", "utf8")) as readonly { readonly id: string }[];
    expect(points.filter(({ id }) => !String(text).includes(id))).toEqual([]);
  });

  for (const colorScheme of ["light", "dark"] as const) {
    test.skipIf(chromiumPath === undefined)(
      `shows everything without errors and external requests, in ${colorScheme} colours`,
      async () => {
        const page = await browser.newPage({ colorScheme, viewport: { width: 1440, height: 900 } });
        const requests: string[] = [];
        const complaints: string[] = [];
        page.on("request", (request) => requests.push(request.url()));
        page.on("websocket", (socket) => requests.push(socket.url()));
        page.on("console", (message) => {
          if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
        });
        page.on("pageerror", (error) => complaints.push(error.message));
        await page.goto(site.origin, { waitUntil: "load" });
        const entries = operations.map((it) => ({ tag: it.tags[0] ?? "", summary: summaryOf(it) }));
        await visitEveryOperation(page, colorScheme === "light" ? entries : entries.slice(0, 1));
        expect(operations.map(({ kind }) => kind)).toEqual([...Array(12).fill("path"), ...Array(4).fill("webhook")]);
        expect(await brightness(page)).toSatisfy((value: number) =>
          colorScheme === "dark" ? value < 80 : value > 200,
        );
        await page.goto(`${site.origin}/#/orders/recordorder`);
        await page.locator("pre", { hasText: 'curl -X PUT "$URL/businesses/$BUSINESS/orders/' }).waitFor();
        const seen = await contrasts(page);
        expect(seen.length).toBeGreaterThan(10);
        expect(seen.filter(({ ratio }) => ratio < LEAST)).toEqual([]);
        if (process.env.DOCS_SCREENSHOTS !== undefined)
          await page.screenshot({ path: join(process.env.DOCS_SCREENSHOTS, `docs-${colorScheme}.png`) });
        expect(complaints).toEqual([]);
        expect(requests.filter((url) => !isAtHome(url, site))).toEqual([]);
        await page.close();
      },
    );
  }
});

type Entry = { readonly tag: string; readonly summary: string };

/** Follows every operation of the sidebar to its heading. Only one group is open at a time. */
async function visitEveryOperation(page: Page, entries: readonly Entry[]): Promise<void> {
  page.setDefaultTimeout(60_000);
  const menu = page.locator(".menu-content");
  // Clicks have no effect until the script of the page has started.
  await expect
    .poll(() => page.evaluate("Object.keys(document.querySelector('.menu-content a')).length > 0"))
    .toBe(true);
  for (const { tag, summary } of entries) {
    const link = menu.locator("a", { hasText: summary });
    if (!(await link.isVisible())) await menu.locator(".menu-item-type-group > a", { hasText: tag }).click();
    await link.click();
    await page.locator("h1, h2", { hasText: summary }).first().waitFor();
  }
}

/** Returns the mean of red, green and blue of the background, from 0 to 255. */
async function brightness(page: Page): Promise<number> {
  const color = String(await page.evaluate("getComputedStyle(document.documentElement).backgroundColor"));
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map(Number);
  return (red + green + blue) / 3;
}

function isAtHome(url: string, site: Site): boolean {
  return (
    url.startsWith("data:") ||
    url.startsWith("blob:") ||
    url === `${site.origin}/` ||
    url === `${site.origin}/favicon.ico`
  );
}
