import { type ChildProcess, fork } from "node:child_process";
import { lookup } from "node:dns/promises";

/** An IPv4 or IPv6 address of a host name. */
export type ResolvedAddress = { readonly address: string; readonly family: number };

/**
 * Resolves host names with the system's resolver, in a child process. The resolver's calls cannot be cancelled, and a
 * process cannot exit before they return: a few hosts that time out would delay Ctrl-C for a minute and block other
 * lookups. The child process starts with the first lookup and can be killed at any time.
 *
 * @param program JavaScript source that the child process runs
 */
export function createAddressLookup(program = LOOKUP_PROGRAM) {
  const waiting = new Map<string, PendingLookup>();
  let child: ChildProcess | undefined;

  const startChild = (): ChildProcess => {
    // Ctrl-C in a terminal reaches the whole process group; detached, the child keeps serving deliveries in progress.
    const started = fork("lookup", {
      execArgv: ["-e", program],
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      detached: true,
    });
    started.on("message", ({ host, addresses, code }: LookupReply) => {
      const pending = waiting.get(host);
      waiting.delete(host);
      if (addresses === undefined) pending?.reject(Object.assign(new Error(`${host}: ${code}`), { code }));
      else pending?.resolve(addresses);
    });
    started.on("error", () => discardChild(started));
    started.on("exit", () => discardChild(started));
    started.unref();
    started.channel?.unref();
    return started;
  };
  /** Rejects the pending lookups of a process that ended. The next lookup starts a new process. */
  const discardChild = (ended: ChildProcess | undefined): void => {
    if (ended === undefined || child !== ended) return;
    child = undefined;
    const pending = [...waiting.values()];
    waiting.clear();
    for (const { reject } of pending) reject(Object.assign(new Error("the lookup was ended"), { code: "EAI_AGAIN" }));
  };

  return {
    /** @throws the system's error when the name is unknown, or EAI_AGAIN when the lookup ends early */
    resolve: (host: string) => {
      // The lookup of localhost cannot block.
      if (host === "localhost") return resolveInProcess(host);
      const known = waiting.get(host);
      if (known !== undefined) return known.promise;
      let settle: Omit<PendingLookup, "promise"> = { resolve: () => undefined, reject: () => undefined };
      const promise = new Promise<readonly ResolvedAddress[]>((resolve, reject) => {
        settle = { resolve, reject };
      });
      waiting.set(host, { promise, ...settle });
      child ??= startChild();
      child.send({ host });
      return promise;
    },
    /** Rejects all pending lookups and ends the process. */
    end: () => {
      child?.kill("SIGKILL");
      discardChild(child);
    },
  };
}

/** Resolves a host name with the system's resolver in this process. */
export function resolveInProcess(host: string): Promise<readonly ResolvedAddress[]> {
  return lookup(host, { all: true });
}

type PendingLookup = {
  readonly promise: Promise<readonly ResolvedAddress[]>;
  readonly resolve: (addresses: readonly ResolvedAddress[]) => void;
  readonly reject: (error: Error) => void;
};

type LookupReply = { readonly host: string; readonly addresses?: readonly ResolvedAddress[]; readonly code?: string };

/** libuv uses at most half of its threads for lookups; 64 threads keep names that time out from blocking others. */
const LOOKUP_PROGRAM = [
  "process.env.UV_THREADPOOL_SIZE = '64';",
  "const { lookup } = process.getBuiltinModule('node:dns');",
  "process.on('message', ({ host }) => lookup(host, { all: true }, (problem, addresses) =>",
  "  process.connected && process.send(problem ? { host, code: problem.code } : { host, addresses })));",
].join("\n");
