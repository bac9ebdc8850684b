import { type Document, type Json, joinPointer, lastToken, type Pointer, parentPointer } from "../../document/index.js";
import { canBeInexact, parseNumber } from "../values/exact-number.js";
import { mapItems, mapValues } from "./map-schemas.js";

/** A value of a description with the numbers that no double holds as they are written in its file. */
export type ExactValueReader = (pointer: Pointer, value: Json) => unknown;

const JSON_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** Looks into the text of the description for numbers only that may have lost something on the way. */
export function createExactValueReader({ textAt }: Document): ExactValueReader {
  const read = (pointer: Pointer, value: Json): Json => {
    if (typeof value === "number") return canBeInexact(value) ? exactAt(pointer, value) : value;
    if (Array.isArray(value)) return mapItems(value, (item, index) => read(joinPointer(pointer, index), item));
    return typeof value === "object" && value !== null
      ? mapValues(value, (item, name) => read(joinPointer(pointer, name), item))
      : value;
  };
  const exactAt = (pointer: Pointer, value: number): Json => {
    const text = [pointer, toInclusivePointer(pointer)]
      .map((at) => textAt?.(at))
      .find((it) => JSON_NUMBER.test(it ?? ""));
    // To whoever does not know of them, exact numbers are numbers.
    return text === undefined ? value : (parseNumber(text) as number);
  };
  return read;
}

/** Where a limit stands that OpenAPI 3.0 makes exclusive by a word beside it. */
function toInclusivePointer(pointer: Pointer): Pointer {
  const name = lastToken(pointer).replace(/^exclusiveM/, "m");
  return joinPointer(parentPointer(pointer), name);
}
