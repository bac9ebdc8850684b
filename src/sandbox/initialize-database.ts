import type { AppContext, RealClock } from "./context/app-context.js";
import { getDomainTime, readClock, writeClock } from "./context/domain-clock.js";
import type { SandboxOptions } from "./options.js";
import { SandboxError } from "./sandbox-error.js";
import {
  createFixtureData,
  FIXTURE_NAMES,
  type FixtureName,
  fillDatabase,
  parseSeedData,
  readSeedData,
  type SeedData,
} from "./seed-data/index.js";
import type { Database, Queries } from "./store/database.js";
import { disableTimeLimit } from "./store/index.js";

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
  const now = getDomainTime(await readClock(queries), realNow);
  await fillDatabase(queries, app, loadSeedData(data, app, now), now);
}

function loadSeedData(data: string | object, app: AppContext, now: number): SeedData {
  if (typeof data === "object") return parseSeedData("data", JSON.stringify(data), app, now);
  const pack = FIXTURE_NAMES.find((name): name is FixtureName => name === data);
  return pack === undefined ? readSeedData(data, app, now) : createFixtureData(pack, app.seed, now);
}
