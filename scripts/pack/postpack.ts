/** Runs after `npm pack` and `npm publish`, when the tarball is written. */
import { restoreFiles } from "./in-place.js";

restoreFiles(process.cwd());
