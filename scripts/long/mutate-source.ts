/**
 * `npm run long mutate-source`: plants random single bugs in `src/`, runs the tests of the same folder, and says which bugs
 * they notice. The same options draw the same bugs.
 *
 * A survivor of the quick tests gets the costly ones. Those include `test/cli/outputs.test.ts`, which compares what commands
 * print, for every folder that a command uses. A bug that has to be there from the start gets the nearest test file first.
 *
 * Options:
 *
 * - `--seed 1`, `--count 300`
 * - `--only schema`: a path below `src/`, repeatable
 * - `--tests test/schema/xml`: a test file or folder, repeatable; of the tests of the folder, only these are run
 * - `--shard 1/2`
 * - `--time-limit 6`: CPU seconds that one bug may take
 * - `--minutes 600`: a bug that is not decided by then counts as survived
 * - `--workers 2`
 * - `--out bench/SOURCE-MUTATION.md`
 * - `--keep`: keep the copy of the repository that has the bugs
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { copyRepository } from "./mutate-source/copy.js";
import { drawMutants } from "./mutate-source/draw.js";
import { readEquivalents } from "./mutate-source/equivalents.js";
import { reportPage, summaryLines } from "./mutate-source/report.js";
import { runTests } from "./mutate-source/run-tests.js";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    count: { type: "string", default: "300" },
    only: { type: "string", multiple: true, default: [] },
    tests: { type: "string", multiple: true, default: [] },
    shard: { type: "string", default: "1/1" },
    "time-limit": { type: "string", default: "6" },
    minutes: { type: "string", default: "600" },
    workers: { type: "string", default: "2" },
    out: { type: "string" },
    keep: { type: "boolean", default: false },
  },
});

const root = join(import.meta.dirname, "../..");
const log = (text: string): void => void process.stderr.write(`${text}\n`);
const [shard = 1, shards = 1] = values.shard.split("/").map(Number);
const { seed, only } = values;
const drawn = drawMutants(root, { seed, count: Number(values.count), only });
const mutants = drawn.mutants.filter(({ id }) => (id - 1) % shards === shard - 1);
log(`${mutants.length} bugs; ${drawn.refused} more were drawn that the compiler notices`);

const copy = mkdtempSync(join(tmpdir(), "mutate-source-"));
try {
  copyRepository(root, copy, mutants);
  writeFileSync(join(copy, "mutants.json"), JSON.stringify(mutants));
  const deadline = Date.now() + Number(values.minutes) * 60_000;
  const [workers, timeLimit] = [Number(values.workers), Number(values["time-limit"])];
  const running = { copy, deadline, workers, only: values.tests, timeLimit, log };
  const verdicts = await runTests(mutants, running);
  const run = { verdicts, seed, refused: drawn.refused, equivalents: readEquivalents() };
  process.stdout.write(`${summaryLines(run).join("\n")}\n`);
  if (values.out !== undefined) writeFileSync(values.out, reportPage(run));
} finally {
  if (values.keep) log(copy);
  else rmSync(copy, { recursive: true, force: true });
}
