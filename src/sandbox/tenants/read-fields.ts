import { isObject, type Json, type JsonObject, joinPointer } from "../../document/index.js";
import { formatSuggestion, quote } from "../../schema/index.js";

/** A rule for a text; `expected` describes it in error messages. */
export type TextRule = { readonly pattern: RegExp; readonly expected: string };

/**
 * Reads an object with the given members. The message for an unknown member suggests the closest name.
 *
 * @throws FieldError when the value is no object, a required member is missing or a member is unknown
 */
export function readMembers(
  value: unknown,
  pointer: string,
  members: { readonly required: readonly string[]; readonly optional: readonly string[] },
): JsonObject {
  const known = [...members.required, ...members.optional];
  if (!isObject(value)) throw new FieldError(pointer, `expected an object with ${known.join(", ")}`);
  const unknown = Object.keys(value).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    const hint = formatSuggestion(unknown, known) || `; expected ${known.join(", ")}`;
    throw new FieldError(pointer, `unknown member ${quote(unknown)}${hint}`);
  }
  const missing = members.required.find((name) => !Object.hasOwn(value, name));
  if (missing !== undefined) throw new FieldError(pointer, `${quote(missing)} is required`);
  return value;
}

/**
 * Returns the items of an array with their pointers; an empty list when `value` is undefined.
 *
 * @throws FieldError when the value is no array
 */
export function readItems(
  value: Json | undefined,
  pointer: string,
): readonly { readonly item: Json; readonly at: string }[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new FieldError(pointer, "expected an array");
  return value.map((item: Json, index) => ({ item, at: joinPointer(pointer, index) }));
}

/**
 * Reads a text that matches a rule. The message omits the value, which may be a misplaced password.
 *
 * @throws FieldError when the value does not match
 */
export function readText(value: unknown, pointer: string, { pattern, expected }: TextRule): string {
  if (typeof value !== "string" || !pattern.test(value)) throw new FieldError(pointer, `expected ${expected}`);
  return value;
}

/** @throws FieldError at the first name that repeats an earlier one */
export function assertDistinct(names: readonly { readonly name: string; readonly at: string }[], what: string): void {
  const seen = new Map<string, string>();
  for (const { name, at } of names) {
    const earlier = seen.get(name);
    if (earlier !== undefined) throw new FieldError(at, `${what} already exists at ${earlier}`);
    seen.set(name, at);
  }
}

/** A member of a file or of a request is invalid. The message contains the location and what was expected. */
export class FieldError extends Error {
  override name = "FieldError" as const;
  /** JSON Pointer (RFC 6901). */
  readonly pointer: string;
  /** The message without the location. */
  readonly reason: string;

  constructor(pointer: string, reason: string) {
    super(`${pointer === "" ? "the tenants" : pointer}: ${reason}`);
    this.pointer = pointer;
    this.reason = reason;
  }
}
