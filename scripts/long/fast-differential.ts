/**
 * `npm run long differential-fast`: checks edited recordings with and without the fast path, and compares the reports. The entries are those of
 * test/fast/differential. Options: `--rounds 1000` (of each spec), `--seed 1`.
 */
import { parseArgs } from "node:util";
import { runEdits } from "../../test/fast/differential/run-edits.js";
import { readTraffic } from "../../test/fast/differential/traffic.js";

const { values } = parseArgs({
  options: { rounds: { type: "string", default: "1000" }, seed: { type: "string", default: "1" } },
});
const [seed, rounds] = [Number(values.seed), Number(values.rounds)];
for (const traffic of await readTraffic(seed, 1)) {
  const { recordings, settled, differences } = await runEdits(traffic, { seed, rounds });
  process.stdout.write(
    `${traffic.name}: ${recordings} recordings, ${settled} entries checked from their bytes, ${differences.length} differences\n`,
  );
  for (const { recording, coverage, fast, full } of differences.slice(0, 3))
    process.stdout.write(`${JSON.stringify({ coverage, recording, fast: fast.lines, full: full.lines }, null, 1)}\n`);
  if (differences.length > 0) process.exitCode = 1;
}
