import {
  asArray,
  asObject,
  type Document,
  joinPointer,
  type Pointer,
  resolvePointer,
} from "../../src/document/index.js";

/** Whether a value is obviously invalid for a schema. False also means that the result is unknown. */
export function isCertainlyNot(document: Document, pointer: Pointer, value: unknown): boolean {
  const found = resolvePointer(document, pointer);
  if (found === undefined) return false;
  const { pointer: at, value: schema } = found;
  const branches = (word: string): Pointer[] => asArray(schema[word]).map((_, index) => joinPointer(at, word, index));
  const isNot = (it: Pointer): boolean => isCertainlyNot(document, it, value);
  if (value === null && schema.nullable === true) return false;
  if (schema.type !== undefined && ![schema.type].flat().some((type) => isOfType(String(type), value))) return true;
  if (schema.const !== undefined && isOtherScalar(schema.const, value)) return true;
  if (Array.isArray(schema.enum) && schema.enum.every((it) => isOtherScalar(it, value))) return true;
  if (branches("allOf").some(isNot)) return true;
  if (["oneOf", "anyOf"].some((word) => branches(word).length > 0 && branches(word).every(isNot))) return true;
  if (Array.isArray(value)) {
    const items = joinPointer(at, "items");
    return value.length < Number(schema.minItems ?? 0) || value.some((it) => isCertainlyNot(document, items, it));
  }
  if (typeof value !== "object" || value === null) return false;
  const properties = asObject(schema.properties) ?? {};
  return (
    asArray(schema.required).some((name) => !Object.hasOwn(value, String(name))) ||
    Object.entries(value).some(([name, it]) =>
      Object.hasOwn(properties, name)
        ? isCertainlyNot(document, joinPointer(at, "properties", name), it)
        : schema.additionalProperties === false,
    )
  );
}

function isOtherScalar(one: unknown, other: unknown): boolean {
  return typeof one !== "object" && one !== other;
}

export function isOfType(type: string, value: unknown): boolean {
  if (type === "null") return value === null;
  if (type === "array") return Array.isArray(value);
  if (type === "integer") return Number.isInteger(value);
  return type === typeof value && value !== null && !Array.isArray(value);
}
