import { memoize, takeName } from "../document/index.js";

/** Names that the generated types already take, or that they use of TypeScript's library. */
const RESERVED_NAMES = "Brand OpenapiFetch PlainStrings PlainProperties Record Blob ArrayBuffer ArrayBufferView".split(
  " ",
);

/** A component's name as the name of a type, or undefined when none can be made of it. */
export function toTypeName(name: string): string | undefined {
  const isExact = /^[\p{Lu}\p{Lt}\p{Lo}][\p{ID_Continue}$]*$/u.test(name);
  const words = isExact ? [name] : name.split(/[^\p{L}\p{M}\p{N}$]+/u);
  const joined = words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join("");
  return /^[\p{Lu}\p{Lt}\p{Lo}]/u.test(joined) ? joined : undefined;
}

/** The names of schemas in the generated types, and of the types that are exported for them. */
export class ComponentNames {
  /** Which types have other names than expected, because these are taken. */
  readonly notes: string[] = [];
  readonly #names: Set<string>;
  readonly #taken = new Set(RESERVED_NAMES);

  /** Names that are names of types have precedence over those that only become one. */
  constructor(names: readonly string[]) {
    this.#names = new Set(names);
    const isExact = (name: string) => toTypeName(name) === name;
    for (const name of [...names.filter(isExact), ...names.filter((it) => !isExact(it))]) this.getAlias(name);
  }

  /** A name for another schema. */
  createName(name: string): string {
    return takeName(name, this.#names);
  }

  /** The type that is exported for a schema; undefined if its name cannot be that of a type. */
  readonly getAlias = memoize((name: string) => this.#createAlias(name));

  /** The type that is exported for a brand; undefined if a schema has its name. */
  createBrandAlias(brand: string): string | undefined {
    const alias = toTypeName(brand);
    if (alias === undefined || this.#taken.has(alias)) return undefined;
    this.#taken.add(alias);
    return alias;
  }

  #createAlias(name: string): string | undefined {
    const wanted = toTypeName(name);
    if (wanted === undefined) return undefined;
    const alias = takeName(wanted, this.#taken);
    if (alias !== wanted)
      this.notes.push(
        `types.ts exports the schema ${JSON.stringify(name)} as ${alias}, because ${wanted} is another type`,
      );
    return alias;
  }
}
