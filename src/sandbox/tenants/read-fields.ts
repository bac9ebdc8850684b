import { isObject, type Json, type JsonObject, joinPointer } from "../../document/index.js";
import { findClosestName, quote } from "../../schema/index.js";
import { TenantsError } from "./tenants-error.js";

/** What a text must be: `expected` says it in words. */
export type TextRule = { readonly pattern: RegExp; readonly expected: string };

/**
 * An object with these members and no others; a misspelt one is told from its nearest.
 *
 * @throws RegistryError
 */
export function readMembers(
  value: unknown,
  pointer: string,
  members: { readonly required: readonly string[]; readonly optional: readonly string[] },
): JsonObject {
  const known = [...members.required, ...members.optional];
  if (!isObject(value)) throw new TenantsError(pointer, `expected an object with ${known.join(", ")}`);
  const unknown = Object.keys(value).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    const near = findClosestName(unknown, known);
    const instead = near === undefined ? `there are ${known.join(", ")}` : `did you mean ${quote(near)}?`;
    throw new TenantsError(pointer, `there is no member ${quote(unknown)}; ${instead}`);
  }
  const missing = members.required.find((name) => !Object.hasOwn(value, name));
  if (missing !== undefined) throw new TenantsError(pointer, `${quote(missing)} is required`);
  return value;
}

/**
 * The items of an array, each with the pointer to it; nothing when there is no array.
 *
 * @throws RegistryError
 */
export function readItems(
  value: Json | undefined,
  pointer: string,
): readonly { readonly item: Json; readonly at: string }[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new TenantsError(pointer, "expected an array");
  return value.map((item: Json, index) => ({ item, at: joinPointer(pointer, index) }));
}

/**
 * A text that keeps a rule. The message shows no value: it may be a password that was put into the wrong place.
 *
 * @throws RegistryError
 */
export function readText(value: unknown, pointer: string, { pattern, expected }: TextRule): string {
  if (typeof value !== "string" || !pattern.test(value)) throw new TenantsError(pointer, `expected ${expected}`);
  return value;
}

/** @throws RegistryError at the first item that names what an earlier one has named */
export function assertDistinct(names: readonly { readonly name: string; readonly at: string }[], what: string): void {
  const seen = new Map<string, string>();
  for (const { name, at } of names) {
    const earlier = seen.get(name);
    if (earlier !== undefined) throw new TenantsError(at, `${what} stands at ${earlier} already`);
    seen.set(name, at);
  }
}
