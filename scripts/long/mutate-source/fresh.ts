/**
 * Tries bugs one after another that have to be there from the start, in one Vitest that stays: each test file gets a new
 * process, and the sources are compiled once. Reads the tries from a file, and writes what is noticed to the journal.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createVitest } from "vitest/node";
import { type Plan, writeEvent } from "./plan.js";

export type Try = { readonly id: number; readonly files: readonly string[] };

const plan = JSON.parse(readFileSync(process.env.MUTATION_PLAN ?? "", "utf8")) as Plan;
const tries = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8")) as readonly Try[];
process.env.MUTANT = "0";
const vitest = await createVitest("test", { config: "vitest.mutation.config.ts", watch: false, bail: 1 });
const project = vitest.getRootProject();
// The whole group of processes, which the one that watches may have to end.
const pid = -process.pid;

for (const { id, files } of tries) {
  for (const file of files) {
    writeEvent(plan.journal, { kind: "try", id, pid, file });
    process.env.MUTANT = String(id);
    const { testModules } = await vitest.runTestSpecifications([
      project.createSpecification(join(process.cwd(), file)),
    ]);
    const failed = testModules.find(({ moduleId }) => moduleId.endsWith(file))?.state() === "failed";
    if (failed) writeEvent(plan.journal, { kind: "killed", id, file, test: "from the start" });
    if (failed) break;
  }
  writeEvent(plan.journal, { kind: "idle", pid });
  writeEvent(plan.journal, { kind: "tried", id });
}
await vitest.close();
process.exit(0);
