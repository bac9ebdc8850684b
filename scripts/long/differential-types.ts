/**
 * `npm run long differential-types`: compares types, generated validators, samples and the checker. The schemas are random ones, and all
 * component schemas of public specs. Options:
 * - `--mirrors FOLDER`: clones of the repositories of scripts/bench/bench-clients/specs.yaml, each named `owner+name`.
 * - `--specs 200`: the number of random specs. `--seed 1`. `--only NAME`: one public spec.
 * - `--out bench/AGREEMENT.md`: writes the page.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import fc from "fast-check";
import { loadFaultyDocument } from "../../src/document/index.js";
import { arbitrarySpec, SPEC_VERSIONS } from "../../test/generate/agreement/arbitrary-spec.js";
import { type ComparedSpec, type Comparison, findDifferences } from "../../test/generate/agreement/find-differences.js";
import { VENDORED_SPECS } from "../../test/material/specs.js";
import { readPublicSpecs, writePublicSpec } from "../bench/bench-clients/public-specs.js";

const { values } = parseArgs({
  options: {
    mirrors: { type: "string" },
    specs: { type: "string", default: "200" },
    seed: { type: "string", default: "1" },
    only: { type: "string" },
    out: { type: "string" },
  },
});
const seed = Number(values.seed);
const folder = mkdtempSync(join(tmpdir(), "differential-types-"));
const rows: string[] = [];
const exceptions = new Map<string, number>();

function compare(name: string, specs: readonly ComparedSpec[], isPublic: boolean): void {
  const before = process.cpuUsage();
  const files = join(folder, name.replace(/\W/g, "-"));
  const limits = isPublic ? { runs: 15, compiled: 12 } : { runs: 30, compiled: 20 };
  const { counts, differences, ...found }: Comparison = findDifferences(specs, { folder: files, seed, ...limits });
  const seconds = Math.round(process.cpuUsage(before).user / 1e6);
  for (const [reason, count] of found.exceptions) exceptions.set(reason, (exceptions.get(reason) ?? 0) + count);
  const { schemas, values: all, accepted, samples, decidedByModel, assignable, refused } = counts;
  rows.push(
    `| ${[name, schemas, all, accepted, samples, decidedByModel, assignable, refused, differences.length, seconds].join(" | ")} |`,
  );
  process.stdout.write(`${rows.at(-1)}\n`);
  for (const it of differences.slice(0, 40)) process.stdout.write(`${it.slice(0, 700)}\n`);
  if (differences.length > 0) process.exitCode = 1;
}

try {
  for (const version of SPEC_VERSIONS) {
    const roots = fc.sample(arbitrarySpec(version), { seed, numRuns: Number(values.specs) });
    compare(
      `random, OpenAPI ${version}`,
      roots.map((root, index) => ({ name: `${version} #${index}`, root })),
      false,
    );
  }
  const paths: [string, string][] = Object.entries({ "commerce-cloud": "spec/openapi.yaml", ...VENDORED_SPECS });
  const { mirrors } = values;
  if (mirrors !== undefined)
    for (const it of readPublicSpecs()) paths.push([it.name, writePublicSpec(it, join(folder, "specs"), mirrors)]);
  for (const [name, path] of paths.filter(([it]) => (values.only ?? it) === it))
    compare(name, [{ name, root: loadFaultyDocument(path).document.root }], true);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (values.out !== undefined) {
  const listed = [...exceptions].sort(([, a], [, b]) => b - a).map(([reason, count]) => `| ${reason} | ${count} |`);
  writeFileSync(values.out, formatPage(rows, listed));
}

function formatPage(results: readonly string[], reasons: readonly string[]): string {
  return `# Agreement of types, validators, samples and the checker

Written by \`npm run long differential-types -- --mirrors FOLDER --out bench/AGREEMENT.md\`; do not edit. Seconds are processor time on a shared machine.

For each schema in both directions: samples of the model, samples with one change, and random values close to the schema. The checker and
the generated validator give each value a verdict, and so does the model of schemas (\`src/schema/model\`) where it decides alone. Values that the
checker accepts must be assignable to the generated type. Values that it rejects for a reason that types can express must be refused by TypeScript.
A difference is a defect.

| spec | schemas | values | accepted | samples | decided by the model | assignable | refused by TypeScript | differences | seconds |
|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|
${results.join("\n")}

## What is not compared

Rows about Ajv and references count schemas in one direction, whose validators src/generate/ajv/ajv-support.ts excludes. The others count values whose
types test/generate/agreement/exceptions.ts excludes.

| reason | count |
|---|--:|
${reasons.join("\n")}
`;
}
