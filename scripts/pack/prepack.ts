/**
 * Runs before `npm pack` and `npm publish`: README.md and package.json are packed as the page of the package shows them. A run
 * that fails has no postpack; the next run, or `npm run postpack`, restores the files.
 */
import { replaceFiles } from "./in-place.js";
import { packedFiles } from "./pack.js";

const root = process.cwd();
replaceFiles(root, () => packedFiles(root));
