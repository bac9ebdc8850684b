/**
 * `npx tsx scripts/walk-site/take-pictures.ts`: takes pictures of the built site in site/build/dist for bench/DOCS.md, on a desktop
 * and on a phone, in both colours. `--out DIR` is their directory, `--match NAME` takes only one.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Page } from "playwright-core";
import { HOST, launchChromium } from "../../test/docs/chromium.js";
import { serveCompressed } from "./serve-compressed.js";
import { openOperation, openSearch } from "./use-site.js";

const { values } = parseArgs({
  options: { out: { type: "string", default: "bench/pictures" }, match: { type: "string", default: "" } },
});

const VIEWS = [
  { device: "desktop", width: 1200, height: 700 },
  { device: "phone", width: 360, height: 740 },
];

const site = await serveCompressed("site/build/dist", "/");
const root = `http://${HOST}:${site.port}/`;

/** What each picture shows: the page, and what to do there. */
const PICTURES: Readonly<Record<string, { readonly path: string; readonly act?: (page: Page) => Promise<void> }>> = {
  start: { path: "" },
  guide: { path: "guides/orders/" },
  operation: { path: "", act: (page) => openOperation(page, root) },
  code: { path: "codes/response-body-invalid/" },
  search: { path: "", act: (page) => openSearch(page, "idempotency") },
};

mkdirSync(values.out, { recursive: true });
const browser = await launchChromium();
for (const colorScheme of ["light", "dark"] as const)
  for (const { device, width, height } of VIEWS) {
    const page = await browser.newPage({ colorScheme, viewport: { width, height } });
    for (const [name, { path, act }] of Object.entries(PICTURES)) {
      if (!name.includes(values.match)) continue;
      await page.goto(`${root}${path}`, { waitUntil: "load" });
      await act?.(page);
      await page.screenshot({ path: join(values.out, `${name}-${device}-${colorScheme}.png`) });
    }
    await page.close();
  }
await browser.close();
site.close();
