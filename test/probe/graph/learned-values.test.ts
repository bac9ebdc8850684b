import { test } from "vitest";
import { type Json, listOperations, loadDocument, type Operation } from "../../../src/document/index.js";
import { openEnvelope } from "../../../src/probe/graph/envelope.js";
import {
  computeNameScore,
  createKnownValues,
  listOwners,
  readOpenApiLinks,
} from "../../../src/probe/graph/known-values.js";
import { findDestructiveOperations, groupByResource } from "../../../src/probe/graph/operation-order.js";
import { buildCandidates } from "../../../src/probe/graph/request-candidates.js";
import {
  findCreatedPath,
  findItemId,
  listNamedValues,
  listResponseUrls,
} from "../../../src/probe/graph/response-values.js";
import type { CaseRequest } from "../../../src/probe/requests/probe-case.js";
import { ProbeExchange } from "../../../src/probe/session/probe-exchange.js";
import { expectTable, map } from "./table.js";

const ID = "0c2f6f1e-0000-4000-8000-000000000000";
const OTHER_ID = "7d9e0c3a-1111-4111-8111-111111111111";

const THING = '{ $ref: "#/components/schemas/ThingPublicResponse" }';
const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const document = loadDocument(
  "spec.yaml",
  () => `openapi: 3.1.0
info: { title: t, version: "1" }
paths:
  /shops/{shop}/things:
    get: { operationId: list, responses: { "200": { description: d, ${json(`{ type: array, items: ${THING} }`)} } } }
    post:
      operationId: create
      responses:
        "201": { description: d, ${json(THING)} }
        "202": { description: d, links: { a: { operationId: read, parameters: { path.id: "$response.body#/no", shop: "$request.path.shop" } }, b: { operationRef: "#/paths/~1shops~1{shop}~1things/get", parameters: { shop: "$request.body#/shop", x: fixed } }, c: { operationId: read, parameters: { id: "$response.header.Location" } }, d: { operationId: read }, e: { operationId: read, parameters: { id: "$response.body#/none" } }, f: { operationId: read, parameters: { id: "$request.query.q", shop: "$request.header.h", whole: $response.body, url: $url } } } }
        4XX: { description: d, links: { g: { operationId: list, parameters: { shop: "$response.body" } } } }
        default: { description: d, links: { h: { operationId: list, parameters: { shop: "$response.body#/shop" } } } }
  /shops/{shop}/things/{id}:
    get: { operationId: read, responses: { "200": { description: d, ${json(THING)} } } }
    put: { operationId: put, responses: { "200": { description: d } } }
    patch: { operationId: change, responses: { "200": { description: d } } }
    post: { operationId: act, responses: { "200": { description: d } } }
    delete: { operationId: remove, responses: { "204": { description: d } } }
  /shops/{shop}/things/{thing}/parts/{part}: { get: { operationId: part, responses: { "200": { description: d } } } }
  /admin/shutdown: { post: { operationId: stop, responses: { "200": { description: d } } }, get: { operationId: isStopped, responses: { "200": { description: d } } } }
  /admin/data: { delete: { operationId: clearData, summary: Delete the whole database, responses: { "200": { description: d } } } }
  /admin/cart: { delete: { operationId: clearCart, summary: Clear the cart, responses: { "200": { description: d } } } }
  /admin/erase/{id}: { post: { operationId: eraseOne, summary: Delete all data, responses: { "200": { description: d } } } }
  /system/restart: { put: { operationId: reboot, responses: { "200": { description: d } } } }
components:
  schemas: { ThingPublicResponse: { type: object } }
`,
);
const operations = listOperations(document);
const operation = (id: string): Operation => operations.find((it) => it.id === id) as Operation;

type Given = {
  readonly by: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly sent?: unknown;
};

function exchangeOf({ by, status = 200, headers = {}, body, sent }: Given): ProbeExchange {
  const text = body === undefined ? { kind: "none" } : { kind: "text", text: JSON.stringify(body) };
  const response = { status, headers: [["Content-Type", "application/json"], ...Object.entries(headers)], body: text };
  const request = { path: { shop: "s", id: "i" }, query: { q: "qv" }, header: { h: "hv" }, cookie: {} };
  const given = sent === undefined ? {} : { body: { contentType: "application/json", value: sent } };
  const sentHeaders = Object.entries(request.header);
  const exchange = {
    request: { url: "http://a.example/", headers: sentHeaders, body: { kind: "none" } },
    response,
  } as never;
  return new ProbeExchange({ document, operation: operation(by), request: { ...request, ...given }, exchange });
}

/** No property but the usual one identifies a resource. */
const USUAL = { getIdentity: () => undefined };

test("values of responses", async () => {
  const step = { name: "thingId", reference: { resource: "thing", property: "id" } };
  const items: readonly Json[] = [
    ...[7, "seven", true, null, [1], {}, { thingId: 1, id: 2 }, { id: 2, name: "n" }, { thing: "t", uuid: "u" }],
    ...[
      { commentId: 3, size: 1 },
      { size: 1, attributes: { id: 9 } },
      { data: { x: 1 } },
      { id: true, key: "k" },
      { code: 5, login: "l" },
    ],
  ];
  const values: readonly unknown[] = [
    {
      id: 1,
      owner: { name: "Ann" },
      data: { x: 1 },
      list: [{ y: 2 }, "z"],
      tags: ["a"],
      none: null,
      results: [{ id: 3 }],
    },
    [[{ a: 1 }]],
    "text",
  ];
  const urls: readonly Given[] = [
    {
      by: "create",
      headers: { Location: "/a/1", "Content-Location": "/a/2", Link: '</a/3>; rel=next, <b>; rel="x"', Other: "/a/4" },
    },
    { by: "read", body: { self: "/x", href: "https://a.example/y", note: "/a b", text: "x/y", template: "/a/{id}" } },
  ];
  const owners: readonly Given[] = [{ by: "list" }, { by: "read" }, { by: "create", status: 201 }, { by: "put" }];
  await expectTable("responses", [
    ...map(items, (it) => findItemId(it, step as never)),
    ...map<Json>(
      [{ data: { id: 7 } }, { id: 1, data: { id: 7 } }, { a: { b: 1 } }, [1], { a: { uuid: "u" }, b: { id: 1 } }],
      openEnvelope,
    ),
    ...map(values, (it) => [...listNamedValues(it, "thing")].map((found) => Object.values(found).join(" "))),
    ...map(urls, (it) => listResponseUrls(exchangeOf(it))),
    ...map(owners, (it) => listOwners(exchangeOf(it))),
    ...map(
      [
        ...["thing id", "thing uuid", "thing name", "thing thing", "shop thing id", "shop id", "thing color"],
        ...["shop color", " id", "shop shop thing id", "old thing id", "thing number"],
      ],
      (it) => {
        const [resource = "", ...name] = it.split(" ");
        const learned = { resource, name: name.join(" "), value: 1 };
        return ["id", "color", "thing id"].map((raw) => computeNameScore(learned, raw, step.reference));
      },
    ),
  ]);
});

test("links, created resources and groups", async () => {
  const linked: readonly Given[] = [
    { by: "create", status: 202, body: { no: 5 }, sent: { shop: "sent" }, headers: { Location: "/x" } },
    ...[202, 201, 404, 500].map((status) => ({
      by: "create",
      status,
      body: status === 404 ? "whole" : { shop: true },
    })),
  ];
  const created: readonly (readonly [target: string, Given])[] = [
    ["read", { by: "create", body: { id: 8 } }],
    ["read", { by: "put", body: { id: 8 } }],
    ["read", { by: "create", body: { data: { id: "in envelope" } } }],
    ["read", { by: "create", body: { id: "whole", parts: [{ id: "part" }] } }],
    ["read", { by: "create", headers: { Location: "https://a.example/shops/other/things/9" } }],
    ["read", { by: "create", headers: { Location: "/nothing/9" } }],
    ["read", { by: "list", body: [{ id: "first" }, { id: "second" }] }],
    ["list", { by: "create", body: { id: 8 } }],
    ["part", { by: "create", body: { id: 8 } }],
    ["create", { by: "create" }],
  ];
  await expectTable("links", [
    ...map(linked, (it) => readOpenApiLinks(exchangeOf(it))),
    ...map(created, ([target, it]) => findCreatedPath(operation(target), exchangeOf(it), USUAL)),
    [
      "groups",
      groupByResource(operations).map((group) =>
        JSON.parse(JSON.stringify(group, (_, value) => (value?.pointer === undefined ? value : value.id))),
      ),
    ],
    ["destructive", findDestructiveOperations(document, operations).map(({ operation: { id }, words }) => [id, words])],
  ]);
});

test("candidates for requests", async () => {
  const known = (parameters: Readonly<Record<string, readonly string[]>>, ...given: readonly Given[]) => {
    const values = createKnownValues(parameters, operations);
    for (const it of given) values.learn(exchangeOf(it));
    return values;
  };
  const create = { by: "create", status: 201, body: { id: "a", name: "Ann", ownerId: 5 } };
  const stores = [
    known({}),
    known({}, create, { by: "list", body: [{ id: "b" }, { id: "c" }, { id: "d" }, { id: "e" }, { id: "f" }] }),
    known({ shop: ["given"], id: ["1", "2"] }, create),
    known({ thing: ["t"] }, create, { by: "read", body: { id: 4, links: ["/shops/z/things/y"] } }),
  ];
  const example = (value?: unknown): CaseRequest => ({
    ...{ path: { shop: "example", id: 1 }, query: {}, header: {}, cookie: {} },
    ...(value === undefined ? {} : { body: { contentType: "application/json", value } }),
  });
  const examples = [
    example(),
    example({ id: OTHER_ID, ownerId: 1, thingIds: ["x"], shop: "s", list: [{ thingId: "x" }], name: "N" }),
  ];
  const options = { createId: (name: string): string => `${ID} ${name}`, isValid: () => true };
  const rows = stores.flatMap((store, at) =>
    ["create", "put", "change", "remove", "read", "part"].flatMap((id) =>
      examples.map((it, nr): [unknown, unknown] => [
        `store ${at}, ${id}, example ${nr}`,
        [...buildCandidates(operation(id), it, { ...options, known: store })].map(({ path, body }) => [
          path,
          body && "value" in body ? body.value : undefined,
        ]),
      ]),
    ),
  );
  const forgetting = stores[1];
  forgetting?.forget(operation("remove"), { shop: "s", id: "b" });
  await expectTable("candidates", [
    ...rows,
    ["forgotten", forgetting?.listPathValues(operation("read"))],
    ["given", stores.map((it) => [it.given, it.getGiven("id"), it.getGiven("toString")])],
    ["references", stores.map((it) => it.findReferences("ownerId", { resource: "owner", property: "id" }))],
  ]);
});
