import { spawnSync } from "node:child_process";
import { closeSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export type Timed = {
  /** Elapsed time, which varies on a machine that does other work. */
  readonly seconds: number;
  /** CPU time of all threads. The ratios use it. */
  readonly cpuSeconds: number;
  readonly megabytes: number;
  readonly status: number | null;
  /** The uncaught error that ended the program. It is undefined for a program that reports findings, whatever its exit code. */
  readonly failure: string | undefined;
};

/**
 * Runs a script with Node and measures its time and peak memory. It runs in the given folder, so that no program finds the
 * configuration of this repository.
 */
export function runTimed(folder: string, script: string, args: readonly string[]): Timed {
  const peak = join(folder, "peak.txt");
  const hook = join(folder, "watch.cjs");
  // The program writes its own resource usage when it exits.
  writeFileSync(
    hook,
    `process.on("exit", () => require("node:fs").writeFileSync(${JSON.stringify(peak)}, JSON.stringify(process.resourceUsage())));\n`,
  );
  writeFileSync(peak, "{}");
  const errors = join(folder, "errors.txt");
  const file = openSync(errors, "w");
  const start = process.hrtime.bigint();
  const { status } = spawnSync(process.execPath, ["--require", hook, script, ...args], {
    cwd: folder,
    stdio: ["ignore", "ignore", file],
    env: { ...process.env, NO_COLOR: "1" },
    timeout: 400_000,
  });
  const seconds = Number(process.hrtime.bigint() - start) / 1e9;
  closeSync(file);
  const failure = /^(?:[A-Z]\w*)?Error: .+$/m.exec(readFileSync(errors, "utf8"))?.[0];
  const usage = JSON.parse(readFileSync(peak, "utf8")) as Partial<NodeJS.ResourceUsage>;
  const { maxRSS = 0, userCPUTime = 0, systemCPUTime = 0 } = usage;
  return { seconds, cpuSeconds: (userCPUTime + systemCPUTime) / 1e6, megabytes: maxRSS / 1024, status, failure };
}

/** Runs the programs in turn for several rounds, so that other work on the machine affects all of them. Returns medians. */
export function runInTurn(rounds: number, programs: Readonly<Record<string, () => Timed>>): Map<string, Timed> {
  const runs = new Map<string, Timed[]>(Object.keys(programs).map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, run] of Object.entries(programs)) {
      const it = run();
      runs.get(name)?.push(it);
      process.stderr.write(
        `${name}: ${it.seconds.toFixed(2)} s, ${it.cpuSeconds.toFixed(2)} s of CPU, ${it.megabytes.toFixed(0)} MB, exit code ${it.status}\n`,
      );
    }
  }
  return new Map([...runs].map(([name, all]) => [name, median(all)]));
}

function median(all: readonly Timed[]): Timed {
  const medianOf = (pick: (it: Timed) => number): number =>
    all.map(pick).sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN;
  return {
    seconds: medianOf(({ seconds }) => seconds),
    cpuSeconds: medianOf(({ cpuSeconds }) => cpuSeconds),
    megabytes: medianOf(({ megabytes }) => megabytes),
    status: all[0]?.status ?? null,
    failure: all.find((it) => it.failure !== undefined)?.failure,
  };
}
