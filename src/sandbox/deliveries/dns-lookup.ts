import { type ChildProcess, fork } from "node:child_process";
import { lookup } from "node:dns";

/** An address that a name stands for, of IPv4 or IPv6. */
export type ResolvedAddress = { readonly address: string; readonly family: number };

/** Looks up all addresses of a name. */
export type AddressLookup = {
  /** @throws what the system says of a name that it does not know, or that was looked up when it ended */
  readonly resolve: (host: string) => Promise<readonly ResolvedAddress[]>;
  /** Ends at once, with all that is still being looked up. */
  readonly end: () => void;
};

/**
 * Asks the system, in a process of its own. Nothing ends a question to the system's resolver before its time, and a process
 * does not end before its questions: a few hosts that nobody answers for would hold up Ctrl-C for a minute, and until then
 * keep the other names waiting. This process is made for the first name, and killed in the middle of whatever it does.
 *
 * @param program What that process runs.
 */
export function createAddressLookup(program = LOOKUP_PROGRAM): AddressLookup {
  const waiting = new Map<string, PendingLookup>();
  let child: ChildProcess | undefined;

  const started = (): ChildProcess => {
    // Ctrl-C in a terminal reaches every process of the group, and deliveries that are under way come to their end first.
    const made = fork("lookup", {
      execArgv: ["-e", program],
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      detached: true,
    });
    made.on("message", ({ host, addresses, code }: LookupReply) => {
      const asked = waiting.get(host);
      waiting.delete(host);
      if (addresses === undefined) asked?.reject(Object.assign(new Error(`${host}: ${code}`), { code }));
      else asked?.resolve(addresses);
    });
    made.on("error", () => lose(made));
    made.on("exit", () => lose(made));
    made.unref();
    made.channel?.unref();
    return made;
  };
  /** Whoever asks again is answered by another one. */
  const lose = (lost: ChildProcess | undefined): void => {
    if (lost === undefined || child !== lost) return;
    child = undefined;
    const asked = [...waiting.values()];
    waiting.clear();
    for (const { reject } of asked) reject(Object.assign(new Error("the lookup has ended"), { code: "EAI_AGAIN" }));
  };

  return {
    resolve: (host) => {
      // Its answer is there at once.
      if (host === "localhost") return resolveInProcess(host);
      const known = waiting.get(host);
      if (known !== undefined) return known.promise;
      const asked = createPendingLookup();
      waiting.set(host, asked);
      child ??= started();
      child.send({ host });
      return asked.promise;
    },
    end: () => {
      child?.kill("SIGKILL");
      lose(child);
    },
  };
}

/** Asks the system in this process. */
export function resolveInProcess(host: string): Promise<readonly ResolvedAddress[]> {
  return new Promise((resolve, reject) => {
    lookup(host, { all: true }, (problem, addresses) => (problem === null ? resolve(addresses) : reject(problem)));
  });
}

type PendingLookup = {
  readonly promise: Promise<readonly ResolvedAddress[]>;
  readonly resolve: (addresses: readonly ResolvedAddress[]) => void;
  readonly reject: (problem: Error) => void;
};

function createPendingLookup(): PendingLookup {
  let settle: Omit<PendingLookup, "promise"> | undefined;
  const promise = new Promise<readonly ResolvedAddress[]>((resolve, reject) => {
    settle = { resolve, reject };
  });
  return { promise, resolve: (addresses) => settle?.resolve(addresses), reject: (problem) => settle?.reject(problem) };
}

type LookupReply = { readonly host: string; readonly addresses?: readonly ResolvedAddress[]; readonly code?: string };

/** Half of the threads look up names; so many names that nobody answers for keep no other one waiting. */
const LOOKUP_PROGRAM = [
  "process.env.UV_THREADPOOL_SIZE = '64';",
  "const { lookup } = process.getBuiltinModule('node:dns');",
  "process.on('message', ({ host }) => lookup(host, { all: true }, (problem, addresses) =>",
  "  process.connected && process.send(problem ? { host, code: problem.code } : { host, addresses })));",
].join("\n");
