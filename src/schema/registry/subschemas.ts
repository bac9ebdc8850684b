import { isObject, type Json, type JsonObject, joinPointer, type Pointer } from "../../document/index.js";

/** How a keyword applies its schemas: to the very value, to what the value holds, or not at all until referred to. */
export type SubschemaApplication = "in-place" | "child" | "none";

type SubschemaKeyword = { readonly holds: "one" | "array" | "map"; readonly applies: SubschemaApplication };

/**
 * The keywords of JSON Schema 2020-12 that hold schemas, and those of earlier drafts that descriptions still carry.
 *
 * Everything else in a schema is data, whatever it looks like: an example may well have a property named `$id`.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-core#section-10
 */
const SUBSCHEMA_KEYWORDS: ReadonlyMap<string, SubschemaKeyword> = new Map<string, SubschemaKeyword>([
  ["$defs", { holds: "map", applies: "none" }],
  ["definitions", { holds: "map", applies: "none" }],
  ["contentSchema", { holds: "one", applies: "none" }],
  ["properties", { holds: "map", applies: "child" }],
  ["patternProperties", { holds: "map", applies: "child" }],
  ["additionalProperties", { holds: "one", applies: "child" }],
  ["unevaluatedProperties", { holds: "one", applies: "child" }],
  ["propertyNames", { holds: "one", applies: "child" }],
  ["items", { holds: "one", applies: "child" }],
  ["prefixItems", { holds: "array", applies: "child" }],
  ["additionalItems", { holds: "one", applies: "child" }],
  ["unevaluatedItems", { holds: "one", applies: "child" }],
  ["contains", { holds: "one", applies: "child" }],
  ["allOf", { holds: "array", applies: "in-place" }],
  ["anyOf", { holds: "array", applies: "in-place" }],
  ["oneOf", { holds: "array", applies: "in-place" }],
  ["not", { holds: "one", applies: "in-place" }],
  ["if", { holds: "one", applies: "in-place" }],
  ["then", { holds: "one", applies: "in-place" }],
  ["else", { holds: "one", applies: "in-place" }],
  ["dependentSchemas", { holds: "map", applies: "in-place" }],
  ["dependencies", { holds: "map", applies: "in-place" }],
]);

/** A schema that stands in another: the keyword that holds it, and its name or index there when it holds several. */
export type Subschema = {
  readonly keyword: string;
  readonly token?: string;
  readonly schema: JsonObject | boolean;
  readonly applies: SubschemaApplication;
};

export function listSubschemas(schema: JsonObject): Subschema[] {
  const found: Subschema[] = [];
  for (const keyword of Object.keys(schema)) {
    const holding = SUBSCHEMA_KEYWORDS.get(keyword);
    if (holding === undefined) continue;
    const { applies } = holding;
    const value = schema[keyword];
    // Before 2020-12 `items` could be a list; it is read as it was meant.
    const several = Array.isArray(value) ? holding.holds !== "map" : holding.holds === "map" && isObject(value);
    if (several)
      for (const [token, item] of Object.entries(value as JsonObject))
        if (isSchema(item)) found.push({ keyword, token, schema: item, applies });
    if (!several && holding.holds === "one" && isSchema(value)) found.push({ keyword, schema: value, applies });
  }
  return found;
}

export function getSubschemaPointer(pointer: Pointer, { keyword, token }: Subschema): Pointer {
  return token === undefined ? joinPointer(pointer, keyword) : joinPointer(pointer, keyword, token);
}

/** How the schema at the end of a keyword applies, for a pointer's tokens; undefined when it holds no schemas. */
export function getSubschemaApplication(keyword: string): SubschemaApplication | undefined {
  return SUBSCHEMA_KEYWORDS.get(keyword)?.applies;
}

/** How many tokens lead from a schema through a keyword to the next schema: `items` one, `properties/name` two. */
export function getSubschemaContainer(keyword: string): SubschemaKeyword["holds"] | undefined {
  return SUBSCHEMA_KEYWORDS.get(keyword)?.holds;
}

export function isSchema(value: Json | undefined): value is JsonObject | boolean {
  return typeof value === "boolean" || isObject(value);
}
