type MarkedPath = { readonly keys: Int32Array; readonly names: readonly (string | undefined)[] };

/** The paths of marked values. Equal paths share one array, as long as there are few. */
export class MarkedPaths {
  readonly #known: MarkedPath[] = [];

  /** @param keys the addresses of the keys; 0 for array items */
  get(keys: Int32Array, nameOf: ReadonlyMap<number, string>): MarkedPath["names"] {
    const known = this.#known.find((it) => isEqual(it.keys, keys));
    if (known !== undefined) return known.names;
    const names = Array.from(keys, (key) => nameOf.get(key));
    if (this.#known.length < MAX_PATHS) this.#known.push({ keys: keys.slice(), names });
    return names;
  }
}

function isEqual(one: Int32Array, other: Int32Array): boolean {
  if (one.length !== other.length) return false;
  for (let index = 0; index < one.length; index += 1) if (one[index] !== other[index]) return false;
  return true;
}

const MAX_PATHS = 50;
