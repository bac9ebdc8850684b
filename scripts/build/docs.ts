import { createLibraryPages } from "./docs/library-pages.js";
import { writeOwnSite } from "./docs/own-site.js";
import { buildReferenceFile } from "./docs/reference-file.js";
import { buildSiteProject, installSitePackages } from "./docs/site-packages.js";

/**
 * `npm run docs`: writes the site project of this repository to site/build, as `contract docs` does for any spec, and builds it.
 * DOCS_SITE and DOCS_BASE say where the site will be. Options:
 *
 * - `--no-build`: only writes the project
 * - `--install`: only installs the packages that the other steps, and the test of the site, need
 */
const PROJECT = "site/build";

installSitePackages();
if (!process.argv.includes("--install")) writeProject();
if (!process.argv.includes("--install") && !process.argv.includes("--no-build")) {
  buildSiteProject(PROJECT, "inherit");
  process.stderr.write(`built ${PROJECT}/dist; serve it with: cd ${PROJECT} && npm run preview\n`);
}

function writeProject(): void {
  const { DOCS_SITE: site, DOCS_BASE: base = "/" } = process.env;
  const count = writeOwnSite(PROJECT, {
    library: createLibraryPages(),
    writeReference: buildReferenceFile,
    ...(site === undefined ? {} : { url: new URL(base, site).href }),
  });
  process.stderr.write(`wrote ${count} pages to ${PROJECT}\n`);
}
