import type { Document } from "../document/index.js";
import type { Policies, RealClock } from "./context/app-context.js";
import type { DispatcherOptions } from "./deliveries/index.js";

export type SandboxOptions = {
  /** A file, `:memory:` or `postgres://…`; in memory when none is given. */
  readonly database?: string;
  /** Of the service; 0, the default, is any free port. */
  readonly port?: number;
  /** Of the admin address; 0, the default, is any free port. */
  readonly adminPort?: number;
  /** What the service is bound to; loopback when none is given. The admin address is always bound to loopback. */
  readonly host?: string;
  /** The base address as clients know it, when something stands between them and this process. */
  readonly baseUrl?: string;
  /**
   * What ids and keys follow from: the same seed, clock and requests give the same bytes. Without one a database gets a seed
   * of chance, and keeps it.
   */
  readonly seed?: string;
  /** Where the domain clock of a new database starts, in milliseconds since 1970, and whether it stands there. */
  readonly startAt?: { readonly time?: number; readonly freeze?: boolean };
  /** What a new database is filled with: `none`, `small` (the default), `large`, or the path of a seed-data file. */
  readonly data?: string;
  readonly policies?: Partial<Policies>;
  readonly deliveries?: {
    /** Networks that may be delivered to beyond the profile, such as `10.1.0.0/16`. */
    readonly allow?: readonly string[];
    /** Certificates of listeners are not verified; on loopback only. */
    readonly insecureTls?: boolean;
    /** All addresses of a listener's name; the system is asked when it is not given. They have to be allowed all the same. */
    readonly resolve?: DispatcherOptions["resolve"];
    /** How long listeners have: as long as the service gives them, unless a test of something else is not to depend on it. */
    readonly limits?: DispatcherOptions["limits"];
  };
  /** Asked of every request to the admin address. */
  readonly adminToken?: string;
  /** The largest body of a request, in bytes. */
  readonly bodyLimit?: number;
  /** The description that is served; the package's own when none is given. */
  readonly document?: Document;
  readonly realClock?: RealClock;
  /** Told by the health of the admin address: versions of the package, of Node. */
  readonly versions?: Readonly<Record<string, string>>;
  /** Hears of what should not have happened. */
  readonly onDefect?: (error: unknown) => void;
};

/** A service that runs. */
export type Sandbox = {
  /** Where it listens, such as `http://127.0.0.1:4020`. */
  readonly url: string;
  readonly adminUrl: string;
  /** What the first call needs; undefined when the data has no application whose private key is known. */
  readonly demo: DemoCredentials | undefined;
  readonly engine: "sqlite" | "postgres";
  /** Answers what was begun, lets deliveries that are on their way settle, and closes the database. */
  readonly close: () => Promise<void>;
};

/** The application of the seed data, with its private key: for trying things out, and for nothing else. */
export type DemoCredentials = {
  readonly applicationId: string;
  readonly businessId: string;
  /** PEM (PKCS #8) of an EC key on P-256: assertions are signed with ES256. */
  readonly privateKey: string;
  /** What assertions name as their `aud`. */
  readonly audience: string;
};
