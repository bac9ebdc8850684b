import { isObject, type Json, type JsonObject, joinPointer, type Pointer } from "../../document/index.js";

/** Whether a keyword applies its schemas to the same value, to child values, or only through references. */
export type SubschemaApplication = "in-place" | "child" | "none";

type SubschemaKeyword = { readonly holds: "one" | "array" | "map"; readonly applies: SubschemaApplication };

/**
 * The keywords of JSON Schema 2020-12 that hold schemas, and those of earlier drafts that specs still use.
 *
 * Everything else in a schema is data: an example may have a property named `$id`.
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

/** A direct subschema: the keyword that holds it, and its name or index if the keyword holds several. */
export type Subschema = {
  readonly keyword: string;
  readonly token?: string;
  readonly schema: JsonObject | boolean;
  readonly applies: SubschemaApplication;
};

export function listSubschemas(schema: JsonObject): Subschema[] {
  const found: Subschema[] = [];
  for (const keyword of Object.keys(schema)) {
    const definition = SUBSCHEMA_KEYWORDS.get(keyword);
    if (definition === undefined) continue;
    const { applies } = definition;
    const value = schema[keyword];
    // Before 2020-12, `items` could be a list.
    const isCollection = Array.isArray(value)
      ? definition.holds !== "map"
      : definition.holds === "map" && isObject(value);
    if (isCollection)
      for (const [token, item] of Object.entries(value as JsonObject))
        if (isSchema(item)) found.push({ keyword, token, schema: item, applies });
    if (!isCollection && definition.holds === "one" && isSchema(value)) found.push({ keyword, schema: value, applies });
  }
  return found;
}

export function getSubschemaPointer(pointer: Pointer, { keyword, token }: Subschema): Pointer {
  return token === undefined ? joinPointer(pointer, keyword) : joinPointer(pointer, keyword, token);
}

/** How a keyword applies its schemas; undefined if it holds none. */
export function getSubschemaApplication(keyword: string): SubschemaApplication | undefined {
  return SUBSCHEMA_KEYWORDS.get(keyword)?.applies;
}

/** Whether a keyword holds one schema, an array or a map of schemas; undefined if it holds none. */
export function getSubschemaContainer(keyword: string): SubschemaKeyword["holds"] | undefined {
  return SUBSCHEMA_KEYWORDS.get(keyword)?.holds;
}

export function isSchema(value: Json | undefined): value is JsonObject | boolean {
  return typeof value === "boolean" || isObject(value);
}
