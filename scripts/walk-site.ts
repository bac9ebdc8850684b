/**
 * `npm run docs:walk [PATH…]`: opens every page of the built site in Chromium, and searches and sends a call as a reader would.
 * It fails on console errors, requests to other hosts, dead links, pages that are too wide or too large, and findings of axe-core.
 * With paths, it opens only these pages. `--one-of-each-kind` opens a page of each directory.
 */
import { readdirSync } from "node:fs";
import { HOST, launchChromium } from "../test/docs/chromium.js";
import { serveCompressed } from "./walk-site/serve-compressed.js";
import { findMissedSearches, findTryItDefects, measureSlowLoad } from "./walk-site/use-site.js";
import { type WalkedPage, walkPage } from "./walk-site/walk-page.js";

const DIRECTORY = process.env.DOCS_DIST ?? "site/build/dist";
const BASE = process.env.DOCS_BASE ?? "/";
const wanted = process.argv.slice(2).filter((it) => !it.startsWith("--"));
const isSample = process.argv.includes("--one-of-each-kind");

/** The maximum time until an operation page shows text on a slow machine and network, in milliseconds. */
const MAX_SLOW_LOAD = 2000;

const site = await serveCompressed(DIRECTORY, BASE);
const root = `http://${HOST}:${site.port}${BASE}`;
const browser = await launchChromium();
const context = await browser.newContext({ bypassCSP: false });
const paths = readdirSync(DIRECTORY, { recursive: true })
  .map(String)
  .filter((name) => name.endsWith("index.html"))
  .map((name) => name.replace(/index\.html$/, ""))
  .filter((path, at, all) => (isSample ? all.findIndex((it) => getKind(it) === getKind(path)) === at : isWanted(path)));
const walked = new Map<string, WalkedPage>();
const queue = [...paths];
await Promise.all(
  [1, 2].map(async () => {
    const page = await context.newPage();
    for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
      walked.set(path, await walkPage(page, `${root}${path}`, site.sizes));
      if (walked.size % 20 === 0) process.stderr.write(`${walked.size} of ${paths.length} pages\n`);
    }
  }),
);
const defects = [...walked].flatMap(([path, it]) => it.defects.map((defect) => `/${path} ${defect}`));
defects.push(...listDeadLinks());
if (wanted.length === 0 && DIRECTORY.startsWith("site/")) defects.push(...(await useSite()));
await browser.close();
site.close();
const sizes = [...walked.values()].map(({ size }) => size).sort((a, b) => a - b);
for (const defect of [...new Set(defects)].sort()) process.stdout.write(`${defect}\n`);
const largest = Math.round((sizes.at(-1) ?? 0) / 1024);
const median = Math.round((sizes[Math.floor(sizes.length / 2)] ?? 0) / 1024);
process.stdout.write(`${walked.size} pages, median ${median} KB, largest ${largest} KB, ${defects.length} defects\n`);
process.exitCode = defects.length === 0 ? 0 : 1;

function isWanted(path: string): boolean {
  return wanted.length === 0 || wanted.some((it) => path.startsWith(it));
}

/** Pages of one kind are in one directory. */
function getKind(path: string): string {
  return path.split("/").slice(0, -2).join("/");
}

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
