import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/sandbox/global-setup.ts"],
    reporters: ["default", "./test/closing-line.ts"],
    // A worker loads src/ once for all its test files. A test file undoes what it changes in its process.
    isolate: false,
    // On a machine that does other work, what comes at once elsewhere takes a while. These end what hangs, and prove nothing.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // Tests wait for processes and servers, so that four workers keep two cores busy.
    maxWorkers: Math.max(4, availableParallelism() - 1),
  },
});
