import type { Pointer } from "../../document/index.js";
import type { MessageDirection } from "../../schema/message-direction.js";
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

/** The kinds of JSON values, as bits. */
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

/** How a string is checked: not at all, against a list, or with tests, some of which run on the bytes. */
export const TEXT_MODE = { any: ANY_TEXT, enum: ENUM_TEXT, tests: TESTED_TEXT } as const;

/** Names are bits of a 64-bit integer. One bit is the sign, and one stands for all names that no body can have. */
export const MAX_PROPERTIES = 62;

/**
 * `compiled` checks the bytes, and `any` accepts every value. `union` needs one branch that accepts. `fallback` parses the
 * value and validates it with its schema.
 */
export const SCHEMA_MODE = {
  compiled: COMPILED_MODE,
  any: ANY_MODE,
  union: UNION_MODE,
  fallback: FALLBACK_MODE,
} as const;

/**
 * Constraints on a value, laid out for one pass over its bytes. A value that meets them has no violations and no drift. A
 * compiled schema may refuse a valid value, which regular validation then checks. It never accepts an invalid one.
 */
export type CompiledSchema = {
  /** The schemas that together describe the value. */
  readonly pointers: readonly Pointer[];
  readonly direction: MessageDirection;
  readonly mode: keyof typeof SCHEMA_MODE;
  /** Whether some schema applies to the value in two ways, so that its violations occur twice. */
  hasRepeatedSchema: boolean;
  /** Whether the schemas have an `enum`, `const` or `x-extensible-enum`, whose values may be of any kind. */
  hasEnum: boolean;
  /** Whether a schema that may describe the value marks it as sensitive. */
  isSensitive: boolean;
  /** Whether objects may have any names with any values. */
  isOpen: boolean;
  branches: readonly CompiledSchema[];
  kinds: number;
  /** The declared property names. */
  keys: readonly string[];
  keySchemas: readonly CompiledSchema[];
  /** Property names as bits, by their index in `keys`. */
  required: bigint;
  /** In each list, at least one set of names must be present in full. */
  requiredAlternatives: readonly (readonly bigint[])[];
  items: CompiledSchema | undefined;
  minItems: number;
  maxItems: number;
  textMode: number;
  enumTexts: readonly string[];
  /** Tests of a string that run on its bytes: a fixed-length pattern, and a date and time. */
  fixedLengthPattern: FixedLengthPattern | undefined;
  isDateTime: boolean;
  minLength: number;
  maxLength: number;
  /** Tests of a string that cannot run on its bytes. */
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
    isSensitive: false,
    isOpen: false,
    branches: [],
    kinds: ALL_KINDS,
    keys: [],
    keySchemas: [],
    required: 0n,
    requiredAlternatives: [],
    items: undefined,
    minItems: 0,
    maxItems: Number.POSITIVE_INFINITY,
    textMode: TEXT_MODE.any,
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

/** Accepts any JSON value in either direction. */
export const ANY_VALUE_SCHEMA: CompiledSchema = createCompiledSchema([], "response", "any");

/** The only schema that describes the value; undefined if there are several. */
export function getOnlySchema({ pointers }: CompiledSchema): Pointer | undefined {
  return pointers.length === 1 ? pointers[0] : undefined;
}
