/** Starts and stops the measured commands, each in its own process. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createUuid } from "./bench-orders.js";

const CONTRACT = join(import.meta.dirname, "../../dist/cli/main.js");

export type Running = {
  readonly url: string;
  readonly process: ChildProcess;
  readonly milliseconds: number;
  readonly folder: string;
};

/** Starts a command in a new folder. It is ready when it has printed its URL. */
export async function start(parent: string, args: readonly string[]): Promise<Running> {
  const folder = mkdtempSync(join(parent, "run-"));
  const began = performance.now();
  const child = spawn(process.execPath, [CONTRACT, ...args], { cwd: folder, stdio: ["ignore", "pipe", "ignore"] });
  const url = await new Promise<string>((ready, failed) => {
    let output = "";
    child.once("exit", (code) => failed(new Error(`contract ${args.join(" ")} ended with ${code}`)));
    child.stdout.on("data", (chunk) => {
      output += String(chunk);
      const found = /^(http:\S+)\n/.exec(output)?.[1];
      if (found !== undefined) ready(found);
    });
  });
  const milliseconds = performance.now() - began;
  // The credentials file is written after the URL is printed.
  await pause(200);
  return { url, process: child, milliseconds, folder };
}

export function stop({ process: child }: Running): Promise<void> {
  return new Promise((stopped) => {
    child.once("exit", () => stopped());
    child.kill("SIGTERM");
  });
}

export function getResidentMegabytes({ pid }: ChildProcess): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

/** The CPU time of a process and its threads, user and system. */
export function getCpuMilliseconds({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  // The fields `utime` and `stime`, in ticks of ten milliseconds.
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Returns headers with a token. Prism accepts any token; for the sandbox, `contract token` gets one. */
export async function signIn({
  url,
  folder,
}: Running): Promise<{ businessId: string; headers: Record<string, string>; order: string }> {
  const version = { "Api-Version": "1.2" };
  const file = join(folder, ".commerce-sandbox/credentials.json");
  if (!existsSync(file)) {
    const businessId = "7f3c1d52-4b8e-4a57-9c1e-2d6a8b0f4e11";
    return {
      businessId,
      order: createUuid(1),
      headers: { ...version, Authorization: "Bearer eyJhbGciOiJSUzI1NiJ9.e30.c2ln" },
    };
  }
  const { businessId } = JSON.parse(readFileSync(file, "utf8")) as { businessId: string };
  const token = execFileSync(process.execPath, [CONTRACT, "token"], { cwd: folder, encoding: "utf8" }).trim();
  const headers = { ...version, Authorization: `Bearer ${token}` };
  const response = await fetch(`${url}/businesses/${businessId}/orders?limit=1`, { headers });
  const { orders } = (await response.json()) as { orders: { id: string }[] };
  return { businessId, headers, order: orders[0]?.id ?? "" };
}
