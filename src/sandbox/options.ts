import type { Document } from "../document/index.js";
import type { Exchange } from "../recording/index.js";
import type { Policies, RealClock } from "./context/app-context.js";
import type { DispatcherOptions } from "./deliveries/dispatcher.js";
import type { ResourcePlan } from "./engine/resource.js";

export type SandboxOptions = {
  /** Path of a SQLite file, `:memory:` (default) or `postgres://…`. */
  readonly database?: string;
  /** Port of the service; 0 (default) means any free port. */
  readonly port?: number;
  /** Port of the billing service; by default that of the service plus 2, or any free port. */
  readonly billingPort?: number;
  /** Serves the billing service at the address of the service too, instead of at an address of its own. */
  readonly singleAddress?: boolean;
  /** Port of the admin API; 0 (default) means any free port. */
  readonly adminPort?: number;
  /** Address to which the service is bound; loopback by default. */
  readonly host?: string;
  /** The base URL that clients use, when it differs from the bound address, such as behind a reverse proxy. */
  readonly baseUrl?: string;
  /** The same for the billing service. */
  readonly billingUrl?: string;
  /**
   * Source of all ids and keys: the same seed, clock and requests give the same bytes. By default a new database gets a
   * random seed and keeps it.
   */
  readonly seed?: string;
  /** Start of the domain clock of a new database, in milliseconds since 1970, and whether it is frozen there. */
  readonly startAt?: { readonly time?: number; readonly freeze?: boolean };
  /** Data of a new database: `none`, `small` (default), `large`, the path of a seed-data file, or its content. */
  readonly data?: string | object;
  readonly policies?: Partial<Policies>;
  readonly deliveries?: {
    /** Additional networks to which deliveries may go, such as `10.1.0.0/16`. */
    readonly allow?: readonly string[];
    /** Skips verification of listeners' certificates; only when bound to loopback. */
    readonly insecureTls?: boolean;
    /** Resolves the host name of a listener; the system's resolver by default. The addresses must still be allowed. */
    readonly resolve?: DispatcherOptions["resolve"];
    /** Time limits for listeners; those of the service by default. */
    readonly limits?: DispatcherOptions["limits"];
  };
  /** Address to which the admin API is bound; loopback by default. Any other needs an `adminToken`. */
  readonly adminHost?: string;
  /** Required of every request to the admin API except those for the page and the health check. */
  readonly adminToken?: string;
  /** Origins of pages that may send requests from a browser, beside those of this machine. */
  readonly allowOrigins?: readonly string[];
  /** The spec to serve; the built-in spec by default. */
  readonly document?: Document;
  readonly realClock?: RealClock;
  /** Reported by the health check of the admin API, such as the versions of the package and of Node. */
  readonly versions?: Readonly<Record<string, string>>;
  /** Redacts an exchange for the request log; by the names and formats of its values by default. */
  readonly redact?: (exchange: Exchange) => Exchange;
  /** Called with internal errors. */
  readonly onDefect?: (error: unknown) => void;
};

/** The options of a sandbox of your own spec. */
export type SpecSandboxOptions = Omit<SandboxOptions, "document" | "billingPort" | "billingUrl" | "singleAddress"> & {
  /** The OpenAPI document: a file, a URL, or a loaded document. */
  readonly spec: string | Document;
  /** `none`: lists are empty at the start. Otherwise they have the examples of the spec, or generated records. */
  readonly data?: "none" | "small";
  /** Addresses to which a new database sends all webhooks of the spec. */
  readonly deliverTo?: readonly string[];
  /** The only bearer tokens, API keys and texts `user:password` that are accepted; by default any of the right form. */
  readonly tokens?: readonly string[];
};

/** A running sandbox of a spec. Its `url` has the path of the first server of the spec. */
export type SpecSandbox = Omit<Sandbox, "billingUrl" | "demo"> & { readonly plan: ResourcePlan };

/** A running sandbox. */
export type Sandbox = {
  /** The URL of the service, such as `http://127.0.0.1:4020`. */
  readonly url: string;
  /** The URL of the billing service, such as `http://127.0.0.1:4022`. */
  readonly billingUrl: string;
  readonly adminUrl: string;
  /** Credentials for a first call; undefined when the data contains no application with a known private key. */
  readonly demo: DemoCredentials | undefined;
  readonly engine: "sqlite" | "postgres";
  /**
   * Advances the clock by a duration such as `P30D` or `PT1H30M`. Resolves when all deliveries that fall due have been
   * sent.
   *
   * @throws Error when the duration is invalid
   */
  readonly advance: (by: string) => Promise<void>;
  /** Finishes open requests and running deliveries, then closes the database. */
  readonly close: () => Promise<void>;
};

/** The application of the fixtures with its private key, for testing only. */
export type DemoCredentials = {
  readonly applicationId: string;
  readonly businessId: string;
  /** PEM (PKCS #8) of an EC key on P-256: assertions are signed with ES256. */
  readonly privateKey: string;
  /** The `aud` claim of assertions. */
  readonly audience: string;
};
