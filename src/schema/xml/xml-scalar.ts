import type { Json } from "../../document/index.js";
import { numberOf } from "../exact-number.js";

/** As XML Schema writes numbers; what of them JSON writes otherwise, is the same number. */
const NUMBER = /^([+-]?)(\d*)(?:\.(\d*))?([eE][+-]?\d+)?$/;

/**
 * The values that a text may stand for where these types are asked for, the likeliest first; none where it fits none.
 *
 * White space around anything but a string is no part of it; around a string only where that fits no better.
 */
export function scalarCandidates(types: ReadonlySet<string>, text: string): Json[] {
  const plain = trimmed(text);
  const candidates: Json[] = [];
  if (types.has("integer") || types.has("number")) {
    const number = numberIn(plain);
    if (number !== undefined) candidates.push(number);
  }
  if (types.has("boolean")) {
    if (plain === "true" || plain === "1") candidates.push(true);
    if (plain === "false" || plain === "0") candidates.push(false);
  }
  if (types.has("null") && (plain === "" || plain === "null")) candidates.push(null);
  if (types.has("string") || types.size === 0) candidates.push(text);
  if (types.has("string") && plain !== text) candidates.push(plain);
  return candidates;
}

function numberIn(text: string): number | undefined {
  const match = /^[+-]?\.?\d/.test(text) ? NUMBER.exec(text) : null;
  if (match === null) return undefined;
  const [, sign, whole = "", fraction = "", exponent = ""] = match;
  const digits = whole === "" ? "0" : whole.replace(/^0+(?=\d)/, "");
  const decimals = fraction === "" ? "" : `.${fraction}`;
  // To whoever does not know of them, exact numbers are numbers.
  return numberOf(`${sign === "-" ? "-" : ""}${digits}${decimals}${exponent}`) as number;
}

/** White space of XML; other spaces are characters like any. */
export function trimmed(text: string): string {
  return text.replace(/^[\t\n\r ]+/, "").replace(/(?<![\t\n\r ])[\t\n\r ]+$/, "");
}

export function isBlank(text: string): boolean {
  return !/[^\t\n\r ]/.test(text);
}
