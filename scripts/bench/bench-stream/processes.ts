import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";

export type Measured = {
  /** Seconds. */
  readonly wall: number;
  readonly cpu: number;
  /** Megabytes at most, of the largest process. */
  readonly memory: number;
};

/** Runs commands at the same time and measures them. */
export async function measureProcesses(commands: readonly (readonly string[])[]): Promise<Measured> {
  const started = performance.now();
  const parts = await Promise.all(commands.map(measureProcess));
  return {
    wall: (performance.now() - started) / 1000,
    cpu: parts.reduce((sum, { cpu }) => sum + cpu, 0),
    memory: Math.max(...parts.map(({ memory }) => memory)),
  };
}

async function measureProcess([program = "", ...args]: readonly string[]): Promise<Omit<Measured, "wall">> {
  const child = spawn(program, args, { stdio: ["ignore", "ignore", "pipe"] });
  let [cpu, memory, errors] = [0, 0, ""];
  child.stderr.on("data", (data) => {
    errors += data;
  });
  const sample = (): void => {
    try {
      cpu = readCpuSeconds(child.pid ?? 0);
      memory = Math.max(memory, readMemory(child.pid ?? 0));
    } catch {
      // The process has ended.
    }
  };
  const timer = setInterval(sample, 10);
  const [code] = (await once(child, "close")) as [number | null];
  clearInterval(timer);
  if (code !== 0 && code !== 1) throw new Error(`${args.join(" ")} ended with ${code}: ${errors}`);
  return { cpu, memory };
}

/** The time that a process has used, from /proc. */
export function readCpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** The most memory that a process has used, in megabytes. */
export function readMemory(pid: number): number {
  const [, kilobytes = "0"] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "latin1")) ?? [];
  return Number(kilobytes) / 1000;
}

const TICKS_PER_SECOND = 100;
