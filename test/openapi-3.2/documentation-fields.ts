import { because, DEVICE, FILE, type FieldCase, FOUND, KEY, PARTS, QUIET, SEARCH, writes } from "./field-case.js";

/** The fields of OpenAPI 3.2 that do not affect traffic. */
export const DOCUMENTATION_FIELDS: readonly FieldCase[] = [
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
];
