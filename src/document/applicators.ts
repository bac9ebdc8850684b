import { isObject, type Json, type JsonObject, joinPointer, type Pointer } from "./json.js";

/**
 * What the subschemas of a keyword apply to, and when.
 *
 * - The same value: `always`, `branch` (if the value matches it), `if`, `then`, `else`, `dependent` (on a property), `not`.
 * - A property: `property` (by name), `pattern`, `other-property`, `unevaluated-property`; `name` is the name itself.
 * - An item: `prefix-item` (by index), `other-item`, `matching-item`, `unevaluated-item`.
 * - `content`: the decoded text. `none`: nothing, unless a reference leads there.
 */
export type Application = (typeof APPLICATORS)[keyof typeof APPLICATORS][1];

export type SubschemaContainer = "one" | "array" | "map";

/**
 * The keywords of JSON Schema 2020-12 that hold schemas, and those of earlier drafts that specs still use. `$ref` and
 * `$dynamicRef` apply `always`; what they lead to is known to the schema registry.
 *
 * Everything else in a schema is data: an example may have a property named `$id`.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-core#section-10
 */
export const APPLICATORS = {
  $defs: ["map", "none"],
  definitions: ["map", "none"],
  contentSchema: ["one", "content"],
  properties: ["map", "property"],
  patternProperties: ["map", "pattern"],
  additionalProperties: ["one", "other-property"],
  unevaluatedProperties: ["one", "unevaluated-property"],
  propertyNames: ["one", "name"],
  items: ["one", "other-item"],
  prefixItems: ["array", "prefix-item"],
  additionalItems: ["one", "other-item"],
  unevaluatedItems: ["one", "unevaluated-item"],
  contains: ["one", "matching-item"],
  allOf: ["array", "always"],
  oneOf: ["array", "branch"],
  anyOf: ["array", "branch"],
  not: ["one", "not"],
  if: ["one", "if"],
  then: ["one", "then"],
  else: ["one", "else"],
  dependentSchemas: ["map", "dependent"],
  dependencies: ["map", "dependent"],
} as const satisfies Record<string, readonly [SubschemaContainer, string]>;

/** A direct subschema: the keyword that holds it, and its name or index if the keyword holds several. */
export type Subschema = {
  readonly keyword: string;
  readonly token?: string;
  readonly schema: JsonObject | boolean;
  readonly applies: Application;
};

export function listSubschemas(schema: JsonObject): Subschema[] {
  const found: Subschema[] = [];
  for (const keyword of Object.keys(schema)) {
    const row = getApplicator(keyword);
    if (row === undefined) continue;
    const [container, applies] = row;
    const value = schema[keyword];
    // Before 2020-12, `items` could be a list.
    const isCollection = Array.isArray(value) ? container !== "map" : container === "map" && isObject(value);
    if (isCollection)
      for (const [token, item] of Object.entries(value as JsonObject))
        if (isSchema(item)) found.push({ keyword, token, schema: item, applies });
    if (!isCollection && container === "one" && isSchema(value)) found.push({ keyword, schema: value, applies });
  }
  return found;
}

export function getSubschemaPointer(pointer: Pointer, { keyword, token }: Subschema): Pointer {
  return token === undefined ? joinPointer(pointer, keyword) : joinPointer(pointer, keyword, token);
}

/** The row of a keyword; undefined if it holds no schemas. */
export function getApplicator(keyword: string): readonly [SubschemaContainer, Application] | undefined {
  return Object.hasOwn(APPLICATORS, keyword) ? APPLICATORS[keyword as keyof typeof APPLICATORS] : undefined;
}

const IN_PLACE: ReadonlySet<Application> = new Set(["always", "branch", "if", "then", "else", "dependent", "not"]);

/** Whether a subschema applies to the same value as the schema that holds it. */
export function isInPlace({ applies }: Pick<Subschema, "applies">): boolean {
  return IN_PLACE.has(applies);
}

/** Whether validation uses a subschema without a reference to it. */
export function isApplied({ applies }: Pick<Subschema, "applies">): boolean {
  return applies !== "none" && applies !== "content";
}

export function isSchema(value: Json | undefined): value is JsonObject | boolean {
  return typeof value === "boolean" || isObject(value);
}
