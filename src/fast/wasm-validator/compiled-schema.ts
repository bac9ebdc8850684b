import type { Pointer } from "../../document/index.js";
import type { MessageDirection } from "../../schema/message-direction.js";
import { ALL_KINDS, ANY_TEXT } from "../web-assembly/layout.js";

/** A declared property. */
export type CompiledKey = { readonly name: string; readonly value: CompiledSchema; readonly isRequired: boolean };

/** Names are bits of a 64-bit integer. */
export const MAX_PROPERTIES = 63;

/**
 * Constraints on a value, laid out for one pass over its bytes. A value that meets them has no violations and no drift. A
 * compiled schema may refuse a valid value, which regular validation then checks. It never accepts an invalid one.
 */
export class CompiledSchema {
  /** The schemas that together describe the value. */
  readonly pointers: readonly Pointer[];
  readonly direction: MessageDirection;
  /** `compiled` checks the bytes, `any` accepts every value, and `fallback` parses the value and validates it. */
  readonly mode: "compiled" | "any" | "fallback";
  /** Whether some schema applies to the value in two ways, so that its violations occur twice. */
  hasRepeatedSchema = false;
  /** Whether the schemas have an `enum`, `const` or `x-extensible-enum`, whose values may be of any kind. */
  hasEnum = false;
  /** Whether objects may have any names with any values. */
  isOpen: boolean;
  /** The kinds of allowed values, as bits. Integers with a decimal point, such as `1.0`, are left to regular validation. */
  kinds = ALL_KINDS;
  keys: readonly CompiledKey[] = [];
  /** The number of required properties, also of those without a key. */
  requiredCount = 0;
  items: CompiledSchema | undefined;
  minItems = 0;
  maxItems = Number.POSITIVE_INFINITY;
  textMode = ANY_TEXT;
  enumTexts: readonly string[] = [];
  /** A date and time is tested on its bytes. */
  isDateTime = false;
  minLength = 0;
  maxLength = Number.POSITIVE_INFINITY;
  /** Tests of a string that do not run on its bytes. */
  textTests: readonly ((text: string) => boolean)[] = [];
  minimum = Number.NEGATIVE_INFINITY;
  maximum = Number.POSITIVE_INFINITY;
  numberTests: readonly ((value: number) => boolean)[] = [];

  constructor(pointers: readonly Pointer[], direction: MessageDirection, mode: CompiledSchema["mode"]) {
    this.pointers = pointers;
    this.direction = direction;
    this.mode = mode;
    this.isOpen = mode === "any";
  }
}

/** Accepts any JSON value in either direction. */
export const ANY_VALUE_SCHEMA = new CompiledSchema([], "response", "any");
