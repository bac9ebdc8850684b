import type { AppContext } from "../context/app-context.js";
import type { RequestLog } from "../requests/request-log.js";
import type { Database, Queries } from "../store/database.js";
import type { Mutex } from "../store/mutex.js";

/** What the admin address has its hands on. */
export type AdminContext = {
  readonly database: Database;
  readonly app: AppContext;
  readonly dispatcher: {
    /** Sends what is due at this domain time, in the order in which it falls due, until nothing is. */
    readonly drainDue: (now: number) => Promise<void>;
    readonly wake: () => void;
  };
  readonly log: RequestLog;
  /** What time brings besides deliveries, each within a transaction: phases that change, what is too old to be kept. */
  readonly purgeTasks: readonly ((queries: Queries, now: number) => Promise<void>)[];
  /** Fills an empty database as at the start, clock and all; with what it was started with when no pack is named. */
  readonly fill: (queries: Queries, pack: string | undefined) => Promise<void>;
  /** The packs that `fill` knows. */
  readonly fixtures: readonly string[];
  /** Versions to be told: of the package, of Node, of what else is of interest. */
  readonly versions: Readonly<Record<string, string>>;
  /** Where the admin address is reached, such as `127.0.0.1:4011`; the port is known once it listens. */
  readonly address: () => { readonly host: string; readonly port: number };
  /** Asked of every request but those for the page and the health, when the sandbox was started with one. */
  readonly token?: string | undefined;
  /** Runs work after all work before it has ended, at any replica: clock, reset and restore must not overtake each other. */
  readonly exclusive: Mutex;
};
