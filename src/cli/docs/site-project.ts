import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { createReference, type ReferenceOptions } from "../../docs/reference-files.js";
import { createLinkResolver, createSiteFiles, findBrokenLinks } from "../../docs/site-files.js";
import { createWrittenPages, type SitePage } from "../../docs/written-pages.js";
import { type Document, isSpecUrl, tryCall } from "../../document/index.js";
import { findPackageFile } from "../input/built-in-spec.js";
import { toRelativePath } from "../input/read-input-file.js";
import { runGit } from "../input/spec-revision.js";
import { UsageError } from "../process/io.js";

export type SiteProjectOptions = Omit<ReferenceOptions, "isLive" | "home" | "resolvePage"> & {
  readonly pages?: string | undefined;
  /** The directory that the pages were copied from, if it is another one than `pages`. */
  readonly source?: string | undefined;
  /** Where the files of the working directory can be edited. */
  readonly edit?: string | undefined;
  /** The time of the build in seconds, for pages that are in no commit (https://reproducible-builds.org/specs/source-date-epoch). */
  readonly sourceDateEpoch?: string | undefined;
  /** Which pages the project gets; the default is all. Links to other pages become text. */
  readonly choosePages?: (pages: readonly SitePage[]) => readonly SitePage[];
};

/** What a site project contains that this program did not write; it survives when the project is written again. */
const KEPT = ["node_modules", "dist", ".astro"];

/**
 * Writes a project that builds the documentation site of a spec: the pages, the reference, and the package with pinned versions.
 *
 * Returns the number of pages.
 *
 * @throws UsageError if the directory holds something else, or the pages cannot be read.
 */
export function writeSiteProject(document: Document, out: string, options: SiteProjectOptions): number {
  const { pages: pagesDirectory, source = pagesDirectory, edit, url, choosePages = (all) => all } = options;
  const address = url === undefined ? undefined : new URL(url.endsWith("/") ? url : `${url}/`);
  const own = pagesDirectory === undefined ? new Map() : readDirectory(pagesDirectory);
  const isText = (name: string): boolean => name.endsWith(".md") || name === "sidebar.yaml";
  const written = createWrittenPages(
    new Map([...own].filter(([name]) => isText(name)).map(([name, it]) => [name, String(it)])),
  );
  const files = new Map([...own].filter(([name]) => !isText(name)));
  const findLastChange = createLastChangeFinder(source, options.sourceDateEpoch);
  const chosen = choosePages(written.pages).map(({ file = "", ...page }) => {
    const lastUpdated = findLastChange(file);
    return { ...page, lastUpdated, editUrl: lastUpdated && formatEditUrl(edit, join(source ?? "", file)) };
  });
  const resolve = createLinkResolver({ pages: chosen, files, reference: { entries: [] } });
  const reference = createReference(document, {
    ...options,
    home: "../",
    resolvePage: (path, anchor) => {
      const target = resolve(path, anchor);
      return target === undefined ? undefined : `../${target}`;
    },
    url: address && new URL("reference/", address).href,
  });
  const hasStart = chosen.some(({ path }) => path === "");
  // Otherwise, the site starts with the text about the whole API.
  const pages = hasStart ? chosen : [...reference.entries.slice(0, 1).map((it) => ({ ...it, path: "" })), ...chosen];
  const linked = { pages: [...written.pages, ...pages], files, reference };
  const problems = [...written.problems, ...findBrokenLinks(written.links, linked)];
  if (problems.length > 0)
    throw new UsageError(`--pages has mistakes:\n${problems.map((it) => `${pagesDirectory}/${it}`).join("\n")}`);
  const content = createSiteFiles({
    title: reference.title,
    description: pages.find(({ path }) => path === "")?.description ?? reference.title,
    pages,
    reference,
    groups: written.groups,
    files,
    site: address?.origin,
    base: address?.pathname,
  });
  emptyDirectory(out, { option: "--site", mark: "site.json", kept: KEPT });
  const template = findPackageFile("site/template");
  cpSync(template, out, {
    recursive: true,
    filter: (path) => !/[/\\]node_modules(?:[/\\]|$)/.test(path.slice(template.length)),
  });
  writeDirectory(out, content);
  writeDirectory(join(out, "public/reference"), readReferenceApp());
  return pages.length;
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

/** Returns the URL to edit a file of the working directory, if it is known. */
export function formatEditUrl(edit: string | undefined, file: string): string | undefined {
  const path = toRelativePath(file);
  if (edit === undefined || isSpecUrl(path) || /^(?:[./\\]|[a-z]:)/i.test(path)) return undefined;
  return `${edit}/${path.split("/").map(encodeURIComponent).join("/")}`;
}

/**
 * Returns a function that finds the day on which a file of a directory was last changed: the day of its last commit. A file without
 * one has the time of the build, if that is set, so that each build gives the same bytes, and otherwise its own time.
 */
export function createLastChangeFinder(
  directory: string | undefined,
  sourceDateEpoch: string | undefined,
): (file: string) => string | undefined {
  const commits = directory === undefined ? new Map<string, string>() : readCommitDays(directory);
  return (file) => {
    const found = directory === undefined ? undefined : statSync(join(directory, file), { throwIfNoEntry: false });
    if (found?.isFile() !== true) return undefined;
    const time = sourceDateEpoch === undefined ? found.mtime : new Date(Number(sourceDateEpoch) * 1000);
    return commits.get(file) ?? time.toISOString().slice(0, 10);
  };
}

/** The day of the last commit of each file of a directory, by its path below the directory. */
function readCommitDays(directory: string): Map<string, string> {
  const args = ["-c", "core.quotePath=false", "log", "--format=//%cs", "--name-only", "--relative", "--", "."];
  const days = new Map<string, string>();
  let day = "";
  // Without Git, or outside of a repository, there are none.
  for (const line of (tryCall(() => runGit(args, directory)) ?? "").split("\n")) {
    if (line.startsWith("//")) day = line.slice(2);
    else if (line !== "" && !days.has(line)) days.set(line, day);
  }
  return days;
}

/** Writes files below a directory. */
export function writeDirectory(directory: string, files: ReadonlyMap<string, string | Uint8Array>): void {
  for (const [path, content] of files) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), content);
  }
}

/**
 * Removes what an earlier run wrote into a directory, so that no page of it remains.
 *
 * @throws UsageError if the directory holds something else.
 */
export function emptyDirectory(
  directory: string,
  { option, mark, kept = [] }: { readonly option: string; readonly mark: string; readonly kept?: readonly string[] },
): void {
  const found = statSync(directory, { throwIfNoEntry: false });
  if (found?.isFile())
    throw new UsageError(`${option} ${directory} is a file; pass a directory, which is created if it does not exist`);
  const names = found === undefined ? [] : readdirSync(directory);
  if (names.length > 0 && !names.includes(mark))
    throw new UsageError(
      `${option} ${directory} is neither empty nor written by this command (it has no ${mark}); pass another directory`,
    );
  for (const name of names) if (!kept.includes(name)) rmSync(join(directory, name), { recursive: true });
}

/** Reads the scripts and the style of the reference, by file name. `npm run build` writes them. */
export function readReferenceApp(): ReadonlyMap<string, string> {
  const bytes = gunzipSync(readFileSync(findPackageFile("dist/chunks/reference-app.json.gz")));
  return new Map(Object.entries(JSON.parse(bytes.toString("utf8")) as Record<string, string>));
}
