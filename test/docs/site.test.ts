/** The content of the sites that `contract docs` writes. scripts/long/walk-site.ts checks the built pages in a browser. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { formatCommandPages, SILENT_IO } from "../../scripts/build/docs/command-pages.js";
import { createOwnPages } from "../../scripts/build/docs/own-pages.js";
import { createSiteSpec } from "../../scripts/build/docs/site-spec.js";
import { createProgram } from "../../src/cli/run.js";
import { createReference } from "../../src/docs/reference-files.js";
import { createLinkResolver, createSiteFiles } from "../../src/docs/site-files.js";
import { createWrittenPages, type SitePage } from "../../src/docs/written-pages.js";
import { type Document, listOperations, loadDocument } from "../../src/document/index.js";

const folder = mkdtempSync(join(tmpdir(), "site-"));
afterAll(() => rmSync(folder, { recursive: true }));

function createOwnSite() {
  writeFileSync(join(folder, "own.json"), JSON.stringify(createSiteSpec()));
  const document = loadDocument(join(folder, "own.json"));
  const own = new Map([...createOwnPages()].map(([name, text]) => [name, String(text)]));
  return createSite(document, createWrittenPages(own).pages, [...own.keys(), "reference.html"]);
}

function createSite(document: Document, pages: readonly SitePage[], names: readonly string[]) {
  const files = new Map(names.map((name) => [name, ""]));
  const resolve = createLinkResolver({ pages, files, reference: { entries: [] } });
  const resolvePage = (path: string, anchor: string) => {
    const target = resolve(path, anchor);
    return target === undefined ? undefined : `../${target}`;
  };
  const reference = createReference(document, { home: "../", resolvePage });
  return {
    document,
    pages,
    reference,
    files: createSiteFiles({ title: "Site", description: "A site.", pages, reference, files }),
  };
}

function createForeignSite(spec: string) {
  return createSite(loadDocument(spec), [{ path: "", title: "Start", body: "[all](/reference/)" }], []);
}

const SITES = {
  "this repository": createOwnSite,
  galaxy: () => createForeignSite("examples/galaxy/openapi.json"),
  adyen: () => createForeignSite("test/material/adyen-openapi/CheckoutService-v71.json"),
};

test("no link of a guide leaves the site", () => {
  const guides = [...createOwnPages()].filter(([name]) => !name.includes("/"));
  expect(guides.length).toBeGreaterThan(20);
  expect(guides.flatMap(([name, text]) => (/\]\(\.\.\/(?!reference\/)/.test(String(text)) ? [name] : []))).toEqual([]);
});

describe.each(Object.entries(SITES))("the site of %s", (_, create) => {
  const { document, pages, reference, files } = create();
  const { entries } = reference;

  test("has an entry for each operation with samples", () => {
    const operations = listOperations(document);
    const samples = entries.filter(
      ({ id, body }) => id !== undefined && /^```(sh|ts) title="(curl|TypeScript)"$/m.test(body),
    );
    expect(operations.length).toBeGreaterThan(10);
    expect(samples.length).toBe(operations.length);
  });

  test("has no broken links", () => {
    const content = new Set(
      [...files.keys()].map((path) => path.replace(/^src\/content\/docs\/(index\.md)?|^public\//, "")),
    );
    const dead = [...files].flatMap(([path, text]) =>
      findLinks(path, String(text)).filter((target) => !content.has(target)),
    );
    expect(dead).toEqual([]);
  });

  test("has a Markdown version of each page and entry, which llms.txt lists", () => {
    const index = String(files.get("public/llms.txt"));
    const twins = [
      ...pages.map(({ path }) => (path === "" ? "index.md" : `${path}.md`)),
      ...entries.map(({ path }) => `reference/${path}.md`),
    ];
    for (const twin of twins) {
      expect(files.has(`public/${twin}`), twin).toBe(true);
      expect(index).toContain(`](${twin})`);
    }
  });

  test("has the text of each operation in the HTML of the reference, and a target for each of its links", () => {
    const html = String(files.get("public/reference/index.html"));
    const anchors = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    for (const { anchor } of entries) expect([...anchors]).toContain(anchor);
    const links = [...html.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id);
    expect(links.length).toBeGreaterThan(10);
    expect(links.filter((id) => !anchors.has(id))).toEqual([]);
  });

  test("has no two paths that differ only in case", () => {
    const paths = [...pages, ...entries].map(({ path }) => path.toLowerCase());
    expect(paths.length).toBe(new Set(paths).size);
  });
});

/** Lists the targets of relative links of a page, as content files or public files. */
function findLinks(path: string, text: string): string[] {
  if (path.startsWith("public/reference/") && path.endsWith(".md")) return findTwinLinks(path, text);
  if (!path.startsWith("src/content/docs/")) return [];
  const plain = text.replaceAll(/^[ \t]*(`{3,})[^\n]*\n[\s\S]*?^[ \t]*\1[ \t]*$/gm, "").replaceAll(/`[^`\n]*`/g, "");
  const page = path.slice("src/content/docs/".length).replace(/(^|\/)index\.md$|\.md$/, "");
  return [...plain.matchAll(/\]\((\.[^)#\s]*)/g)].map(([, target = ""]) => {
    const resolved = posix.join(page, target);
    if (resolved === "reference/") return "reference/index.html";
    return target.endsWith("/") ? `${resolved.replace(/\/$/, "")}.md`.replace(/^\.?\.md$/, "") : resolved;
  });
}

/** Lists the targets of relative links of an entry, as files of the site. */
function findTwinLinks(path: string, text: string): string[] {
  const plain = text.replaceAll(/^[ \t]*(`{3,})[^\n]*\n[\s\S]*?^[ \t]*\1[ \t]*$/gm, "").replaceAll(/`[^`\n]*`/g, "");
  return [...plain.matchAll(/\]\((\.[^)#\s]*)/g)].map(([, target = ""]) => {
    const resolved = posix.join(posix.dirname(path.slice("public/".length)), target);
    return target.endsWith("/") ? `${resolved.replace(/\/$/, "")}.md` : resolved;
  });
}

test.each([
  ["check", "`0`: passed. `1`: failed. `2`: inconclusive."],
  ["generate", "`0`: success. `1`: outdated or incomplete. `2`: error."],
  ["mock", "`0`: success. `2`: error."],
])("the page of contract %s has its exit codes", (name, codes) => {
  const [, list = ""] = String(formatCommandPages().get(`command-line/${name}.md`)).split("## Exit codes\n\n");
  expect(list.replaceAll(/^- |\n$/gm, "").replaceAll("\n", " ")).toBe(codes);
});

test("SKILL.md names existing commands and options, and is short", () => {
  const text = readFileSync("SKILL.md", "utf8");
  const program = createProgram(undefined, SILENT_IO, () => {});
  const lines = [...text.matchAll(/npx contract ([a-z]+)([^`\n]*)/g)];
  expect(lines.length).toBeGreaterThan(10);
  for (const [line, name, rest = ""] of lines) {
    const command = program.commands.find((it) => it.name() === name);
    expect(command, line).toBeDefined();
    const known = command?.options.map(({ long }) => long) ?? [];
    expect([...rest.matchAll(/ (--[a-z-]+)/g)].map(([, option]) => option).filter((it) => !known.includes(it))).toEqual(
      [],
    );
  }
  // Also those that stand alone, such as `--with`.
  const all = new Set(program.commands.flatMap(({ options }) => options.map(({ long }) => long)));
  const alone = [...text.matchAll(/`(--[a-z-]+)/g)].map(([, option = ""]) => option);
  expect(alone.length).toBeGreaterThan(0);
  expect(alone.filter((it) => !all.has(it))).toEqual([]);
  // A token has about four characters.
  expect(text.length / 4).toBeLessThan(2000);
});
