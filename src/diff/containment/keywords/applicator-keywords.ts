import { getApplicator, isApplied, isInPlace } from "../../../document/applicators.js";
import type { JsonObject } from "../../../document/index.js";

/** Whether a schema has keywords that may evaluate properties and items in schemas for the same value. */
export function hasEvaluatingKeyword(schema: JsonObject): boolean {
  return Object.keys(schema).some((keyword) => {
    if (keyword === "$ref" || keyword === "$dynamicRef") return true;
    const [, applies] = getApplicator(keyword) ?? [];
    return applies !== undefined && applies !== "not" && isInPlace({ applies });
  });
}

/** Whether no other keyword evaluates items, so that `unevaluatedItems` acts like `items`. */
export function isLikeItems({ unevaluatedItems, items, contains, ...others }: JsonObject): boolean {
  return (
    unevaluatedItems !== undefined && items === undefined && contains === undefined && !hasEvaluatingKeyword(others)
  );
}

/** Lists the applicators of a schema that can reject values of a type, and that no rule of the prover covers. */
export function listUnprovenApplicators(schema: JsonObject, primitive: string): readonly string[] {
  return Object.keys(schema).filter((keyword) => {
    const [, applies] = getApplicator(keyword) ?? [];
    if (applies === undefined || !isApplied({ applies })) return false;
    const isProven = PROVEN_KEYWORDS.has(keyword) && !(keyword === "items" && Array.isArray(schema.items));
    return !isProven && (applies.endsWith("-item") ? primitive === "array" : primitive === "object");
  });
}

const PROVEN_KEYWORDS: ReadonlySet<string> = new Set([
  ...["allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas"],
  ...["properties", "patternProperties", "additionalProperties", "unevaluatedProperties", "propertyNames"],
  ...["items", "prefixItems", "contains", "unevaluatedItems"],
]);
