/**
 * `npm run docs:walk [FILTER]`: opens every page of the built site in Chromium, and searches and sends a call as a reader would.
 * It fails on console errors, requests to other hosts, dead links, pages that are too wide or too large, and axe-core.
 */
import { readdirSync } from "node:fs";
import { HOST, launchChromium } from "../test/docs/chromium.js";
import { serveCompressed } from "./walk-site/serve-compressed.js";
import { findMissedSearches, findTryItDefects, measureSlowLoad } from "./walk-site/use-site.js";
import { type WalkedPage, walkPage } from "./walk-site/walk-page.js";

const DIRECTORY = process.env.DOCS_DIST ?? "site/build/dist";
const BASE = process.env.DOCS_BASE ?? "/";
const [filter = ""] = process.argv.slice(2);

/** The maximum time until an operation page shows text on a slow machine and network, in milliseconds. */
const MAX_SLOW_LOAD = 2000;

const site = await serveCompressed(DIRECTORY, BASE);
const root = `http://${HOST}:${site.port}${BASE}`;
const browser = await launchChromium();
const context = await browser.newContext({ bypassCSP: false });
const paths = readdirSync(DIRECTORY, { recursive: true })
  .map(String)
  .filter((name) => name.endsWith("index.html") && name.includes(filter))
  .map((name) => name.replace(/index\.html$/, ""));
const walked = new Map<string, WalkedPage>();
const queue = [...paths];
await Promise.all(
  [1, 2].map(async () => {
    const page = await context.newPage();
    for (let path = queue.pop(); path !== undefined; path = queue.pop())
      walked.set(path, await walkPage(page, `${root}${path}`, site.sizes));
  }),
);
const defects = [...walked].flatMap(([path, it]) => it.defects.map((defect) => `/${path} ${defect}`));
defects.push(...listDeadLinks());
if (filter === "" && DIRECTORY.startsWith("site/")) defects.push(...(await useSite()));
await browser.close();
site.close();
const sizes = [...walked.values()].map(({ size }) => size).sort((a, b) => a - b);
for (const defect of [...new Set(defects)].sort()) process.stdout.write(`${defect}\n`);
const largest = Math.round((sizes.at(-1) ?? 0) / 1024);
const median = Math.round((sizes[Math.floor(sizes.length / 2)] ?? 0) / 1024);
process.stdout.write(`${walked.size} pages, median ${median} KB, largest ${largest} KB, ${defects.length} defects\n`);
process.exitCode = defects.length === 0 ? 0 : 1;

/** Checks links between pages and to anchors. Files beside pages are looked up in the directory. */
function listDeadLinks(): string[] {
  const files = new Set(readdirSync(DIRECTORY, { recursive: true }).map(String));
  return [...walked].flatMap(([path, { links }]) =>
    [...new Set(links)].flatMap((link) => {
      const { pathname, hash } = new URL(link);
      const target = decodeURIComponent(pathname.slice(BASE.length));
      const page = walked.get(target);
      const isFile = files.has(target.endsWith("/") || target === "" ? `${target}index.html` : target);
      if (!pathname.startsWith(BASE) || !isFile) return [`/${path} links to ${link}, which does not exist`];
      if (page === undefined || hash === "" || page.ids.includes(decodeURIComponent(hash.slice(1)))) return [];
      return [`/${path} links to ${link}, where nothing has this id`];
    }),
  );
}

async function useSite(): Promise<string[]> {
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const found = [...(await findMissedSearches(page, root)), ...(await findTryItDefects(page, root))];
  const shown = await measureSlowLoad(await context.newPage(), `${root}reference/operations/list-orders/`);
  process.stdout.write(`an operation page shows text after ${shown} ms at 1 Mbit/s and a fourth of the CPU\n`);
  return shown > MAX_SLOW_LOAD ? [...found, `an operation page shows text after ${shown} ms`] : found;
}
