/** Runs after `npm pack` and `npm publish` have written the tarball, and restores README.md, package.json and the pages in docs/. */
import { restoreFiles } from "./in-place.js";

restoreFiles(process.cwd());
