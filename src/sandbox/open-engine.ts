import { getSchemas } from "../schema/index.js";
import type { AdminContext } from "./admin/admin-route.js";
import { createClockAdvances } from "./admin/clock/clock-advances.js";
import { readClockTarget } from "./admin/clock/clock-routes.js";
import { type AppContext, DEFAULT_POLICIES, type RealClock } from "./context/app-context.js";
import { readDomainTime, writeClock } from "./context/domain-clock.js";
import { purgeHistory } from "./deliveries/delivery-history.js";
import { createDispatcher } from "./deliveries/dispatcher.js";
import type { SandboxOptions } from "./options.js";
import { purgeVersions } from "./orders/order-versions.js";
import { REAL_CLOCK } from "./real-clock.js";
import { purgeRequestIds } from "./requests/idempotency.js";
import type { PlayedService } from "./requests/operation-server.js";
import { createRequestLog } from "./requests/request-log.js";
import { createRequestPipeline } from "./requests/request-pipeline.js";
import { SandboxError } from "./sandbox-error.js";
import { type ClusterLock, createClusterLock, runRepeatedly } from "./store/cluster-lock.js";
import { type Database, disableTimeLimit, lockSetting, type Queries } from "./store/database.js";
import { createDatabaseTables, openDatabase } from "./store/open-database.js";
import { purgeTokens } from "./tokens/refresh-tokens.js";

/** Functions that close what has been opened, in the order of opening. */
export type OpenedParts = (() => Promise<void>)[];

const MINUTE = 60_000;

/** Opens the database of a sandbox, fills it if it is new, and prepares its service. Adds to `opened` what closes them. */
export async function openEngine(
  played: PlayedService,
  options: SandboxOptions,
  surroundings: Pick<AppContext, "baseUrl" | "billingUrl" | "deliveryProfile">,
  opened: OpenedParts,
) {
  const { realClock = REAL_CLOCK, onDefect = () => {} } = options;
  const database = await openDatabase(options.database ?? ":memory:");
  opened.push(() => database.close());
  await createDatabaseTables(database);
  const app: AppContext = {
    ...surroundings,
    seed: await readOrCreateSeed(database, options, realClock),
    schemas: getSchemas(played.document),
    policies: { ...DEFAULT_POLICIES, ...options.policies },
    realClock,
    getDeliveryStyle: played.getDeliveryStyle,
    wake: () => dispatcher.wake(),
  };
  await assertSameSpec(database, played.title, options);
  await initializeDatabase(database, app, options, played);

  const { resolve, limits } = options.deliveries ?? {};
  const dispatcher = createDispatcher({ database, app, onDefect, resolve, limits });
  const clusterLock = createClusterLock(database, Buffer.from(realClock.randomBytes(12)).toString("hex"));
  const log = createRequestLog({ redact: options.redact });
  const service = played.createServer({ database, app, onDefect });
  const advances = createClockAdvances({
    ...{ database, app, dispatcher, onDefect },
    purgeTasks: PURGE_TASKS,
    lock: clusterLock,
  });
  opened.push(
    () => dispatcher.stop(),
    () => advances.stop(),
  );
  const demo = played.buildDemo?.(options.data, app);
  /** What the admin API works on. */
  const control: Omit<AdminContext, "address" | "token"> = {
    ...{ database, app, log, advances, exclusive: clusterLock.run },
    fill: (queries, pack) =>
      reseedDatabase(queries, app, pack === undefined ? options : { ...options, data: pack }, played),
    ...{ service: played, demo, versions: options.versions ?? {} },
  };
  return {
    demo,
    handle: createRequestPipeline({ database, service, app, log }),
    control,
    /** Starts sending deliveries; call it when the addresses are known. */
    start: () => {
      dispatcher.start();
      opened.push(runRepeatedly(() => purgeExpired(database, app, clusterLock).catch(onDefect), MINUTE));
    },
    advance: async (by: string) => {
      const change = { mode: "advance", by };
      await advances.start(
        (state, now) => readClockTarget(change, state, { now, real: now }),
        Number.POSITIVE_INFINITY,
      );
    },
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

/** @throws SandboxError when the database has the data of another spec */
async function assertSameSpec(
  database: Database,
  title: string,
  { database: name = "" }: SandboxOptions,
): Promise<void> {
  const stored = await lockSetting(database, "spec", title);
  if (stored === title) return;
  const shown = name.includes("://") ? "the database" : `the database ${name}`;
  throw new SandboxError(`${shown} has the data of "${stored}", not of "${title}"; choose another database`);
}

/** Sets the clock of a new database and fills it once, even when several replicas start at the same time. */
export async function initializeDatabase(
  database: Database,
  app: AppContext,
  options: SandboxOptions,
  played: Pick<PlayedService, "fill">,
): Promise<void> {
  await database.transaction(
    async (queries) => {
      // A replica that starts while another one fills the database waits for it.
      await disableTimeLimit(queries);
      const isNew = await queries.first(
        "INSERT INTO settings (name, value) VALUES ('filled', $1) ON CONFLICT (name) DO NOTHING RETURNING name",
        [typeof options.data === "object" ? "inline" : (options.data ?? "small")],
      );
      if (isNew !== undefined) await reseedDatabase(queries, app, options, played);
    },
    { isPatient: true },
  );
}

/**
 * Sets the clock of an empty database to its start, and fills it with its data.
 *
 * @throws SeedDataError when the data of a file is not valid
 */
export async function reseedDatabase(
  queries: Queries,
  app: AppContext,
  options: SandboxOptions,
  { fill }: Pick<PlayedService, "fill">,
): Promise<void> {
  const { data, startAt = {} } = options;
  const realNow = app.realClock.now();
  const { time = realNow, freeze = false } = startAt;
  if (freeze || startAt.time !== undefined)
    await writeClock(queries, freeze ? { mode: "frozen", at: time } : { mode: "running", offset: time - realNow });
  await fill(queries, app, data, await readDomainTime(queries, app));
}
