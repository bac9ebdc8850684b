import { asArray, isObject, type Json, type JsonObject } from "../document/index.js";

/**
 * The description with what JSON Schema 2020-12 does not know said in its words, so that one Ajv can hold it all:
 * `nullable` of OpenAPI 3.0 as a type, boolean bounds as numbers, an enumeration of nothing as `false`'s equivalent.
 *
 * Shape and pointers stay as they are; parts without such a keyword are the same objects as before. Files that say 3.1
 * and still use the words of 3.0 are read as they were meant.
 */
export function lower(root: JsonObject): JsonObject {
  return lowerNode(root) as JsonObject;
}

function lowerNode(node: Json): Json {
  if (Array.isArray(node)) {
    const items = node.map(lowerNode);
    return items.some((item, index) => item !== node[index]) ? items : node;
  }
  if (!isObject(node)) return node;
  let changed = false;
  const result: Record<string, Json> = {};
  for (const [name, value] of Object.entries(node)) {
    // Examples and defaults are data; a property may have any name, but its schema is never under these words.
    const next = name === "example" || name === "examples" || name === "default" ? value : lowerNode(value);
    changed ||= next !== value;
    if (name !== "__proto__") result[name] = next;
  }
  return lowerSchema(changed ? result : node);
}

function lowerSchema(node: JsonObject): JsonObject {
  const nullable = typeof node.nullable === "boolean";
  const bounds = typeof node.exclusiveMinimum === "boolean" || typeof node.exclusiveMaximum === "boolean";
  const empty = Array.isArray(node.enum) && node.enum.length === 0;
  if (!nullable && !bounds && !empty) return node;
  const { nullable: isNullable, ...rest } = node;
  const result: Record<string, Json> = nullable ? { ...rest } : { ...node };
  if (isNullable === true && result.type !== undefined) result.type = [...new Set([...[result.type].flat(), "null"])];
  if (isNullable === true && Array.isArray(result.enum)) result.enum = [...new Set([...asArray(result.enum), null])];
  if (bounds) lowerBounds(result);
  if (empty) {
    delete result.enum;
    result.not = {};
  }
  return result;
}

function lowerBounds(schema: Record<string, Json>): void {
  for (const [exclusive, bound] of [
    ["exclusiveMinimum", "minimum"],
    ["exclusiveMaximum", "maximum"],
  ] as const) {
    if (typeof schema[exclusive] !== "boolean") continue;
    const limit = schema[bound];
    const strict = schema[exclusive];
    delete schema[exclusive];
    if (strict && typeof limit === "number") {
      schema[exclusive] = limit;
      delete schema[bound];
    }
  }
}
