/** `contract docs --site` and `--out`: the site project that it writes, what survives in its directory, and options that do not fit. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
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
  "pages/deep/guide.md": "# Guide\n\n![a](../img/a.png)\n",
  "pages/img/a.png": "png",
  "wrong/sidebar.yaml": "- { group: A, pages: [gone.md, other.md] }\n",
  "wrong/a.md": "# A\n\n[b](b.md)\n[get](/reference/operations/list-notes/)\n![c](c.png)\n",
  "other/mine.txt": "mine",
};

async function writeSite(folder: string, ...options: readonly string[]) {
  return writeSiteWith({}, folder, ...options);
}

async function writeSiteWith(env: Readonly<Record<string, string>>, folder: string, ...options: readonly string[]) {
  const args = options.map((it) => it.replace(/^F\/|(?<==)F\//, `${folder}/`));
  const { code, stdout, stderr } = await runContract(["docs", ...args], "", env);
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
  expect(await writeSite(folder, "F/spec.yaml", "--site", "F/site")).toBe(
    "0 wrote 1 page and the reference to F/site; build them with: cd F/site && npm install && npm run build\n",
  );
  const template = list("site/template").filter((name) => !name.startsWith("node_modules"));
  const reference = ["index.html", "index.md", "openapi.json", "reference.json", "operations/list-notes.md"];
  expect(list(out).filter((name) => !name.startsWith("public/reference/scalar/"))).toEqual(
    [
      ...template,
      ...["site.json", "public/llms.txt", "public/llms-full.txt", "src/content/docs/index.md", "public/index.md"],
      ...[...reference, "reference.js", "reference.css", "checker.js"].map((name) => `public/reference/${name}`),
    ].sort(),
  );
  expect(JSON.parse(readFileSync(join(out, "site.json"), "utf8"))).toMatchObject({
    title: "Notes",
    description: "Keeps notes.",
  });
  expect(JSON.parse(readFileSync(join(out, "public/reference/openapi.json"), "utf8"))).toMatchObject({
    info: { title: "Notes" },
  });
  // The start page is the text about the whole API.
  expect(readFileSync(join(out, "src/content/docs/index.md"), "utf8")).toContain("(./reference/#list-notes)");
});

test("pages of one's own come first, and an earlier project is replaced", async () => {
  const folder = createFolder(FILES);
  const out = join(folder, "site");
  for (const name of ["node_modules/a", "dist", ".astro", "old/b"]) mkdirSync(join(out, name), { recursive: true });
  writeFileSync(join(out, "site.json"), "{}");
  writeFileSync(join(out, "old.md"), "");
  const options = ["--title", "T", "--url", "https://a.example/docs/", "--try-server", "http://b.example"];
  expect(await writeSite(folder, "F/spec.yaml", "--site", "F/site", "--pages", "F/pages", ...options)).toMatch(
    /^0 wrote 2 pages and the reference to /,
  );
  expect([".astro", "dist", "node_modules/a", "old", "old.md"].filter((name) => existsSync(join(out, name)))).toEqual([
    ...[".astro", "dist", "node_modules/a"],
  ]);
  expect(list(join(out, "src/content"))).toEqual(["docs/deep/guide.md", "docs/index.md"]);
  expect(readFileSync(join(out, "public/img/a.png"), "utf8")).toBe("png");
  expect(JSON.parse(readFileSync(join(out, "site.json"), "utf8"))).toMatchObject({
    ...{ title: "T", description: "Welcome here.", site: "https://a.example", base: "/docs/" },
  });
  const page = readFileSync(join(out, "public/reference/index.html"), "utf8");
  expect(page).toContain(" http://127.0.0.1:* http://b.example https://notes.example;");
  expect(page).toContain('<link rel="canonical" href="https://a.example/docs/reference/">');
});

test("the reference is written as files, and an earlier one is replaced", async () => {
  const folder = createFolder({ ...FILES, "out/reference.json": "{}", "out/operations/old.md": "" });
  const options = ["--out", "F/out", "--url", "https://a.example/api", "--title", "T & U"];
  expect(await writeSite(folder, "F/spec.yaml", ...options)).toBe(
    "0 wrote the reference to F/out; any web server can serve it\n",
  );
  expect(list(join(folder, "out")).filter((name) => !name.startsWith("scalar/"))).toEqual([
    ...["404.html", "checker.js", "index.html", "index.md", "llms-full.txt", "llms.txt", "openapi.json"],
    ...["operations/list-notes.md", "reference.css", "reference.js", "reference.json"],
  ]);
  expect(readFileSync(join(folder, "out/index.html"), "utf8")).toContain("<title>T &amp; U</title>");
  expect(readFileSync(join(folder, "out/llms.txt"), "utf8")).toContain(
    "(https://a.example/api/operations/list-notes.md)",
  );
});

const VERSIONS = ["--other-version", "0.9=F/old.yaml", "--other-version", "next=F/next.yaml"];
const VERSION_FILES = {
  ...FILES,
  "old.yaml": SPEC.replace('"1"', '"0.9"').replace("listNotes", "readNotes"),
  "next.yaml": SPEC.replace('"1"', '"1"').replace("/notes:", "/memos:"),
};

test.each([
  ["--out", "", undefined],
  ["--site", "public/reference/", "../"],
])("%s writes each version into a directory of its own", async (option, reference, home) => {
  const folder = createFolder(VERSION_FILES);
  const url = "https://a.example/api";
  expect(await writeSite(folder, "F/spec.yaml", option, "F/out", "--url", url, ...VERSIONS)).toMatch(/^0 wrote /);
  const read = (name: string): string => readFileSync(join(folder, "out", reference, name), "utf8");
  const own = (path: string): string[] =>
    list(join(folder, "out", reference, path.slice(0, -1))).filter((name) => !/^(versions|scalar)\//.test(name));
  for (const [path, operation] of [
    ["versions/0.9/", "read-notes"],
    ["versions/next/", "list-notes"],
  ] as const) {
    expect(own(path)).toEqual([
      ...["index.html", "index.md", "llms-full.txt", "llms.txt", "openapi.json"],
      ...[`operations/${operation}.md`, "reference.json"],
    ]);
    const page = read(`${path}index.html`);
    expect(page).toContain('<script type="module" src="../../reference.js">');
    expect(/<a href="([^"]*)">All pages/.exec(page)?.[1]).toBe(home && `../../${home}`);
    expect(page).not.toContain("data-pagefind-body");
    const root = `${url}${home === undefined ? "" : "/reference"}/`;
    expect(page).toContain(`<link rel="canonical" href="${root}${path}">`);
  }
  const listLinks = (page: string): string[] =>
    [...read(page).matchAll(/<option value="([^"]*)"( selected)?>([^<]*)/g)].map(
      ([, href, shown = "", name]) => `${name} ${href}${shown}`,
    );
  expect(listLinks("index.html")).toEqual(["1 ./ selected", "0.9 versions/0.9/", "next versions/next/"]);
  expect(listLinks("versions/0.9/index.html")).toEqual([
    "1 ../../",
    "0.9 ../../versions/0.9/ selected",
    "next ../../versions/next/",
  ]);
});

test("the page for other paths leads back", async () => {
  const folder = createFolder(VERSION_FILES);
  await writeSite(folder, "F/spec.yaml", "--out", "F/out", "--url", "https://a.example/api", ...VERSIONS);
  expect(readFileSync(join(folder, "out/404.html"), "utf8")).toContain('<a href="https://a.example/api/">');
});

test("--edit links to the source of the reference and of pages in the working directory", async () => {
  const folder = createFolder(FILES);
  const edit = ["--edit", "https://git.example/edit/main/"];
  const pages = ["--pages", "examples"];
  await writeSite(folder, "examples/galaxy/openapi.json", "--site", "F/site", ...pages, ...edit);
  const read = (name: string): string => readFileSync(join(folder, "site", name), "utf8");
  const names = list("examples").filter((name) => name.endsWith(".md"));
  expect(names.length).toBeGreaterThan(0);
  for (const name of names)
    expect(read(`src/content/docs/${name.includes("/") ? name : `guides/${name}`}`)).toContain(
      `editUrl: "https://git.example/edit/main/examples/${name}"\n`,
    );
  expect(read("public/reference/index.html")).toContain(
    '<a href="https://git.example/edit/main/examples/galaxy/openapi.json">Edit the spec</a>',
  );
  // These files are elsewhere.
  await writeSite(folder, "F/spec.yaml", "--site", "F/site", "--pages", "F/pages", ...edit);
  expect(read("src/content/docs/index.md")).not.toContain("editUrl");
  expect(read("public/reference/index.html")).not.toContain("Edit the spec");
});

const DAY = 86_400;

test.each([
  ["the last commit", true, {}, "2024-05-06", "2001-01-01"],
  [
    "the last commit, whatever the time of the build",
    true,
    { SOURCE_DATE_EPOCH: `${DAY}` },
    "2024-05-06",
    "1970-01-02",
  ],
  ["the file", false, {}, "2001-01-01", "2001-01-01"],
  ["the build", false, { SOURCE_DATE_EPOCH: `${DAY}` }, "1970-01-02", "1970-01-02"],
])("the date of a page is that of %s", async (_, hasCommit, env, committed, uncommitted) => {
  const folder = createFolder({ "spec.yaml": SPEC, "pages/a.md": "# A\n" });
  const git = (...args: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@b.example", ...args], {
      cwd: folder,
      env: {
        ...process.env,
        GIT_COMMITTER_DATE: "2024-05-06T12:00:00Z",
        GIT_CONFIG_GLOBAL: "",
        GIT_CONFIG_NOSYSTEM: "1",
      },
    });
  if (hasCommit) {
    git("init", "--quiet");
    git("add", ".");
    git("commit", "--quiet", "-m", "a");
  }
  writeFileSync(join(folder, "pages/ä b.md"), "# B\n");
  for (const name of ["a.md", "ä b.md"]) utimesSync(join(folder, "pages", name), 978_350_400, 978_350_400);
  await writeSiteWith(env, folder, "F/spec.yaml", "--site", "F/site", "--pages", "F/pages");
  const readDate = (name: string): string =>
    /^lastUpdated: (.*)$/m.exec(readFileSync(join(folder, "site/src/content/docs", name), "utf8"))?.[1] ?? "none";
  expect([readDate("guides/a.md"), readDate("guides/ä b.md"), readDate("index.md")]).toEqual([
    ...[committed, uncommitted, "none"],
  ]);
});

test.each([
  [
    ["F/spec.yaml", "--other-version", "1=F/spec.yaml"],
    "--other-version 1 is the version of F/spec.yaml; give the other version another name",
  ],
  [["F/spec.yaml", "--out", "F/a", "--site", "F/b"], "--out and --site exclude each other"],
  [["F/spec.yaml", "--pages", "F/pages"], "--pages needs --site, which writes a site of pages"],
  [
    ["F/spec.yaml", "--out", "F/spec.yaml"],
    "--out F/spec.yaml is a file; pass a directory, which is created if it does not exist",
  ],
  ...[
    ["--out", "reference.json"],
    ["--site", "site.json"],
  ].map(([option = "", mark]): [string[], string] => [
    ["F/spec.yaml", option, "F/other"],
    `${option} F/other is neither empty nor written by this command (it has no ${mark}); pass another directory`,
  ]),
  [
    ["F/spec.yaml", "--site", "F/a", "--pages", "F/gone"],
    "--pages F/gone is no directory; pass a directory with Markdown files",
  ],
  [
    ["F/spec.yaml", "--site", "F/a", "--pages", "F/spec.yaml"],
    "--pages F/spec.yaml is no directory; pass a directory with Markdown files",
  ],
  [
    ["F/spec.yaml", "--site", "F/a", "--pages", "F/wrong"],
    `--pages has mistakes:
F/wrong/sidebar.yaml: gone.md does not exist
F/wrong/sidebar.yaml: other.md does not exist
F/wrong/a.md:3: b.md is no page or file of the site
F/wrong/a.md:5: c.png is no page or file of the site`,
  ],
])("the options %j are refused", async (options, message) => {
  const folder = createFolder(FILES);
  expect(await writeSite(folder, ...options)).toBe(`2 contract docs: ${message}\n`);
  expect(existsSync(join(folder, "a"))).toBe(false);
  expect(readFileSync(join(folder, "other/mine.txt"), "utf8")).toBe("mine");
});
