/**
 * `npm run long walk`: shows which files a HAR entry passes on its way to the text report, with the reason of each.
 *
 * Options:
 *
 * - `--since COMMIT`: also measures that commit; repeatable
 * - `--out bench/WALK.md`
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { parse } from "yaml";
import { measureCommit, measureWalks } from "./walk/measure.js";
import { formatWalk } from "./walk/report.js";

const { values } = parseArgs({
  options: { since: { type: "string", multiple: true, default: [] }, out: { type: "string" } },
});

const now = measureWalks(join(import.meta.dirname, ".."));
const byFolder = parse(readFileSync(join(import.meta.dirname, "walk/reasons.yaml"), "utf8")) as Record<
  string,
  Record<string, string>
>;
const reasons = new Map<string, string>(
  Object.entries(byFolder).flatMap(([folder, files]) =>
    Object.entries(files).map(([name, reason]) => [`src/${folder}/${name}.ts`, reason]),
  ),
);
const earlier = values.since.map((commit) => ({ title: `at ${commit}`, walks: measureCommit(commit) }));
const options = values.since.map((commit) => `--since ${commit}`);
const text = formatWalk([...earlier, { title: "now", walks: now }], reasons, options);
if (values.out === undefined) process.stdout.write(text);
else writeFileSync(values.out, text);

const { files } = now.recording;
const problems = [
  ...files.filter((it) => !reasons.has(it)).map((it) => `${it} is on the walk without a reason`),
  ...[...reasons.keys()].filter((it) => !files.includes(it)).map((it) => `${it} has a reason and is not on the walk`),
];
for (const it of problems) process.stderr.write(`${it}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
