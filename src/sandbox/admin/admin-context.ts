import type { AppContext } from "../context/app-context.js";
import type { DemoCredentials, SandboxOptions } from "../options.js";
import type { RequestLog } from "../requests/request-log.js";
import type { Database, Queries } from "../store/database.js";
import type { Mutex } from "../store/mutex.js";
import type { ClockAdvances } from "./clock/clock-advances.js";

/** What the admin API works on. */
export type AdminContext = {
  readonly database: Database;
  readonly app: AppContext;
  readonly log: RequestLog;
  /**
   * Fills an empty database as at the start, including the clock. Uses the data of the start when `pack` is undefined.
   */
  readonly fill: (queries: Queries, pack: string | undefined) => Promise<void>;
  /** The application of the demo client, which keeps its access after a restore. */
  readonly demoApplication?: string | undefined;
  /** The packs that `fill` accepts. */
  readonly fixtures: readonly string[];
  /** Versions to report, such as those of the package and of Node. */
  readonly versions: Readonly<Record<string, string>>;
  /** Host and port of the admin API; the port is known once the server listens. */
  readonly address: () => { readonly host: string; readonly port: number };
  /** Required of every request except those for the page and the health check, when defined. */
  readonly token?: string | undefined;
  /** Serializes work across all replicas: changes of the clock, resets and restores must not overlap. */
  readonly exclusive: Mutex;
  /** Changes of the clock. */
  readonly advances: ClockAdvances;
  /** The sandboxes below this one; undefined for one that is below another. */
  readonly children?: ChildDirectory;
};

/** What a request for a new sandbox may choose; the rest is as in the sandbox that creates it. */
export type ChildOrder = Pick<SandboxOptions, "data" | "seed" | "startAt"> & { readonly id?: string };

/** A sandbox below the addresses of another one. */
export type ChildView = {
  readonly id: string;
  readonly url: string;
  readonly billingUrl: string;
  readonly adminUrl: string;
  readonly demo: DemoCredentials | undefined;
};

/** The sandboxes that `POST /sandboxes` has created. */
export type ChildDirectory = {
  /** @throws SandboxError when the id is taken or there are too many; SeedDataError when the data is invalid */
  readonly create: (order: ChildOrder) => Promise<ChildView>;
  readonly list: () => readonly ChildView[];
  /** Closes a sandbox. Returns whether there was one. */
  readonly remove: (id: string) => Promise<boolean>;
  /** Finds the sandbox of a path such as `/s/{id}/clock`, and the path below it. */
  readonly route: (path: string) => { readonly control: AdminContext; readonly path: string } | undefined;
};
