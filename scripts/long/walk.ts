/**
 * `npm run long walk`: counts the files that a HAR entry passes on its way to the text report.
 *
 * Options:
 *
 * - `--since COMMIT`: also measures that commit; repeatable
 * - `--out bench/WALK.md`
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { measureCommit, measureWalks } from "./walk/measure.js";
import { formatWalk } from "./walk/report.js";

const { values } = parseArgs({
  options: { since: { type: "string", multiple: true, default: [] }, out: { type: "string" } },
});

const now = measureWalks(join(import.meta.dirname, "../.."));
const earlier = values.since.map((commit) => ({ title: `at ${commit}`, walks: measureCommit(commit) }));
const options = values.since.map((commit) => `--since ${commit}`);
const text = formatWalk([...earlier, { title: "now", walks: now }], options);
if (values.out === undefined) process.stdout.write(text);
else writeFileSync(values.out, text);
