import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type SiteProjectOptions, writeSiteProject } from "../../../src/cli/docs/site-project.js";
import { loadDocument } from "../../../src/document/index.js";
import { createOwnPages, writeFiles } from "./own-pages.js";
import { createSiteSpec } from "./site-spec.js";

type OwnSiteOptions = Pick<SiteProjectOptions, "url" | "choosePages"> & {
  /** The pages of the library, by file name. */
  readonly library: ReadonlyMap<string, string>;
  /** Writes the API reference as one file. */
  readonly writeReference: (file: string) => void;
};

/** Writes the site project of this repository, as `contract docs` does for any spec. Returns the number of pages. */
export function writeOwnSite(project: string, { library, writeReference, ...options }: OwnSiteOptions): number {
  const folder = mkdtempSync(join(tmpdir(), "docs-"));
  const pages = join(folder, "pages");
  const spec = join(folder, "openapi.json");
  writeFiles(pages, createOwnPages(library));
  writeFileSync(spec, JSON.stringify(createSiteSpec()));
  writeReference(join(pages, "reference.html"));
  const count = writeSiteProject(loadDocument(spec), project, {
    pages,
    source: "docs",
    sourceDateEpoch: process.env.SOURCE_DATE_EPOCH,
    title: "commerce-contract",
    tryServers: ["http://127.0.0.1:4020"],
    clientModule: "commerce-contract",
    ...options,
  });
  rmSync(folder, { recursive: true });
  return count;
}
