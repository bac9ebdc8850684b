/** The page of the package: its README, and the addresses in its package.json. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import MarkdownIt from "markdown-it";
import { describe, expect, test } from "vitest";
import { packedFiles } from "../../scripts/build/pack/pack.js";
import { packedManifest } from "../../scripts/build/pack/packed-manifest.js";
import { packedPage } from "../../scripts/build/pack/packed-page.js";
import { repositoryOf } from "../../scripts/build/pack/repository.js";

const ROOT = join(import.meta.dirname, "../..");
const README = readFileSync(join(ROOT, "README.md"), "utf8");
const ADDRESS = "https://git.example/owner/name";

/** Everything that the page of a README leads to or shows, as a browser reads it. */
function targetsOf(readme: string): { links: string[]; pictures: string[] } {
  const html = new MarkdownIt({ html: true }).render(readme);
  const valuesOf = (pattern: RegExp): string[] => [...html.matchAll(pattern)].map(([, value = ""]) => value);
  return { links: valuesOf(/\bhref="([^"]*)"/g), pictures: valuesOf(/\b(?:src|srcset)="([^"]*)"/g) };
}

test("the README of the repository has relative links and images, so that the tests below see some", () => {
  const { links, pictures } = targetsOf(README);
  expect(links.filter((link) => link.startsWith("docs/")).length).toBeGreaterThan(5);
  expect(pictures.filter((picture) => picture.startsWith("docs/pictures/")).length).toBeGreaterThan(0);
});

test("without an address the page has no relative link, no image, and the same text", () => {
  const readme = packedPage(README, undefined);
  const { links, pictures } = targetsOf(readme);
  expect(links.filter((link) => !/^(https?:|#)/.test(link))).toEqual([]);
  expect(pictures).toEqual([]);
  const textOf = (markdown: string): string =>
    new MarkdownIt({ html: true })
      .render(markdown)
      .replaceAll(/<[^>]*>/g, "")
      .replaceAll(/\s+/g, " ");
  expect(textOf(readme)).toBe(textOf(README));
});

test("with an address every link is absolute, and leads to a file of the repository", () => {
  const { links, pictures } = targetsOf(packedPage(README, repositoryOf(ADDRESS)));
  const before = targetsOf(README);
  expect([links.length, pictures.length]).toEqual([before.links.length, before.pictures.length]);
  for (const target of [...links, ...pictures].filter((link) => !link.startsWith("#"))) {
    expect(target).toMatch(/^https?:/);
    const [, path] = new RegExp(`^${ADDRESS}/(?:blob|raw)/HEAD/([^#]*)`).exec(target) ?? [];
    if (path !== undefined) expect(existsSync(join(ROOT, path)), path).toBe(true);
  }
  expect(pictures.every((picture) => picture.startsWith(`${ADDRESS}/raw/HEAD/docs/pictures/`))).toBe(true);
});

describe("the pages in docs/", () => {
  const PACKED = packedFiles(ROOT);
  const pages = readdirSync(join(ROOT, "docs")).filter((name) => name.endsWith(".md"));
  const pathsOf = (page: string): string[] => {
    const { links, pictures } = targetsOf(page);
    return [...links, ...pictures]
      .filter((target) => !/^([a-z]+:|#)/.test(target))
      .map((target) => posix.join("docs", target.replace(/#.*/, "")));
  };
  const textOf = (name: string): string => readFileSync(join(ROOT, "docs", name), "utf8");

  test("link out of the package in the repository, so that the test below sees some", () => {
    const outside = pages.flatMap((name) => pathsOf(textOf(name))).filter((path) => !isInPackage(path));
    expect(outside.filter((path) => path.startsWith("bench/")).length).toBeGreaterThan(2);
    expect(outside.filter((path) => path.startsWith("docs/pictures/")).length).toBeGreaterThan(2);
  });

  test.each(pages)("%s links only to files of the package", (name) => {
    const packed = PACKED.get(`docs/${name}`) ?? "";
    expect(pathsOf(packed).filter((path) => !isInPackage(path))).toEqual([]);
    // Links within the package stay.
    expect(pathsOf(packed)).toEqual(pathsOf(textOf(name)).filter(isInPackage));
  });

  test("with an address, links out of the package are absolute, and lead to a file of the repository", () => {
    const location = { folder: "docs/", isKept: isInPackage };
    const packed = packedPage(textOf("client.md"), repositoryOf(ADDRESS), location);
    expect(packed).toContain(`(${ADDRESS}/blob/HEAD/bench/CLIENT.md)`);
    expect(pathsOf(packed)).toEqual(pathsOf(textOf("client.md")).filter(isInPackage));
    const pictures = targetsOf(packedPage(textOf("sandbox.md"), repositoryOf(ADDRESS), location)).pictures;
    expect(pictures).toContain(`${ADDRESS}/raw/HEAD/docs/pictures/sandbox-light.png`);
  });

  function isInPackage(path: string): boolean {
    return /^(docs\/[^/]*\.md|(spec|dist)\/.*|(README|CHANGELOG)\.md|LICENSE|package\.json|action\.yml)$/.test(path);
  }
});

test("code that looks like a link stays code", () => {
  const code = "```md\n[a](docs/a.md)\n```\n\nUse `![a](a.png)`.\n\n    [a](docs/a.md)\n";
  expect(packedPage(code, undefined)).toBe(code);
});

test("the address in package.json fills repository, homepage and bugs; without one, all three are omitted", () => {
  const packed = (repository: string): unknown => JSON.parse(packedManifest(JSON.stringify({ name: "a", repository })));
  expect(packed("")).toEqual({ name: "a", scripts: {} });
  expect(packed(ADDRESS)).toEqual({
    name: "a",
    scripts: {},
    repository: { type: "git", url: `git+${ADDRESS}.git` },
    homepage: `${ADDRESS}#readme`,
    bugs: { url: `${ADDRESS}/issues` },
  });
  expect(packed("https://gitlab.com/group/sub/name.git")).toMatchObject({
    bugs: { url: "https://gitlab.com/group/sub/name/-/issues" },
  });
  for (const wrong of ["name", "git@host:owner/name.git", "https://host/", "https://host/owner name/x"])
    expect(() => packed(wrong)).toThrow(`"repository" in package.json is ${JSON.stringify(wrong)}: expected https://`);
});

test("of the scripts only postpack is kept, which npm takes from the packed file", () => {
  const manifest = { scripts: { prepare: "npm run build", postpack: "restore" }, devDependencies: { a: "1" } };
  expect(JSON.parse(packedManifest(JSON.stringify(manifest)))).toEqual({ scripts: { postpack: "restore" } });
});
