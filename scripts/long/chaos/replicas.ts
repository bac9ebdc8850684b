import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:net";
import type { DemoCredentials, SandboxOptions } from "../../../src/sandbox/index.js";

/** Processes of one service, each with its own port. A killed process restarts on the same port. */
export type Replicas = {
  readonly urls: readonly string[];
  readonly demo: DemoCredentials;
  /** Kills a replica with SIGKILL, waits for `restAfter`, and restarts it. Returns the milliseconds that the start took. */
  readonly kill: (index: number, restAfter?: Promise<void>) => Promise<number>;
  readonly close: () => Promise<void>;
  readonly processes: () => readonly ChildProcess[];
  /** Texts that the replicas wrote to stderr. */
  readonly complaints: readonly string[];
};

export type ReplicasSettings = {
  /** Arguments for Node that start a replica. */
  readonly program: readonly string[];
  readonly count: number;
  readonly options: SandboxOptions;
};

export async function startReplicas({ program, count, options }: ReplicasSettings): Promise<Replicas> {
  const complaints: string[] = [];
  const ports = await freePorts(count);
  const start = (port: number): Promise<Started> =>
    startProcess([...program, JSON.stringify({ ...options, port, singleAddress: true })], (text) =>
      complaints.push(text),
    );
  // All at once, as a cluster manager does.
  const running = await Promise.all(ports.map(start));
  const demo = running[0]?.demo;
  if (demo === undefined) throw new Error("the replica did not print demo credentials");
  return {
    urls: ports.map((port) => `http://127.0.0.1:${port}`),
    demo,
    complaints,
    processes: () => running.map((it) => it.process),
    kill: async (index, restAfter) => {
      await end(running[index]?.process);
      await restAfter;
      const before = performance.now();
      running[index] = await start(ports[index] ?? 0);
      return performance.now() - before;
    },
    close: async () => {
      await Promise.all(running.map(({ process }) => end(process)));
    },
  };
}

type Started = { readonly process: ChildProcess; readonly demo: DemoCredentials | undefined };

async function startProcess(program: readonly string[], complain: (text: string) => void): Promise<Started> {
  const child = spawn(process.execPath, program, { stdio: ["pipe", "pipe", "pipe"] });
  let stderr = "";
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
    complain(String(chunk));
  });
  const line = await new Promise<string>((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (chunk) => {
      text += chunk;
      if (text.includes("\n")) resolve(text);
    });
    child.once("error", reject);
    child.once("exit", (code, signal) =>
      reject(new Error(`a replica exited during its start: ${code ?? signal}; ${stderr.slice(0, 2000)}`)),
    );
  });
  return { process: child, demo: (JSON.parse(line) as { demo?: DemoCredentials }).demo };
}

function end(child: ChildProcess | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return resolve();
    child.removeAllListeners("exit");
    child.once("exit", () => resolve());
    child.kill("SIGKILL");
  });
}

/**
 * Finds free ports below the range that the system assigns to port 0, so that no other process takes the port of a killed replica.
 * The search starts at a different port in each process.
 */
async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  for (let port = 16_000 + ((process.pid * 16) % 14_000); ports.length < count; port += 1)
    if (await isFree(port)) ports.push(port);
  return ports;
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
