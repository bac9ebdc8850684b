/** A temporary PostgreSQL cluster on a Unix socket, from Debian's packages or the PATH. */
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

/** The directory of initdb and pg_ctl; undefined when PostgreSQL is not installed. */
export const postgresBinaries: string | undefined = findBinaries();

export type ClusterSettings = {
  /** An empty directory for the cluster. */
  readonly folder: string;
  /** The cluster stops when this process ends. */
  readonly owner: number;
  /** Whether commits are written to disk: for measurements, not for tests. */
  readonly durable?: boolean;
};

/** Starts a cluster with the superuser `sandbox`. Only a user `guarded`, created by a test, needs a password. */
export async function startCluster({ folder, owner, durable = false }: ClusterSettings): Promise<void> {
  if (postgresBinaries === undefined) throw new Error("no PostgreSQL: install Debian's package postgresql");
  const data = join(folder, "data");
  const { prefix, ids } = unprivileged();
  if (ids !== undefined) chownSync(folder, ids.uid, ids.gid);
  const as = (program: string, args: readonly string[]) => {
    const [command = "", ...rest] = [...prefix, join(postgresBinaries ?? "", program), ...args];
    // The server must not keep this process's pipes open: its output goes to the log.
    return run(command, rest, { cwd: folder });
  };
  // A locale that does not sort by bytes, so that tests detect columns that use it.
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

/** Stops a cluster and deletes its directory. Does nothing when it was never started. */
export function stopCluster(folder: string): void {
  const watch = join(folder, "watch.pid");
  if (existsSync(watch)) {
    try {
      process.kill(-Number(readFileSync(watch, "utf8")), "SIGKILL");
    } catch {
      // The server has already stopped.
    }
  }
  pgCtl(folder, ["-m", "immediate", "-w", "stop"]);
  rmSync(folder, { recursive: true, force: true });
}

/** Restarts the server, as during maintenance. */
export function restartCluster(folder: string): void {
  pgCtl(folder, ["-m", "fast", "-w", "-l", join(folder, "log"), "restart"]);
}

/** The address of a database of the cluster. */
export function clusterAddress(folder: string, database: string): string {
  return `postgres://sandbox@/${database}?host=${encodeURIComponent(folder)}`;
}

function pgCtl(folder: string, args: readonly string[]): void {
  const data = join(folder, "data");
  if (postgresBinaries === undefined || !existsSync(join(data, "postmaster.pid"))) return;
  const [command = "", ...rest] = [...unprivileged().prefix, join(postgresBinaries, "pg_ctl"), "-D", data, ...args];
  execFileSync(command, rest, { stdio: "ignore", cwd: folder });
}

/** Stops the cluster if its owner is killed. */
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

/** PostgreSQL refuses to run as root, so root uses one of these users. */
function unprivileged(): { prefix: readonly string[]; ids?: { uid: number; gid: number } } {
  if (process.getuid?.() !== 0) return { prefix: [] };
  const id = (flag: string): number | undefined => {
    for (const user of ["postgres", "nobody"]) {
      try {
        return Number(execFileSync("id", [flag, user], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
      } catch {
        // Tries the next one.
      }
    }
    return undefined;
  };
  const [uid, gid] = [id("-u"), id("-g")];
  if (uid === undefined || gid === undefined)
    throw new Error("no user to run PostgreSQL as: expected postgres or the user with the lowest rights");
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
