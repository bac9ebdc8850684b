/**
 * The fixed fields that OpenAPI 3.2 adds or changes, and what each command makes of them. Edits are made in streams.yaml.
 */
export type FieldCase = {
  /** The object and the field, as the specification names them. */
  readonly field: string;
  /** A pointer, and a value that is not allowed there; the finding of lint is at the pointer. */
  readonly invalid: readonly [pointer: string, value: unknown];
  /** The cases of exchange-cases.ts, or why the field does not affect traffic. */
  readonly check: readonly string[] | Reason;
  /** An edit and the code that diff reports for it, or why it reports nothing. */
  readonly diff: readonly [pointer: string, value: unknown, code: string] | Reason;
};

export type Reason = { readonly reason: string };
const DOCUMENTATION: Reason = { reason: "documentation only" };
const PARTS = "/paths/~1parts/post/requestBody/content";
const EVENTS = "/paths/~1events/get/responses/200/content";
const QUERY = "/paths/~1search/get/parameters/0";
const KEY = "/components/securitySchemes/key";

export const FIELDS: readonly FieldCase[] = [
  {
    field: "OpenAPI `$self`",
    invalid: ["/$self", "https://a.example/openapi#top"],
    check: { reason: "resolves references" },
    diff: { reason: "resolves references" },
  },
  { field: "Server `name`", invalid: ["/servers/0/name", 1], check: DOCUMENTATION, diff: DOCUMENTATION },
  { field: "Tag `summary`", invalid: ["/tags/0/summary", 1], check: DOCUMENTATION, diff: DOCUMENTATION },
  { field: "Tag `parent`", invalid: ["/tags/1/parent", "unknown"], check: DOCUMENTATION, diff: DOCUMENTATION },
  { field: "Tag `kind`", invalid: ["/tags/1/kind", 1], check: DOCUMENTATION, diff: DOCUMENTATION },
  {
    field: "Path Item `query`",
    invalid: ["/paths/~1search/query", "text"],
    check: ["a QUERY operation"],
    diff: ["/paths/~1search/query", undefined, "operation.removed"],
  },
  {
    field: "Path Item `additionalOperations`",
    invalid: ["/paths/~1search/additionalOperations/GET", { responses: { "204": {} } }],
    check: ["a method of additionalOperations"],
    diff: ["/paths/~1search/additionalOperations/COPY", undefined, "operation.removed"],
  },
  {
    field: "Parameter `in: querystring`",
    invalid: [`${QUERY}/style`, "form"],
    check: ["a query string as a form", "a query string as JSON"],
    diff: [
      `${QUERY}/content/application~1x-www-form-urlencoded/schema/properties/limit/maximum`,
      5,
      "request.bounds.narrowed",
    ],
  },
  {
    field: "Parameter `style: cookie`",
    invalid: ["/paths/~1cookies/get/parameters/0/style", "label"],
    check: ["the style cookie"],
    diff: ["/paths/~1cookies/get/parameters/0/style", "form", "keyword.changed"],
  },
  {
    field: "Header of `Set-Cookie`",
    invalid: ["/paths/~1cookies/get/responses/204/headers/Set-Cookie/style", "form"],
    check: ["Set-Cookie by name"],
    diff: ["/paths/~1cookies/get/responses/204/headers/Set-Cookie/schema/required", [], "response.property.optional"],
  },
  {
    field: "Media Type `itemSchema`",
    invalid: [`${EVENTS}/application~1json-seq/itemSchema`, 1],
    check: ["an event", "a line of JSON", "an item of a JSON text sequence", "the parts of a stream"],
    diff: [`${EVENTS}/application~1json-seq/itemSchema`, {}, "response.type.widened"],
  },
  {
    field: "Media Type `prefixEncoding`",
    invalid: [`${PARTS}/multipart~1mixed/prefixEncoding`, {}],
    check: ["encodings by position"],
    diff: [`${PARTS}/multipart~1mixed/prefixEncoding/0/contentType`, "application/xml", "request.body.serialization"],
  },
  {
    field: "Media Type `itemEncoding`",
    invalid: [`${PARTS}/multipart~1mixed/itemEncoding`, []],
    check: ["encodings by position"],
    diff: [`${PARTS}/multipart~1related/itemEncoding/contentType`, "application/xml", "request.body.serialization"],
  },
  {
    field: "Encoding `encoding`, `prefixEncoding`, `itemEncoding`",
    invalid: [`${PARTS}/multipart~1digest/itemEncoding/itemEncoding`, []],
    check: ["a nested multipart body"],
    diff: [
      `${PARTS}/multipart~1digest/itemEncoding/itemEncoding/contentType`,
      "text/html",
      "request.body.serialization",
    ],
  },
  {
    field: "Components `mediaTypes`",
    invalid: ["/components/mediaTypes/Found", 1],
    check: ["a reusable media type"],
    diff: ["/components/mediaTypes/Found/schema/maxItems", 5, "response.schema.narrowed"],
  },
  {
    field: "Response `summary`",
    invalid: ["/paths/~1search/query/responses/200/summary", 1],
    check: DOCUMENTATION,
    diff: DOCUMENTATION,
  },
  {
    field: "Example `dataValue`",
    invalid: ["/components/mediaTypes/Found/examples", { one: { dataValue: [{ n: "1" }] } }],
    check: DOCUMENTATION,
    diff: DOCUMENTATION,
  },
  {
    field: "Example `serializedValue`",
    invalid: ["/components/mediaTypes/Found/examples", { one: { serializedValue: 1 } }],
    check: DOCUMENTATION,
    diff: DOCUMENTATION,
  },
  {
    field: "Discriminator `defaultMapping`",
    invalid: ["/components/schemas/Animal/discriminator/defaultMapping", "Nothing"],
    check: ["the default of a discriminator"],
    diff: ["/components/schemas/Animal/discriminator/defaultMapping", "Cat", "discriminator.changed"],
  },
  {
    field: "XML `nodeType`",
    invalid: ["/components/schemas/Note/properties/id/xml/nodeType", "comment"],
    check: ["XML node types"],
    diff: ["/components/schemas/Note/properties/id/xml/nodeType", "element", "response.body.serialization"],
  },
  {
    field: "Security Scheme `deprecated`",
    invalid: [`${KEY}/deprecated`, "yes"],
    check: DOCUMENTATION,
    diff: DOCUMENTATION,
  },
  {
    field: "Security Scheme `oauth2MetadataUrl`",
    invalid: [`${KEY}/oauth2MetadataUrl`, 1],
    check: DOCUMENTATION,
    diff: DOCUMENTATION,
  },
  {
    field: "OAuth Flows `deviceAuthorization`",
    invalid: [`${KEY}/flows`, { deviceAuthorization: { tokenUrl: "https://a.example/t", scopes: {} } }],
    check: DOCUMENTATION,
    diff: DOCUMENTATION,
  },
  {
    field: "Security Requirement by URI",
    invalid: ["/paths/~1animals/get/security", [{ "#/components/securitySchemes/none": [] }]],
    check: ["a security scheme by its URI"],
    diff: [`${KEY}/name`, "X-Other", "security.narrowed"],
  },
];
