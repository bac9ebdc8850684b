import { spawnSync } from "node:child_process";

export type Measured = {
  /** Processor time of the process and its children. */
  readonly seconds: number;
  /** The largest resident set. */
  readonly megabytes: number;
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
};

const MAX_MS = 900_000;

/** Runs a command and measures processor time and memory with GNU time. */
export function measure(
  command: string,
  args: readonly string[],
  cwd: string,
  further: Readonly<Record<string, string>> = {},
): Measured {
  const env = {
    ...process.env,
    ...further,
    REDOCLY_TELEMETRY: "off",
    REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
    CI: "true",
  };
  const result = spawnSync("/usr/bin/time", ["-f", "\n%U %S %M", command, ...args], {
    ...{ cwd, env, encoding: "utf8", maxBuffer: 2 ** 28, timeout: MAX_MS },
  });
  const lines = result.stderr
    .trimEnd()
    .split("\n")
    .filter((line) => !line.startsWith("Command exited with"));
  const [user = 0, system = 0, kilobytes = 0] = (lines.pop() ?? "").split(" ").map(Number);
  return {
    ...{ seconds: user + system, megabytes: kilobytes / 1000, code: result.status ?? -1 },
    ...{ stdout: result.stdout, stderr: lines.join("\n").trim() },
  };
}
