/**
 * The objects of OpenAPI with all their fields, as in the tables of the specification.
 *
 * `document/structure.ts` lists where a `$ref` is allowed; this file lists the required and optional fields.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#schema-1
 * @see https://spec.openapis.org/oas/v3.0.4#schema
 */
export type SpecObjectKind = keyof typeof OBJECT_FIELDS | "reference";

export type FieldType = {
  /** A kind of object, or `string`, `boolean`, `any`, or one of `values`. */
  readonly type: string;
  readonly values: readonly string[];
  readonly holds: "one" | "array" | "map";
  /** Whether the value can be a Reference Object. */
  readonly reference: boolean;
  readonly required: readonly ("3.0" | "3.1")[];
  readonly versions: readonly ("3.0" | "3.1")[];
};

/**
 * A notation like the type column of the specification: `kind[]` is an array, `{kind}` a map, `&` allows a reference, `!` is
 * required (`!3.0` only in 3.0), `a|b` is one of these values. The prefix `3.1 ` means only in 3.1; `*` is any other field.
 */
const OBJECT_FIELDS = {
  openapi: {
    openapi: "string!",
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
  server: { url: "string!", description: "string", variables: "{serverVariable}" },
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
  },
  paths: { "*": "pathItem" },
  pathItem: {
    $ref: "string",
    summary: "string",
    description: "string",
    get: "operation",
    put: "operation",
    post: "operation",
    delete: "operation",
    options: "operation",
    head: "operation",
    patch: "operation",
    trace: "operation",
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
    in: "query|header|path|cookie!",
    description: "string",
    required: "boolean",
    deprecated: "boolean",
    allowEmptyValue: "boolean",
    style: "string",
    explode: "boolean",
    allowReserved: "boolean",
    schema: "schema",
    example: "any",
    examples: "{example&}",
    content: "{mediaType}",
  },
  header: {
    description: "string",
    required: "boolean",
    deprecated: "boolean",
    allowEmptyValue: "3.0 boolean",
    allowReserved: "3.0 boolean",
    style: "string",
    explode: "boolean",
    schema: "schema",
    example: "any",
    examples: "{example&}",
    content: "{mediaType}",
  },
  requestBody: { description: "string", content: "{mediaType}!", required: "boolean" },
  mediaType: { schema: "schema", example: "any", examples: "{example&}", encoding: "{encoding}" },
  encoding: {
    contentType: "string",
    headers: "{header&}",
    style: "form|spaceDelimited|pipeDelimited|deepObject",
    explode: "boolean",
    allowReserved: "boolean",
  },
  responses: { "*": "response&" },
  response: { description: "string!", headers: "{header&}", content: "{mediaType}", links: "{link&}" },
  callback: { "*": "pathItem" },
  example: { summary: "string", description: "string", value: "any", externalValue: "string" },
  link: {
    operationRef: "string",
    operationId: "string",
    parameters: "{any}",
    requestBody: "any",
    description: "string",
    server: "server",
  },
  tag: { name: "string!", description: "string", externalDocs: "externalDocs" },
  securityScheme: {
    type: "apiKey|http|mutualTLS|oauth2|openIdConnect!",
    description: "string",
    name: "string",
    in: "query|header|cookie",
    scheme: "string",
    bearerFormat: "string",
    flows: "oauthFlows",
    openIdConnectUrl: "string",
  },
  oauthFlows: {
    implicit: "oauthFlow",
    password: "oauthFlow",
    clientCredentials: "oauthFlow",
    authorizationCode: "oauthFlow",
  },
  oauthFlow: { authorizationUrl: "string", tokenUrl: "string", refreshUrl: "string", scopes: "{string}!" },
  securityRequirement: { "*": "string[]" },
  discriminator: { propertyName: "string!", mapping: "{string}" },
  xml: { name: "string", namespace: "string", prefix: "string", attribute: "boolean", wrapped: "boolean" },
  // The keywords of schemas are in schema-keywords.ts.
  schema: {},
} as const satisfies Record<string, Record<string, string>>;

/** Returns the fields of a kind of object, by name. */
export function getFields(kind: SpecObjectKind): ReadonlyMap<string, FieldType> {
  return FIELDS.get(kind) ?? new Map();
}

/** Parses the notation of the tables. */
export function parseFieldNotation(notation: string): FieldType {
  const [, only, open, text = "", reference, close, mark] =
    /^(3\.[01] )?(\{)?([\w|]+)(&)?(\}|\[\])?(!(?:3\.0)?)?$/.exec(notation) ?? [];
  const values = text.includes("|") ? text.split("|") : [];
  return {
    type: values.length > 0 ? "string" : text,
    values,
    holds: open !== undefined ? "map" : close === "[]" ? "array" : "one",
    reference: reference !== undefined,
    required: mark === "!" ? ["3.0", "3.1"] : mark === undefined ? [] : ["3.0"],
    versions: only === undefined ? ["3.0", "3.1"] : [only.trim() as "3.0" | "3.1"],
  };
}

export function isObjectKind(type: string): type is SpecObjectKind {
  return FIELDS.has(type);
}

const FIELDS: ReadonlyMap<string, ReadonlyMap<string, FieldType>> = new Map(
  Object.entries(OBJECT_FIELDS).map(([kind, fields]: [string, Readonly<Record<string, string>>]) => [
    kind,
    new Map(Object.entries(fields).map(([name, notation]) => [name, parseFieldNotation(notation)])),
  ]),
);

/** Formats a kind of object with its article, for messages. */
export function formatObjectKind(kind: SpecObjectKind): string {
  if (kind === "openapi") return "an OpenAPI document";
  const text = kind.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace("oauth", "OAuth");
  return `${/^[aeiox]/i.test(text) ? "an" : "a"} ${text}`;
}
