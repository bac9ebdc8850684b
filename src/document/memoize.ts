/** Computes a value once for each of the first `limit` keys. Without a limit: only for keys of which there are few. */
export function memoize<Key, Value>(compute: (key: Key) => Value, limit?: number): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return memoizeIn(known, compute, () => limit === undefined || known.size < limit);
}

/** Computes a value once for each object, and keeps it as long as the object. */
export function memoizeByObject<Key extends object, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  return memoizeIn(new WeakMap<Key, Value>(), compute, () => true);
}

/** The same for each pair of objects. */
export function memoizeByPair<First extends object, Second extends object, Value>(
  compute: (first: First, second: Second) => Value,
): (first: First, second: Second) => Value {
  const getOf = memoizeByObject((first: First) => memoizeByObject((second: Second) => compute(first, second)));
  return (first, second) => getOf(first)(second);
}

type Store<Key, Value> = {
  readonly get: (key: Key) => Value | undefined;
  readonly has: (key: Key) => boolean;
  readonly set: (key: Key, value: Value) => unknown;
};

function memoizeIn<Key, Value>(
  known: Store<Key, Value>,
  compute: (key: Key) => Value,
  hasSpace: () => boolean,
): (key: Key) => Value {
  return (key) => {
    const found = known.get(key);
    if (found !== undefined || known.has(key)) return found as Value;
    const value = compute(key);
    if (hasSpace()) known.set(key, value);
    return value;
  };
}

/** The value of a key, which is created if there is none. */
export function getOrCreate<Key, Value>(known: Omit<Store<Key, Value>, "has">, key: Key, create: () => Value): Value {
  const value = known.get(key) ?? create();
  known.set(key, value);
  return value;
}

/** The items by their key, in the order of the first of each. */
export function groupBy<Item, Key>(items: Iterable<Item>, getKey: (item: Item) => Key): Map<Key, [Item, ...Item[]]> {
  const groups = new Map<Key, [Item, ...Item[]]>();
  for (const item of items) {
    const key = getKey(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** The values without those whose JSON is that of an earlier one. */
export function dropDuplicates<Value>(values: readonly Value[]): Value[] {
  return [...new Map(values.map((it) => [JSON.stringify(it), it])).values()];
}

/** Lists the texts that occur in a list before, each with its index. */
export function listRepeated(values: readonly unknown[]): readonly (readonly [index: number, text: string])[] {
  const known = new Set<string>();
  return values.flatMap((text, index) => {
    const isRepeated = typeof text === "string" && known.has(text);
    if (typeof text === "string") known.add(text);
    return isRepeated ? [[index, text] as const] : [];
  });
}
