import type { Json } from "../../document/index.js";
import { parseNumber } from "../../document/values/exact-number.js";

/** The number syntax of XML Schema, which is more permissive than that of JSON. */
const XML_NUMBER = /^([+-]?)(\d*)(?:\.(\d*))?([eE][+-]?\d+)?$/;

/**
 * The values of the given types that a text can represent, most likely first; empty if there is none.
 *
 * White space around a value is ignored. For a string, the text with its white space comes first.
 */
export function listScalarCandidates(types: ReadonlySet<string>, text: string): Json[] {
  const trimmed = trimXmlSpace(text);
  const candidates: Json[] = [];
  if (types.has("integer") || types.has("number")) {
    const number = parseXmlNumber(trimmed);
    if (number !== undefined) candidates.push(number);
  }
  if (types.has("boolean")) {
    if (trimmed === "true" || trimmed === "1") candidates.push(true);
    if (trimmed === "false" || trimmed === "0") candidates.push(false);
  }
  if (types.has("null") && (trimmed === "" || trimmed === "null")) candidates.push(null);
  if (types.has("string") || types.size === 0) candidates.push(text);
  if (types.has("string") && trimmed !== text) candidates.push(trimmed);
  return candidates;
}

function parseXmlNumber(text: string): number | undefined {
  const match = /^[+-]?\.?\d/.test(text) ? XML_NUMBER.exec(text) : null;
  if (match === null) return undefined;
  const [, sign, whole = "", fraction = "", exponent = ""] = match;
  const digits = whole === "" ? "0" : whole.replace(/^0+(?=\d)/, "");
  const decimals = fraction === "" ? "" : `.${fraction}`;
  // Typed as a number, because most code treats exact numbers as numbers.
  return parseNumber(`${sign === "-" ? "-" : ""}${digits}${decimals}${exponent}`) as number;
}

/** Trims the white space of XML. Other spaces are ordinary characters. */
export function trimXmlSpace(text: string): string {
  return text.replace(/^[\t\n\r ]+/, "").replace(/(?<![\t\n\r ])[\t\n\r ]+$/, "");
}

export function isXmlBlank(text: string): boolean {
  return !/[^\t\n\r ]/.test(text);
}
