/** One replica: a process of its own, so that it can be killed. Its only argument are its options, as JSON. */
import { createSandbox, type SandboxOptions } from "../../src/sandbox/index.js";

const sandbox = await createSandbox({
  ...(JSON.parse(process.argv[2] ?? "{}") as SandboxOptions),
  onDefect: (error) => process.stderr.write(`${error instanceof Error ? error.stack : error}\n`),
});
process.stdout.write(`${JSON.stringify({ demo: sandbox.demo })}\n`);
// Whoever has started it holds the other end: when that goes, so does this.
process.stdin.on("end", () => process.exit(0)).resume();
