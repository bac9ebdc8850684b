import type { Pointer } from "../../document/index.js";
import type { View } from "../view.js";
import type { FixedPattern } from "./fixed-pattern.js";
import {
  ARRAY_KIND,
  FALSE_KIND,
  FRACTION_KIND,
  FREE_TEXT,
  INTEGER_KIND,
  LISTED_TEXT,
  NULL_KIND,
  OBJECT_KIND,
  OPEN_MODE,
  PLAN_MODE,
  SLICE_MODE,
  STRING_KIND,
  TESTED_TEXT,
  TRUE_KIND,
  UNION_MODE,
} from "./layout.js";

/** What JSON writes at the place of a value, as bits. */
export const KIND = {
  object: OBJECT_KIND,
  array: ARRAY_KIND,
  string: STRING_KIND,
  integer: INTEGER_KIND,
  fraction: FRACTION_KIND,
  true: TRUE_KIND,
  false: FALSE_KIND,
  null: NULL_KIND,
} as const;

const ALL_KINDS = 255;

/** Which way a text is read: as any text, from a list, or by tests, of which some can be made on the bytes. */
export const TEXT = { free: FREE_TEXT, listed: LISTED_TEXT, tested: TESTED_TEXT } as const;

/** As many names as a number of 64 bits has bits that are told from a sign and from names that never come. */
export const MAX_NAMES = 62;

/** `slice`: only the schema itself can tell; `union`: one of the branches is enough; `open`: anything may stand here. */
export const MODE = { plan: PLAN_MODE, open: OPEN_MODE, union: UNION_MODE, slice: SLICE_MODE } as const;

/**
 * What has to be said of a value so that neither validation nor drift has anything to say of it, laid out for one pass
 * over its bytes. A plan may refuse what is fine, and then somebody else judges; it never takes what is not.
 */
export type Plan = {
  /** The schemas that describe the value together, and the side that it is seen from. */
  readonly pointers: readonly Pointer[];
  readonly view: View;
  readonly mode: keyof typeof MODE;
  /** Some schema applies to the value in two ways, and so fails twice. */
  isTwofold: boolean;
  /** A text or number that these schemas list or know may be of any kind. */
  isListed: boolean;
  branches: readonly Plan[];
  kinds: number;
  /** The declared names. */
  keys: readonly string[];
  values: readonly Plan[];
  /** Names as bits, by their places among the keys. */
  required: bigint;
  /** Of each of these lists of names, one at least has to be there whole. */
  choices: readonly (readonly bigint[])[];
  items: Plan | undefined;
  minItems: number;
  maxItems: number;
  text: number;
  listed: readonly string[];
  /** What can be told from the bytes of a text: that they fit a pattern of one length, that they are a date and time. */
  fixed: FixedPattern | undefined;
  isDateTime: boolean;
  minLength: number;
  maxLength: number;
  /** What cannot. */
  textTests: readonly ((text: string) => boolean)[];
  least: number;
  greatest: number;
  numberTests: readonly ((value: number) => boolean)[];
};

export function createPlan(pointers: readonly Pointer[], view: View, mode: Plan["mode"]): Plan {
  return {
    pointers,
    view,
    mode,
    isTwofold: false,
    isListed: false,
    branches: [],
    kinds: ALL_KINDS,
    keys: [],
    values: [],
    required: 0n,
    choices: [],
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
    least: Number.NEGATIVE_INFINITY,
    greatest: Number.POSITIVE_INFINITY,
    numberTests: [],
  };
}

/** Anything that is JSON, from either side. */
export const OPEN: Plan = createPlan([], "response", "open");

/** The one schema that a value can also be judged by on its own; undefined when several describe it. */
export function onlySchema({ pointers }: Plan): Pointer | undefined {
  return pointers.length === 1 ? pointers[0] : undefined;
}
