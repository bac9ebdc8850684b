/** The page of the package: its README, and the addresses in its package.json. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import MarkdownIt from "markdown-it";
import { expect, test } from "vitest";
import { packedManifest } from "../../scripts/pack/packed-manifest.js";
import { packedReadme } from "../../scripts/pack/packed-readme.js";
import { repositoryOf } from "../../scripts/pack/repository.js";

const ROOT = join(import.meta.dirname, "../..");
const README = readFileSync(join(ROOT, "README.md"), "utf8");
const ADDRESS = "https://git.example/owner/name";

/** Everything that the page of a README leads to or shows, as a browser reads it. */
function targetsOf(readme: string): { links: string[]; pictures: string[] } {
  const html = new MarkdownIt({ html: true }).render(readme);
  const valuesOf = (pattern: RegExp): string[] => [...html.matchAll(pattern)].map(([, value = ""]) => value);
  return { links: valuesOf(/\bhref="([^"]*)"/g), pictures: valuesOf(/\b(?:src|srcset)="([^"]*)"/g) };
}

test("the README of the repository has relative links and pictures, so that the tests below see some", () => {
  const { links, pictures } = targetsOf(README);
  expect(links.filter((link) => link.startsWith("docs/")).length).toBeGreaterThan(5);
  expect(pictures.filter((picture) => picture.startsWith("docs/pictures/")).length).toBeGreaterThan(0);
});

test("without an address the page has no relative link, no picture, and the same text", () => {
  const readme = packedReadme(README, undefined);
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
  const { links, pictures } = targetsOf(packedReadme(README, repositoryOf(ADDRESS)));
  const before = targetsOf(README);
  expect([links.length, pictures.length]).toEqual([before.links.length, before.pictures.length]);
  for (const target of [...links, ...pictures].filter((link) => !link.startsWith("#"))) {
    expect(target).toMatch(/^https?:/);
    const [, path] = new RegExp(`^${ADDRESS}/(?:blob|raw)/HEAD/([^#]*)`).exec(target) ?? [];
    if (path !== undefined) expect(existsSync(join(ROOT, path)), path).toBe(true);
  }
  expect(pictures.every((picture) => picture.startsWith(`${ADDRESS}/raw/HEAD/docs/pictures/`))).toBe(true);
});

test("code that looks like a link stays code", () => {
  const code = "```md\n[a](docs/a.md)\n```\n\nUse `![a](a.png)`.\n\n    [a](docs/a.md)\n";
  expect(packedReadme(code, undefined)).toBe(code);
});

test("the address in package.json fills repository, homepage and bugs; without one, all three are left out", () => {
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

test("of scripts only postpack stays, which npm takes from the packed file", () => {
  const manifest = { scripts: { prepare: "npm run build", postpack: "restore" }, devDependencies: { a: "1" } };
  expect(JSON.parse(packedManifest(JSON.stringify(manifest)))).toEqual({ scripts: { postpack: "restore" } });
});
