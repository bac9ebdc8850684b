import { type Pointer, parsePointer } from "../../document/index.js";
import { isSecretName } from "../../exchange/index.js";
import { hasSensitiveValue } from "../../gate/redaction/sensitive-values.js";
import type { Schemas } from "../../schema/index.js";

/** A path in the values of one schema. All items of an array have the same path. */
export type SensitivePath = {
  readonly steps: readonly Step[];
  /** Whether the spec marks the value as sensitive. */
  readonly isSensitive: boolean;
  /** Whether the name of the property or of a containing property indicates a secret. */
  readonly hasSecretName: boolean;
  readonly properties: Map<string, SensitivePath>;
  item: SensitivePath | undefined;
  /** The name of a property with its colon, as in escaped JSON without whitespace. */
  readonly quoted: Buffer;
  /** The property with which the value began last time, and the one that followed in the same object. */
  first: SensitivePath | undefined;
  next: SensitivePath | undefined;
  /** Whether the schema rejects the redaction placeholder. */
  rejectsPlaceholder: boolean;
};
type Step = string | typeof ITEM;
const ITEM = Symbol("item");

/** The paths of one schema that occurred in bodies. */
export class SensitivePathTree {
  readonly root: SensitivePath;
  readonly #schemas: Schemas;
  readonly #schema: Pointer;
  /** By the array of the names itself: traffic has few, which are the same arrays. */
  readonly #byNames = new WeakMap<readonly (string | undefined)[], SensitivePath>();
  #count = 0;

  constructor(schemas: Schemas, schema: Pointer) {
    this.#schemas = schemas;
    this.#schema = schema;
    this.root = this.#createPath([], false);
  }

  getItem(parent: SensitivePath): SensitivePath {
    parent.item ??= this.#createPath([...parent.steps, ITEM], parent.hasSecretName);
    return parent.item;
  }

  /** Returns the path of a property, or undefined if its name contains escapes or the tree is too large. */
  getProperty(parent: SensitivePath, name: string): SensitivePath | undefined {
    const existing = parent.properties.get(name);
    if (existing !== undefined) return existing;
    if (this.#count >= MAX_PATHS || name.includes("\\")) return undefined;
    const created = this.#createPath([...parent.steps, name], parent.hasSecretName || isSecretName(name));
    parent.properties.set(name, created);
    return created;
  }

  /** Returns a path by its names, undefined for items. Returns undefined if the tree is too large. */
  getPath(names: readonly (string | undefined)[]): SensitivePath | undefined {
    const known = this.#byNames.get(names);
    if (known !== undefined) return known;
    let path: SensitivePath | undefined = this.root;
    for (const name of names) {
      if (path === undefined) return undefined;
      path = name === undefined ? this.getItem(path) : this.getProperty(path, name);
    }
    if (path !== undefined) this.#byNames.set(names, path);
    return path;
  }

  /** Finds the path of a JSON Pointer. */
  findPath(pointer: Pointer): SensitivePath | undefined {
    return parsePointer(pointer).reduce<SensitivePath | undefined>(
      (path, token) => path?.properties.get(token) ?? path?.item,
      this.root,
    );
  }

  #createPath(steps: readonly Step[], hasSecretName: boolean): SensitivePath {
    this.#count += 1;
    const value = steps.reduceRight<unknown>((inner, step) => (step === ITEM ? [inner] : { [step]: inner }), 0);
    const isSensitive = hasSensitiveValue(this.#schemas, this.#schema, value);
    return {
      ...{
        steps,
        isSensitive,
        hasSecretName,
        properties: new Map(),
        quoted: Buffer.from(`\\"${String(steps.at(-1))}\\":`),
      },
      ...{ item: undefined, first: undefined, next: undefined, rejectsPlaceholder: false },
    };
  }
}

/** More than any schema has. The names of map entries count, too. */
const MAX_PATHS = 10_000;
