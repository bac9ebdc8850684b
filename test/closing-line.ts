import type { Reporter, TestModule } from "vitest/node";

/** Prints one line of counts at the end of a run, for programs. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const states = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state));
    const count = (state: string): number => states.filter((it) => it === state).length;
    // A file that fails to load has no tests, but is not a success.
    const invalid = modules.filter(
      (module) => module.state() === "failed" && [...module.children.allTests("failed")].length === 0,
    ).length;
    process.stdout.write(
      `${count("passed")} passed, ${count("failed") + invalid} failed, ${count("skipped")} skipped\n`,
    );
  }
}
