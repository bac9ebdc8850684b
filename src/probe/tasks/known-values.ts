import { isObject, type Json, type Operation } from "../../document/index.js";

/**
 * Values that the service knows: given by the user, or learned from responses. Parameters are matched by name, item ids
 * by the path of their collection.
 */
export type KnownValues = {
  /** Values for a path parameter, the best first. */
  readonly forPath: (operation: Pick<Operation, "path">, name: string) => readonly Json[];
  /** Values that the user gave for a name. */
  readonly getGiven: (name: string) => readonly string[];
  /** The first value that the user gave for each name. */
  readonly given: Readonly<Record<string, string>>;
  /** Learns values from the response to a GET. */
  readonly learn: (operation: Operation, items: readonly Json[], body: unknown) => void;
};

/** Enough for every phase. The first values are kept, so that runs are reproducible. */
const MAX_VALUES = 20;

export function createKnownValues(parameters: Readonly<Record<string, readonly string[]>>): KnownValues {
  // A map, because a parameter may be named like a property of Object.prototype.
  const given = new Map(Object.entries(parameters));
  const items = new Map<string, Json[]>();
  const named = new Map<string, Json[]>();
  const getGiven = (name: string): readonly string[] => given.get(name) ?? [];
  return {
    given: Object.fromEntries([...given].flatMap(([name, [first]]) => (first === undefined ? [] : [[name, first]]))),
    getGiven,
    forPath: ({ path }, name) => {
      const learned = items.get(path.slice(0, path.indexOf(`/{${name}}`))) ?? [];
      const ids = learned.flatMap((item) => findItemIds(item, name));
      return [...getGiven(name), ...ids, ...(named.get(name) ?? [])];
    },
    learn: ({ path }, list, body) => {
      addValues(items, path, list);
      for (const [name, value] of listNamedValues(body)) addValues(named, name, [value]);
    },
  };
}

/** The id of an item: the property with the name of the parameter, or `id`. */
export function findItemIds(item: Json, parameter: string): Json[] {
  if (!isObject(item)) return typeof item === "string" ? [item] : [];
  const id = item[parameter] ?? item.id;
  return typeof id === "string" || typeof id === "number" ? [id] : [];
}

function addValues(map: Map<string, Json[]>, key: string, values: readonly Json[]): void {
  const known = map.get(key) ?? [];
  for (const value of values) {
    if (known.length >= MAX_VALUES) break;
    const text = JSON.stringify(value);
    if (!known.some((it) => JSON.stringify(it) === text)) known.push(value);
  }
  map.set(key, known);
}

/** Lists every scalar in a value with the name of its property. */
export function* listNamedValues(value: unknown, depth = 0): Iterable<[string, Json]> {
  if (depth > 20) return;
  if (Array.isArray(value)) {
    for (const item of value) yield* listNamedValues(item, depth + 1);
    return;
  }
  if (!isObject(value)) return;
  for (const [name, it] of Object.entries(value)) {
    if (typeof it === "string" || typeof it === "number" || typeof it === "boolean") yield [name, it];
    else yield* listNamedValues(it, depth + 1);
  }
}
