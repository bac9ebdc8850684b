import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeSiteProject } from "../src/cli/docs/write-site-project.js";
import { loadDocument } from "../src/document/index.js";
import { createOwnPages, writeFiles } from "./docs/own-pages.js";
import { buildReferenceFile } from "./docs/reference-file.js";
import { createSiteSpec } from "./docs/site-spec.js";

/**
 * `npm run docs`: writes the site project of this repository to site/build, as `contract docs` does for any spec, and builds it.
 * `--no-build` only writes it. DOCS_SITE and DOCS_BASE say where the site will be.
 */
const PROJECT = "site/build";

const folder = mkdtempSync(join(tmpdir(), "docs-"));
const pages = join(folder, "pages");
const spec = join(folder, "openapi.json");
writeFiles(pages, createOwnPages());
writeFileSync(spec, JSON.stringify(createSiteSpec()));
buildReferenceFile(join(pages, "reference.html"));
const { DOCS_SITE: site, DOCS_BASE: base } = process.env;
const count = writeSiteProject(loadDocument(spec), PROJECT, {
  pages,
  title: "commerce-contract",
  tryServers: ["http://127.0.0.1:4020"],
  ...(site === undefined ? {} : { site }),
  ...(base === undefined ? {} : { base }),
});
rmSync(folder, { recursive: true });
process.stderr.write(`wrote ${count} pages to ${PROJECT}\n`);
if (!process.argv.includes("--no-build")) buildProject();

function buildProject(): void {
  const lock = readFileSync(join(PROJECT, "package-lock.json"), "utf8");
  const installed = join(PROJECT, "node_modules/.installed-lock.json");
  if (!existsSync(installed) || readFileSync(installed, "utf8") !== lock) {
    runInProject(["ci", "--no-audit", "--no-fund"]);
    writeFileSync(installed, lock);
  }
  runInProject(["run", "build"]);
  process.stderr.write(`built ${PROJECT}/dist; serve it with: contract docs ${PROJECT}\n`);
}

function runInProject(args: readonly string[]): void {
  const { status } = spawnSync("npm", args, { cwd: PROJECT, stdio: ["ignore", 2, 2] });
  if (status !== 0) throw new Error(`npm ${args.join(" ")} failed in ${PROJECT}`);
}
