/** A JSON value of a parsed spec or body. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export type JsonObject = { readonly [name: string]: Json };

/** A number that a double cannot hold is represented by an object (document/values/exact-number.ts), but counts as a number. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Number);
}

export function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

/** Compares texts by their code units, for an order that is the same everywhere. */
export function compareStrings(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** The name itself, or with the first number that makes it unique. Adds it to those that are taken. */
export function takeName(name: string, taken: Set<string>, separator = ""): string {
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name}${separator}${number}`;
  taken.add(free);
  return free;
}

export function capitalize(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Joins the first names with commas, and counts the others. */
export function joinList(names: readonly string[], most = 12): string {
  const shown = names.slice(0, most).join(", ");
  return names.length > most ? `${shown} and ${names.length - most} more` : shown || "nothing";
}

/** Counts a value and all values in it, with those of YAML aliases each time; beyond `most` it stops. */
export function countValues(value: unknown, most = Number.POSITIVE_INFINITY): number {
  const rest: unknown[] = [value];
  let count = 0;
  for (let next = rest.pop(); next !== undefined && count <= most; next = rest.pop()) {
    count += 1;
    if (typeof next !== "object" || next === null || ArrayBuffer.isView(next)) continue;
    for (const child of Object.values(next)) rest.push(child);
  }
  return count;
}

/** A value in another one, with its name or index there. */
export type PlacedValue = { readonly value: Json; readonly name: string; readonly holder: PlacedValue | undefined };

/** Lists all objects in a value, in no particular order. A spec can be nested deeper than the call stack. */
export function* walkObjects(root: Json): Iterable<readonly [object: JsonObject, place: PlacedValue]> {
  const pending: PlacedValue[] = [{ value: root, name: "", holder: undefined }];
  for (let place = pending.pop(); place !== undefined; place = pending.pop()) {
    const { value } = place;
    if (isObject(value)) yield [value, place];
    for (const [name, child] of Object.entries(value as JsonObject))
      if (isObject(child) || Array.isArray(child)) pending.push({ value: child, name, holder: place });
  }
}

/** The names and indexes that lead to a value. */
export function getSteps(place: PlacedValue): string[] {
  const steps: string[] = [];
  for (let at = place; at.holder !== undefined; at = at.holder) steps.unshift(at.name);
  return steps;
}

/** Finds the first of the items whose key occurs most often. */
export function findMostCommon<Item>(items: readonly Item[], getKey: (item: Item) => string): Item | undefined {
  const counts = new Map<string, number>();
  for (const key of items.map(getKey)) counts.set(key, (counts.get(key) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return items.find((it) => counts.get(getKey(it)) === most);
}

/** Formats a number with its noun: `1 finding`, `2 findings`. */
export function pluralize(count: unknown, noun: string, several = `${noun}s`): string {
  return `${String(count)} ${count === 1 ? noun : several}`;
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

/** The properties that are not undefined, for types whose optional properties cannot be. */
export function dropUndefined<Properties extends object>(properties: Properties): Defined<Properties> {
  const entries = Object.entries(properties).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Defined<Properties>;
}

type Defined<Properties> = { readonly [Name in keyof Properties]?: Exclude<Properties[Name], undefined> };

/** What a function returns; undefined if it throws one of the expected errors. Without any, each is expected. */
export function tryCall<Value>(work: () => Value, ...expected: readonly ErrorClass[]): Value | undefined {
  try {
    return work();
  } catch (error) {
    if (expected.length === 0 || expected.some((it) => error instanceof it)) return undefined;
    throw error;
  }
}

type ErrorClass = abstract new (...given: never) => Error;

/** Parses a JSON text; undefined if it is invalid. */
export function tryParseJson(text: string): Json | undefined {
  return tryCall(() => JSON.parse(text) as Json);
}

/**
 * Whether a media type, with or without parameters, is JSON: `application/json`, `text/json` or one with the suffix `+json`. A sequence of JSON
 * (`application/json-seq`) is not.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6838#section-4.2.8
 */
export function isJsonType(mediaType: string | undefined): boolean {
  return mediaType !== undefined && /^[^;]*[/+]json\s*(;|$)/i.test(mediaType);
}

/** A media type or range in lower case, without its parameters. */
export function getEssence(range: string): string {
  return (range.split(";")[0] ?? "").trim().toLowerCase();
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

/** Whether an odd number of backslashes is before a quote. */
export function isEscaped(text: string, quote: number): boolean {
  let start = quote;
  while (text.charCodeAt(start - 1) === BACKSLASH) start -= 1;
  return (quote - start) % 2 === 1;
}

const BACKSLASH = 0x5c;

/**
 * JSON Pointers (RFC 6901) as plain strings: `""` is the whole document, `/paths/~1orders/get` an operation.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6901
 */
export type Pointer = string;

export function parsePointer(pointer: Pointer): string[] {
  if (pointer === "") return [];
  const tokens = pointer.slice(1).split("/");
  return pointer.includes("~") ? tokens.map(unescapeToken) : tokens;
}

export function joinPointer(base: Pointer, ...tokens: readonly (string | number)[]): Pointer {
  let pointer = base;
  for (let index = 0; index < tokens.length; index += 1) pointer += `/${escapeToken(String(tokens[index]))}`;
  return pointer;
}

/** Whether a pointer is another one, or leads into it. */
export function isWithin(inner: Pointer, outer: Pointer): boolean {
  return inner === outer || inner.startsWith(`${outer}/`);
}

export function parentPointer(pointer: Pointer): Pointer {
  return pointer.slice(0, Math.max(0, pointer.lastIndexOf("/")));
}

export function lastToken(pointer: Pointer): string {
  return unescapeToken(pointer.slice(pointer.lastIndexOf("/") + 1));
}

/** The value at a pointer, or undefined if there is none. Only own properties count. */
export function valueAt(root: Json, pointer: Pointer): Json | undefined {
  let value: Json | undefined = root;
  // This is called very often, so it makes no array of the tokens.
  for (let slash = pointer === "" ? -1 : 0; slash !== -1; ) {
    const next = pointer.indexOf("/", slash + 1);
    const token = unescapeToken(pointer.slice(slash + 1, next === -1 ? undefined : next));
    slash = next;
    if (typeof value !== "object" || value === null) return undefined;
    if (Array.isArray(value)) value = value[Number(token)];
    else if (Object.hasOwn(value, token)) value = (value as JsonObject)[token];
    else return undefined;
  }
  return value;
}

/** A copy of a value with a member at a path, or without it. Makes objects on the way, but not of scalars; an index behind an array appends. */
export function setMember(value: Json | undefined, [name, ...rest]: readonly string[], member: Json | undefined): Json {
  if (name === undefined) return member ?? null;
  if (Array.isArray(value) && rest.length === 0 && name === String(value.length)) return [...value, member ?? null];
  if (Array.isArray(value))
    return value.map((it: Json, index) => (String(index) === name ? setMember(it, rest, member) : it));
  if (value !== undefined && value !== null && !isObject(value)) return value;
  const object = value ?? {};
  const next = rest.length === 0 ? member : setMember(object[name], rest, member);
  const others = Object.entries(object).filter(([it]) => it !== name);
  if (next === undefined) return Object.fromEntries(others);
  return Object.hasOwn(object, name)
    ? Object.fromEntries(Object.entries(object).map(([it, old]) => [it, it === name ? next : old]))
    : Object.fromEntries([...others, [name, next]]);
}

/** The pointer in a URI fragment: `#/paths/~1orders%7Bid%7D` is `/paths/~1orders{id}`; undefined for an anchor. */
export function parsePointerFragment(fragment: string): Pointer | undefined {
  return fragment !== "" && !fragment.startsWith("/") ? undefined : decodePercentOrKeep(fragment);
}

/** The pointer that a local reference leads to; undefined for other references. */
export function getLocalReferenceTarget(reference: Json | undefined): Pointer | undefined {
  return typeof reference === "string" && reference.startsWith("#")
    ? parsePointerFragment(reference.slice(1))
    : undefined;
}

/** Decodes the percent-encoding of a text. Returns it unchanged if it is malformed. */
export function decodePercentOrKeep(text: string): string {
  return tryCall(() => decodeURIComponent(text)) ?? text;
}

/** The pointer as a URI fragment, without the `#`. */
export function formatPointerFragment(pointer: Pointer): string {
  return pointer.split("/").map(encodeURIComponent).join("/");
}

function escapeToken(token: string): string {
  return token.includes("~") || token.includes("/") ? token.replaceAll("~", "~0").replaceAll("/", "~1") : token;
}

function unescapeToken(token: string): string {
  return token.includes("~") ? token.replaceAll("~1", "/").replaceAll("~0", "~") : token;
}
