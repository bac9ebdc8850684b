import { type Document, type Json, joinPointer, lastToken, type Pointer, parentPointer } from "../../document/index.js";
import { mapItems, mapValues } from "../../document/structure.js";
import { canBeInexact, parseNumber } from "../values/exact-number.js";

/** Returns a value of the spec with exact numbers from the file, where no double represents them. */
export type ExactValueReader = (pointer: Pointer, value: Json) => unknown;

const JSON_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** Reads the text of the spec only for numbers that may have lost precision. */
export function createExactValueReader({ textAt }: Document): ExactValueReader {
  const read = (pointer: Pointer, value: Json): Json => {
    if (typeof value === "number") return canBeInexact(value) ? readExact(pointer, value) : value;
    if (Array.isArray(value)) return mapItems(value, (item, index) => read(joinPointer(pointer, index), item));
    return typeof value === "object" && value !== null
      ? mapValues(value, (item, name) => read(joinPointer(pointer, name), item))
      : value;
  };
  const readExact = (pointer: Pointer, value: number): Json => {
    const text = [pointer, toInclusivePointer(pointer)]
      .map((at) => textAt?.(at))
      .find((it) => JSON_NUMBER.test(it ?? ""));
    // Typed as a number, because most code treats exact numbers as numbers.
    return text === undefined ? value : (parseNumber(text) as number);
  };
  return read;
}

/** The pointer of `minimum` or `maximum`, which OpenAPI 3.0 makes exclusive with a boolean keyword. */
function toInclusivePointer(pointer: Pointer): Pointer {
  const name = lastToken(pointer).replace(/^exclusiveM/, "m");
  return joinPointer(parentPointer(pointer), name);
}
