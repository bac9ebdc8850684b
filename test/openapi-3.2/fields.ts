/**
 * The fixed fields that OpenAPI 3.2 adds or changes, and what each command makes of them. Edits are made in streams.yaml.
 */
export type FieldCase = {
  /** The object and the field, as the specification names them. */
  readonly field: string;
  /** A pointer, and a value that is not allowed there; the finding of lint is at the pointer. */
  readonly invalid: Edit;
  /** The cases of exchange-cases.ts, or why the field does not affect traffic. */
  readonly check: readonly string[] | Reason;
  /** An edit and the code that diff reports for it, or why it reports nothing. */
  readonly diff: readonly [...Edit, code: string] | Reason;
  /** What the probe finds in a service with a defect there, in a request or in a response, or what it sends. */
  readonly probe: string | Output | Reason;
  /** What a command writes, and the edit without which it does not write it. */
  readonly generate: Output | Reason;
  readonly mock: Output | Reason;
  readonly docs: Output | Reason;
  /** What is undocumented in an exchange of DRIFTS, and is suggested. */
  readonly suggest: string | Reason;
};

type Edit = readonly [pointer: string, value: unknown];
export type Output = { readonly writes: string; readonly without: string };
export type Reason = { readonly reason: string };
type Cells = Omit<FieldCase, "field" | "invalid">;

const because = (reason: string): Reason => ({ reason });
const writes = (text: string, without: string): Output => ({ writes: text, without });
const DOCUMENTATION = because("documentation only");
const AS_BEFORE = because("as in 3.1");
const CLOSED = because("nothing can be added");
const PRISM = because("Prism reads it as in 3.1");
/** The cells of a field that does not affect traffic. */
const QUIET = {
  ...{ check: DOCUMENTATION, diff: DOCUMENTATION, probe: DOCUMENTATION, generate: DOCUMENTATION },
  ...{ mock: DOCUMENTATION, docs: DOCUMENTATION, suggest: DOCUMENTATION },
} satisfies Cells;
const PARTS = "/paths/~1parts/post/requestBody/content";
const EVENTS = "/paths/~1events/get/responses/200/content";
const SEARCH = "/paths/~1search";
const COOKIE = "/paths/~1cookies/get/parameters/0";
const SET_COOKIE = "/paths/~1cookies/get/responses/204/headers/Set-Cookie";
const FILE = "/paths/~1files~1{name}";
const FOUND = "/components/mediaTypes/Found";
const NOTE = "/components/schemas/Note/properties";
const MAPPING = "/components/schemas/Animal/discriminator/defaultMapping";
const KEY = "/components/securitySchemes/key";
const DEVICE = "/components/securitySchemes/device";

export const FIELDS: readonly FieldCase[] = [
  {
    ...{ field: "OpenAPI `$self`", invalid: ["/$self", "https://a.example/openapi#top"] },
    ...QUIET,
    ...{ check: because("resolves references"), diff: because("resolves references") },
  },
  {
    ...{ field: "Server `name`", invalid: ["/servers/0/name", 1] },
    ...{ ...QUIET, docs: writes("https://a.example` (main)", "/servers/0/name") },
  },
  {
    ...{ field: "Tag `summary`", invalid: ["/tags/0/summary", 1] },
    ...{ ...QUIET, docs: writes("## All items / part", "/tags/0/summary") },
  },
  {
    ...{ field: "Tag `parent`", invalid: ["/tags/1/parent", "unknown"] },
    ...{ ...QUIET, docs: writes("## All items / part", "/tags/1/parent") },
  },
  {
    ...{ field: "Tag `kind`", invalid: ["/tags/1/kind", 1] },
    ...{ ...QUIET, docs: writes("## All items / part", "/tags/2/kind") },
  },
  {
    ...{ field: "Path Item `query`", invalid: [`${SEARCH}/query`, "text"], check: ["a QUERY operation"] },
    diff: [`${SEARCH}/query`, undefined, "operation.removed"],
    probe: "search response.status.invalid-accepted",
    generate: writes('DescribedCall<"QUERY /search", operations["search"]>', `${SEARCH}/query`),
    mock: writes("QUERY /search: Prism does not know the method", `${SEARCH}/query`),
    docs: writes("`QUERY /search`", `${SEARCH}/query`),
    suggest: "byQuery",
  },
  {
    field: "Path Item `additionalOperations`",
    invalid: [`${SEARCH}/additionalOperations/GET`, { responses: { "204": {} } }],
    check: ["a method of additionalOperations"],
    diff: [`${SEARCH}/additionalOperations/COPY`, undefined, "operation.removed"],
    probe: "copy exchange.request.failed",
    generate: writes('call: "COPY /search"', `${SEARCH}/additionalOperations/COPY`),
    mock: writes("COPY /search: Prism does not know the method", `${SEARCH}/additionalOperations/COPY`),
    docs: writes("`COPY /search`", `${SEARCH}/additionalOperations/COPY`),
    suggest: "the method MOVE of /search",
  },
  {
    field: "Parameter `in: querystring`",
    invalid: [`${SEARCH}/get/parameters/0/style`, "form"],
    check: ["a query string as a form", "a query string as JSON", "a query string as text"],
    diff: [
      `${SEARCH}/get/parameters/0/content/application~1x-www-form-urlencoded/schema/properties/limit/maximum`,
      ...[5, "request.bounds.narrowed"],
    ] as [string, number, string],
    probe: "filter response.status.invalid-accepted",
    generate: writes('"query json": runtime.writeJsonQuery', "/paths/~1filter/get/parameters"),
    mock: writes("GET /filter: Prism does not check the query string", "/paths/~1filter/get/parameters"),
    docs: writes("https://a.example/search?text=", `${SEARCH}/get/parameters`),
    suggest: "inQuery",
  },
  {
    ...{ field: "Parameter `style: cookie`", invalid: [`${COOKIE}/style`, "label"], check: ["the style cookie"] },
    diff: [`${COOKIE}/style`, "form", "keyword.changed"],
    probe: "cookies response.status.invalid-accepted",
    generate: writes('"cookie prefs": runtime.writeCookieExploded', `${COOKIE}/style`),
    mock: writes("GET /cookies: Prism does not check the cookie prefs", `${COOKIE}/style`),
    ...{ docs: because("the page names the cookie, not its style"), suggest: CLOSED },
  },
  {
    field: "Parameter `allowReserved` in paths and cookies",
    ...{ invalid: [`${FILE}/parameters/0/allowReserved`, "yes"], check: ["reserved characters in a path"] },
    diff: [`${FILE}/parameters/0/allowReserved`, false, "keyword.changed"],
    probe: "file response.status.invalid-accepted",
    generate: because("percent-encodes them, which is the same value"),
    ...{ mock: PRISM, docs: DOCUMENTATION, suggest: CLOSED },
  },
  {
    ...{ field: "Parameter `name`", invalid: [`${FILE}/parameters/0/name`, "a{b"], check: AS_BEFORE, diff: AS_BEFORE },
    ...{ probe: AS_BEFORE, generate: AS_BEFORE, mock: AS_BEFORE, docs: AS_BEFORE, suggest: AS_BEFORE },
  },
  {
    ...{ field: "Header of `Set-Cookie`", invalid: [`${SET_COOKIE}/style`, "form"], check: ["Set-Cookie by name"] },
    diff: [`${SET_COOKIE}/schema/required`, [], "response.property.optional"],
    probe: "cookies response.header.invalid",
    generate: writes('"Set-Cookie"?: {', SET_COOKIE),
    mock: writes("GET /cookies: Prism does not send Set-Cookie", SET_COOKIE),
    docs: writes("`Set-Cookie`", SET_COOKIE),
    suggest: CLOSED,
  },
  {
    field: "Media Type `itemSchema`",
    invalid: [`${EVENTS}/application~1json-seq/itemSchema`, 1],
    check: ["an event", "a line of JSON", "an item of a JSON text sequence", "the parts of a stream"],
    diff: [`${EVENTS}/application~1json-seq/itemSchema`, {}, "response.type.widened"],
    probe: "events response.body.invalid",
    generate: writes(
      '"application/json-seq": components["schemas"]["Item"][]',
      `${EVENTS}/application~1json-seq/itemSchema`,
    ),
    mock: writes("application/json-seq is empty", `${EVENTS}/application~1json-seq/itemSchema`),
    docs: writes("`application/json-seq`: a stream of [Item]", `${EVENTS}/application~1json-seq/itemSchema`),
    suggest: "inLine",
  },
  {
    ...{ field: "Media Type `prefixEncoding`", invalid: [`${PARTS}/multipart~1mixed/prefixEncoding`, {}] },
    check: ["encodings by position"],
    diff: [`${PARTS}/multipart~1mixed/prefixEncoding/0/contentType`, "application/xml", "request.body.serialization"],
    probe: "upload response.status.invalid-accepted",
    generate: writes(
      'createPartsWriter(["application/json", "text/plain"]',
      `${PARTS}/multipart~1mixed/prefixEncoding/0/contentType`,
    ),
    mock: writes("multipart/mixed, multipart/related", `${PARTS}/multipart~1mixed`),
    docs: writes("- Part 2: `text/plain`", `${PARTS}/multipart~1mixed/prefixEncoding`),
    suggest: "inPart",
  },
  {
    ...{ field: "Media Type `itemEncoding`", invalid: [`${PARTS}/multipart~1mixed/itemEncoding`, []] },
    check: ["encodings by position"],
    diff: [`${PARTS}/multipart~1related/itemEncoding/contentType`, "application/xml", "request.body.serialization"],
    probe: "upload response.status.invalid-accepted",
    generate: writes('createPartsWriter([], "application/json")', `${PARTS}/multipart~1related/itemEncoding`),
    mock: writes("multipart/mixed, multipart/related", `${PARTS}/multipart~1related/itemEncoding`),
    docs: writes("- Each part: `application/json`", `${PARTS}/multipart~1related/itemEncoding`),
    suggest: "inEachPart",
  },
  {
    field: "Encoding `encoding`, `prefixEncoding`, `itemEncoding`",
    invalid: [`${PARTS}/multipart~1digest/itemEncoding/itemEncoding`, []],
    check: ["a nested multipart body"],
    diff: [
      `${PARTS}/multipart~1digest/itemEncoding/itemEncoding/contentType`,
      ...["text/html", "request.body.serialization"],
    ] as [string, string, string],
    probe: "upload response.status.invalid-accepted",
    generate: because("the caller writes nested parts and passes a Blob"),
    mock: because("the outer parts are not read either"),
    docs: because("the page names the outer content type"),
    suggest: CLOSED,
  },
  {
    field: "Components `mediaTypes`, references in `content`",
    ...{ invalid: [FOUND, 1], check: ["a reusable media type"] },
    diff: [`${FOUND}/schema/maxItems`, 5, "response.schema.narrowed"],
    probe: "search response.body.invalid",
    generate: writes('"application/json": components["schemas"]["Item"][]', FOUND),
    mock: writes('"content":{"application/json":{"schema":{"type":"array"', FOUND),
    docs: writes("`application/json`: array of [Item]", FOUND),
    suggest: "inMediaType",
  },
  {
    ...{ field: "Response `summary`", invalid: [`${SEARCH}/query/responses/200/summary`, 1] },
    ...{ ...QUIET, docs: writes("### 200\n\nFound", `${SEARCH}/query/responses/200/summary`) },
  },
  {
    ...{ field: "Response `description`, optional", invalid: [`${FILE}/get/responses/204/description`, 1] },
    ...QUIET,
    mock: writes('"operationId":"note"', "/paths/~1notes"),
    docs: writes("The file was read.", `${FILE}/get/responses/204/description`),
  },
  {
    ...{ field: "Example `dataValue`", invalid: [`${FOUND}/examples`, { one: { dataValue: [{ n: "1" }] } }] },
    ...QUIET,
    probe: writes('{"n":815}', `${PARTS}/multipart~1related/examples/one/dataValue`),
    mock: writes('"value":[{"n":4711}]', `${FOUND}/examples/one/dataValue`),
    docs: writes("4711", `${FOUND}/examples/one/dataValue`),
  },
  {
    ...{ field: "Example `serializedValue`", invalid: [`${FOUND}/examples`, { one: { serializedValue: 1 } }] },
    ...QUIET,
    probe: writes("<name>Zoe</name>", "/paths/~1notes/put/requestBody/content/application~1xml/examples"),
    mock: writes("<name>Zoe</name>", "/paths/~1notes/put/requestBody/content/application~1xml/examples"),
    docs: writes("<name>Zoe</name>", "/paths/~1notes/put/requestBody/content/application~1xml/examples"),
  },
  {
    field: "Example `externalValue`",
    invalid: [`${FOUND}/examples`, { one: { externalValue: "./a.json", serializedValue: "[]" } }],
    ...{ ...QUIET, docs: because("nothing is fetched") },
  },
  {
    ...{ field: "Discriminator `defaultMapping`", invalid: [MAPPING, "Nothing"] },
    check: ["the default of a discriminator"],
    diff: [MAPPING, "Cat", "discriminator.changed"],
    probe: "animals response.body.invalid",
    generate: because("types and validators have the branches; the default only selects messages"),
    ...{ mock: PRISM, docs: because("the page has the branches"), suggest: CLOSED },
  },
  {
    field: "Discriminator `propertyName`, optional property",
    ...{
      invalid: ["/components/schemas/Animal/discriminator", { propertyName: "kind", mapping: { cat: "Cat" } }],
      check: ["the default of a discriminator"],
    },
    diff: [MAPPING, "Cat", "discriminator.changed"],
    probe: "animals response.body.invalid",
    generate: because("the types have the properties of the branches"),
    ...{ mock: PRISM, docs: because("the page has the branches"), suggest: CLOSED },
  },
  {
    field: "XML `nodeType`",
    ...{ invalid: [`${NOTE}/id/xml/nodeType`, "comment"], check: ["XML node types"] },
    diff: [`${NOTE}/id/xml/nodeType`, "element", "response.body.serialization"],
    probe: "note response.status.invalid-accepted",
    generate: because("XML bodies are text"),
    mock: because("Prism writes no XML by the XML Object"),
    docs: because("examples are JSON, or text of `serializedValue`"),
    suggest: "inElement",
  },
  {
    field: "XML `attribute`, `wrapped`",
    invalid: [`${NOTE}/id/xml`, { nodeType: "attribute", attribute: true }],
    ...{
      check: AS_BEFORE,
      diff: [`${NOTE}/id/xml`, { attribute: true }, "keyword.changed"],
      probe: AS_BEFORE,
      generate: AS_BEFORE,
    },
    ...{ mock: AS_BEFORE, docs: AS_BEFORE, suggest: AS_BEFORE },
  },
  {
    ...{ field: "Security Scheme `deprecated`", invalid: [`${KEY}/deprecated`, "yes"] },
    ...{ ...QUIET, docs: writes("X-Key, deprecated", `${KEY}/deprecated`) },
  },
  {
    ...{ field: "Security Scheme `oauth2MetadataUrl`", invalid: [`${DEVICE}/oauth2MetadataUrl`, 1] },
    ...{ ...QUIET, docs: writes("oauth-authorization-server", `${DEVICE}/oauth2MetadataUrl`) },
  },
  {
    field: "OAuth Flows `deviceAuthorization`, OAuth Flow `deviceAuthorizationUrl`",
    invalid: [`${DEVICE}/flows/deviceAuthorization/deviceAuthorizationUrl`, undefined],
    ...{ ...QUIET, docs: writes("oauth2, deviceAuthorization", `${DEVICE}/flows/deviceAuthorization`) },
    generate: because("a token comes from the caller"),
  },
  {
    field: "Security Requirement by URI",
    invalid: ["/paths/~1animals/get/security", [{ "#/components/securitySchemes/none": [] }]],
    check: ["a security scheme by its URI"],
    diff: [`${KEY}/name`, "X-Other", "security.narrowed"],
    probe: "animals exchange.security.unchecked",
    generate: writes('createHeaderPlacement("X-Key")', "/paths/~1animals/get/security"),
    mock: writes('"security":[{"key":[]}]', "/paths/~1animals/get/security"),
    docs: writes("#/components/securitySchemes/key", "/paths/~1animals/get/security"),
    suggest: CLOSED,
  },
];
