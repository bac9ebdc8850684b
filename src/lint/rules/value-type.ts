import { asArray, type Json } from "../../document/index.js";

export function getValueType(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value === "number" && Number.isInteger(value) ? "integer" : typeof value;
}

/** Returns whether a value has one of the types of a schema. Without types, or with an unknown one, every value does. */
export function hasType(value: Json, type: Json | undefined): boolean {
  const types = typeof type === "string" ? [type] : asArray(type);
  if (types.length === 0) return true;
  const actual = getValueType(value);
  return types.some((it) => it === actual || (it === "number" && actual === "integer") || !TYPE_NAMES.has(it));
}

const TYPE_NAMES: ReadonlySet<Json> = new Set(["null", "boolean", "object", "array", "number", "string", "integer"]);
