/** A PostgreSQL of our own, from Debian's packages or from the PATH: made for one run, on a Unix socket, and thrown away. */
import { execFile, execFileSync, spawn } from "node:child_process";
import {
  accessSync,
  chownSync,
  constants,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The folder of initdb and pg_ctl, or undefined where PostgreSQL is not installed. */
export const postgresBinaries: string | undefined = findBinaries();

export type ClusterSettings = {
  /** An empty folder for this cluster alone. */
  readonly folder: string;
  /** The process whose end is the end of the cluster, however it ends. */
  readonly owner: number;
  /** Whether commits reach the disk: for measurements, not for tests. */
  readonly durable?: boolean;
};

/** Starts a cluster whose superuser is `sandbox`. Only a user `guarded`, which a test may make, is asked for a password. */
export async function startCluster({ folder, owner, durable = false }: ClusterSettings): Promise<void> {
  if (postgresBinaries === undefined) throw new Error("no PostgreSQL: install Debian's package postgresql");
  const data = join(folder, "data");
  const { prefix, ids } = unprivileged();
  if (ids !== undefined) chownSync(folder, ids.uid, ids.gid);
  const as = (program: string, args: readonly string[]) => {
    const [command = "", ...rest] = [...prefix, join(postgresBinaries ?? "", program), ...args];
    // A server that is started must not hold on to our pipes: its output goes to the log.
    return run(command, rest, { cwd: folder });
  };
  // A locale that orders text otherwise than by its bytes, so that the tests notice when a column is ordered by it.
  const locale = ["--encoding=UTF8", "--locale=C.UTF-8", "--locale-provider=icu", "--icu-locale=en-US"];
  await as("initdb", ["-D", data, "-U", "sandbox", ...locale, "--auth=trust", "--no-sync"]);
  writeFileSync(join(data, "pg_hba.conf"), "local all guarded scram-sha-256\nlocal all all trust\n");
  const settings = { listen_addresses: "", unix_socket_directories: folder, max_connections: "300" };
  const fast = { fsync: "off", full_page_writes: "off", synchronous_commit: "off" };
  writeFileSync(
    join(data, "postgresql.auto.conf"),
    Object.entries({ ...settings, ...(durable ? {} : fast) })
      .map(([name, value]) => `${name} = '${value}'\n`)
      .join(""),
  );
  await as("pg_ctl", ["-D", data, "-w", "-t", "60", "-l", join(folder, "log"), "start"]);
  watchOver(folder, owner, prefix);
}

/** Stops a cluster and removes its folder; nothing happens when it was never started. */
export function stopCluster(folder: string): void {
  const watch = join(folder, "watch.pid");
  if (existsSync(watch)) {
    try {
      process.kill(-Number(readFileSync(watch, "utf8")), "SIGKILL");
    } catch {
      // It has ended by itself.
    }
  }
  pgCtl(folder, ["-m", "immediate", "-w", "stop"]);
  rmSync(folder, { recursive: true, force: true });
}

/** Stops the server and starts it again, as a machine that is maintained does. */
export function restartCluster(folder: string): void {
  pgCtl(folder, ["-m", "fast", "-w", "-l", join(folder, "log"), "restart"]);
}

/** The address of one of the cluster's databases. */
export function clusterAddress(folder: string, database: string): string {
  return `postgres://sandbox@/${database}?host=${encodeURIComponent(folder)}`;
}

function pgCtl(folder: string, args: readonly string[]): void {
  const data = join(folder, "data");
  if (postgresBinaries === undefined || !existsSync(join(data, "postmaster.pid"))) return;
  const [command = "", ...rest] = [...unprivileged().prefix, join(postgresBinaries, "pg_ctl"), "-D", data, ...args];
  execFileSync(command, rest, { stdio: "ignore", cwd: folder });
}

/** Ends the cluster when its owner was killed and could not. */
function watchOver(folder: string, owner: number, prefix: readonly string[]): void {
  const stop = [
    ...prefix,
    join(postgresBinaries ?? "", "pg_ctl"),
    "-D",
    join(folder, "data"),
    "-m",
    "immediate",
    "stop",
  ];
  const script = `while kill -0 ${owner} 2>/dev/null; do sleep 1; done; "$@"; rm -rf "${folder}"`;
  const watcher = spawn("sh", ["-c", script, "watch", ...stop], { detached: true, stdio: "ignore", cwd: "/" });
  writeFileSync(join(folder, "watch.pid"), String(watcher.pid));
  watcher.unref();
}

/** PostgreSQL refuses to run as root: then it runs as one of these. */
function unprivileged(): { prefix: readonly string[]; ids?: { uid: number; gid: number } } {
  if (process.getuid?.() !== 0) return { prefix: [] };
  const id = (flag: string): number | undefined => {
    for (const user of ["postgres", "nobody"]) {
      try {
        return Number(execFileSync("id", [flag, user], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
      } catch {
        // The next one.
      }
    }
    return undefined;
  };
  const [uid, gid] = [id("-u"), id("-g")];
  if (uid === undefined || gid === undefined)
    throw new Error("neither a user postgres nor nobody to run PostgreSQL as");
  return { prefix: ["setpriv", `--reuid=${uid}`, `--regid=${gid}`, "--clear-groups"], ids: { uid, gid } };
}

function findBinaries(): string | undefined {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(debian, version, "bin")),
    ...(process.env.PATH ?? "").split(delimiter),
  ];
  return folders.find((folder) => ["initdb", "pg_ctl"].every((name) => mayRun(join(folder, name))));
}

function mayRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
