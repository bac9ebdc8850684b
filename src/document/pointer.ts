import type { Json, JsonObject } from "./json.js";

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

/** The pointer in a URI fragment: `#/paths/~1orders%7Bid%7D` is `/paths/~1orders{id}`; undefined for an anchor. */
export function parsePointerFragment(fragment: string): Pointer | undefined {
  return fragment !== "" && !fragment.startsWith("/") ? undefined : decodePercentOrKeep(fragment);
}

/** Decodes the percent-encoding of a text. Returns it unchanged if it is malformed. */
export function decodePercentOrKeep(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
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
