import { APPLICATORS } from "./applicators.js";
import { isObject, type Json, joinPointer, type Pointer } from "./json.js";

/** The version of a spec, without its patch number. */
export type OpenApiVersion = "3.0" | "3.1" | "3.2";

const VERSIONS: readonly OpenApiVersion[] = ["3.0", "3.1", "3.2"];

export type FieldType = ReturnType<typeof parseFieldNotation>;

/**
 * Parses a notation like the type column of the specification. `kind[]` is an array, `{kind}` a map, `a|b` one of these values.
 * `&` allows a reference (`&3.2` since 3.2). `!` is required (`!3.0` only in 3.0, `!3.1` up to 3.1). The prefix `3.1 ` means
 * since 3.1, and `3.0 ` only in 3.0.
 */
export function parseFieldNotation(notation: string) {
  const [, only = "", open, text = "", reference, close, mark] =
    /^(3\.[012] )?(\{)?([\w|]+)(&(?:3\.2)?)?(\}|\[\])?(!(?:3\.[01])?)?$/.exec(notation) ?? [];
  const values = text.includes("|") ? text.split("|") : [];
  const holds: "one" | "array" | "map" = open !== undefined ? "map" : close === "[]" ? "array" : "one";
  return {
    /** A kind of object, or `string`, `boolean`, `any`, or one of `values`. */
    type: values.length > 0 ? "string" : text,
    values,
    holds,
    /** The versions in which the value can be a Reference Object. */
    references: VERSIONS.filter((version) => reference !== undefined && version >= reference.slice(1)),
    required: VERSIONS.filter((version) => mark === "!" || (mark !== undefined && version <= mark.slice(1))),
    versions: VERSIONS.filter((version) => (only === "3.0 " ? version === "3.0" : version >= only.trim())),
  };
}

/** The methods that have a field in a path item of every version. */
export const METHOD_NAMES = ["get", "put", "post", "delete", "options", "head", "patch", "trace"] as const;

const METHOD_FIELDS = Object.fromEntries(METHOD_NAMES.map((name) => [name, "operation"]));

/** What parameters and headers have in common. */
const SERIALIZED_FIELDS = {
  description: "string",
  required: "boolean",
  deprecated: "boolean",
  style: "string",
  explode: "boolean",
  schema: "schema",
  example: "any",
  examples: "{example&}",
  content: "{mediaType&3.2}",
};

/**
 * The objects of an OpenAPI document with all their fields, as in the tables of the specification, in the notation of
 * `parseFieldNotation`. `*` is any other field.
 *
 * @see https://spec.openapis.org/oas/v3.2.0#objects-and-fields
 * @see https://spec.openapis.org/oas/v3.0.4#schema
 */
const OBJECT_FIELDS = {
  openapi: {
    openapi: "string!",
    $self: "3.2 string",
    info: "info!",
    jsonSchemaDialect: "3.1 string",
    servers: "server[]",
    paths: "paths!3.0",
    webhooks: "3.1 {pathItem}",
    components: "components",
    security: "securityRequirement[]",
    tags: "tag[]",
    externalDocs: "externalDocs",
  },
  info: {
    title: "string!",
    summary: "3.1 string",
    description: "string",
    termsOfService: "string",
    contact: "contact",
    license: "license",
    version: "string!",
  },
  contact: { name: "string", url: "string", email: "string" },
  license: { name: "string!", identifier: "3.1 string", url: "string" },
  server: { url: "string!", description: "string", name: "3.2 string", variables: "{serverVariable}" },
  serverVariable: { enum: "string[]", default: "string!", description: "string" },
  components: {
    schemas: "{schema}",
    responses: "{response&}",
    parameters: "{parameter&}",
    examples: "{example&}",
    requestBodies: "{requestBody&}",
    headers: "{header&}",
    securitySchemes: "{securityScheme&}",
    links: "{link&}",
    callbacks: "{callback&}",
    pathItems: "3.1 {pathItem}",
    mediaTypes: "3.2 {mediaType&}",
  },
  paths: { "*": "pathItem" },
  pathItem: {
    $ref: "string",
    summary: "string",
    description: "string",
    ...METHOD_FIELDS,
    query: "3.2 operation",
    additionalOperations: "3.2 {operation}",
    servers: "server[]",
    parameters: "parameter&[]",
  },
  operation: {
    tags: "string[]",
    summary: "string",
    description: "string",
    externalDocs: "externalDocs",
    operationId: "string",
    parameters: "parameter&[]",
    requestBody: "requestBody&",
    responses: "responses!3.0",
    callbacks: "{callback&}",
    deprecated: "boolean",
    security: "securityRequirement[]",
    servers: "server[]",
  },
  externalDocs: { description: "string", url: "string!" },
  parameter: {
    name: "string!",
    in: "query|querystring|header|path|cookie!",
    ...SERIALIZED_FIELDS,
    allowEmptyValue: "boolean",
    allowReserved: "boolean",
  },
  header: { ...SERIALIZED_FIELDS, allowEmptyValue: "3.0 boolean", allowReserved: "3.0 boolean" },
  requestBody: { description: "string", content: "{mediaType&3.2}!", required: "boolean" },
  mediaType: {
    description: "3.2 string",
    schema: "schema",
    itemSchema: "3.2 schema",
    example: "any",
    examples: "{example&}",
    encoding: "{encoding}",
    prefixEncoding: "3.2 encoding[]",
    itemEncoding: "3.2 encoding",
  },
  encoding: {
    contentType: "string",
    headers: "{header&}",
    style: "form|spaceDelimited|pipeDelimited|deepObject",
    explode: "boolean",
    allowReserved: "boolean",
    encoding: "3.2 {encoding}",
    prefixEncoding: "3.2 encoding[]",
    itemEncoding: "3.2 encoding",
  },
  responses: { "*": "response&" },
  response: {
    summary: "3.2 string",
    description: "string!3.1",
    headers: "{header&}",
    content: "{mediaType&3.2}",
    links: "{link&}",
  },
  callback: { "*": "pathItem" },
  example: {
    summary: "string",
    description: "string",
    dataValue: "3.2 any",
    serializedValue: "3.2 string",
    value: "any",
    externalValue: "string",
  },
  link: {
    operationRef: "string",
    operationId: "string",
    parameters: "{any}",
    requestBody: "any",
    description: "string",
    server: "server",
  },
  tag: {
    name: "string!",
    summary: "3.2 string",
    description: "string",
    externalDocs: "externalDocs",
    parent: "3.2 string",
    kind: "3.2 string",
  },
  securityScheme: {
    type: "apiKey|http|mutualTLS|oauth2|openIdConnect!",
    description: "string",
    name: "string",
    in: "query|header|cookie",
    scheme: "string",
    bearerFormat: "string",
    flows: "oauthFlows",
    openIdConnectUrl: "string",
    oauth2MetadataUrl: "3.2 string",
    deprecated: "3.2 boolean",
  },
  oauthFlows: {
    implicit: "oauthFlow",
    password: "oauthFlow",
    clientCredentials: "oauthFlow",
    authorizationCode: "oauthFlow",
    deviceAuthorization: "3.2 oauthFlow",
  },
  oauthFlow: {
    authorizationUrl: "string",
    deviceAuthorizationUrl: "3.2 string",
    tokenUrl: "string",
    refreshUrl: "string",
    scopes: "{string}!",
  },
  securityRequirement: { "*": "string[]" },
  discriminator: { propertyName: "string!", mapping: "{string}", defaultMapping: "3.2 string" },
  xml: {
    nodeType: "3.2 element|attribute|text|cdata|none",
    name: "string",
    namespace: "string",
    prefix: "string",
    attribute: "boolean",
    wrapped: "boolean",
  },
  // The keywords of schemas are in applicators.ts, and for lint in lint/schema-keywords.ts.
  schema: {},
} as const satisfies Record<string, Record<string, string>>;

export type SpecObjectKind = keyof typeof OBJECT_FIELDS | "reference";

/** The kinds of objects that allow only the fields of the specification. */
export const CLOSED_KINDS = (Object.keys(OBJECT_FIELDS) as (keyof typeof OBJECT_FIELDS)[]).filter(
  (kind) => kind !== "schema" && !("*" in OBJECT_FIELDS[kind]),
);

const FIELDS: ReadonlyMap<string, ReadonlyMap<string, FieldType>> = new Map(
  Object.entries(OBJECT_FIELDS).map(([kind, fields]: [string, Readonly<Record<string, string>>]) => [
    kind,
    new Map(Object.entries(fields).map(([name, notation]) => [name, parseFieldNotation(notation)])),
  ]),
);

/** Returns the fields of a kind of object, by name. */
export function getFields(kind: SpecObjectKind): ReadonlyMap<string, FieldType> {
  return FIELDS.get(kind) ?? new Map();
}

export function isObjectKind(type: string): type is SpecObjectKind {
  return FIELDS.has(type);
}

/** Formats a kind of object with its article, for messages. */
export function formatObjectKind(kind: SpecObjectKind): string {
  if (kind === "openapi") return "an OpenAPI document";
  const text = kind.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace("oauth", "OAuth");
  return `${/^[aeiox]/i.test(text) ? "an" : "a"} ${text}`;
}

/** The field of `components` for each kind of reusable object. Other kinds are not reusable. */
export const COMPONENT_SECTION: Partial<Record<ObjectKind, string>> = Object.fromEntries(
  [...getFields("components")].filter(([name]) => name !== "pathItems").map(([name, { type }]) => [type, name]),
);

/** The kinds of objects that can contain a `$ref`, or be the target of one. */
const REFERENCE_KINDS = [
  ...(["openapi", "components", "paths", "pathItem", "operation", "parameter", "header", "requestBody"] as const),
  ...(["response", "mediaType", "encoding", "callback", "example", "link", "securityScheme", "schema"] as const),
];

export type ObjectKind = (typeof REFERENCE_KINDS)[number];

/** How a field holds its objects: one, an array of them, or a map from names to them. */
type ObjectField = Pick<FieldType, "holds"> & { readonly kind: ObjectKind };

/** The responses of an operation are a map: all their fields are of one kind. */
const RESPONSES: ObjectField = { holds: "map", kind: "response" };

/**
 * The field of an object that can contain a `$ref`. Values of examples, defaults and enums are data, in which `$ref` has no
 * meaning.
 */
export function getObjectField(kind: ObjectKind, name: string): ObjectField | undefined {
  const fields = REFERENCE_FIELDS.get(kind);
  return fields?.get(name) ?? (name.startsWith("x-") ? undefined : fields?.get("*"));
}

const REFERENCE_FIELDS: ReadonlyMap<string, ReadonlyMap<string, ObjectField>> = new Map(
  REFERENCE_KINDS.map((kind) => [
    kind,
    new Map(kind === "schema" ? listApplicatorFields() : listReferenceFields(kind)),
  ]),
);

function listApplicatorFields(): [string, ObjectField][] {
  return Object.entries(APPLICATORS).map(([keyword, [holds]]) => [keyword, { holds, kind: "schema" }]);
}

function listReferenceFields(kind: SpecObjectKind): [string, ObjectField][] {
  return [...getFields(kind)].flatMap(([name, { type, holds }]): [string, ObjectField][] => {
    if (type === "responses") return [[name, RESPONSES]];
    const found = REFERENCE_KINDS.find((it) => it === type);
    return found === undefined ? [] : [[name, { holds, kind: found }]];
  });
}

/** Returns the replacement of a schema in the document. */
export type SchemaTransform = (schema: Json, pointer: Pointer) => Json;

/**
 * Replaces each schema of a document. Parts without changes stay the same objects.
 *
 * Only the locations that OpenAPI defines for schemas count. An example is data, even if it looks like a schema.
 */
export function mapSchemas(node: Json, kind: ObjectKind, change: SchemaTransform, pointer: Pointer = ""): Json {
  return kind === "schema" ? change(node, pointer) : mapInnerSchemas(node, kind, change, pointer);
}

/** Lists the schemas at the same locations, without those below them. */
export function listSchemas(node: Json, kind: ObjectKind): readonly [Pointer, Json][] {
  const found: [Pointer, Json][] = [];
  mapSchemas(node, kind, (schema, pointer) => {
    found.push([pointer, schema]);
    return schema;
  });
  return found;
}

/** Replaces each schema below an object of a document; below a schema, each direct subschema. */
export function mapInnerSchemas(node: Json, kind: ObjectKind, change: SchemaTransform, pointer: Pointer = ""): Json {
  return mapObjects(node, kind, (inner, innerKind, at) => mapSchemas(inner, innerKind, change, at), pointer);
}

/** Replaces each object that an object of a document holds directly, in the same way. */
export function mapObjects(
  node: Json,
  kind: ObjectKind,
  change: (inner: Json, kind: ObjectKind, pointer: Pointer) => Json,
  pointer: Pointer = "",
): Json {
  if (!isObject(node)) return node;
  return mapValues(node, (value, name) => {
    const field = getObjectField(kind, name);
    if (field === undefined) return value;
    const at = joinPointer(pointer, name);
    const inner = (item: Json, key: string | number): Json => change(item, field.kind, joinPointer(at, key));
    if (Array.isArray(value)) return mapItems(value, inner);
    if (field.holds === "map") return isObject(value) ? mapValues(value, inner) : value;
    return change(value, field.kind, at);
  });
}

export function mapValues<T extends Json>(node: T, change: (value: Json, name: string) => Json): Json {
  if (!isObject(node)) return node;
  let result: Record<string, Json> | undefined;
  for (const name of Object.keys(node)) {
    const value = node[name] ?? null;
    const next = change(value, name);
    if (next === value) continue;
    // The spread and defineProperty keep a property named `__proto__`; an assignment would lose it.
    result ??= { ...node };
    Object.defineProperty(result, name, { value: next, enumerable: true, configurable: true, writable: true });
  }
  return result ?? node;
}

export function mapItems(items: readonly Json[], change: (item: Json, index: number) => Json): readonly Json[] {
  let result: Json[] | undefined;
  for (const [index, item] of items.entries()) {
    const next = change(item, index);
    if (next === item) continue;
    result ??= [...items];
    result[index] = next;
  }
  return result ?? items;
}
