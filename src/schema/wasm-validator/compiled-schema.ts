import type { Pointer } from "../../document/index.js";
import type { MessageDirection } from "../message-direction.js";
import type { FixedLengthPattern } from "./fixed-length-pattern.js";
import {
  ANY_MODE,
  ANY_TEXT,
  ARRAY_KIND,
  COMPILED_MODE,
  ENUM_TEXT,
  FALLBACK_MODE,
  FALSE_KIND,
  FRACTION_KIND,
  INTEGER_KIND,
  NULL_KIND,
  OBJECT_KIND,
  STRING_KIND,
  TESTED_TEXT,
  TRUE_KIND,
  UNION_MODE,
} from "./layout.js";

/** What JSON writes at the place of a value, as bits. */
export const JSON_KIND = {
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
export const TEXT_MODE = { free: ANY_TEXT, listed: ENUM_TEXT, tested: TESTED_TEXT } as const;

/** As many names as a number of 64 bits has bits that are told from a sign and from names that never come. */
export const MAX_PROPERTIES = 62;

/** `slice`: only the schema itself can tell; `union`: one of the branches is enough; `open`: anything may stand here. */
export const SCHEMA_MODE = { plan: COMPILED_MODE, open: ANY_MODE, union: UNION_MODE, slice: FALLBACK_MODE } as const;

/**
 * What has to be said of a value so that neither validation nor drift has anything to say of it, laid out for one pass
 * over its bytes. A plan may refuse what is fine, and then somebody else judges; it never takes what is not.
 */
export type CompiledSchema = {
  /** The schemas that describe the value together, and the side that it is seen from. */
  readonly pointers: readonly Pointer[];
  readonly direction: MessageDirection;
  readonly mode: keyof typeof SCHEMA_MODE;
  /** Some schema applies to the value in two ways, and so fails twice. */
  hasRepeatedSchema: boolean;
  /** A text or number that these schemas list or know may be of any kind. */
  hasEnum: boolean;
  branches: readonly CompiledSchema[];
  kinds: number;
  /** The declared names. */
  keys: readonly string[];
  keySchemas: readonly CompiledSchema[];
  /** Names as bits, by their places among the keys. */
  required: bigint;
  /** Of each of these lists of names, one at least has to be there whole. */
  requiredAlternatives: readonly (readonly bigint[])[];
  items: CompiledSchema | undefined;
  minItems: number;
  maxItems: number;
  textMode: number;
  enumTexts: readonly string[];
  /** What can be told from the bytes of a text: that they fit a pattern of one length, that they are a date and time. */
  fixedLengthPattern: FixedLengthPattern | undefined;
  isDateTime: boolean;
  minLength: number;
  maxLength: number;
  /** What cannot. */
  textTests: readonly ((text: string) => boolean)[];
  minimum: number;
  maximum: number;
  numberTests: readonly ((value: number) => boolean)[];
};

export function createCompiledSchema(
  pointers: readonly Pointer[],
  direction: MessageDirection,
  mode: CompiledSchema["mode"],
): CompiledSchema {
  return {
    pointers,
    direction,
    mode,
    hasRepeatedSchema: false,
    hasEnum: false,
    branches: [],
    kinds: ALL_KINDS,
    keys: [],
    keySchemas: [],
    required: 0n,
    requiredAlternatives: [],
    items: undefined,
    minItems: 0,
    maxItems: Number.POSITIVE_INFINITY,
    textMode: TEXT_MODE.free,
    enumTexts: [],
    fixedLengthPattern: undefined,
    isDateTime: false,
    minLength: 0,
    maxLength: Number.POSITIVE_INFINITY,
    textTests: [],
    minimum: Number.NEGATIVE_INFINITY,
    maximum: Number.POSITIVE_INFINITY,
    numberTests: [],
  };
}

/** Anything that is JSON, from either side. */
export const ANY_VALUE_SCHEMA: CompiledSchema = createCompiledSchema([], "response", "open");

/** The one schema that a value can also be judged by on its own; undefined when several describe it. */
export function getOnlySchema({ pointers }: CompiledSchema): Pointer | undefined {
  return pointers.length === 1 ? pointers[0] : undefined;
}
