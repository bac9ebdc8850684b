import type { Json, JsonObject, Pointer } from "../../document/index.js";

/** A record and the responses that show it. */
export type StoredRecord = {
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

/** The records of a sandbox, by the place of their list, such as `/users/7/pets`. They are kept in memory only. */
export type RecordStore = {
  readonly list: (place: string) => readonly StoredRecord[];
  readonly get: (place: string, key: string) => StoredRecord | undefined;
  readonly put: (place: string, key: string, value: JsonObject, view?: string) => StoredRecord;
  readonly remove: (place: string, key: string) => void;
  /** The next number of a counter, above all numbers that it has seen. */
  readonly takeNumber: (counter: string, seen?: number) => number;
  /** The number of changes so far: responses of reads stay the same while it does. */
  readonly countChanges: () => number;
  /** Runs work once for each place. */
  readonly once: (place: string, work: () => void) => void;
};

export function createRecordStore(): RecordStore {
  const places = new Map<string, Map<string, StoredRecord>>();
  const counters = new Map<string, number>();
  const done = new Set<string>();
  let created = 0;
  let changes = 0;
  const at = (place: string): Map<string, StoredRecord> => places.get(place) ?? new Map();
  return {
    list: (place) => [...at(place).values()],
    get: (place, key) => at(place).get(key),
    put: (place, key, value, view) => {
      const records = at(place);
      created += 1;
      changes += 1;
      const former = records.get(key);
      const record = { key, view: former?.view ?? view, order: former?.order ?? created, value, shown: new Map() };
      places.set(place, records.set(key, record));
      return record;
    },
    remove: (place, key) => {
      changes += 1;
      at(place).delete(key);
    },
    countChanges: () => changes,
    takeNumber: (counter, seen) => {
      const next = seen === undefined ? (counters.get(counter) ?? 0) + 1 : Math.max(counters.get(counter) ?? 0, seen);
      counters.set(counter, next);
      return next;
    },
    once: (place, work) => {
      if (done.has(place)) return;
      done.add(place);
      work();
    },
  };
}
