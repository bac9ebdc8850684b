/**
 * `npm run faults`: plants defects between the probe and the sandbox, one at a time, and tells which were found, by how many
 * requests and in what time; then probes the healthy sandbox with ten seeds. Writes bench/FAULTS.md.
 *
 * `--phase examples,stateful` keeps to some phases, `--match TEXT` to some defects, `--seeds N` to fewer healthy runs.
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { PHASES } from "../src/probe/index.js";
import { createSandbox } from "../src/sandbox/index.js";
import { FAULTS } from "./faults/catalogue.js";
import { type Hunt, hunt } from "./faults/hunt.js";

const { values } = parseArgs({
  options: {
    phase: { type: "string" },
    match: { type: "string" },
    seeds: { type: "string", default: "10" },
    out: { type: "string" },
  },
});
const phases = values.phase === undefined ? PHASES : PHASES.filter((it) => values.phase?.split(",").includes(it));
const faults = FAULTS.filter(({ name }) => values.match === undefined || name.includes(values.match));
const sandbox = await createSandbox({ seed: "faults" });
const hunts: Hunt[] = [];
const told = (it: Hunt): string =>
  `${it.found ? "found" : "MISSED"}  ${it.name}  ${it.requests} requests, ${it.ms} ms\n`;
for (const fault of faults) {
  const result = await hunt({ sandbox, fault, phases });
  hunts.push(result);
  process.stdout.write(told(result));
  if (!result.found) for (const error of new Set(result.errors)) process.stdout.write(`          ${error}\n`);
}
const healthy: Hunt[] = [];
for (let seed = 1; seed <= Number(values.seeds); seed += 1) {
  const result = await hunt({ sandbox, seed, phases });
  healthy.push(result);
  process.stdout.write(
    `${result.errors.length} false alarms  ${result.name}  ${result.requests} requests, ${result.ms} ms\n`,
  );
  for (const error of new Set(result.errors)) process.stdout.write(`          ${error}\n`);
}
await sandbox.close();
const found = hunts.filter((it) => it.found).length;
const alarms = healthy.filter(({ errors }) => errors.length > 0).length;
process.stdout.write(
  `${found} of ${hunts.length} found; ${alarms} of ${healthy.length} healthy runs with false alarms\n`,
);
if (values.out !== undefined) writeFileSync(values.out, page());

function page(): string {
  const row = (it: Hunt): string =>
    `| ${it.name} | ${it.found ? "found" : "**not found**"} | ${it.requests} | ${it.ms} |`;
  const clean = (it: Hunt): string => `| ${it.name} | ${it.errors.length} | ${it.requests} | ${it.ms} |`;
  return `# Planted defects

\`npm run faults\`: a proxy between \`contract probe\` and the sandbox does one thing wrong at a time; phases ${phases.join(", ")}.

${found} of ${hunts.length} found; ${alarms} of ${healthy.length} runs against the healthy sandbox with a finding at error level.

| defect | | requests until then | ms |
|---|---|---|---|
${hunts.map(row).join("\n")}

| healthy | findings | requests | ms |
|---|---|---|---|
${healthy.map(clean).join("\n")}
`;
}
