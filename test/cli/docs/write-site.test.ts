/** `contract docs --spec`: the site project that it writes, what survives in its directory, and options that do not fit. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createFolder, runContract } from "../run-contract.js";

const SPEC = `openapi: 3.1.0
info: { title: Notes, version: "1", description: "Keeps notes. And more." }
servers: [{ url: "https://notes.example/v1" }]
paths: { /notes: { get: { operationId: listNotes, responses: { "200": { description: d } } } } }
`;
const FILES = {
  "spec.yaml": SPEC,
  "pages/index.md": "# Start\n\nWelcome here. More.\n",
  "pages/deep/guide.md": "# Guide\n\n![a](img/a.png)\n",
  "pages/img/a.png": "png",
  "wrong/sidebar.yaml": "- { group: A, pages: [gone.md, other.md] }\n",
  "other/mine.txt": "mine",
};

async function writeSite(folder: string, ...options: readonly string[]) {
  const args = options.map((it) => it.replace(/^F\//, `${folder}/`));
  const { code, stdout, stderr } = await runContract(["docs", ...args]);
  return `${code}${stdout} ${stderr}`.replaceAll(folder, "F");
}

const list = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((it) => it.isFile())
    .map((it) => join(it.parentPath, it.name).slice(folder.length + 1))
    .sort();

test("a project has the pages of the spec, and what builds them", async () => {
  const folder = createFolder(FILES);
  const out = join(folder, "site");
  expect(await writeSite(folder, "--spec", "F/spec.yaml", "--out", "F/site")).toBe(
    "0 wrote 2 pages to F/site; build them with: cd F/site && npm install && npm run build\n",
  );
  const template = list("site/template").filter((name) => !name.startsWith("node_modules"));
  const pages = ["index", "reference/operations/list-notes"];
  expect(list(out)).toEqual(
    [
      ...template,
      ...["site.json", "public/llms.txt", "public/llms-full.txt", "public/openapi.json"],
      ...pages.flatMap((name) => [`src/content/docs/${name}.md`, `public/${name}.md`]),
    ].sort(),
  );
  expect(JSON.parse(readFileSync(join(out, "site.json"), "utf8"))).toMatchObject({
    title: "Notes",
    description: "Keeps notes.",
  });
  expect(JSON.parse(readFileSync(join(out, "public/openapi.json"), "utf8"))).toMatchObject({
    info: { title: "Notes" },
  });
  expect(readFileSync(join(out, "src/content/docs/reference/operations/list-notes.md"), "utf8")).toContain(
    '"servers":["http://127.0.0.1:4010"]',
  );
});

test("pages of one's own come first, and an earlier project is replaced", async () => {
  const folder = createFolder(FILES);
  const out = join(folder, "site");
  for (const name of ["node_modules/a", "dist", ".astro", "old/b"]) mkdirSync(join(out, name), { recursive: true });
  writeFileSync(join(out, "site.json"), "{}");
  writeFileSync(join(out, "old.md"), "");
  const options = ["--title", "T", "--site", "https://a.example/", "--base", "/docs/", "--try-server", "http://b"];
  expect(await writeSite(folder, "--spec", "F/spec.yaml", "--out", "F/site", "--pages", "F/pages", ...options)).toMatch(
    /^0 wrote 4 pages to /,
  );
  expect([".astro", "dist", "node_modules/a", "old", "old.md"].filter((name) => existsSync(join(out, name)))).toEqual([
    ...[".astro", "dist", "node_modules/a"],
  ]);
  expect(list(join(out, "src/content"))).toEqual([
    ...["docs/deep/guide.md", "docs/index.md", "docs/reference.md", "docs/reference/operations/list-notes.md"],
  ]);
  expect(readFileSync(join(out, "public/img/a.png"), "utf8")).toBe("png");
  expect(JSON.parse(readFileSync(join(out, "site.json"), "utf8"))).toMatchObject({
    ...{ title: "T", description: "Welcome here.", site: "https://a.example", base: "/docs/" },
  });
  expect(readFileSync(join(out, "src/content/docs/reference/operations/list-notes.md"), "utf8")).toContain(
    '"servers":["http://b"]',
  );
});

test.each([
  [["--out", "F/a"], "--out needs --spec, the OpenAPI document to write a site for"],
  [["--spec", "F/spec.yaml"], "--spec needs --out, the directory of the site project"],
  [["dir", "--spec", "F/spec.yaml", "--out", "F/a"], 'unexpected argument "dir": --spec writes a site and serves none'],
  [
    ["--spec", "F/spec.yaml", "--out", "F/a", "--base", "docs/"],
    'invalid --base "docs/": expected a path such as /docs/',
  ],
  [
    ["--spec", "F/spec.yaml", "--out", "F/a", "--base", "/docs"],
    'invalid --base "/docs": expected a path such as /docs/',
  ],
  [
    ["--spec", "F/spec.yaml", "--out", "F/spec.yaml"],
    "--out F/spec.yaml is a file; pass a directory, which is created if it does not exist",
  ],
  [
    ["--spec", "F/spec.yaml", "--out", "F/other"],
    "--out F/other is neither empty nor a site project (it has no site.json); pass another directory",
  ],
  [
    ["--spec", "F/spec.yaml", "--out", "F/a", "--pages", "F/gone"],
    "--pages F/gone is no directory; pass a directory with Markdown files",
  ],
  [
    ["--spec", "F/spec.yaml", "--out", "F/a", "--pages", "F/spec.yaml"],
    "--pages F/spec.yaml is no directory; pass a directory with Markdown files",
  ],
  [
    ["--spec", "F/spec.yaml", "--out", "F/a", "--pages", "F/wrong"],
    "F/wrong/sidebar.yaml names gone.md, other.md, which does not exist",
  ],
])("the options %j are refused", async (options, message) => {
  const folder = createFolder(FILES);
  expect(await writeSite(folder, ...options)).toBe(`2 contract docs: ${message}\n`);
  expect(existsSync(join(folder, "a"))).toBe(false);
  expect(readFileSync(join(folder, "other/mine.txt"), "utf8")).toBe("mine");
});
