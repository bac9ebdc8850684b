/** Runs one replica of the sandbox in its own process, which can be killed. The argument is its options, as JSON. */
import { createSandbox, type SandboxOptions } from "../../../src/sandbox/index.js";

const sandbox = await createSandbox({
  ...(JSON.parse(process.argv[2] ?? "{}") as SandboxOptions),
  onDefect: (error) => process.stderr.write(`${error instanceof Error ? error.stack : error}\n`),
});
process.stdout.write(`${JSON.stringify({ demo: sandbox.demo })}\n`);
// Exit together with the parent process, which holds the other end of stdin.
process.stdin.on("end", () => process.exit(0)).resume();
