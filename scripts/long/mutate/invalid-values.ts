import type { JsonObject } from "../../../src/document/index.js";
import { getTypes } from "./schema-locations.js";

/** Returns texts that are invalid for a schema, however a parameter or field is parsed. */
export function listInvalidValues(schema: JsonObject): string[] {
  const type = getTypes(schema)?.[0];
  const values: string[] = [];
  if (type === "integer") values.push("abc", "1.5");
  if (type === "number") values.push("abc");
  if (type === "boolean") values.push("perhaps");
  if (typeof schema.minimum === "number") values.push(String(schema.minimum - 1));
  if (typeof schema.maximum === "number") values.push(String(schema.maximum + 1));
  if (Array.isArray(schema.enum) || schema.const !== undefined) values.push("zzOffList");
  if (schema.format === "uuid" || schema.format === "uri") values.push("zz zz");
  if (schema.format === "date-time" || schema.format === "date") values.push("2026-02-30T00:00:00Z", "yesterday");
  if (type === "string" && typeof schema.pattern === "string") values.push("!zz!");
  if (typeof schema.minLength === "number" && schema.minLength > 1) values.push("x".repeat(schema.minLength - 1));
  if (typeof schema.maxLength === "number") values.push("x".repeat(schema.maxLength + 1));
  return values;
}
