/**
 * Builds a site of one page of each kind, and reads it in Chromium as `npm run long docs-walk` reads the whole site. WALK_SEED chooses
 * other pages.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLibraryPages } from "../../scripts/build/docs/library-pages.js";
import { writeOwnSite } from "../../scripts/build/docs/own-site.js";
import { buildSiteProject, hasSitePackages } from "../../scripts/build/docs/site-packages.js";
import { findDeadLinks } from "../../scripts/long/walk-site/check-links.js";
import { PAGE_KINDS, samplePages } from "../../scripts/long/walk-site/sample-pages.js";
import { type CompressedSite, serveCompressed } from "../../scripts/long/walk-site/serve-compressed.js";
import { openSearch, readSearchResults } from "../../scripts/long/walk-site/use-site.js";
import { VIEWS, walkPage } from "../../scripts/long/walk-site/walk-page.js";
import { walkReference } from "../../scripts/long/walk-site/walk-reference.js";
import type { SitePage } from "../../src/docs/written-pages.js";
import { chromiumPath, HOST, launchChromium } from "./chromium.js";

const SEED = Number(process.env.WALK_SEED ?? 1);
const BASE = "/commerce-contract/";

const canBuild = hasSitePackages();
if (!canBuild && process.env.CI === "true")
  throw new Error(
    "the packages of the site are not installed: run `npm run docs -- --install`, or unset CI to skip its test",
  );
if (!canBuild)
  process.stderr.write("the test of the site is skipped: run `npm run docs -- --install` to install its packages\n");

describe.skipIf(!canBuild || chromiumPath === undefined)("a site of one page of each kind", () => {
  // Astro finds the styles of its packages only if the project and the packages are below the same directory.
  const project = mkdtempSync("site/build-");
  let pages: readonly SitePage[] = [];
  let site: CompressedSite;
  let browser: Browser;
  let page: Page;
  let root: string;

  beforeAll(async () => {
    writeOwnSite(project, {
      library: createLibraryPages(["./verify"]),
      writeReference: (file) => writeFileSync(file, "<title>Reference</title>"),
      url: `https://docs.example${BASE}`,
      choosePages: (all) => {
        pages = samplePages(all, SEED);
        return pages;
      },
    });
    buildSiteProject(project, "ignore");
    site = await serveCompressed(join(project, "dist"), BASE);
    root = `http://${HOST}:${site.port}${BASE}`;
    browser = await launchChromium();
    page = await browser.newPage();
  });
  afterAll(async () => {
    await browser?.close();
    site?.close();
    rmSync(project, { recursive: true });
  });

  test("has no broken links", () => {
    expect(findDeadLinks(join(project, "dist"), BASE)).toEqual([]);
  });

  test("has the files for machines", () => {
    const names = ["llms.txt", "llms-full.txt", "reference/openapi.json", "reference/index.html", "sitemap-index.xml"];
    const twins = pages.map(({ path }) => `${path === "" ? "index" : path}.md`);
    expect([...names, ...twins].filter((name) => !existsSync(join(project, "dist", name)))).toEqual([]);
  });

  test("has a sitemap of all pages and the reference, and a page for other paths", () => {
    const sitemap = readFileSync(join(project, "dist/sitemap-0.xml"), "utf8");
    const listed = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url);
    const paths = [...pages.map(({ path }) => path), "reference"];
    expect(listed.sort()).toEqual(paths.map((it) => `https://docs.example${BASE}${it && `${it}/`}`).sort());
    expect(readFileSync(join(project, "dist/404.html"), "utf8")).toContain(`<a href="${BASE}"`);
  });

  test("says when a guide was last changed", () => {
    const guide = pages.find(({ path }) => path.startsWith("guides/"));
    const html = readFileSync(join(project, "dist", guide?.path ?? "", "index.html"), "utf8");
    expect(html).toMatch(/Last updated:\s*<time datetime="\d{4}-\d\d-\d\dT00:00:00.000Z"/);
  });

  test("forbids each page to load or send anything elsewhere", () => {
    const texts = pages.map(({ path }) => readFileSync(join(project, "dist", path, "index.html"), "utf8"));
    const policies = texts.map(
      (text) => /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(text)?.[1] ?? "",
    );
    for (const policy of policies) {
      expect(policy).toMatch(/^default-src 'none'; script-src 'self' 'wasm-unsafe-eval'( 'sha256-[^']+')+; /);
      expect(policy).toContain("; connect-src 'self'; ");
    }
  });

  test("the reference: has no defect", async () => {
    const walked = await walkPage(
      page,
      `${root}reference/`,
      site.sizes,
      VIEWS.map((view) => ({ ...view, axe: false })),
    );
    expect(walked.defects).toEqual([]);
    expect(walked.size).toBeGreaterThan(500_000);
  });

  test.each(Object.keys(PAGE_KINDS).map((kind, at) => [kind, at] as const))("%s: has no defect", async (_, at) => {
    const view = VIEWS[at % VIEWS.length];
    const walked = await walkPage(
      page,
      `${root}${pages[at]?.path}/`.replace(/\/\/$/, "/"),
      site.sizes,
      view === undefined ? [] : [{ ...view, axe: true }],
    );
    expect(walked.defects, pages[at]?.path).toEqual([]);
    expect(walked.size).toBeGreaterThan(10_000);
  });

  test("the search finds a page by its title", async () => {
    const wanted = pages[2 + (SEED % (pages.length - 2))];
    await page.goto(root, { waitUntil: "load" });
    await openSearch(page, wanted?.title ?? "");
    expect(await readSearchResults(page)).toContain(`${root}${wanted?.path}/`);
  });

  test("the reference can be used by keyboard, on paper and without scripts", async () => {
    expect(await walkReference(page, `${root}reference/`, { count: 2, views: VIEWS.slice(0, 1) })).toEqual([]);
  });

  test("the search finds an operation in the reference, and no pieces of samples", async () => {
    await page.goto(root, { waitUntil: "load" });
    await openSearch(page, "List orders");
    expect(await readSearchResults(page)).toContain(`${root}reference/`);
    await page.goto(root, { waitUntil: "load" });
    await openSearch(page, "Api-Version: 1.2");
    const excerpts = await page.locator(".pagefind-ui__result-excerpt").allInnerTexts();
    expect(excerpts.filter((it) => it.includes("curl"))).toEqual([]);
  });
});
