import type { Json, JsonObject, Pointer } from "../../document/index.js";
import { serializeExactJson } from "../../document/values/serialize-json.js";
import { parseJson } from "../../schema/index.js";
import type { AppContext } from "../context/app-context.js";
import { createMutex } from "../store/cluster-lock.js";
import { type Database, lockSetting, type Queries, readSetting, type Value, writeSetting } from "../store/database.js";
import { formatKey, isPlaceOf } from "./path-shape.js";

/** A record and the responses that show it. */
export type StoredRecord = {
  /** The place of its list. */
  readonly place: string;
  /** Its id as text, as in paths; empty for a single record. */
  readonly key: string;
  /** The place of the list below another record in which it was created; undefined for other records. */
  readonly view: string | undefined;
  /** Grows with each new record, so that a list has them in the order of creation. */
  readonly order: number;
  readonly value: JsonObject;
  /** What responses show of it, by the schema of the record in the response. */
  readonly shown: Map<Pointer, Json>;
};

export type RecordStore = ReturnType<typeof createRecordStore>;

/** The names of counters of records; the fault rules and others have counters too. */
const COUNTER = "records ";
const INITIAL_DATA = "initial data";

type Randomness = Pick<AppContext, "realClock">;

/** Prepares an empty database. With data, lists get their records when they are used first. */
export async function initializeRecords(queries: Queries, app: Randomness, hasData: boolean): Promise<void> {
  if (hasData) await queries.run(UPSERT_COUNTER, [COUNTER + INITIAL_DATA, 1]);
  await writeRevision(queries, app);
}

/** Every change gives the records another revision, by which processes see the changes of others, and resets. */
async function writeRevision(queries: Queries, { realClock }: Randomness): Promise<string> {
  const revision = Buffer.from(realClock.randomBytes(12)).toString("hex");
  await writeSetting(queries, "records", revision);
  return revision;
}

/**
 * The records of a sandbox, by the place of their list, such as `/users/7/pets`. All are in memory, and what changes is in
 * the database before a response shows it.
 */
export function createRecordStore(database: Database, app: Randomness) {
  const { load, save, pending, ...memory } = createRecordMemory();
  const inTurn = createMutex();
  let writers = 0;
  /** The revision of the database that the memory has; undefined if it has none of them. */
  let revision: string | undefined;
  /** The memory can differ from the database, and is read again. */
  const forget = (): void => {
    pending.clear();
    revision = undefined;
  };
  const write = async <T>(work: (queries: Queries) => Promise<T>): Promise<T> => {
    writers += 1;
    return inTurn(async () => {
      let runs = 0;
      try {
        const done = await database.transaction(async (queries) => {
          runs += 1;
          if (runs > 1) forget();
          const stored = await lockSetting(queries, "records", "");
          if (stored !== revision) await load(queries);
          revision = stored;
          const result = await work(queries);
          if (pending.size === 0) return { result, next: stored };
          await save(queries);
          return { result, next: await writeRevision(queries, app) };
        });
        revision = done.next;
        pending.clear();
        return done.result;
      } catch (error) {
        if (pending.size > 0) forget();
        throw error;
      } finally {
        writers -= 1;
      }
    });
  };
  return {
    ...memory,
    /** Runs work that mostly reads. */
    read: async <T>(work: () => T): Promise<T> => {
      const stored = (await readSetting<string>(database, "records")) ?? "";
      if (writers > 0 || stored !== revision) return write(async () => work());
      const result = work();
      return pending.size > 0 ? write(async () => result) : result;
    },
    /** Runs work in a transaction, after all earlier ones. Work that throws changes nothing. */
    write,
  };
}

/** Statements by what they change: only the last change of a record is written. */
type PendingStatements = Map<string, { readonly sql: string; readonly values: readonly Value[] }>;

/** The records in memory, and what the database does not have yet. */
function createRecordMemory() {
  const places = new Map<string, Map<string, StoredRecord>>();
  const counters = new Map<string, number>();
  const pending: PendingStatements = new Map();
  let created = 0;
  const at = (place: string): Map<string, StoredRecord> => places.get(place) ?? new Map();
  const keep = (place: string, record: StoredRecord): void => void places.set(place, at(place).set(record.key, record));
  return {
    load: async (queries: Queries): Promise<void> => {
      for (const known of [places, counters, pending]) known.clear();
      for (const record of await readRecords(queries)) {
        created = record.order;
        keep(record.place, record);
      }
      for (const { name, value } of await queries.all("SELECT name, value FROM counters WHERE name LIKE 'records %'"))
        counters.set(String(name).slice(COUNTER.length), Number(value));
    },
    save: async (queries: Queries): Promise<void> => {
      for (const { sql, values } of pending.values()) await queries.run(sql, values);
    },
    pending,
    list: (place: string): readonly StoredRecord[] => [...at(place).values()],
    /** The records of all lists of a shape whose first parameters have some values. */
    listWithin: (shape: string, values: readonly string[]): readonly StoredRecord[] =>
      [...places].flatMap(([place, records]) => (isPlaceOf(place, shape, values) ? [...records.values()] : [])),
    get: (place: string, key: string) => at(place).get(key),
    /** Stores a record. Without a place, it keeps that where it was created; null takes it out of there. */
    put: (place: string, key: string, value: JsonObject, view?: string | null): StoredRecord => {
      const former = at(place).get(key);
      if (former === undefined) created += 1;
      const record = {
        place,
        key,
        view: view === null ? undefined : (former?.view ?? view),
        order: former?.order ?? created,
        value,
        shown: new Map(),
      };
      keep(place, record);
      const values = [place, key, record.order, record.view ?? null, serializeExactJson(value)];
      pending.set(JSON.stringify([place, key]), { sql: UPSERT_RECORD, values });
      return record;
    },
    /** Removes a record and those below it: another record of this id does not have them. */
    remove: (place: string, key: string): void => {
      const below = [...places].filter(([it]) => it.startsWith(`${place}/${formatKey(key)}/`));
      const keys = below.flatMap(([it, records]) => [...records.keys()].map((id) => [it, id] as const));
      for (const [at, id] of [[place, key] as const, ...keys]) {
        places.get(at)?.delete(id);
        pending.set(JSON.stringify([at, id]), { sql: DELETE_RECORD, values: [at, id] });
        // A list stays empty, but a single record is there again with the record that it is below.
        const filled = `filled ${at}`;
        if (id === "" && at !== place && counters.delete(filled))
          pending.set(filled, { sql: DELETE_COUNTER, values: [COUNTER + filled] });
      }
    },
    ...createCounters(counters, pending),
  };
}

function createCounters(counters: Map<string, number>, pending: PendingStatements) {
  const setCounter = (name: string, value: number): void => {
    counters.set(name, value);
    pending.set(name, { sql: UPSERT_COUNTER, values: [COUNTER + name, value] });
  };
  return {
    /** Whether lists have records at the start: those of the examples of the spec, or generated ones. */
    hasInitialData: () => counters.has(INITIAL_DATA),
    /** The next number of a counter, above all numbers that it has seen. */
    takeNumber: (counter: string, seen?: number): number => {
      const last = counters.get(counter) ?? 0;
      // What is no integer, or has none above it, cannot be counted on from.
      const isCounted = seen !== undefined && Number.isInteger(seen) && seen < 2 ** 52;
      const next = seen === undefined ? last + 1 : Math.max(last, isCounted ? seen : last);
      setCounter(counter, next);
      return next;
    },
    /** Marks a place. Returns whether this is the first time. */
    mark: (place: string): boolean => {
      if (counters.has(`filled ${place}`)) return false;
      setCounter(`filled ${place}`, 1);
      return true;
    },
    isMarked: (place: string): boolean => counters.has(`filled ${place}`),
  };
}

async function readRecords(queries: Queries): Promise<readonly StoredRecord[]> {
  const rows = await queries.all("SELECT * FROM records ORDER BY sequence");
  return rows.map((row) => ({
    ...{ place: String(row.place), key: String(row.id), order: Number(row.sequence), shown: new Map() },
    view: row.view_place === null ? undefined : String(row.view_place),
    value: parseJson(String(row.body)) as JsonObject,
  }));
}

const UPSERT_COUNTER =
  "INSERT INTO counters (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value";

const UPSERT_RECORD = `INSERT INTO records (place, id, sequence, view_place, body) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (place, id) DO UPDATE SET sequence = excluded.sequence, view_place = excluded.view_place, body = excluded.body`;

const DELETE_RECORD = "DELETE FROM records WHERE place = $1 AND id = $2";
const DELETE_COUNTER = "DELETE FROM counters WHERE name = $1";
