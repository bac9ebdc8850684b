import { type ChildProcess, spawn } from "node:child_process";
import { afterEach } from "vitest";
import { bundled } from "../../bundled.js";

export type Child = {
  readonly process: ChildProcess;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Exit code or signal. */
  readonly ended: Promise<number | string>;
  /** Waits for a number of lines on standard output. */
  readonly lines: (count: number) => Promise<void>;
};

const running = new Set<ChildProcess>();
afterEach(() => {
  for (const child of running) child.kill("SIGKILL");
});

/** Starts child.ts in a child process, which is killed at the end of the test. */
export function startChild(args: readonly string[], shell?: string): Child {
  const command = [process.execPath, bundled("test/sandbox/store/child.ts"), ...args];
  const child =
    shell === undefined
      ? spawn(command[0] ?? "", command.slice(1), { stdio: ["ignore", "pipe", "pipe"] })
      : spawn("bash", ["-c", `${shell}; exec "$@"`, "child", ...command], { stdio: ["ignore", "pipe", "pipe"] });
  running.add(child);
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk) => {
    stdout += chunk;
  });
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  const ended = new Promise<number | string>((resolve) => {
    child.on("close", (code, signal) => {
      running.delete(child);
      resolve(code ?? signal ?? "");
    });
  });
  const lines = async (count: number): Promise<void> => {
    while (stdout.split("\n").length <= count) {
      if (child.exitCode !== null) throw new Error(`the child ended: ${stderr}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
  return { process: child, stdout: () => stdout, stderr: () => stderr, ended, lines };
}
