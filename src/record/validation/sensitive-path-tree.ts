import { type Pointer, parsePointer } from "../../document/index.js";
import { isSecretName } from "../../exchange/index.js";
import type { ExchangeResult } from "../../gate/index.js";
import { hasSensitiveValue } from "../../gate/redaction/sensitive-values.js";

type Schemas = NonNullable<ExchangeResult["context"]>["schemas"];

/** A place in values of one schema; every item of a list is the first. */
export type SensitivePath = {
  readonly steps: readonly Step[];
  /** Whether what stands here is secret by the contract's word. */
  readonly isSensitive: boolean;
  /** Whether its name, or that of a place it stands in, says that it is secret. */
  readonly hasSecretName: boolean;
  readonly properties: Map<string, SensitivePath>;
  item: SensitivePath | undefined;
  /** Whether the contract wants another text here than the one that stands for secrets. */
  rejectsPlaceholder: boolean;
};
type Step = string | typeof ITEM;
const ITEM = Symbol("item");

/** The places of one schema, as far as bodies have shown them. */
export class SensitivePathTree {
  readonly root: SensitivePath;
  readonly #schemas: Schemas;
  readonly #schema: Pointer;
  #count = 0;

  constructor(schemas: Schemas, schema: Pointer) {
    this.#schemas = schemas;
    this.#schema = schema;
    this.root = this.#createPath([], false);
  }

  getItem(place: SensitivePath): SensitivePath {
    place.item ??= this.#createPath([...place.steps, ITEM], place.hasSecretName);
    return place.item;
  }

  /** The place of a property, its name as it is written; undefined when that has escapes, or there are too many. */
  getProperty(place: SensitivePath, name: string): SensitivePath | undefined {
    const known = place.properties.get(name);
    if (known !== undefined) return known;
    if (this.#count >= MAX_PATHS || name.includes("\\")) return undefined;
    const made = this.#createPath([...place.steps, name], place.hasSecretName || isSecretName(name));
    place.properties.set(name, made);
    return made;
  }

  /** The place where a body was found to break its schema. */
  findPath(pointer: Pointer): SensitivePath | undefined {
    return parsePointer(pointer).reduce<SensitivePath | undefined>(
      (place, token) => place?.properties.get(token) ?? place?.item,
      this.root,
    );
  }

  #createPath(steps: readonly Step[], hasSecretName: boolean): SensitivePath {
    this.#count += 1;
    const value = steps.reduceRight<unknown>((inner, step) => (step === ITEM ? [inner] : { [step]: inner }), 0);
    const isSensitive = hasSensitiveValue(this.#schemas, this.#schema, value);
    return { steps, isSensitive, hasSecretName, properties: new Map(), item: undefined, rejectsPlaceholder: false };
  }
}

/** More than a schema has: names of a map are among them. */
const MAX_PATHS = 10_000;
