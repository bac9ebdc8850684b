import { APPLICATORS } from "./applicators.js";

/**
 * The objects of an OpenAPI document and the types of their fields, as in the tables of the specification.
 *
 * Only fields that can contain a `$ref` are listed. Values of examples, defaults and enums are data, in which `$ref` has no
 * meaning.
 *
 * @see https://spec.openapis.org/oas/v3.2.0#fixed-fields
 */
export type ObjectKind = keyof typeof STRUCTURE;

/** How a field holds its objects: one, an array of them, or a map from names to them. */
export type ObjectField = { readonly holds: "one" | "array" | "map"; readonly kind: ObjectKind };

const SCHEMA_NOTATIONS = { one: "schema", array: "schema[]", map: "{schema}" };

/** `kind`, `kind[]` and `{kind}`, similar to the type column of the specification; `*` is any other field. */
const STRUCTURE = {
  openapi: { paths: "paths", webhooks: "{pathItem}", components: "components" },
  components: {
    schemas: "{schema}",
    responses: "{response}",
    parameters: "{parameter}",
    examples: "{example}",
    requestBodies: "{requestBody}",
    headers: "{header}",
    securitySchemes: "{securityScheme}",
    links: "{link}",
    callbacks: "{callback}",
    pathItems: "{pathItem}",
    mediaTypes: "{mediaType}",
  },
  paths: { "*": "pathItem" },
  pathItem: {
    parameters: "parameter[]",
    get: "operation",
    put: "operation",
    post: "operation",
    delete: "operation",
    options: "operation",
    head: "operation",
    patch: "operation",
    trace: "operation",
    query: "operation",
    additionalOperations: "{operation}",
  },
  operation: {
    parameters: "parameter[]",
    requestBody: "requestBody",
    responses: "{response}",
    callbacks: "{callback}",
  },
  parameter: { schema: "schema", content: "{mediaType}", examples: "{example}" },
  header: { schema: "schema", content: "{mediaType}", examples: "{example}" },
  requestBody: { content: "{mediaType}" },
  response: { headers: "{header}", content: "{mediaType}", links: "{link}" },
  mediaType: {
    schema: "schema",
    itemSchema: "schema",
    examples: "{example}",
    encoding: "{encoding}",
    prefixEncoding: "encoding[]",
    itemEncoding: "encoding",
  },
  encoding: {
    headers: "{header}",
    encoding: "{encoding}",
    prefixEncoding: "encoding[]",
    itemEncoding: "encoding",
  },
  callback: { "*": "pathItem" },
  example: {},
  link: {},
  securityScheme: {},
  schema: Object.fromEntries(
    Object.entries(APPLICATORS).map(([keyword, [container]]) => [keyword, SCHEMA_NOTATIONS[container]]),
  ),
} as const satisfies Record<string, Record<string, string>>;

/** The field of `components` for each kind of reusable object. Other kinds are not reusable. */
export const COMPONENT_SECTION: Partial<Record<ObjectKind, string>> = {
  schema: "schemas",
  response: "responses",
  parameter: "parameters",
  example: "examples",
  requestBody: "requestBodies",
  header: "headers",
  securityScheme: "securitySchemes",
  link: "links",
  callback: "callbacks",
  mediaType: "mediaTypes",
};

export function getObjectField(kind: ObjectKind, name: string): ObjectField | undefined {
  const fields = FIELDS.get(kind);
  return fields?.get(name) ?? (name.startsWith("x-") ? undefined : fields?.get("*"));
}

const FIELDS: ReadonlyMap<string, ReadonlyMap<string, ObjectField>> = new Map(
  Object.entries(STRUCTURE).map(([kind, fields]) => [
    kind,
    new Map(Object.entries(fields).map(([name, notation]) => [name, parseNotation(notation)])),
  ]),
);

function parseNotation(notation: string): ObjectField {
  if (notation.endsWith("[]")) return { holds: "array", kind: notation.slice(0, -2) as ObjectKind };
  if (notation.startsWith("{")) return { holds: "map", kind: notation.slice(1, -1) as ObjectKind };
  return { holds: "one", kind: notation as ObjectKind };
}
