import type { AppContext, RealClock } from "./context/app-context.js";
import { getDomainTime, readClock, writeClock } from "./context/domain-clock.js";
import type { SandboxOptions } from "./options.js";
import { SandboxError } from "./sandbox-error.js";
import {
  createFixtureData,
  FIXTURE_NAMES,
  type FixtureName,
  fillDatabase,
  readSeedData,
  type SeedData,
} from "./seed-data/index.js";
import type { Database, Queries } from "./store/database.js";
import { disableTimeLimit } from "./store/index.js";

/**
 * The seed of a database: the one that it has, or, the first time, the one that is asked for, or one of chance.
 *
 * @throws SandboxError when it has another seed than the one that is asked for
 */
export async function readOrCreateSeed(
  database: Database,
  asked: string | undefined,
  realClock: RealClock,
): Promise<string> {
  const drawn = asked ?? Buffer.from(realClock.randomBytes(32)).toString("base64url");
  await database.run("INSERT INTO settings (name, value) VALUES ('seed', $1) ON CONFLICT (name) DO NOTHING", [drawn]);
  const seed = String((await database.first("SELECT value FROM settings WHERE name = 'seed'"))?.value);
  if (asked !== undefined && seed !== asked)
    throw new SandboxError(
      "the database has another seed than the one that is asked for; leave it out, or take a new database",
    );
  return seed;
}

/** Sets the clock of a new database and fills it: once, however many replicas start at the same time. */
export async function initializeDatabase(
  database: Database,
  world: AppContext,
  options: SandboxOptions,
): Promise<void> {
  await database.transaction(async (queries) => {
    // Who starts while another one fills the database waits for it.
    await disableTimeLimit(queries);
    const isNew = await queries.first(
      "INSERT INTO settings (name, value) VALUES ('filled', $1) ON CONFLICT (name) DO NOTHING RETURNING name",
      [options.data ?? "small"],
    );
    if (isNew !== undefined) await reseedDatabase(queries, world, options);
  });
}

/**
 * Sets the clock of an empty database to its start, and fills it with a pack or with the data of a file.
 *
 * @throws SeedDataError when the file cannot be used
 */
export async function reseedDatabase(queries: Queries, world: AppContext, options: SandboxOptions): Promise<void> {
  const { data = "small", startAt = {} } = options;
  const realNow = world.realClock.now();
  const { time = realNow, freeze = false } = startAt;
  if (freeze || startAt.time !== undefined)
    await writeClock(queries, freeze ? { mode: "frozen", at: time } : { mode: "running", offset: time - realNow });
  const now = getDomainTime(await readClock(queries), realNow);
  await fillDatabase(queries, world, loadSeedData(data, world, now), now);
}

function loadSeedData(data: string, world: AppContext, now: number): SeedData {
  const pack = FIXTURE_NAMES.find((name): name is FixtureName => name === data);
  return pack === undefined ? readSeedData(data, world, now) : createFixtureData(pack, world.seed, now);
}
