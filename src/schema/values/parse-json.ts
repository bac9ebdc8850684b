import { findJsonStringEnd, isObject, type Json } from "../../document/index.js";
import { trackDuplicateNames } from "./duplicate-names.js";
import { ExactNumber, parseNumber, trackExactNumbers } from "./exact-number.js";

/** Matches a number that a double may not represent. A match inside a string only costs time. */
const LONG_NUMBER = /(?:^|[:,[\s])-?(?:[\d.]{16}|\d[\d.]*[eE][+-]?\d{3})/;

/** The length of the shortest such number, `1e400`. */
const MIN_LONG_NUMBER = 5;

/** Captures each such number. */
const LONG_NUMBERS = /(?:^|[:,[\s])(-?(?:[\d.]{16,}(?:[eE][+-]?\d+)?|\d[\d.]*[eE][+-]?\d{3,}))/g;

const NUMBER_TOKENS = /-?\d[\d.]*(?:[eE][+-]?\d+)?/g;

/**
 * Parses JSON like `JSON.parse`, except that numbers that no double represents become an {@link ExactNumber}, and
 * that duplicate names are remembered (see duplicate-names.ts). Ignores a byte order mark.
 *
 * @throws {SyntaxError} if the text is not valid JSON.
 */
export function parseJson(text: string): Json {
  const json = text.startsWith("\uFEFF") ? text.slice(1) : text;
  const value = parseExactly(json);
  if (typeof value === "object" && value !== null) trackDuplicateNames(json, value);
  return value;
}

function parseExactly(json: string): Json {
  const value = JSON.parse(json) as Json;
  if (!LONG_NUMBER.test(json) || !hasExactNumber(json)) return value;
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

/** Whether a text that looks like a number, in a string or not, is one that no double represents. */
function hasExactNumber(json: string): boolean {
  for (const [, token = ""] of json.matchAll(LONG_NUMBERS)) if (typeof parseNumber(token) !== "number") return true;
  return false;
}

/** Puts quotes around each number that no double represents. */
function quoteExactNumbers(json: string): string {
  let quoted = "";
  let copied = 0;
  for (let at = 0; at < json.length; ) {
    const found = json.indexOf('"', at);
    const open = found === -1 ? json.length : found;
    // Most of what is between two strings is a colon or a comma.
    const between = open - at < MIN_LONG_NUMBER ? "" : json.slice(at, open);
    if (LONG_NUMBER.test(between)) {
      quoted += json.slice(copied, at) + between.replace(NUMBER_TOKENS, quoteUnlessDouble);
      copied = open;
    }
    at = found === -1 ? open : findJsonStringEnd(json, open);
  }
  return quoted + json.slice(copied);
}

function quoteUnlessDouble(token: string): string {
  return typeof parseNumber(token) === "number" ? token : `"${token}"`;
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
