import type { Json } from "../../document/index.js";
import { parseNumber } from "../values/exact-number.js";

/** As XML Schema writes numbers; what of them JSON writes otherwise, is the same number. */
const XML_NUMBER = /^([+-]?)(\d*)(?:\.(\d*))?([eE][+-]?\d+)?$/;

/**
 * The values that a text may stand for where these types are asked for, the likeliest first; none where it fits none.
 *
 * White space around anything but a string is no part of it; around a string only where that fits no better.
 */
export function listScalarCandidates(types: ReadonlySet<string>, text: string): Json[] {
  const plain = trimXmlSpace(text);
  const candidates: Json[] = [];
  if (types.has("integer") || types.has("number")) {
    const number = parseXmlNumber(plain);
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

function parseXmlNumber(text: string): number | undefined {
  const match = /^[+-]?\.?\d/.test(text) ? XML_NUMBER.exec(text) : null;
  if (match === null) return undefined;
  const [, sign, whole = "", fraction = "", exponent = ""] = match;
  const digits = whole === "" ? "0" : whole.replace(/^0+(?=\d)/, "");
  const decimals = fraction === "" ? "" : `.${fraction}`;
  // To whoever does not know of them, exact numbers are numbers.
  return parseNumber(`${sign === "-" ? "-" : ""}${digits}${decimals}${exponent}`) as number;
}

/** White space of XML; other spaces are characters like any. */
export function trimXmlSpace(text: string): string {
  return text.replace(/^[\t\n\r ]+/, "").replace(/(?<![\t\n\r ])[\t\n\r ]+$/, "");
}

export function isXmlBlank(text: string): boolean {
  return !/[^\t\n\r ]/.test(text);
}
