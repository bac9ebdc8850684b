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
  /** Tests of a string that run on its bytes: a fixed-length pattern, and a date and time. */
  fixedLengthPattern: FixedLengthPattern | undefined;
  isDateTime = false;
  minLength = 0;
  maxLength = Number.POSITIVE_INFINITY;
  /** Tests of a string that cannot run on its bytes. */
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

/** The characters that each position of a fixed-length text allows. */
type FixedLengthPattern = {
  /** For each byte, the character sets that contain it, as bits. */
  readonly sets: Uint16Array;
  /** For each position, the bit of its character set. */
  readonly positions: Uint16Array;
};

/**
 * Parses a regular expression for texts of one length, such as `^[0-9]{4}(-[0-9]{2}){2}$`. Undefined for any other
 * expression. The engine decides what an atom matches.
 */
export function parseFixedLengthPattern({ source, flags }: RegExp): FixedLengthPattern | undefined {
  if (!/^i?u?$/.test(flags) || !source.startsWith("^") || !source.endsWith("$")) return undefined;
  const atoms: string[] = [];
  const positions: number[] = [];
  const body = expandGroups(source.slice(1, -1));
  ATOM_TOKEN.lastIndex = 0;
  while (ATOM_TOKEN.lastIndex < body.length) {
    const [, atom = "", count = "1"] = ATOM_TOKEN.exec(body) ?? [];
    if (!atoms.includes(atom)) atoms.push(atom);
    if (atom === "" || Number(count) + positions.length > MAX_POSITIONS || atoms.length > MAX_SETS) return undefined;
    for (let index = 0; index < Number(count); index += 1) positions.push(1 << atoms.indexOf(atom));
  }
  if (positions.length === 0) return undefined;
  const patterns = atoms.map((atom) => new RegExp(`^${atom}$`, flags));
  const getSets = (_: unknown, byte: number): number =>
    byte < 0x80
      ? patterns.reduce((sets, it, index) => sets | (Number(it.test(String.fromCharCode(byte))) << index), 0)
      : 0;
  return { sets: Uint16Array.from({ length: 256 }, getSets), positions: Uint16Array.from(positions) };
}

/** Expands groups with a fixed number of repetitions. Their content is checked later. */
function expandGroups(source: string): string {
  if (SET_WITH_BRACKET.test(source)) return source;
  return source.replace(GROUP, (_, content: string, count = "1") =>
    content.repeat(Math.min(Number(count), MAX_POSITIONS + 1)),
  );
}

const SET_WITH_BRACKET = /\[[^\]]*[()]/;
const GROUP = /\((?:\?:)?([^()]*)\)(?:\{(\d{1,3})\})?/g;

/** A set without escapes, a digit or a literal, with an optional count. */
const ATOM_TOKEN = /(\[[\w-]+\]|\\d|[\w:-])(?:\{(\d{1,2})\})?(?![*+?{|])/y;

const MAX_POSITIONS = 100;
const MAX_SETS = 16;
