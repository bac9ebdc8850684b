import type { JsonObject } from "../../src/document/index.js";
import { typesOf } from "./schema-places.js";

/** Texts that no reading of them makes valid. */
export function badValues(schema: JsonObject): string[] {
  const type = typesOf(schema)?.[0];
  const bad: string[] = [];
  if (type === "integer") bad.push("abc", "1.5");
  if (type === "number") bad.push("abc");
  if (type === "boolean") bad.push("perhaps");
  if (typeof schema.minimum === "number") bad.push(String(schema.minimum - 1));
  if (typeof schema.maximum === "number") bad.push(String(schema.maximum + 1));
  if (Array.isArray(schema.enum) || schema.const !== undefined) bad.push("zzOffList");
  if (schema.format === "uuid" || schema.format === "uri") bad.push("zz zz");
  if (schema.format === "date-time" || schema.format === "date") bad.push("2026-02-30T00:00:00Z", "yesterday");
  if (type === "string" && typeof schema.pattern === "string") bad.push("!zz!");
  if (typeof schema.minLength === "number" && schema.minLength > 1) bad.push("x".repeat(schema.minLength - 1));
  if (typeof schema.maxLength === "number") bad.push("x".repeat(schema.maxLength + 1));
  return bad;
}
