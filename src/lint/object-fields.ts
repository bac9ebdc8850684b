import { type FieldType, parseFieldNotation } from "./field-notation.js";

/**
 * The objects of OpenAPI with all their fields, as in the tables of the specification.
 *
 * `document/structure.ts` lists where a `$ref` is allowed; this file lists the required and optional fields.
 *
 * @see https://spec.openapis.org/oas/v3.2.0#objects-and-fields
 * @see https://spec.openapis.org/oas/v3.0.4#schema
 */
export type SpecObjectKind = keyof typeof OBJECT_FIELDS | "reference";

/** The fields in the notation of `parseFieldNotation`. */
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
    get: "operation",
    put: "operation",
    post: "operation",
    delete: "operation",
    options: "operation",
    head: "operation",
    patch: "operation",
    trace: "operation",
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
    content: "{mediaType&3.2}",
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
    content: "{mediaType&3.2}",
  },
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
  // The keywords of schemas are in schema-keywords.ts.
  schema: {},
} as const satisfies Record<string, Record<string, string>>;

/** Returns the fields of a kind of object, by name. */
export function getFields(kind: SpecObjectKind): ReadonlyMap<string, FieldType> {
  return FIELDS.get(kind) ?? new Map();
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
