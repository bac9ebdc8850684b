import {
  decodeJsonString,
  findJsonStringEnd,
  isEscaped,
  isObject,
  type Json,
  joinPointer,
  type Pointer,
  tryCall,
} from "../json.js";
import { ExactNumber, parseNumber } from "./exact-number.js";
import { serializeExactJson } from "./serialize-json.js";

/** Matches a number that a double may not represent. A match inside a string only costs time. */
export const LONG_NUMBER = /(?:^|[:,[\s])-?(?:[\d.]{16}|\d[\d.]*[eE][+-]?\d{3})/;

/** The length of the shortest such number, `1e400`. */
const MIN_LONG_NUMBER = 5;

/** Captures each such number. */
const LONG_NUMBERS = /(?:^|[:,[\s])(-?(?:[\d.]{16,}(?:[eE][+-]?\d+)?|\d[\d.]*[eE][+-]?\d{3,}))/g;

const NUMBER_TOKENS = /-?\d[\d.]*(?:[eE][+-]?\d+)?/g;

/**
 * Parses JSON like `JSON.parse`, except that numbers that no double represents become an {@link ExactNumber}, and
 * that duplicate names are remembered. Ignores a byte order mark.
 *
 * @throws {SyntaxError} if the text is not valid JSON.
 */
export function parseJson(text: string): Json {
  const json = text.startsWith("\uFEFF") ? text.slice(1) : text;
  const value = parseExactly(json);
  if (typeof value === "object" && value !== null) trackDuplicateNames(json, value);
  return value;
}

/** A copy of a value, with all digits of its numbers. */
export function createJsonCopy<Value extends Json>(value: Value): Value {
  return parseExactly(serializeExactJson(value)) as Value;
}

/** Parses JSON like `parseJson`; undefined for a text that is not JSON. */
export function tryParseExactJson(text: string): Json | undefined {
  return tryCall(() => parseJson(text));
}

/** The value of a JSON text, or another text itself. */
export function parseJsonOrKeepText(text: string): Json {
  const value = tryParseExactJson(text);
  return value === undefined ? text : value;
}

function parseExactly(json: string): Json {
  const value = JSON.parse(json) as Json;
  if (!LONG_NUMBER.test(json) || !hasExactText(json)) return value;
  const quoted = quoteExactNumbers(json);
  if (quoted === json) return value;
  // Values that are nested so deeply are not checked, so precision does not matter.
  return tryCall(() => restoreExactNumbers(value, JSON.parse(quoted) as Json), RangeError) ?? value;
}

/** Whether a text that looks like a number, in a string or not, is one that no double represents. */
function hasExactText(json: string): boolean {
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
    return value.map((item, index) => restoreExactNumbers(item, quoted[index] ?? null));
  if (!isObject(value) || !isObject(quoted)) return value;
  return Object.fromEntries(
    Object.keys(value).map((key) => [key, restoreExactNumbers(value[key] ?? null, quoted[key] ?? null)]),
  );
}

/** A name that one object of a JSON text has several times. Parsers keep one of the values, usually the last. */
type DuplicateName = {
  /** The location of the member. */
  readonly instance: Pointer;
  readonly name: string;
  readonly count: number;
};

/** The duplicate names of the parsed objects that have some. */
const duplicates = new WeakMap<object, ReadonlyMap<string, number>>();
/** Most programs never read a text with duplicate names. */
let hasDuplicates = false;

/** Remembers which objects of a value have duplicate names in the JSON text that the value was parsed from. */
function trackDuplicateNames(text: string, value: object): void {
  if (countPossibleNames(text) === countMembers(value)) return;
  for (const { path, name, count } of findDuplicateNames(text)) {
    hasDuplicates = true;
    let owner: unknown = value;
    // A path through a duplicate name may lead into the value that is not kept.
    for (const token of path)
      owner =
        typeof owner === "object" && owner !== null ? (owner as Record<string | number, unknown>)[token] : undefined;
    if (typeof owner !== "object" || owner === null || Array.isArray(owner) || !Object.hasOwn(owner, name)) continue;
    duplicates.set(owner, new Map([...(duplicates.get(owner) ?? []), [name, count]]));
  }
}

/** Lists the duplicate names in a parsed value, in any depth. */
export function listDuplicateNames(value: unknown): readonly DuplicateName[] {
  if (!hasDuplicates) return NO_DUPLICATES;
  const found: DuplicateName[] = [];
  const pending: { readonly value: unknown; readonly at: Pointer }[] = [{ value, at: "" }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { value: current, at } = next;
    if (typeof current !== "object" || current === null) continue;
    for (const [name, count] of duplicates.get(current) ?? [])
      found.push({ instance: at + joinPointer("", name), name, count });
    for (const [name, child] of Object.entries(current).reverse())
      if (typeof child === "object") pending.push({ value: child, at: at + joinPointer("", name) });
  }
  return found;
}

const NO_DUPLICATES: readonly DuplicateName[] = [];

/** Counts the names in a valid JSON text, and the strings that begin like the end of one: `": "`. */
function countPossibleNames(text: string): number {
  let count = 0;
  for (let colon = text.indexOf(":"); colon !== -1; colon = text.indexOf(":", colon + 1)) {
    let last = colon - 1;
    while (isBlank(text.charCodeAt(last))) last -= 1;
    if (text.charCodeAt(last) === QUOTE && !isEscaped(text, last)) count += 1;
  }
  return count;
}

const QUOTE = 0x22;

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** Counts the members of all objects in a value. */
function countMembers(value: object): number {
  let count = 0;
  const pending: object[] = [value];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next instanceof ExactNumber) continue;
    if (Array.isArray(next)) {
      for (const child of next) if (typeof child === "object" && child !== null) pending.push(child);
      continue;
    }
    // Names alone: an array of the values takes three times as long.
    for (const name in next) {
      const child = (next as Record<string, unknown>)[name];
      count += 1;
      if (typeof child === "object" && child !== null) pending.push(child);
    }
  }
  return count;
}

type NamedPlace = { readonly path: readonly (string | number)[]; readonly name: string; readonly count: number };

/** An open object or array: the names of the object with their counts, and the name or index of the current child. */
type Level = { readonly names: Map<string, number> | undefined; token: string | number };

// Strings with the colon after a name, and the characters that structure objects and arrays.
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?|[{}[\],]/gs;

/** Finds the names that occur several times in one object of a JSON text, which may be invalid. */
export function findDuplicateNames(text: string): NamedPlace[] {
  const open: Level[] = [];
  const found = new Map<string, NamedPlace>();
  for (const { 0: token, 1: colon } of text.matchAll(TOKENS)) {
    const level = open.at(-1);
    if (token === "{") open.push({ names: new Map(), token: "" });
    else if (token === "[") open.push({ names: undefined, token: 0 });
    else if (token === "}" || token === "]") open.pop();
    else if (token === "," && typeof level?.token === "number") level.token += 1;
    else if (colon !== undefined && level?.names !== undefined)
      addName(found, open, token.slice(0, token.lastIndexOf('"') + 1));
  }
  return [...found.values()];
}

function addName(found: Map<string, NamedPlace>, open: readonly Level[], token: string): void {
  const level = open.at(-1);
  const name = decodeJsonString(token) ?? token.slice(1, -1);
  const count = (level?.names?.get(name) ?? 0) + 1;
  if (level === undefined) return;
  level.names?.set(name, count);
  level.token = name;
  if (count === 1) return;
  const path = open.slice(0, -1).map((it) => it.token);
  const key = JSON.stringify([...path, name]);
  // Parsers drop the earlier value, and the duplicate names in it.
  for (const other of found.keys()) if (other.startsWith(`${key.slice(0, -1)},`)) found.delete(other);
  found.set(key, { path, name, count });
}
