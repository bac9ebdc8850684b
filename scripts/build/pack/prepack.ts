/**
 * Runs before `npm pack` and `npm publish`, and replaces README.md, package.json and the pages in docs/ with their packed versions. If packing fails,
 * postpack does not run: the next run, or `npm run postpack`, restores the files.
 */
import { replaceFiles } from "./in-place.js";
import { packedFiles } from "./pack.js";

const root = process.cwd();
replaceFiles(root, () => packedFiles(root));
