import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { createSiteFiles, createSpecPages, createWrittenPages, type SitePage } from "../../docs/index.js";
import { asObject, asString, type Document } from "../../document/index.js";
import type { CommandOptions } from "../options/command-table.js";
import { UsageError } from "../process/usage-error.js";

export type SiteProjectOptions = Pick<CommandOptions<"docs">, "pages" | "title" | "site" | "base"> & {
  readonly tryServers: readonly string[];
  /** Which pages the project gets; the default is all. Links to other pages become text. */
  readonly choosePages?: (pages: readonly SitePage[]) => readonly SitePage[];
};

/** What a site project contains that this program did not write; it survives when the project is written again. */
const KEPT = ["node_modules", "dist", ".astro"];

/**
 * Writes a project that builds the documentation site of a spec: the content, and the package with pinned versions.
 *
 * Returns the number of pages.
 *
 * @throws UsageError if the directory holds something else, or the pages cannot be read.
 */
export function writeSiteProject(
  document: Document,
  out: string,
  { pages: pagesDirectory, title, site, base, tryServers, choosePages = (all) => all }: SiteProjectOptions,
): number {
  const own = pagesDirectory === undefined ? new Map() : readDirectory(pagesDirectory);
  const texts = new Map([...own].filter(([name]) => /\.(md|yaml)$/.test(name)).map(([name, it]) => [name, String(it)]));
  const written = createWrittenPages(texts);
  if (written.missing.length > 0)
    throw new UsageError(`${pagesDirectory}/sidebar.yaml names ${written.missing.join(", ")}, which does not exist`);
  const hasStart = written.pages.some(({ path }) => path === "");
  const spec = createSpecPages(document, { overviewPath: hasStart ? "reference" : "", tryServers });
  const pages = choosePages([...written.pages, ...spec]);
  const others = [...own].filter(([name]) => !/\.(md|yaml)$/.test(name));
  const [overview] = spec;
  const name = title ?? asString(asObject(document.root.info)?.title) ?? "API";
  const files = createSiteFiles({
    title: name,
    description: (hasStart ? pages.find(({ path }) => path === "") : overview)?.description ?? name,
    pages,
    groups: written.groups,
    files: new Map<string, string | Uint8Array>([
      ...others,
      ["openapi.json", `${JSON.stringify(document.root, undefined, 2)}\n`],
    ]),
    ...(site === undefined ? {} : { site }),
    ...(base === undefined ? {} : { base }),
  });
  emptyDirectory(out);
  cpSync(findTemplate(), out, {
    recursive: true,
    filter: (path) => !/[/\\]node_modules(?:[/\\]|$)/.test(path.slice(findTemplate().length)),
  });
  for (const [path, content] of files) {
    mkdirSync(dirname(join(out, path)), { recursive: true });
    writeFileSync(join(out, path), content);
  }
  return pages.length;
}

/** Removes an earlier project, so that no page of it remains. */
function emptyDirectory(out: string): void {
  const found = statSync(out, { throwIfNoEntry: false });
  if (found?.isFile())
    throw new UsageError(`--out ${out} is a file; pass a directory, which is created if it does not exist`);
  if (found === undefined) return;
  const names = readdirSync(out);
  if (names.length > 0 && !names.includes("site.json"))
    throw new UsageError(
      `--out ${out} is neither empty nor a site project (it has no site.json); pass another directory`,
    );
  for (const name of names) if (!KEPT.includes(name)) rmSync(join(out, name), { recursive: true });
}

function readDirectory(directory: string): Map<string, Uint8Array> {
  if (!statSync(directory, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`--pages ${directory} is no directory; pass a directory with Markdown files`);
  const names = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    names.sort().map((path) => [path.slice(join(directory, "/").length).replaceAll("\\", "/"), readFileSync(path)]),
  );
}

/** The template of the project, which is a part of this package. */
function findTemplate(): string {
  const code = dirname(fileURLToPath(import.meta.url));
  const candidates = ["../site/template", "../../site/template", "../../../site/template"].map((path) =>
    resolve(code, path),
  );
  return candidates.find((candidate) => existsSync(candidate)) ?? String(candidates[0]);
}
