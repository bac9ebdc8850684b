/**
 * `npm run long matrix`: installs the packed tarball with every package manager, Node and TypeScript version, and tests the installed package.
 *
 * Options: `--only pnpm@12,node@24,ts@7`, `--shard i/n`, `--test` (the cells of `npm test`), `--list`, `--out FILE`.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { pack } from "../build/pack/pack.js";
import { filterCells, listAllCells, listTestCells, nameOf, shardCells } from "./matrix/cells.js";
import { type CellResult, runCell } from "./matrix/run-cell.js";
import { formatLine, formatTable } from "./matrix/table.js";

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    shard: { type: "string", default: "1/1" },
    test: { type: "boolean", default: false },
    list: { type: "boolean", default: false },
    out: { type: "string" },
  },
});
const cells = shardCells(filterCells(values.test ? listTestCells() : listAllCells(), values.only), values.shard);
if (values.list) {
  process.stdout.write(cells.map((cell) => `${nameOf(cell)}\n`).join(""));
  process.exit();
}
if (cells.length === 0) throw new Error(`no cell matches --only ${values.only}: run with --list to see all cells`);

/** Lines of a failure that are printed. */
const MAX_LINES = 20;

const folder = mkdtempSync(join(tmpdir(), "matrix-"));
const results: CellResult[] = [];
try {
  const tarball = await pack(join(import.meta.dirname, "../.."), folder);
  for (const cell of cells) {
    const result = await runCell(cell, tarball);
    results.push(result);
    process.stdout.write(`${formatLine(result)}\n`);
    for (const { failure } of result.steps)
      if (failure !== undefined)
        process.stdout.write(`       ${failure.trim().split("\n").slice(0, MAX_LINES).join("\n       ")}\n`);
  }
} finally {
  rmSync(folder, { recursive: true });
}
const failed = results.filter(({ steps }) => steps.some(({ failure }) => failure !== undefined));
const summary = `${results.length} cells, ${failed.length} failed`;
process.stdout.write(`\n${formatTable(results)}\n\n${summary}\n`);
if (values.out !== undefined) {
  const command = `npm run long matrix${values.only === "" ? "" : ` -- --only ${values.only}`}`;
  const page = `# Supported package managers and versions\n\nWritten by \`${command}\`: ${summary}. A cell installs the packed tarball in an empty folder,
then again from the lockfile without install scripts, and tests the installed package. The number is the count of steps that passed.\n\n${formatTable(results)}\n`;
  writeFileSync(values.out, page);
}
if (failed.length > 0) process.exitCode = 1;
