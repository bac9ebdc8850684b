/** Runs after `npm pack` and `npm publish` have written the tarball, and restores README.md and package.json. */
import { restoreFiles } from "./in-place.js";

restoreFiles(process.cwd());
