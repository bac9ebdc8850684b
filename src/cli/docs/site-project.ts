import { cpSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import {
  createReference,
  createSiteFiles,
  createWrittenPages,
  type ReferenceOptions,
  type SitePage,
} from "../../docs/index.js";
import { createLinkResolver } from "../../docs/site-files.js";
import type { Document } from "../../document/index.js";
import { findPackageFile } from "../input/built-in-spec.js";
import { UsageError } from "../process/io.js";
import { createLastChangeFinder, formatEditUrl } from "./page-sources.js";
import { emptyDirectory, readReferenceApp, writeDirectory } from "./write-directory.js";

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
  const texts = new Map([...own].filter(([name]) => /\.(md|yaml)$/.test(name)).map(([name, it]) => [name, String(it)]));
  const written = createWrittenPages(texts);
  if (written.missing.length > 0)
    throw new UsageError(`${pagesDirectory}/sidebar.yaml names ${written.missing.join(", ")}, which does not exist`);
  const files = new Map([...own].filter(([name]) => !/\.(md|yaml)$/.test(name)));
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
  const pages = chosen.some(({ path }) => path === "") ? chosen : [createStartPage(reference), ...chosen];
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

/** The text about the whole API is the start page of a site that has none. */
function createStartPage({ entries: [overview], title }: ReturnType<typeof createReference>): SitePage {
  return { path: "", title, description: overview?.description ?? title, body: overview?.body ?? "" };
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
