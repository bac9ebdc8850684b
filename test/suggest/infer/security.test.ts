/** The security that is inferred from the credentials of requests. */
import { expect, test } from "vitest";
import type { JsonObject } from "../../../src/document/index.js";
import { inferSecurity, inferSecuritySchemes } from "../../../src/suggest/infer/infer-security.js";
import { type Input, observe } from "./observe.js";

const SCHEMES = {
  bearer: { type: "http", scheme: "Bearer" },
  basic: { type: "http", scheme: "basic" },
  oauth: { type: "oauth2", flows: {} },
  openId: { type: "openIdConnect" },
  key: { type: "apiKey", in: "header", name: "X-Key" },
  queryKey: { type: "apiKey", in: "query", name: "key" },
  cookie: { type: "apiKey", in: "cookie", name: "sid" },
  mutual: { type: "mutualTLS" },
};
const pick = (...names: readonly (keyof typeof SCHEMES)[]): object =>
  Object.fromEntries(names.map((name) => [name, SCHEMES[name]]));
const using = (value: string): Input => ({ headers: [["Authorization", value]] });
const KEYED: Input = { headers: [["x-key", "k"]] };

const SECURITY: readonly (readonly [schemes: object, root: unknown, ...exchanges: readonly Input[]])[] = [
  [{}, undefined, {}],
  [pick("bearer"), undefined, {}],
  [pick("bearer"), undefined, using("Bearer abc")],
  [pick("bearer"), undefined, using("bearer abc"), using("Bearer abc")],
  [pick("bearer"), undefined, using("Bearer abc"), {}],
  [pick("bearer"), undefined, using("Basic abc")],
  [pick("basic"), undefined, using("  Basic abc")],
  [pick("basic"), undefined, using("Basic")],
  [pick("oauth"), undefined, using("Bearer abc")],
  [pick("openId"), undefined, using("Bearer abc")],
  [pick("oauth"), undefined, using("Basic abc")],
  [pick("key"), undefined, KEYED],
  [pick("queryKey"), undefined, { url: "https://a.example/a?key=1" }],
  [
    pick("cookie"),
    undefined,
    {
      headers: [
        ["Cookie", "sid=1"],
        ["sid", "1"],
      ],
      url: "https://a.example/a?sid=1",
    },
  ],
  [pick("mutual"), undefined, {}],
  [
    pick("bearer", "key"),
    undefined,
    {
      headers: [
        ["X-Key", "k"],
        ["Authorization", "Bearer a"],
      ],
    },
  ],
  [pick("bearer", "key"), undefined, using("Bearer a"), KEYED],
  [
    pick("bearer", "key"),
    undefined,
    {
      headers: [
        ["X-Key", "k"],
        ["Authorization", "Bearer a"],
      ],
    },
    KEYED,
  ],
  [pick("bearer"), [{ bearer: [] }], using("Bearer abc")],
  [pick("bearer"), [{ bearer: [] }], {}],
  [pick("bearer"), [{ bearer: [] }], { gap: { notLogged: ["request.headers"] } }],
  [pick("bearer"), [{ bearer: [] }], { gap: { notLogged: ["request.query"] } }],
  [
    pick("bearer"),
    [{ bearer: [] }],
    { gap: { gaps: [{ part: "request.headers", certainty: "possible", reason: "r" }] } },
  ],
  [pick("bearer"), [{ bearer: [] }], { gap: { gaps: [{ part: "request.url", certainty: "possible", reason: "r" }] } }],
  [pick("bearer"), [{ bearer: [] }, {}], {}],
  [pick("bearer", "key"), [{ bearer: [], key: [] }], KEYED],
  [pick("bearer", "key"), [{ bearer: [] }, { key: [] }], KEYED],
  [pick("bearer", "key"), [{ bearer: [] }, { key: [] }], KEYED, using("Bearer a")],
  [{ a: { $ref: "#/components/x" } }, undefined, using("Bearer abc")],
  [{ a: { $ref: "#/components/none" }, b: 1, c: { $ref: "other.yaml" } }, undefined, using("Bearer abc")],
];

test("credentials give the security of an operation", async () => {
  const lines = SECURITY.map(([securitySchemes, security, ...exchanges]) => {
    const root = {
      components: { securitySchemes, x: SCHEMES.bearer },
      ...(security === undefined ? {} : { security }),
    } as JsonObject;
    const { security: own, headers, query } = inferSecurity(root, observe(exchanges).accepted);
    const declared = `${Object.keys(securitySchemes).join(", ")}${security === undefined ? "" : ` root ${JSON.stringify(security)}`}`;
    return [
      `${declared}: ${exchanges.map((it) => JSON.stringify(it)).join(" | ")}`,
      `  ${JSON.stringify(own) ?? "that of the root"} [${[...headers, ...query].join()}]`,
    ].join("\n");
  });
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("security.txt");
});

test.each<[names: readonly string[], schemes: unknown]>([
  [[], {}],
  [["X-Api-Key"], { apiKey: { type: "apiKey", in: "header", name: "X-Api-Key" } }],
  [["apikey"], { apiKey: { type: "apiKey", in: "header", name: "apikey" } }],
  [["X-Access-Token"], { apiKey: { type: "apiKey", in: "header", name: "X-Access-Token" } }],
  [["app_key"], { apiKey: { type: "apiKey", in: "header", name: "app_key" } }],
  [["X-Auth-Token"], { apiKey: { type: "apiKey", in: "header", name: "X-Auth-Token" } }],
  [["Ocp-Apim-Subscription-Key"], { apiKey: { type: "apiKey", in: "header", name: "Ocp-Apim-Subscription-Key" } }],
  [["X-Api-Keys"], {}],
  [["X-Key"], {}],
  [["xapi-key"], {}],
  [["X-Api-Key", "X-App-Key!"], { apiKey: { type: "apiKey", in: "header", name: "X-Api-Key" } }],
  [
    ["X-App.Api-Key", "X-Api-Key"],
    {
      apiKey: { type: "apiKey", in: "header", name: "X-Api-Key" },
    },
  ],
  [
    ["X-B!-App-Key", "X-Api-Key"],
    {
      apiKey: { type: "apiKey", in: "header", name: "X-Api-Key" },
      "X-B--App-Key": { type: "apiKey", in: "header", name: "X-B!-App-Key" },
    },
  ],
])("the headers %j give the security schemes %j", (names, schemes) => {
  const { accepted } = observe([{ headers: names.map((name) => [name, "1"] as const) }]);
  expect(inferSecuritySchemes([accepted, accepted])).toEqual(schemes);
});

test("security schemes are listed by name, those of HTTP first", () => {
  const all = observe([
    {
      headers: [
        ["Authorization", "Bearer a"],
        ["X-Api-Key", "1"],
      ],
      url: "https://a.example/a?api_key=1&page=1",
    },
    {
      headers: [
        ["Authorization", "Basic a"],
        ["x-api-key", "1"],
      ],
    },
  ]);
  expect(Object.entries(inferSecuritySchemes([all.accepted]))).toEqual([
    ["basic", { type: "http", scheme: "basic" }],
    ["bearer", { type: "http", scheme: "bearer" }],
    ["apiKey", { type: "apiKey", in: "header", name: "X-Api-Key" }],
    ["api_key", { type: "apiKey", in: "query", name: "api_key" }],
  ]);
});
