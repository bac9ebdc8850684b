/** A temporary NATS server with JetStream on a free port, from Debian's package or the PATH. */
import { type ChildProcess, spawn } from "node:child_process";
import { accessSync, constants, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { findFreePort } from "../free-port.js";

/** The path of nats-server. Without it, tests are skipped, but fail in CI. */
export const natsServerPath: string | undefined = findServer();

if (natsServerPath === undefined) {
  if (process.env.CI === "true")
    throw new Error("no nats-server: install Debian's package nats-server, or unset CI to skip the tests of streams");
  process.stderr.write("tests of streams are skipped: no nats-server on the PATH\n");
}

export type NatsServer = {
  readonly url: string;
  readonly pid: () => number;
  /** Kills the server. Its data stays. */
  readonly kill: () => Promise<void>;
  readonly start: () => Promise<void>;
  /** Stops the process with its connections open, until `resume`. */
  readonly pause: () => Promise<void>;
  readonly resume: () => void;
  /** Kills the server and deletes its data. */
  readonly stop: () => Promise<void>;
};

/** Starts a server. `config` is added to its configuration. */
export async function startNatsServer(config = "", given?: number): Promise<NatsServer> {
  const folder = mkdtempSync(join(tmpdir(), "contract-nats-"));
  const port = given ?? (await findFreePort());
  const file = join(folder, "nats.conf");
  writeFileSync(
    file,
    `host: 127.0.0.1\nport: ${port}\njetstream { store_dir: "${join(folder, "data")}" }\nlog_file: "${join(folder, "log")}"\n${config}\n`,
  );
  let child: ChildProcess | undefined;
  const kill = async (): Promise<void> => {
    const running = child;
    child = undefined;
    if (running === undefined || running.exitCode !== null) return;
    const ended = new Promise((resolve) => running.once("exit", resolve));
    running.kill("SIGKILL");
    await ended;
  };
  const killAtExit = (): void => void child?.kill("SIGKILL");
  process.once("exit", killAtExit);
  const start = async (): Promise<void> => {
    writeFileSync(join(folder, "log"), "");
    const started = performance.now();
    child = spawn(natsServerPath ?? "nats-server", ["-c", file], { stdio: "ignore" });
    while (!readFileSync(join(folder, "log"), "utf8").includes("Server is ready")) {
      const isLate = performance.now() - started > START_MS;
      if (isLate || child.exitCode !== null || child.signalCode !== null)
        throw new Error(`nats-server does not start: ${readFileSync(join(folder, "log"), "utf8")}`);
      await setTimeout(20);
    }
  };
  await start();
  const signal = (name: NodeJS.Signals): void => void process.kill(child?.pid ?? 0, name);
  return {
    url: `nats://127.0.0.1:${port}`,
    pid: () => child?.pid ?? 0,
    kill,
    start,
    pause: async () => {
      signal("SIGSTOP");
      // Threads that are running stop a little later, and would still respond.
      await setTimeout(PAUSE_MS);
    },
    resume: () => signal("SIGCONT"),
    stop: async () => {
      await kill();
      process.off("exit", killAtExit);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const START_MS = 60_000;
const PAUSE_MS = 200;

export type NatsCluster = Omit<NatsServer, "pause" | "resume"> & {
  readonly servers: readonly NatsServer[];
  /** Waits until each server has caught up with the others, so that the cluster can lose another one. */
  readonly waitUntilCurrent: () => Promise<void>;
};

/** Starts the servers of a cluster. `kill` kills the one that `pick` names, and `start` starts it again. */
export async function startNatsCluster(size: number, pick: () => number = () => 0): Promise<NatsCluster> {
  const ports = await Promise.all(Array.from({ length: 3 * size }, findFreePort));
  const routes = ports.slice(size, 2 * size);
  const monitors = ports.slice(2 * size);
  const list = routes.map((port) => `"nats-route://127.0.0.1:${port}"`).join(", ");
  const servers = await Promise.all(
    routes.map((route, index) =>
      startNatsServer(
        `server_name: n${index}\nhttp: "127.0.0.1:${monitors[index]}"\ncluster { name: test, listen: "127.0.0.1:${route}", routes: [${list}] }`,
        ports[index],
      ),
    ),
  );
  let killed: NatsServer | undefined;
  return {
    servers,
    waitUntilCurrent: async () => {
      for (const port of monitors)
        while (!(await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined))?.ok) await setTimeout(50);
    },
    url: servers.map(({ url }) => url).join(","),
    pid: () => servers[0]?.pid() ?? 0,
    kill: async () => {
      killed = servers[pick() % size];
      await killed?.kill();
    },
    start: async () => killed?.start(),
    stop: async () => {
      await Promise.all(servers.map(({ stop }) => stop()));
    },
  };
}

function findServer(): string | undefined {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin"];
  return folders.map((folder) => join(folder, "nats-server")).find(mayRun);
}

function mayRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
