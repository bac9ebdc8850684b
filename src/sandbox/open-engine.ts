import { fileURLToPath } from "node:url";
import { type Document, listOperations, loadDocument } from "../document/index.js";
import { getSchemas } from "../schema/index.js";
import type { AdminContext } from "./admin/admin-route.js";
import { createClockAdvances } from "./admin/clock/clock-advances.js";
import { createAdvance } from "./admin/clock/clock-routes.js";
import type { AppContext, RealClock } from "./context/app-context.js";
import { readDomainTime, writeClock } from "./context/domain-clock.js";
import { DEFAULT_POLICIES } from "./context/policies.js";
import { purgeHistory } from "./deliveries/delivery-history.js";
import { createDispatcher } from "./deliveries/dispatcher.js";
import type { DemoCredentials, SandboxOptions } from "./options.js";
import { purgeVersions } from "./orders/order-versions.js";
import { REAL_CLOCK } from "./real-clock.js";
import { HANDLERS } from "./requests/handlers.js";
import { purgeRequestIds } from "./requests/idempotency.js";
import { createOperationServer } from "./requests/operation-server.js";
import { createRequestLog } from "./requests/request-log.js";
import { createRequestPipeline } from "./requests/request-pipeline.js";
import { SandboxError } from "./sandbox-error.js";
import { fillDatabase } from "./seed-data/fill-database.js";
import {
  createFixtureData,
  deriveDemoAccess,
  FIXTURE_NAMES,
  type FixtureName,
  type SeedData,
} from "./seed-data/fixtures.js";
import { parseSeedData, readSeedData } from "./seed-data/read-seed-data.js";
import { type ClusterLock, createClusterLock } from "./store/cluster-lock.js";
import { type Database, disableTimeLimit, type Queries } from "./store/database.js";
import { migrate, openDatabase } from "./store/open-database.js";
import { authenticate, getIssuer } from "./tokens/access-token.js";
import { purgeTokens } from "./tokens/refresh-tokens.js";

/** What runs behind the addresses of a sandbox. */
type SandboxEngine = {
  readonly demo: DemoCredentials | undefined;
  readonly handle: ReturnType<typeof createRequestPipeline>;
  /** What the admin API works on. */
  readonly control: Omit<AdminContext, "address" | "token">;
  /** Starts sending deliveries; call it when the addresses are known. */
  readonly start: () => void;
  readonly advance: (by: string) => Promise<void>;
};

/** Functions that close what has been opened, in the order of opening. */
export type OpenedParts = (() => Promise<void>)[];

const MINUTE = 60_000;

/** Opens the database of a sandbox, fills it if it is new, and prepares its service. Adds to `opened` what closes them. */
export async function openEngine(
  options: SandboxOptions,
  surroundings: Pick<AppContext, "baseUrl" | "billingUrl" | "deliveryProfile">,
  opened: OpenedParts,
): Promise<SandboxEngine> {
  const { realClock = REAL_CLOCK, onDefect = () => {} } = options;
  const database = await openDatabase(options.database ?? ":memory:");
  opened.push(() => database.close());
  await migrate(database);
  const app: AppContext = {
    ...surroundings,
    seed: await readOrCreateSeed(database, options, realClock),
    schemas: getSchemas(options.document ?? loadBundledSpec()),
    policies: { ...DEFAULT_POLICIES, ...options.policies },
    realClock,
  };
  await initializeDatabase(database, app, options);

  const { resolve, limits } = options.deliveries ?? {};
  const dispatcher = createDispatcher({ database, app, onDefect, resolve, limits });
  const clusterLock = createClusterLock(database, Buffer.from(realClock.randomBytes(12)).toString("hex"));
  const log = createRequestLog();
  const service = createOperationServer({
    database,
    app,
    operations: listOperations(app.schemas.document),
    handlers: HANDLERS,
    authenticate,
    onDefect,
  });
  const advances = createClockAdvances({
    ...{ database, app, dispatcher, onDefect },
    purgeTasks: PURGE_TASKS,
    lock: clusterLock,
  });
  opened.push(
    () => dispatcher.stop(),
    () => advances.stop(),
  );
  const demo = buildDemoCredentials(options, app);
  return {
    demo,
    handle: createRequestPipeline({ database, service, app, log }),
    control: {
      ...{ database, app, log, advances, exclusive: clusterLock.run },
      fill: (queries, pack) => reseedDatabase(queries, app, pack === undefined ? options : { ...options, data: pack }),
      demoApplication: demo?.applicationId,
      fixtures: FIXTURE_NAMES,
      versions: options.versions ?? {},
    },
    start: () => {
      dispatcher.start();
      opened.push(runRepeatedly(() => purgeExpired(database, app, clusterLock).catch(onDefect), MINUTE));
      opened.push(runInSteps(service.warmUp()));
    },
    advance: async (by) => void (await advances.start(createAdvance(by), Number.POSITIVE_INFINITY)),
  };
}

function buildDemoCredentials({ data = "small" }: SandboxOptions, app: AppContext): DemoCredentials | undefined {
  if (!FIXTURE_NAMES.some((name) => name === data)) return undefined;
  const { applicationId, businessIds, privateKeyPem } = deriveDemoAccess(app.seed);
  // The issuer depends on the port, which is known when the server listens.
  return {
    applicationId,
    businessId: businessIds[0],
    privateKey: privateKeyPem,
    get audience() {
      return getIssuer(app);
    },
  };
}

/** Runs steps one by one and lets requests run between them. Returns a function that stops it. */
function runInSteps(steps: Iterable<void>): () => Promise<void> {
  const remaining = steps[Symbol.iterator]();
  const step = (): void => {
    if (remaining.next().done !== true) next = setImmediate(step);
  };
  let next = setImmediate(step);
  return async () => clearImmediate(next);
}

/**
 * Runs work that never rejects at an interval in milliseconds. Returns a function that stops it and waits for work in
 * progress.
 */
export function runRepeatedly(work: () => Promise<void>, interval: number): () => Promise<void> {
  let last: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    last = Promise.all([last, work()]);
  }, interval).unref();
  return async () => {
    clearInterval(timer);
    await last;
  };
}

/** Tasks that delete expired data by domain time; each needs its own transaction. */
export const PURGE_TASKS: readonly ((queries: Queries, now: number) => Promise<void>)[] = [
  purgeRequestIds,
  purgeTokens,
  purgeVersions,
  purgeHistory,
];

/**
 * Deletes expired data. Does nothing while the clock is being changed, because data may not be expired at the new time.
 */
export async function purgeExpired(database: Database, app: AppContext, { tryRun }: ClusterLock): Promise<void> {
  await tryRun(async () => {
    const now = await readDomainTime(database, app);
    for (const purge of PURGE_TASKS) await database.transaction((queries) => purge(queries, now));
  });
}

/**
 * Returns the seed of a database. A new database stores the requested seed, or a random one.
 *
 * @throws SandboxError when the database has another seed than the requested one
 */
export async function readOrCreateSeed(
  database: Database,
  { database: name = ":memory:", seed: requested }: SandboxOptions,
  realClock: RealClock,
): Promise<string> {
  const initial = requested ?? Buffer.from(realClock.randomBytes(32)).toString("base64url");
  await database.run("INSERT INTO settings (name, value) VALUES ('seed', $1) ON CONFLICT (name) DO NOTHING", [initial]);
  const seed = String((await database.first("SELECT value FROM settings WHERE name = 'seed'"))?.value);
  if (requested !== undefined && seed !== requested) throw new SandboxError(describeOtherSeed(seed, requested, name));
  return seed;
}

/** Random seeds are as good as the key that is derived from them, and the URL of a database can have a password: neither is shown. */
function describeOtherSeed(seed: string, requested: string, name: string): string {
  const has = /^[\w-]{43}$/.test(seed) ? "a random seed" : `the seed "${seed}"`;
  const [database, change] = name.includes("://")
    ? ["the database", "use an empty database"]
    : [`the database ${name}`, `delete ${name}, or pass --database :memory:`];
  return `${database} has ${has}, not "${requested}"; omit the seed, ${change}`;
}

/** Sets the clock of a new database and fills it once, even when several replicas start at the same time. */
export async function initializeDatabase(database: Database, app: AppContext, options: SandboxOptions): Promise<void> {
  await database.transaction(
    async (queries) => {
      // A replica that starts while another one fills the database waits for it.
      await disableTimeLimit(queries);
      const isNew = await queries.first(
        "INSERT INTO settings (name, value) VALUES ('filled', $1) ON CONFLICT (name) DO NOTHING RETURNING name",
        [typeof options.data === "object" ? "inline" : (options.data ?? "small")],
      );
      if (isNew !== undefined) await reseedDatabase(queries, app, options);
    },
    { isPatient: true },
  );
}

/**
 * Sets the clock of an empty database to its start, and fills it with a fixture or with the data of a file.
 *
 * @throws SeedDataError when the file is not valid seed data
 */
export async function reseedDatabase(queries: Queries, app: AppContext, options: SandboxOptions): Promise<void> {
  const { data = "small", startAt = {} } = options;
  const realNow = app.realClock.now();
  const { time = realNow, freeze = false } = startAt;
  if (freeze || startAt.time !== undefined)
    await writeClock(queries, freeze ? { mode: "frozen", at: time } : { mode: "running", offset: time - realNow });
  const now = await readDomainTime(queries, app);
  await fillDatabase(queries, app, loadSeedData(data, app, now), now);
}

function loadSeedData(data: string | object, app: AppContext, now: number): SeedData {
  if (typeof data === "object") return parseSeedData("data", JSON.stringify(data), app, now);
  const pack = FIXTURE_NAMES.find((name): name is FixtureName => name === data);
  return pack === undefined ? readSeedData(data, app, now) : createFixtureData(pack, app.seed, now);
}

let bundledSpec: Document | undefined;

/** Loads the built-in spec. Its file has the same relative path in a checkout and in the published package. */
export function loadBundledSpec(): Document {
  bundledSpec ??= loadDocument(fileURLToPath(new URL("../../generated/openapi.json", import.meta.url)));
  return bundledSpec;
}
