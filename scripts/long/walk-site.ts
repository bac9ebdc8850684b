/**
 * `npm run long docs-walk [PATH…]`: opens every page of the built site in Chromium, and searches as a reader would.
 * It fails on console errors, requests to other hosts, dead links, pages that are too wide or too large, and findings of axe-core.
 * Of each reference it opens entries and the form of their requests, uses the keyboard, searches, prints, and reads without scripts.
 *
 * With paths, it opens only these pages. Options:
 * - `--links`: only checks links, without a browser
 * - `--sample`: opens the five largest pages, and a page of each directory
 * - `--entries NUMBER`: how many entries of a reference are opened
 * - `--dist DIR`: the built site; DOCS_BASE is the path that it was built for
 */
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { HOST, launchChromium } from "../../test/docs/chromium.js";
import { findDeadLinks } from "./walk-site/check-links.js";
import { serveCompressed } from "./walk-site/serve-compressed.js";
import { findMissedSearches, measureSlowLoad } from "./walk-site/use-site.js";
import { type WalkedPage, walkPage } from "./walk-site/walk-page.js";
import { walkReference } from "./walk-site/walk-reference.js";

const { values, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    links: { type: "boolean", default: false },
    sample: { type: "boolean", default: false },
    dist: { type: "string", default: "site/build/dist" },
    entries: { type: "string", default: "8" },
  },
});
const directory = values.dist;
const base = process.env.DOCS_BASE ?? "/";

/** The maximum time until the reference shows its text on a slow machine and network, in milliseconds. */
const MAX_SLOW_LOAD = 2000;

/** The number of large pages in a sample. */
const LARGE_PAGES = 5;

const all = readdirSync(directory, { recursive: true })
  .map((name) => String(name).replaceAll("\\", "/"))
  .filter((name) => /(^|\/)index\.html$/.test(name))
  .map((name) => name.replace(/index\.html$/, ""))
  .sort();
const references = all.filter((it) => existsSync(join(directory, it, "reference.json")));
const defects = findDeadLinks(directory, base);
process.stdout.write(`links of ${all.length} pages checked\n`);
if (!values.links) defects.push(...(await openPages()));
for (const defect of [...new Set(defects)].sort()) process.stdout.write(`${defect}\n`);
process.stdout.write(`${new Set(defects).size} defects\n`);
process.exitCode = defects.length === 0 ? 0 : 1;

async function openPages(): Promise<string[]> {
  const site = await serveCompressed(directory, base);
  const root = `http://${HOST}:${site.port}${base}`;
  const browser = await launchChromium();
  const context = await browser.newContext({ bypassCSP: false });
  const walked = new Map<string, WalkedPage>();
  const paths = choosePaths();
  const queue = [...paths];
  try {
    await Promise.all(
      [1, 2].map(async () => {
        const page = await context.newPage();
        for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
          walked.set(path, await walkPage(page, `${root}${path}`, site.sizes));
          if (walked.size % 20 === 0) process.stderr.write(`${walked.size} of ${paths.length} pages\n`);
        }
      }),
    );
    printSizes(walked);
    const found = [...walked].flatMap(([path, it]) => it.defects.map((defect) => `/${path} ${defect}`));
    if (wanted.length > 0) return found;
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    // Only the site of this repository has these pages.
    const isOwn = all.includes("codes/response-body-invalid/");
    const missed = isOwn ? await findMissedSearches(page, root) : [];
    for (const path of references) {
      const wrong = await walkReference(page, `${root}${path}`, { count: Number(values.entries) });
      found.push(...wrong.map((defect) => `/${path} ${defect}`));
    }
    return [...found, ...missed, ...(await findSlowPages(await context.newPage(), root))];
  } finally {
    await browser.close();
    site.close();
  }
}

function choosePaths(): string[] {
  if (wanted.length > 0) return all.filter((path) => wanted.some((it) => path.startsWith(it)));
  if (values.sample) {
    const first = all.filter((path, at) => all.findIndex((it) => getKind(it) === getKind(path)) === at);
    return [...new Set([...first, ...listLargest(all)])];
  }
  return all;
}

function listLargest(paths: readonly string[]): string[] {
  const getSize = (path: string): number => statSync(join(directory, path, "index.html")).size;
  return [...paths].sort((a, b) => getSize(b) - getSize(a)).slice(0, LARGE_PAGES);
}

/** Pages of one kind are in one directory. */
function getKind(path: string): string {
  return path.split("/").slice(0, -2).join("/");
}

function printSizes(walked: ReadonlyMap<string, WalkedPage>): void {
  const sizes = [...walked].map(([path, { size }]) => ({ path, size: Math.round(size / 1024) }));
  sizes.sort((a, b) => a.size - b.size);
  const largest = sizes.at(-1);
  const median = sizes[Math.floor(sizes.length / 2)]?.size;
  process.stdout.write(`${walked.size} pages: median ${median} KB, largest ${largest?.size} KB (/${largest?.path})\n`);
}

async function findSlowPages(page: Parameters<typeof measureSlowLoad>[0], root: string): Promise<string[]> {
  const found: string[] = [];
  for (const path of references) {
    const shown = await measureSlowLoad(page, `${root}${path}`);
    process.stdout.write(`/${path} shows its text after ${shown} ms at 1 Mbit/s and a fourth of the CPU\n`);
    if (shown > MAX_SLOW_LOAD) found.push(`/${path} shows its text after ${shown} ms`);
  }
  return found;
}
