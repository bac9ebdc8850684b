import { isObject, type Json, type Operation } from "../../document/index.js";

/**
 * Values that a service takes for real: what the user has said, then what its own answers have taught. A parameter goes by its
 * name; an id of a collection's items goes by the path below which they stand.
 */
export type KnownValues = {
  /** What there is for the parameter of a path, the best first. */
  readonly forPath: (operation: Pick<Operation, "path">, name: string) => readonly Json[];
  /** What the user has said. */
  readonly getGiven: (name: string) => readonly string[];
  /** The first that the user has said of each name. */
  readonly given: Readonly<Record<string, string>>;
  /** Takes in what an answer to a GET has shown. */
  readonly learn: (operation: Operation, items: readonly Json[], body: unknown) => void;
};

/** More than any phase asks for; the first ones stay, so that a run repeats itself. */
const MAX_VALUES = 20;

export function createKnownValues(parameters: Readonly<Record<string, readonly string[]>>): KnownValues {
  // A description may call a parameter as something is called that every object has.
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

/** What identifies an item: the property that is called as the parameter is, or `id`. */
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

/** Every text and number in a value, by the name of its property. */
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
