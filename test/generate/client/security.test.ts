/** The credentials of calls: which security schemes a client has, and where they go. */
import { expect, test } from "vitest";
import { loadDocument } from "../../../src/document/index.js";
import type { ClientConfig } from "../../../src/generate/client/client-config.js";
import { generateClientFile } from "../../../src/generate/client/client-file.js";
import { createClientModel } from "../../../src/generate/client/client-model.js";
import { formatLiteral } from "../../../src/generate/code.js";

const SCHEMES = {
  oauth: { type: "oauth2", flows: {} },
  open: { type: "openIdConnect", openIdConnectUrl: "https://a.example" },
  token: { type: "http", scheme: "BEARER" },
  user: { type: "http", scheme: "Basic" },
  digest: { type: "http", scheme: "Digest" },
  key: { type: "apiKey", in: "header", name: "X-Key", scheme: "bearer" },
  part: { type: "apiKey", in: "query", name: "key" },
  session: { type: "apiKey", in: "cookie", name: "sid" },
  "a b": { type: "apiKey", in: "query", name: "r" },
  "a-b": { type: "apiKey", in: "query" },
  tls: { type: "mutualTLS" },
};

type Requirement = Readonly<Record<string, readonly string[]>>;

/** The `auth` of each operation, the names that `signIn` has, and the constants. */
function describe(operations: readonly (readonly Requirement[])[], config: ClientConfig = {}) {
  const paths = Object.fromEntries(
    operations.map((security, index) => [`/${index}`, { get: { operationId: `o${index}`, security, responses: {} } }]),
  );
  const components = { securitySchemes: SCHEMES };
  const spec = { openapi: "3.1.0", info: { title: "T", version: "1" }, paths, components };
  const model = createClientModel(
    loadDocument("spec.json", () => JSON.stringify(spec)),
    config,
  );
  const shorten = (text: string): string => text.replaceAll(/\/\* @__PURE__ \*\/ |runtime\./g, "");
  return {
    auth: model.calls.map(({ row: { auth } }) => (auth === undefined ? "–" : shorten(formatLiteral(auth)))),
    names: model.schemeNames,
    schemes: Object.entries(model.schemes).map(([name, row]) => `${name} ${shorten(formatLiteral(row))}`),
  };
}

const need = (...names: readonly string[]): Requirement => Object.fromEntries(names.map((name) => [name, []]));

test.each(["oauth", "open", "token"])("the bearer token of %s is the default", (name) => {
  expect(describe([[need(name)]])).toEqual({ auth: ["–"], names: [name], schemes: [] });
});

test.each([
  ["user", "placeBasic"],
  ["digest", 'createHeaderPlacement("Authorization", "Digest ")'],
  ["key", 'createHeaderPlacement("X-Key")'],
  ["part", 'createQueryPlacement("key")'],
  ["session", 'createCookiePlacement("sid")'],
])("the credentials of %s go to %s", (name, placement) => {
  const schemes = [`${name}Scheme ["${name}", ${placement}]`];
  expect(describe([[need(name)]])).toEqual({ auth: [`defineAuth([${name}Scheme])`], names: [name], schemes });
});

const URLS = { authorizationUrl: "https://a.example", tokenUrl: "https://a.example/token", scopes: {} };

test.each<[scheme: object, endpoint: object | undefined]>([
  [{ type: "openIdConnect", openIdConnectUrl: "/discovery" }, { openIdConnectUrl: "/discovery" }],
  [{ flows: { clientCredentials: URLS, authorizationCode: URLS } }, { tokenUrl: URLS.tokenUrl }],
  [{ flows: { clientCredentials: URLS, authorizationCode: { ...URLS, tokenUrl: "/other" } } }, undefined],
  [{ flows: { implicit: { authorizationUrl: URLS.authorizationUrl, scopes: {} } } }, undefined],
])("the sign-in of %j has the endpoint %j", (scheme, endpoint) => {
  const spec = {
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    paths: { "/a": { get: { operationId: "a", security: [{ id: [] }], responses: {} } } },
    components: { securitySchemes: { id: { type: "oauth2", ...scheme } } },
  };
  const model = createClientModel(loadDocument("spec.json", () => JSON.stringify(spec)));
  expect(model.tokenEndpoints).toEqual(endpoint === undefined ? {} : { id: endpoint });
  const file = generateClientFile(model);
  expect(file.includes("export const tokenEndpoints = { id: {")).toBe(endpoint !== undefined);
  expect(file.includes("(calls, { tokenEndpoints, ...options })")).toBe(endpoint !== undefined);
});

const OAUTH = 'oauthScheme ["oauth", placeBearer';
const KEY = 'keyScheme ["key", createHeaderPlacement("X-Key")';

test.each<[what: string, operations: Requirement[][], config: ClientConfig, ReturnType<typeof describe>]>([
  ["nothing", [[], [{}]], {}, { auth: ["–", "–"], names: ["bearer"], schemes: [] }],
  ["what is not in a request", [[need("tls"), need("gone")]], {}, { auth: ["–"], names: ["bearer"], schemes: [] }],
  [
    "nothing, beside operations with one",
    [[need("oauth")], [{}], [], [need("oauth", "tls")], [need("tls")]],
    {},
    { auth: ["–", "false", "false", "–", "false"], names: ["oauth"], schemes: [] },
  ],
  [
    "alternatives of one scheme",
    [
      [need("oauth"), { oauth: ["a"] }],
      [{}, need("oauth")],
    ],
    {},
    { auth: ["–", "–"], names: ["oauth"], schemes: [] },
  ],
  [
    "two schemes",
    [[need("oauth")], [need("key")]],
    {},
    {
      auth: ["defineAuth([oauthScheme])", "defineAuth([keyScheme])"],
      names: ["oauth", "key"],
      schemes: [`${OAUTH}]`, `${KEY}]`],
    },
  ],
  [
    "two schemes, alone and together",
    [[need("oauth")], [need("key")], [need("key")], [need("oauth", "key")], [need("key", "oauth")]],
    {},
    {
      auth: [
        "defineAuth([oauthScheme])",
        "defineAuth([keyScheme])",
        "defineAuth([keyScheme])",
        "defineAuth([oauthScheme, keyScheme])",
        "defineAuth([keyScheme, oauthScheme])",
      ],
      names: ["oauth", "key"],
      schemes: [`${OAUTH}]`, `${KEY}]`],
    },
  ],
  [
    "two schemes that never suffice alone",
    [[need("key", "oauth")]],
    {},
    { auth: ["defineAuth([keyScheme, oauthScheme])"], names: ["key", "oauth"], schemes: [`${KEY}]`, `${OAUTH}]`] },
  ],
  [
    "a token endpoint, which authenticates its own requests",
    [[need("oauth")], [need("oauth")]],
    { tokenEndpoint: "o0" },
    { auth: ["false", "–"], names: ["oauth"], schemes: [] },
  ],
  [
    "a token endpoint with a scheme that no other operation has",
    [[need("key")], [need("oauth")]],
    { tokenEndpoint: "o0" },
    { auth: ["false", "–"], names: ["oauth"], schemes: [] },
  ],
  [
    "schemes whose names give the same identifier",
    [[need("a b"), need("a-b")]],
    {},
    {
      auth: ["defineAuth([aBScheme], [aBScheme2])"],
      names: ["a b", "a-b"],
      schemes: ['aBScheme ["a b", createQueryPlacement("r")]', 'aBScheme2 ["a-b", createQueryPlacement("")]'],
    },
  ],
])("operations that need %s", (_, operations, config, expected) => {
  expect(describe(operations, config)).toEqual(expected);
});
