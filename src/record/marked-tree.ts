import { type Pointer, pointerTokens } from "../document/index.js";
import { isSecretName } from "../exchange/index.js";
import type { Judgement } from "../gate/index.js";
import { holdsMarked } from "../gate/marked-places.js";

type Schemas = NonNullable<Judgement["subject"]>["schemas"];

/** A place in values of one schema; every item of a list is the first. */
export type Place = {
  readonly steps: readonly Step[];
  /** Whether what stands here is secret by the contract's word. */
  readonly isMarked: boolean;
  /** Whether its name, or that of a place it stands in, says that it is secret. */
  readonly isNamedSecret: boolean;
  readonly below: Map<string, Place>;
  item: Place | undefined;
  /** Whether the contract wants another text here than the one that stands for secrets. */
  refusesWhole: boolean;
};
type Step = string | typeof ITEM;
const ITEM = Symbol("item");

/** The places of one schema, as far as bodies have shown them. */
export class MarkedTree {
  readonly root: Place;
  readonly #schemas: Schemas;
  readonly #schema: Pointer;
  #count = 0;

  constructor(schemas: Schemas, schema: Pointer) {
    this.#schemas = schemas;
    this.#schema = schema;
    this.root = this.#placeAt([], false);
  }

  itemOf(place: Place): Place {
    place.item ??= this.#placeAt([...place.steps, ITEM], place.isNamedSecret);
    return place.item;
  }

  /** The place of a property, its name as it is written; undefined when that has escapes, or there are too many. */
  below(place: Place, name: string): Place | undefined {
    const known = place.below.get(name);
    if (known !== undefined) return known;
    if (this.#count >= MOST_PLACES || name.includes("\\")) return undefined;
    const made = this.#placeAt([...place.steps, name], place.isNamedSecret || isSecretName(name));
    place.below.set(name, made);
    return made;
  }

  /** The place where a body was found to break its schema. */
  known(pointer: Pointer): Place | undefined {
    return pointerTokens(pointer).reduce<Place | undefined>(
      (place, token) => place?.below.get(token) ?? place?.item,
      this.root,
    );
  }

  #placeAt(steps: readonly Step[], isNamedSecret: boolean): Place {
    this.#count += 1;
    const value = steps.reduceRight<unknown>((inner, step) => (step === ITEM ? [inner] : { [step]: inner }), 0);
    const isMarked = holdsMarked(this.#schemas, this.#schema, value);
    return { steps, isMarked, isNamedSecret, below: new Map(), item: undefined, refusesWhole: false };
  }
}

/** More than a schema has: names of a map are among them. */
const MOST_PLACES = 10_000;
