/**
 * `npx tsx scripts/check/lint/prose.ts [paths…]`: checks the prose of the repository, or of files and folders, with the rules in scripts/check/prose/.
 * Exits with 1 if there are findings.
 */
import { join } from "node:path";
import { extractFile, listProseFiles } from "../prose/extract.js";
import { lintProse } from "../prose/lint-prose.js";

const root = join(import.meta.dirname, "../../..");
const paths = process.argv.slice(2);
const isNamed = (file: string): boolean => paths.some((path) => file === path || file.startsWith(join(path, "/")));
const files = listProseFiles(root).filter((file) => paths.length === 0 || isNamed(file));
const findings = await lintProse(files.flatMap((file) => extractFile(root, file)));
process.stdout.write(findings.map((line) => `${line}\n`).join(""));
process.stdout.write(`${files.length} files, ${findings.length} findings\n`);
process.exitCode = findings.length === 0 && files.length > 0 ? 0 : 1;
