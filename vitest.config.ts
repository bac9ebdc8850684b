import { availableParallelism } from "node:os";
import { relative } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { SLOW_FILES } from "./test/slow-files.js";

/** Begins with the files that run long: at the end, one of them would keep one worker busy while the others have no work. */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const slow = new Set(SLOW_FILES);
    const isSlow = ({ moduleId }: TestSpecification): boolean => slow.has(relative(import.meta.dirname, moduleId));
    const sorted = await super.sort(files);
    return [...sorted.filter(isSlow), ...sorted.filter((it) => !isSlow(it))];
  }
}

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    sequence: { sequencer: SlowFirst },
    globalSetup: ["test/sandbox/global-setup.ts"],
    reporters: ["default", "./test/closing-line.ts"],
    // A worker loads src/ once for all its test files. A test file undoes what it changes in its process.
    isolate: false,
    // Collects young objects less often, and on Node 20 optimizes a function later: most code here runs too briefly for it.
    execArgv: ["--max-semi-space-size=64", ...(process.version < "v21" ? ["--interrupt-budget=1000000"] : [])],
    // On a machine that does other work, what comes at once elsewhere takes a while. These end what hangs, and prove nothing.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // Tests wait for processes and servers, so that five workers keep two cores busy.
    maxWorkers: Math.max(5, availableParallelism() - 1),
  },
});
