import { isObject, type Json } from "../../document/index.js";
import { ExactNumber, parseNumber, trackExactNumbers } from "./exact-number.js";

/** Matches a number that a double may not represent. A match inside a string only costs time. */
const LONG_NUMBER = /(?:^|[:,[\s])-?(?:[\d.]{16}|\d[\d.]*[eE][+-]?\d{3})/;

const NUMBER_TOKENS = /-?\d[\d.]*(?:[eE][+-]?\d+)?/g;

/**
 * Parses JSON like `JSON.parse`, except that numbers that no double represents become an {@link ExactNumber}. Ignores a byte
 * order mark.
 *
 * @throws {SyntaxError} if the text is not valid JSON.
 */
export function parseJson(text: string): Json {
  const json = text.startsWith("\uFEFF") ? text.slice(1) : text;
  const value = JSON.parse(json) as Json;
  if (!LONG_NUMBER.test(json)) return value;
  const quoted = quoteExactNumbers(json);
  if (quoted === json) return value;
  try {
    return restoreExactNumbers(value, JSON.parse(quoted) as Json);
  } catch (error) {
    // Values that are nested so deeply are not checked, so precision does not matter.
    if (error instanceof RangeError) return value;
    throw error;
  }
}

/** Puts quotes around each number that no double represents. */
function quoteExactNumbers(json: string): string {
  const parts: string[] = [];
  let at = 0;
  while (at < json.length) {
    const open = json.indexOf('"', at);
    const between = open === -1 ? json.slice(at) : json.slice(at, open);
    parts.push(
      between.replace(NUMBER_TOKENS, (token) => (typeof parseNumber(token) === "number" ? token : `"${token}"`)),
    );
    if (open === -1) break;
    at = findStringEnd(json, open);
    parts.push(json.slice(open, at));
  }
  return parts.join("");
}

function findStringEnd(json: string, open: number): number {
  let close = json.indexOf('"', open + 1);
  while (isEscaped(json, close)) close = json.indexOf('"', close + 1);
  return close + 1;
}

function isEscaped(json: string, quote: number): boolean {
  let at = quote;
  while (json[at - 1] === "\\") at -= 1;
  return (quote - at) % 2 === 1;
}

/** Replaces each number that has become a string by quoting with its exact value. */
function restoreExactNumbers(value: Json, quoted: Json): Json {
  if (typeof value === "number" && typeof quoted === "string") return new ExactNumber(quoted) as unknown as Json;
  if (Array.isArray(value) && Array.isArray(quoted))
    return trackExactNumbers(value.map((item, index) => restoreExactNumbers(item, quoted[index] ?? null)));
  if (!isObject(value) || !isObject(quoted)) return value;
  return trackExactNumbers(
    Object.fromEntries(
      Object.keys(value).map((key) => [key, restoreExactNumbers(value[key] ?? null, quoted[key] ?? null)]),
    ),
  );
}
