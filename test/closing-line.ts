import type { Reporter, TestModule } from "vitest/node";

/** Ends a run with one plain line of counts, which a program can read. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const states = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state));
    const count = (state: string): number => states.filter((it) => it === state).length;
    // A file that does not even load has no tests, and must not look like success.
    const broken = modules.filter(
      (module) => module.state() === "failed" && [...module.children.allTests("failed")].length === 0,
    ).length;
    process.stdout.write(
      `${count("passed")} passed, ${count("failed") + broken} failed, ${count("skipped")} skipped\n`,
    );
  }
}
