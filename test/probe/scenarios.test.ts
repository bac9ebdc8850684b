/** What scenarios ask of a service, and what they find: a correct one, and ones with a defect. */
import { expect, test } from "vitest";
import { type Json, listOperations, type Operation } from "../../src/document/index.js";
import { createKnownValues } from "../../src/probe/graph/known-values.js";
import type { CaseRequest } from "../../src/probe/requests/probe-case.js";
import { createCredentialScenarios } from "../../src/probe/scenarios/access/credentials.js";
import { createUnknownIdScenarios } from "../../src/probe/scenarios/access/unknown-ids.js";
import { createFilterScenarios } from "../../src/probe/scenarios/filters/filters.js";
import { createHeadScenarios } from "../../src/probe/scenarios/http/http.js";
import { createPagingScenarios } from "../../src/probe/scenarios/paging.js";
import { createJsonPatchScenarios } from "../../src/probe/scenarios/patches/json-patch.js";
import { createItemScenarios, createWriteScenarios } from "../../src/probe/scenarios/resources.js";
import { createRoundTripScenarios } from "../../src/probe/scenarios/round-trips/round-trips.js";
import { ProbeExchange } from "../../src/probe/session/probe-exchange.js";
import { addServiceCheck, type ProbeRequest, type TaskSession } from "../../src/probe/session/session.js";
import { EXCHANGE_PART_POINTERS, type Exchange } from "../../src/recording/index.js";
import { createService, type Defect, type StubResponse, type Thing } from "./shop-server.js";
import { SHOP } from "./shop-spec.js";

const document = SHOP;
const operations = listOperations(document);
const operationOf = (id: string): Operation => operations.find((it) => it.id === id) as Operation;

function createRun(defect: Defect) {
  const service = createService(defect);
  const lines: string[] = [];
  const exchangeOf = (sent: ProbeRequest): ProbeExchange => {
    const { operation, request, edit } = sent;
    const { status, body, next } = service(sent);
    const headers = [
      ["Content-Type", "application/json"],
      ...(next === undefined ? [] : [["Link", `<${next}>; rel="next"`]]),
    ];
    const url =
      sent.url ??
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
    return new ProbeExchange({ document, operation, request, exchange, edit });
  };
  const session = addServiceCheck({
    send: async (sent: ProbeRequest) => {
      const { operation, request, url, requestId, edit, credentials } = sent;
      const result = exchangeOf(sent);
      const parts = { ...request, url, requestId, edit: edit?.what, credentials };
      const given = Object.entries(parts).filter(([, it]) => it !== undefined && JSON.stringify(it) !== "{}");
      lines.push(`${operation.id} ${JSON.stringify(Object.fromEntries(given))} -> ${result.exchange.response.status}`);
      return result;
    },
    discard: () => lines.push("  (discarded)"),
    report: (_: ProbeExchange, finding: { code: string; message: string } | undefined) =>
      finding && lines.push(`  ${finding.code}: ${finding.message}`),
  } as unknown as TaskSession);
  const bodyOf = (value: Json) => ({ body: { contentType: "application/json", value } });
  const base = (id: string, path: object, more: object = {}) => {
    const request = { path, query: {}, header: {}, cookie: {}, ...more } as CaseRequest;
    return [operationOf(id), exchangeOf({ operation: operationOf(id), request })] as const;
  };
  const accepted = new Map([
    base("list", { shop: "s" }),
    base("read", { shop: "s", id: "t1" }),
    base(
      "put",
      { shop: "s", id: "p" },
      bodyOf({
        id: "p",
        state: "new",
        updatedAt: "2026-01-09T00:00:00Z",
        note: "soft",
        parts: [{ id: "a1", size: 1 }],
        pin: "1234",
      }),
    ),
    base("patch", { shop: "s", id: "p" }, bodyOf({ state: "used" })),
    base("parts", { shop: "s", id: "p" }),
    base("counter", { shop: "s", id: "c" }),
    base(
      "count",
      { shop: "s", id: "c" },
      bodyOf([
        { op: "replace", path: "/count", value: 1 },
        { op: "replace", path: "/total", value: 1 },
      ]),
    ),
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
  createHeadScenarios,
  createJsonPatchScenarios,
  createRoundTripScenarios,
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

test("a conforming service", async () => {
  const reported = await run((response) => response);
  expect(reported).toMatchSnapshot();
  expect(reported).not.toMatch(/^ {2}/m);
});

let writes = 0;

function mapBody(response: StubResponse, change: (body: unknown) => unknown): StubResponse {
  return response.body === undefined ? response : { ...response, body: change(response.body) };
}

function lowerNote(body: unknown): unknown {
  const thing = body as Thing;
  return typeof thing.note === "string" ? { ...thing, note: thing.note.toLowerCase() } : thing;
}

function trimNote(body: unknown): unknown {
  const thing = body as Thing;
  return typeof thing.note === "string" ? { ...thing, note: thing.note.trim() } : thing;
}

function keepTwoParts(body: unknown): unknown {
  const thing = body as Thing;
  return Array.isArray(thing.parts) ? { ...thing, parts: thing.parts.slice(0, 2) } : thing;
}

const DEFECTS: Readonly<Record<string, Defect>> = {
  "ignores filters": (response, { operation, request: { query } }) =>
    operation.id === "list" && (query.state ?? query.states ?? query.startAt) !== undefined
      ? {
          status: 200,
          body: [
            { id: "t0", state: "new", updatedAt: "2026-01-01T00:00:00Z" },
            { id: "t1", state: "used", updatedAt: "2026-01-02T00:00:00Z" },
          ],
        }
      : response,
  "links to pages without the filter": (response, { operation }) =>
    operation.id === "list" && response.next !== undefined
      ? { ...response, next: response.next.replaceAll(/states=\w+&/g, "") }
      : response,
  "drops an item of small pages": (response, { operation, url }) =>
    operation.id === "list" && url?.includes("page=2") === true ? { ...response, body: [] } : response,
  "shows another resource": (response, { operation }) =>
    operation.id === "read" ? { status: 200, body: { id: "other", state: "lost" } } : response,
  "fails at writes": (response, { operation }) => (operation.method === "PUT" ? { status: 500 } : response),
  "writes again under the same id": (response, { operation }) => {
    if (operation.id !== "put" || response.body === undefined) return response;
    const { pin: _, ...body } = response.body as Record<string, unknown>;
    writes += 1;
    return { status: response.status, body: { ...body, version: writes } };
  },
  "loses writes": (response, { operation }) =>
    operation.method === "PATCH" || operation.id === "put"
      ? { ...response, body: { id: "p", state: "kept", pin: "1234" } }
      : response,
  "needs no credentials": (response, { credentials }) =>
    credentials === "wrong" ? { status: 200, body: [] } : response,
  "stores text in lower case": (response, { operation }) =>
    operation.id === "put" || operation.id === "read" ? mapBody(response, lowerNote) : response,
  "trims text": (response, { operation }) =>
    operation.id === "put" || operation.id === "read" ? mapBody(response, trimNote) : response,
  "keeps two parts": (response, { operation }) =>
    operation.id === "put" || operation.id === "read" ? mapBody(response, keepTwoParts) : response,
  "rejects add in a patch": (response, { operation, request: { body } }) =>
    operation.id === "count" && JSON.stringify(body).includes('"add"') ? { status: 400 } : response,
  "rejects HEAD of one resource": (response, { operation, method }) =>
    operation.id === "read" && method === "HEAD" ? { status: 405 } : response,
  "accepts a patch of what does not exist": (response, { operation }) =>
    operation.id === "count" && response.status === 400 ? { status: 200, body: {} } : response,
  "ignores the end of a patch": (response, { operation }) =>
    operation.method === "PATCH" ? mapBody(response, () => ({ count: 2, total: 2 })) : response,
  "always includes tags": (response, { operation, request: { query } }) =>
    operation.id === "list" && query.includeTags === false
      ? mapBody(response, (body) => (body as Thing[]).map((it) => ({ ...it, tags: ["t"] })))
      : response,
  "links to the same page": (response, { operation }) =>
    operation.id === "list" ? { ...response, next: "/shops/s/things?limit=2&page=1" } : response,
};

test.each(Object.keys(DEFECTS))("a service that %s", async (name) => {
  const reported = await run(DEFECTS[name] as Defect);
  expect(reported).toMatch(/^ {2}exchange\./m);
  const all = reported.split("\n");
  expect(all.filter((line, at) => line.startsWith("  ") || all[at + 1]?.startsWith("  ")).join("\n")).toMatchSnapshot();
});
