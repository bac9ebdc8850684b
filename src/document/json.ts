/** A JSON value, as a parsed description or body holds it. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export type JsonObject = { readonly [name: string]: Json };

/** A number that no double holds is kept as an object of JavaScript (schema/values/exact-number.ts), and is a number all the same. */
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
