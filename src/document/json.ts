/** A JSON value of a parsed spec or body. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export type JsonObject = { readonly [name: string]: Json };

/** A number that a double cannot hold is represented by an object (schema/values/exact-number.ts), but counts as a number. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Number);
}

export function asString(value: Json | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

export function asObject(value: Json | undefined): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}

export function asArray(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

/** Parses a JSON text; undefined if it is invalid. */
export function tryParseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** The text of a JSON string with its quotes; undefined if it is invalid. Most strings have no escapes. */
export function decodeJsonString(token: string): string | undefined {
  return token.includes("\\") ? (tryParseJson(token) as string | undefined) : token.slice(1, -1);
}

/** The index after the closing quote of a JSON string. Searches for quotes, because most of a text is in long strings. */
export function findJsonStringEnd(text: string, open: number): number {
  let close = text.indexOf('"', open + 1);
  while (isEscaped(text, close)) close = text.indexOf('"', close + 1);
  return close + 1;
}

function isEscaped(text: string, quote: number): boolean {
  let start = quote;
  while (text.charCodeAt(start - 1) === BACKSLASH) start -= 1;
  return (quote - start) % 2 === 1;
}

const BACKSLASH = 0x5c;
