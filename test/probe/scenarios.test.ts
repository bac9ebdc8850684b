/** What scenarios ask of a service, and what they find: a correct one, and ones with a defect. */
import { expect, test } from "vitest";
import { isObject, type Json, listOperations, loadDocument, type Operation } from "../../src/document/index.js";
import { EXCHANGE_PART_POINTERS, type Exchange } from "../../src/exchange/index.js";
import { createKnownValues } from "../../src/probe/graph/known-values.js";
import type { CaseRequest } from "../../src/probe/requests/probe-case.js";
import { createFilterScenarios } from "../../src/probe/scenarios/filters.js";
import { createPagingScenarios } from "../../src/probe/scenarios/paging.js";
import {
  createCredentialScenarios,
  createItemScenarios,
  createUnknownIdScenarios,
  createWriteScenarios,
} from "../../src/probe/scenarios/resources.js";
import type { ProbeExchange } from "../../src/probe/session/probe-exchange.js";
import type { ProbeRequest, TaskSession } from "../../src/probe/session/session.js";

const document = loadDocument(
  "spec.yaml",
  () => `openapi: 3.1.0
info: { title: Shop, version: "1" }
servers: [{ url: https://shop.example }]
security: [{ key: [] }]
paths:
  /shops/{shop}/things:
    get:
      operationId: list
      x-paging: { style: links }
      parameters:
        - { name: limit, in: query, schema: { type: integer, default: 20 } }
        - { name: state, in: query, schema: { type: string } }
        - { name: states, in: query, explode: false, schema: { type: array, items: { type: string } } }
        - { name: startAt, in: query, schema: { type: string } }
        - { name: If-Modified-Since, in: header, schema: { type: string } }
      responses: { "200": { description: d, content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Thing" } } } } } }
  /shops/{shop}/things/{id}:
    get: { operationId: read, responses: { "200": { description: d }, "404": { description: d } } }
    put:
      operationId: put
      parameters: [{ name: Once, in: header, x-idempotency-key: true, schema: { type: string } }]
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Thing" } } } }
      responses: { "201": { description: d }, "200": { description: d } }
    patch:
      operationId: patch
      requestBody: { content: { application/merge-patch+json: { schema: { $ref: "#/components/schemas/Thing" } } } }
      responses: { "200": { description: d } }
  /open: { get: { operationId: open, security: [], responses: { "200": { description: d } } } }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }
  schemas:
    Thing:
      properties: { id: { type: string }, state: { type: string }, updatedAt: { type: string }, pin: { type: string, x-sensitive: true } }
`,
);
const operations = listOperations(document);
const operationOf = (id: string): Operation => operations.find((it) => it.id === id) as Operation;

type Thing = Readonly<Record<string, Json>>;
type Answer = { readonly status: number; readonly body?: unknown; readonly next?: string };
type Defect = (answer: Answer, asked: ProbeRequest) => Answer;

/** A service with four things. */
function createService(defect: Defect) {
  const things = new Map<string, Thing>(
    ["new", "used", "used", "used"].map((state, at) => [
      `t${at}`,
      { id: `t${at}`, state, updatedAt: `2026-01-0${at + 1}` },
    ]),
  );
  const list = ({ url, request: { query, header } }: ProbeRequest): Answer => {
    const page = Number(new URL(url ?? "https://a").searchParams.get("page") ?? 0);
    const limit = Number(new URL(url ?? "https://a").searchParams.get("limit") ?? query.limit ?? 20);
    const from = String(query.startAt ?? header["If-Modified-Since"] ?? "");
    const given = new URL(url ?? "https://a").searchParams.getAll("states");
    const states = url === undefined ? [query.state ?? query.states ?? []].flat() : given;
    const all = [...things.values()]
      .filter((it) => states.length === 0 || states.some((state) => state === it.state))
      .filter((it) => String(it.updatedAt) >= from);
    const items = all.slice(page * limit, (page + 1) * limit);
    const search = new URLSearchParams([
      ...states.map((it): [string, string] => ["states", String(it)]),
      ["limit", `${limit}`],
      ["page", `${page + 1}`],
    ]);
    const next = (page + 1) * limit < all.length ? `/shops/s/things?${search}` : undefined;
    return { status: 200, body: items, ...(next === undefined ? {} : { next }) };
  };
  const answer = (asked: ProbeRequest): Answer => {
    const { operation, request, credentials } = asked;
    if (credentials !== undefined) return { status: 401 };
    if (operation.id === "open") return { status: 200, body: {} };
    if (operation.id === "list") return list(asked);
    const id = String(request.path.id);
    const known = things.get(id);
    if (operation.id !== "put" && known === undefined) return { status: 404 };
    const given =
      request.body !== undefined && "value" in request.body && isObject(request.body.value as Json)
        ? request.body.value
        : {};
    if (operation.method !== "GET")
      things.set(id, { ...(operation.id === "patch" ? known : {}), ...(given as Thing), id });
    return {
      status: operation.id === "put" && known === undefined ? 201 : 200,
      body: { ...things.get(id), pin: "****" },
    };
  };
  const replays = new Map<string, Answer>();
  return (asked: ProbeRequest): Answer => {
    const known = asked.operation.id === "put" ? replays.get(asked.requestId ?? "none") : undefined;
    const given = known ?? answer(asked);
    if (asked.requestId !== undefined) replays.set(asked.requestId, given);
    return defect(given, asked);
  };
}

function createRun(defect: Defect) {
  const service = createService(defect);
  const lines: string[] = [];
  const exchangeOf = (asked: ProbeRequest): ProbeExchange => {
    const { operation, request, edit } = asked;
    const { status, body, next } = service(asked);
    const headers = [
      ["Content-Type", "application/json"],
      ...(next === undefined ? [] : [["Link", `<${next}>; rel="next"`]]),
    ];
    const url =
      asked.url ??
      `https://shop.example${operation.path.replace("{shop}", "s").replace("{id}", String(request.path.id))}`;
    const exchange = {
      request: { method: operation.method, url, headers: [], body: { kind: "none" } },
      response: {
        status,
        headers,
        body: body === undefined ? { kind: "none" } : { kind: "text", text: JSON.stringify(body) },
      },
      origin: { source: "test", index: 0, pointer: "", parts: EXCHANGE_PART_POINTERS },
    } as unknown as Exchange;
    return { document, operation, request, exchange, ...(edit === undefined ? {} : { edit }) };
  };
  const session = {
    send: async (asked: ProbeRequest) => {
      const { operation, request, url, requestId, edit, credentials } = asked;
      const result = exchangeOf(asked);
      const parts = { ...request, url, requestId, edit: edit?.what, credentials };
      const given = Object.entries(parts).filter(([, it]) => it !== undefined && JSON.stringify(it) !== "{}");
      lines.push(`${operation.id} ${JSON.stringify(Object.fromEntries(given))} -> ${result.exchange.response.status}`);
      return result;
    },
    discard: () => lines.push("  (discarded)"),
    report: (_: ProbeExchange, finding: { code: string; message: string } | undefined) =>
      finding && lines.push(`  ${finding.code}: ${finding.message}`),
  } as unknown as TaskSession;
  const bodyOf = (value: Thing) => ({ body: { contentType: "application/json", value } });
  const base = (id: string, path: object, more: object = {}) => {
    const request = { path, query: {}, header: {}, cookie: {}, ...more } as CaseRequest;
    return [operationOf(id), exchangeOf({ operation: operationOf(id), request })] as const;
  };
  const accepted = new Map([
    base("list", { shop: "s" }),
    base("read", { shop: "s", id: "t1" }),
    base("put", { shop: "s", id: "p" }, bodyOf({ id: "p", state: "new", updatedAt: "2026-01-09", pin: "1234" })),
    base("patch", { shop: "s", id: "p" }, bodyOf({ state: "used" })),
    base("open", {}),
  ]);
  const seeds = {
    tasks: [],
    lastTasks: [],
    get: (it: Operation) => ({ request: accepted.get(it)?.request, accepted: accepted.get(it) }),
  };
  const context = {
    document,
    operations,
    seeds,
    known: createKnownValues({}),
    nonce: "n",
    createId: (name: string) => `id(${name})`,
    isValid: () => true,
  };
  return { context: context as never, session, lines };
}

const SCENARIOS = {
  createFilterScenarios,
  createPagingScenarios,
  createItemScenarios,
  createUnknownIdScenarios,
  createWriteScenarios,
  createCredentialScenarios,
};

async function run(defect: Defect): Promise<string> {
  const { context, session, lines } = createRun(defect);
  for (const create of Object.values(SCENARIOS))
    for (const { id, run: runTask } of create(context)) {
      lines.push(`# ${id}`);
      await runTask(session);
    }
  return lines.join("\n");
}

test("a service that keeps its contract", async () => {
  const told = await run((answer) => answer);
  expect(told).toMatchSnapshot();
  expect(told).not.toMatch(/^ {2}/m);
});

let writes = 0;

const DEFECTS: Readonly<Record<string, Defect>> = {
  "ignores filters": (answer, { operation, request: { query } }) =>
    operation.id === "list" && (query.state ?? query.states ?? query.startAt) !== undefined
      ? {
          status: 200,
          body: [
            { id: "t0", state: "new", updatedAt: "2026-01-01" },
            { id: "t1", state: "used", updatedAt: "2026-01-02" },
          ],
        }
      : answer,
  "links to pages without the filter": (answer, { operation }) =>
    operation.id === "list" && answer.next !== undefined
      ? { ...answer, next: answer.next.replaceAll(/states=\w+&/g, "") }
      : answer,
  "drops an item of small pages": (answer, { operation, url }) =>
    operation.id === "list" && url?.includes("page=2") === true ? { ...answer, body: [] } : answer,
  "shows another resource": (answer, { operation }) =>
    operation.id === "read" ? { status: 200, body: { id: "other", state: "lost" } } : answer,
  "fails at writes": (answer, { operation }) => (operation.method === "PUT" ? { status: 500 } : answer),
  "writes again under the same id": (answer, { operation }) => {
    if (operation.id !== "put" || answer.body === undefined) return answer;
    const { pin: _, ...body } = answer.body as Record<string, unknown>;
    writes += 1;
    return { status: answer.status, body: { ...body, version: writes } };
  },
  "loses writes": (answer, { operation }) =>
    operation.method === "PATCH" || operation.id === "put"
      ? { ...answer, body: { id: "p", state: "kept", pin: "1234" } }
      : answer,
  "needs no credentials": (answer, { credentials }) => (credentials === "wrong" ? { status: 200, body: [] } : answer),
  "links to the same page": (answer, { operation }) =>
    operation.id === "list" ? { ...answer, next: "/shops/s/things?limit=2&page=1" } : answer,
};

test.each(Object.keys(DEFECTS))("a service that %s", async (name) => {
  const told = await run(DEFECTS[name] as Defect);
  expect(told).toMatch(/^ {2}exchange\./m);
  const all = told.split("\n");
  expect(all.filter((line, at) => line.startsWith("  ") || all[at + 1]?.startsWith("  ")).join("\n")).toMatchSnapshot();
});
