import { asArray, type Json } from "../../document/index.js";

export function getValueType(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value === "number" && Number.isInteger(value) ? "integer" : typeof value;
}

/** Whether a value is of one of the types that a schema says; of any, when it says none or one that there is not. */
export function hasType(value: Json, type: Json | undefined): boolean {
  const types = typeof type === "string" ? [type] : asArray(type);
  if (types.length === 0) return true;
  const actual = getValueType(value);
  return types.some((it) => it === actual || (it === "number" && actual === "integer") || !TYPE_NAMES.has(it));
}

const TYPE_NAMES: ReadonlySet<Json> = new Set(["null", "boolean", "object", "array", "number", "string", "integer"]);
