import type { Pointer } from "../../document/index.js";
import type { ByteText } from "./byte-text.js";
import type { FixedPattern } from "./fixed-pattern.js";

/** What JSON writes at the place of a value, as bits. */
export const KIND = {
  object: 1,
  array: 2,
  string: 4,
  integer: 8,
  fraction: 16,
  true: 32,
  false: 64,
  null: 128,
} as const;

export const ALL_KINDS = 255;

/** Which way a text is read: as any text, from a list, or by tests, of which some can be made on the bytes. */
export const TEXT = { free: 0, listed: 1, tested: 2 } as const;

/** As many names as one number has bits that tell nothing of its sign. */
export const LOW_NAMES = 31;

/** Names as bits, by the number of their keys: the first 31, and the others. */
export type NameBits = { readonly low: number; readonly high: number };

/**
 * What has to be said of a value so that neither validation nor drift has anything to say of it, laid out for one pass
 * over its bytes. A plan may refuse what is fine, and then somebody else judges; it never takes what is not.
 *
 * All plans have the same fields, so that the code that reads them stays fast.
 */
export type Plan = {
  /** Where the schema stands that the value can also be judged by on its own; undefined when several describe it. */
  readonly pointer: Pointer | undefined;
  /** `slice`: only the schema itself can tell; `union`: one of the branches is enough; `open`: anything may stand here. */
  readonly mode: "plan" | "slice" | "union" | "open";
  branches: readonly Plan[];
  kinds: number;
  /** The declared names as they stand in the bytes, with the closing quotation mark. */
  keys: readonly ByteText[];
  values: readonly Plan[];
  required: NameBits;
  /** Of each of these lists of names, one at least has to be there whole. */
  choices: readonly (readonly NameBits[])[];
  /** Which key came after which one the last time; at the end, which one came first. Learned from the traffic. */
  follows: Int32Array;
  items: Plan | undefined;
  minItems: number;
  maxItems: number;
  text: number;
  listed: readonly ByteText[];
  /** What can be told from the bytes of a text: that they fit a pattern of one length, that they are a date and time. */
  fixed: FixedPattern | undefined;
  isDateTime: boolean;
  minLength: number;
  maxLength: number;
  /** What cannot. */
  textTests: readonly ((text: string) => boolean)[];
  numberTests: readonly ((value: number) => boolean)[];
};

export function createPlan(pointer: Pointer | undefined, mode: Plan["mode"]): Plan {
  return {
    pointer,
    mode,
    branches: [],
    kinds: ALL_KINDS,
    keys: [],
    values: [],
    required: { low: 0, high: 0 },
    choices: [],
    follows: new Int32Array(0),
    items: undefined,
    minItems: 0,
    maxItems: Number.POSITIVE_INFINITY,
    text: TEXT.free,
    listed: [],
    fixed: undefined,
    isDateTime: false,
    minLength: 0,
    maxLength: Number.POSITIVE_INFINITY,
    textTests: [],
    numberTests: [],
  };
}

/** Anything that is JSON. */
export const OPEN: Plan = createPlan(undefined, "open");
