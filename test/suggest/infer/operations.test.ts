/** The operations that are inferred from exchanges: parameters, bodies, responses and security. */
import { expect, test } from "vitest";
import { type JsonObject, loadDocument } from "../../../src/document/index.js";
import type { Exchange, HeaderField, RecordedBody } from "../../../src/exchange/index.js";
import {
  createBodyObservations,
  parseScalar,
  recordBodyObservation,
} from "../../../src/suggest/infer/body-observations.js";
import { buildMediaType, buildOperation } from "../../../src/suggest/infer/build-operation.js";
import { createComponentMatcher } from "../../../src/suggest/infer/component-matcher.js";
import { inferSecurity, inferSecuritySchemes } from "../../../src/suggest/infer/infer-security.js";
import {
  createOperationObservations,
  type OperationObservations,
  recordExchangeObservation,
} from "../../../src/suggest/infer/operation-observations.js";
import { createSchemaFromShape } from "../../../src/suggest/infer/shape-schema.js";
import { createShape, recordValue } from "../../../src/suggest/infer/value-shape.js";
import { createExchange, type ExchangeInput } from "../../gate/inline-contract.js";

const part = (headers: string, text: string): string =>
  `--x\r\nContent-Disposition: form-data; ${headers}\r\n\r\n${text}\r\n`;
const formOf = (...parts: readonly string[]): string => `${parts.join("")}--x--\r\n`;
const MULTIPART = "multipart/form-data; boundary=x";
const FORM = "application/x-www-form-urlencoded";

const BODIES: readonly (readonly [type: string, ...texts: readonly (string | RecordedBody)[]])[] = [
  ["application/json", "1", "2.5"],
  ["application/json", ")]}', {}"],
  ["application/json", "no", '{"a":1}'],
  ["application/json; charset=latin1", '{"a":1}'],
  ["Application/Problem+JSON", '{"a":1}'],
  ["text/json", "[]"],
  ["application/json", ""],
  ["application/json", { kind: "none" }, "1"],
  ["application/json", { kind: "missing", reason: "r" }],
  ["application/json", { kind: "bytes", bytes: new TextEncoder().encode('{"é":1}') }],
  ["application/json", { kind: "bytes", bytes: new Uint8Array() }],
  ["text/plain", "a"],
  ["text/plain", ""],
  ["text/xml", "<a/>"],
  ["application/xml", "<a/>"],
  ["application/pdf", "%PDF", { kind: "bytes", bytes: new Uint8Array([0]) }],
  ["application/x-ndjson", '{"a":1}\n\n{"b":2}\n'],
  ["application/jsonl", "1\n2"],
  ["application/json-seq", '\u001e{"a":1}\n\u001e{"a":2}\n'],
  ["application/x-ndjson", "no json"],
  ["text/event-stream", 'data: {"a":1}\n\ndata:{"a":2}\n\n'],
  ["text/event-stream", 'data: {"a":1}\n\ndata: [DONE]\n\n'],
  ["text/event-stream", "data: hello\n\n"],
  ["text/event-stream", 'x data: {"b":1}\ndata:  {"a":1}\n\n'],
  ["text/event-stream", 'data:{"a":1}\n\n'],
  ["text/event-stream", ": only a comment\n\n"],
  ["text/event-stream", 'event: x\nid: 1\ndata: {"a":1}\n\n'],
  [FORM, "a=1&b=x&b=y&c=true"],
  [FORM, "a=1", "a=x&d="],
  [FORM, "a=1&a=x", "a=2"],
  [FORM, "12345=1&67890=2"],
  [FORM, "a=1", "12345=x"],
  [MULTIPART, formOf(part('name="a"', "1"), part('name="b"', "x"))],
  [MULTIPART, formOf(part('name="a"', "1"), part('name="a"', "x"))],
  [MULTIPART, formOf(part('name="f"; filename="a.png"', "1"))],
  [MULTIPART, formOf(part('name="f"; FileName="a.png"', "1"), part('name="f"; filename="b"', "2"))],
  [MULTIPART, formOf(part('name="f"; filename="a"\r\nContent-Type: application/json', "{}"))],
  [MULTIPART, formOf(part('name="j"\r\nContent-Type: application/json', '{"a":1}'))],
  [MULTIPART, formOf(part('name="j"\r\nContent-Type: application/json', "no"))],
  [MULTIPART, formOf(part('name="j"\r\nContent-Type: text/plain', '{"a":1}'))],
  [MULTIPART, formOf(part("no-name", "1"))],
  ["multipart/form-data", formOf(part('name="a"', "1"))],
  [MULTIPART, { kind: "bytes", bytes: new TextEncoder().encode(formOf(part('name="a"', "1"))) }],
  ["multipart/mixed; boundary=x", formOf(part('name="a"', "1"))],
  ["nonsense", "a"],
  ["", "a"],
];

function inferBody(type: string, bodies: readonly (string | RecordedBody)[], version: "3.1" | "3.2"): unknown {
  const observations = createBodyObservations();
  const headers: HeaderField[] = type === "" ? [] : [["Content-Type", type]];
  for (const body of bodies)
    recordBodyObservation(observations, {
      body: typeof body === "string" ? { kind: "text", text: body } : body,
      headers,
    });
  const { messages, present, types } = observations;
  const media = [...types].map(([essence, body]) => [essence, buildMediaType(essence, body, { version })]);
  return [`${present} of ${messages}`, Object.fromEntries(media)];
}

test("bodies give media types, in OpenAPI 3.1 and 3.2", async () => {
  const lines = BODIES.flatMap(([type, ...bodies]) => {
    const texts = bodies.map((it) => JSON.stringify(typeof it === "string" ? it : { ...it, bytes: undefined }));
    const [old, new_] = [inferBody(type, bodies, "3.1"), inferBody(type, bodies, "3.2")].map((it) =>
      JSON.stringify(it),
    );
    return [`${type}: ${texts.join(" | ")}`, `  ${old}`, ...(new_ === old ? [] : [`  3.2: ${new_}`])];
  });
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("bodies.txt");
});

test.each([
  ["true", true],
  ["false", false],
  ["True", "True"],
  ["0", 0],
  ["-0", -0],
  ["00", "00"],
  ["007", "007"],
  ["12", 12],
  ["-1.5", -1.5],
  ["1.", "1."],
  [".5", ".5"],
  ["1.123456789", 1.123456789],
  ["1.1234567890", "1.1234567890"],
  ["123456789012345", 123456789012345],
  ["1234567890123456", "1234567890123456"],
  ["1e3", "1e3"],
  ["+1", "+1"],
  ["", ""],
])("the text %j is %j", (text, value) => {
  expect(parseScalar(text)).toBe(value);
});

type Input = ExchangeInput & { readonly path?: string; readonly gap?: Pick<Exchange, "gaps" | "notLogged"> };
const json: HeaderField = ["Content-Type", "application/json"];
const OPERATIONS: readonly (readonly [title: string, ...exchanges: readonly Input[]])[] = [
  ["path parameters", { path: "7" }, { path: "8" }],
  ["path parameters of two types", { path: "7" }, { path: "x" }],
  ["query, always", { url: "https://a.example/a?q=1" }, { url: "https://a.example/a?q=x" }],
  ["query, sometimes", { url: "https://a.example/a?q=true" }, { url: "https://a.example/a" }],
  ["query, repeated", { url: "https://a.example/a?q=1&q=2" }, { url: "https://a.example/a?q=3" }],
  ["query, repeated, of two types", { url: "https://a.example/a?q=1&q=x" }],
  ["query, without a value", { url: "https://a.example/a?q&r=#s=1" }],
  ["query, rejected only", { url: "https://a.example/a?q=1", status: 400 }, { url: "https://a.example/a?r=1" }],
  [
    "query, rejected and accepted",
    { url: "https://a.example/a?q=1&r=1", status: 422 },
    { url: "https://a.example/a?r=x" },
  ],
  ["all rejected", { url: "https://a.example/a?q=1", status: 400 }, { url: "https://a.example/a?r=1", status: 499 }],
  ["errors of the service are no rejections", { url: "https://a.example/a?q=1", status: 500 }],
  ["a token as a name", { url: "https://a.example/a?eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJodW50ZXIyIn0.c2lnbmF0dXJl" }],
  [
    "headers",
    {
      headers: [
        ["X-Desk", "1"],
        ["Accept", "*/*"],
        ["x-version", "1.5"],
      ],
    },
    { headers: [["x-desk", "2"]] },
  ],
  [
    "headers, repeated",
    {
      headers: [
        ["X-Tag", "1"],
        ["X-Tag", "2"],
      ],
    },
  ],
  [
    "headers without a proper name",
    {
      headers: [
        ["X Tag", "1"],
        ["x!#$%&'*+.^`|~-", "1"],
        [":path", "/"],
      ],
    },
  ],
  ["credentials are no parameters", { headers: [["X-Key", "k"]], url: "https://a.example/a?key=1&page=1" }],
  ["a body, always", { body: "{}", headers: [json] }, { body: '{"a":1}', headers: [json] }],
  ["a body, sometimes", { body: '{"a":1}', headers: [json] }, {}],
  ["a body, rejected only", { body: '{"a":1}', headers: [json], status: 400 }, {}],
  [
    "a body, rejected with other names",
    { body: '{"b":"x"}', headers: [json], status: 400 },
    { body: '{"a":1}', headers: [json] },
  ],
  [
    "a body, rejected with another type",
    { body: "a=1", headers: [["Content-Type", FORM]], status: 400 },
    { body: '{"a":1}', headers: [json] },
  ],
  [
    "bodies of three types",
    { body: "1", headers: [json] },
    { body: "t", headers: [["Content-Type", "text/plain"]] },
    { body: "a=1", headers: [["Content-Type", FORM]] },
  ],
  ["bodies of two types", { body: "t", headers: [["Content-Type", "text/plain"]] }, { body: "1", headers: [json] }],
  ["a body without a type", { body: "t" }],
  ["statuses", { status: 404, response: {} }, { status: 200, response: {} }, { status: 201, response: "" }],
  ["no response", { status: 0 }],
  ["interim", { status: 101 }],
  [
    "redirects only",
    {
      status: 302,
      responseHeaders: [
        ["Location", "/b"],
        ["X-A", "1"],
      ],
    },
  ],
  ["redirects beside others", { status: 302 }, { status: 200, response: {} }],
  ["not modified", { status: 304 }],
  [
    "response headers",
    {
      responseHeaders: [
        ["X-A", "1"],
        ["Date", "d"],
        ["ETag", "e"],
      ],
    },
  ],
  ["HEAD", { method: "HEAD", response: {} }],
  ["204 and 205", { status: 204, response: {} }, { status: 205, response: {} }],
];

function observe(exchanges: readonly Input[]): OperationObservations {
  const observations = createOperationObservations();
  for (const { path, gap, ...input } of exchanges)
    recordExchangeObservation(
      observations,
      { ...createExchange({ responseHeaders: input.response === undefined ? [] : [json], ...input }), ...gap },
      new Map(path === undefined ? [] : [["id", path]]),
    );
  return observations;
}

test("exchanges give an operation", async () => {
  const credentials = { headers: new Set(["x-key"]), query: new Set(["key"]) };
  const lines = OPERATIONS.flatMap(([title, ...exchanges]) => [
    title,
    ...Object.entries(buildOperation(observe(exchanges), { version: "3.1" }, credentials)).map(
      ([key, value]) => `  ${key}: ${JSON.stringify(value).replaceAll('"description":"Seen in traffic."', "…")}`,
    ),
  ]);
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("operations.txt");
});

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

const COMPONENTS = {
  Book: { type: "object", properties: { id: { type: "integer" }, title: { type: "string" } }, required: ["id"] },
  Large: { type: "object", properties: { id: {}, title: {}, a: {}, b: {}, c: {} } },
  Same: { type: "object", properties: { id: { type: "integer" }, title: { type: "string" } } },
  Only: { type: "object", properties: { only: {} } },
  Parts: { allOf: [{ $ref: "#/components/schemas/Only" }, { properties: { more: {}, other: {} } }] },
  Either: {
    oneOf: [
      { properties: { x: {}, z: {} }, required: ["x"] },
      { properties: { y: {} }, required: ["y"] },
    ],
  },
  Any: { anyOf: [{ properties: { p: {}, q: {} } }] },
  Open: { type: "object", additionalProperties: true },
  Loop: { properties: { loop: {} }, allOf: [{ $ref: "#/components/schemas/Loop" }] },
  Written: { type: "object", properties: { secret: { type: "string", writeOnly: true }, name: {} } },
  Text: { type: "string" },
};

test.each<[values: readonly unknown[], reference: string | undefined]>([
  [[{ id: 1, title: "a" }], "Book"],
  [[{ id: 1 }], undefined],
  [[{ title: "a" }], undefined],
  [[{ title: "a", id: "1" }], undefined],
  [[{ title: 1, id: "1", a: 1 }], "Large"],
  [[{ id: 1, title: "a" }, { title: "b" }], "Same"],
  [
    [
      { id: 1, title: "a" },
      { id: 1, title: "a", x: 1 },
    ],
    undefined,
  ],
  [
    [
      { id: 1, title: "a", x: 1 },
      { id: 1, title: "a" },
    ],
    undefined,
  ],
  [[{ only: 1 }], "Only"],
  [[{ only: 1, more: 2 }], "Parts"],
  [[{ only: 1, more: 2, other: 3 }], "Parts"],
  [[{ more: 2 }], undefined],
  [[{ x: 1 }], undefined],
  [[{ x: 1, z: 2 }], "Either"],
  [[{ x: 1, y: 2 }], undefined],
  [[{ p: 1, q: 2 }], "Any"],
  [[{ loop: 1 }], undefined],
  [[{}], undefined],
  [[{}, { only: 1 }], undefined],
  [[{ only: 1 }, {}], "Only"],
])("%j is a %s", (values, name) => {
  const spec = { openapi: "3.1.0", info: { title: "t", version: "1" }, paths: {}, components: { schemas: COMPONENTS } };
  const componentMatcher = createComponentMatcher(loadDocument("a.json", () => JSON.stringify(spec)));
  const shape = createShape();
  for (const value of values) recordValue(shape, value, { componentMatcher, side: "response" });
  const schema = createSchemaFromShape(shape, { version: "3.1", components: componentMatcher });
  const reference = (schema as { readonly $ref?: string }).$ref;
  expect(reference).toBe(name && `#/components/schemas/${name}`);
});
