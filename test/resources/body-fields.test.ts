/** A list that a POST asks for: its pages and filters are fields of the body. Checked, linted, and read page by page by the client. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { createClient, createCursorReader, createOffsetReader, defineBodyList } from "../../src/client/index.js";
import { type JsonObject, listOperations, loadDocument, type Operation } from "../../src/document/index.js";
import { createFastValidator } from "../../src/fast/index.js";
import { createClientModel } from "../../src/generate/client/client-model.js";
import { lintDocument } from "../../src/lint/index.js";
import { getListFacts, listResourceFacts } from "../../src/resources/index.js";
import { createExchange, createInlineContract, SPEC_START } from "../check/inline-contract.js";
import { drain } from "../client/paging/serve-pages.js";

const LIST = "{ style: offset, items: /sales, start: /options/offset, size: /options/count, total: /total }";

const createSpec = (list = LIST, selects = "{ property: /day, by: from }"): string => `${SPEC_START}
  /sales/get:
    post:
      operationId: getSales
      x-list: ${list}
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Query" } } } }
      responses: { "200": { description: d, content: { application/json: { schema: { $ref: "#/components/schemas/Page" } } } } }
  /other: { post: { operationId: other, requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Query" } } } }, responses: { "200": { description: d, content: { application/json: { schema: { $ref: "#/components/schemas/Page" } } } } } } }
components:
  schemas:
    Query:
      properties:
        start: { type: string, format: date-time, x-selects: ${selects} }
        options: { properties: { offset: { type: integer }, count: { type: integer, default: 2 }, kinds: { type: array, items: { type: string }, x-selects: { property: /kind, by: one-of } } } }
    Page: { properties: { total: { type: integer }, sales: { type: array, items: { properties: { id: { type: string }, day: { type: string }, kind: { type: string } } } } } }
`;

const DAY = "2026-03-14T09:00:00Z";
const QUERY = {
  method: "POST",
  url: "https://a.example/sales/get",
  headers: [["Content-Type", "application/json"]],
} as const;
const sale = (kind = "a", day = DAY): object => ({ id: "1", day, kind });

describe("contract check", () => {
  const contract = createInlineContract({ "spec.yaml": createSpec() });

  test.each<[title: string, sent: object, sales: readonly object[], found?: string | undefined, path?: string]>([
    ["a page of the default size", {}, [sale(), sale()]],
    ["more than the default", {}, [sale(), sale(), sale()], "exchange.limit.ignored /options/count"],
    ["as many as the body asks for", { options: { count: 3 } }, [sale(), sale(), sale()]],
    ["more than it asks for", { options: { count: 1 } }, [sale(), sale()], "exchange.limit.ignored /options/count"],
    ["what the body selects", { start: DAY, options: { kinds: ["a", "b"] } }, [sale("b")]],
    ["an earlier time", { start: DAY }, [sale("a", "2026-03-14T08:59:59Z")], "exchange.filter.ignored /sales/*/day"],
    ["another kind", { options: { kinds: ["a"] } }, [sale("b")], "exchange.filter.ignored /sales/*/kind"],
    [
      "another kind, of an operation that states no list",
      { options: { kinds: ["a"] } },
      [sale("b")],
      undefined,
      "/other",
    ],
  ])("%s", (_, sent, sales, found, path = "/sales/get") => {
    const sentTo = { ...QUERY, url: `https://a.example${path}` };
    const exchange = createExchange({
      ...sentTo,
      body: JSON.stringify(sent),
      response: { sales, total: sales.length },
    });
    const { findings } = contract.check(exchange);
    expect(findings.map(({ code, property }) => `${code} ${property}`)).toEqual(found === undefined ? [] : [found]);
  });

  test("a body that is not recorded may ask for any page", () => {
    const exchange = createExchange({ ...QUERY, body: "{}", response: { sales: [sale(), sale(), sale()], total: 3 } });
    const body = { kind: "missing", reason: "too large" } as const;
    const codes = [exchange, { ...exchange, request: { ...exchange.request, body } }].map((it) =>
      contract.check(it).findings.map(({ code }) => code),
    );
    expect(codes).toEqual([["exchange.limit.ignored"], []]);
  });

  test("two requests that differ in a field of the body alone are not alike for the fast path", () => {
    const validate = createFastValidator(contract, () => false);
    const verdicts = ["a", "b"].map((kind) => {
      const response = { sales: [sale("a")], total: 1 };
      const exchange = createExchange({ ...QUERY, body: JSON.stringify({ options: { kinds: [kind] } }), response });
      const bytes = Buffer.from(JSON.stringify(JSON.stringify(response)).slice(1, -1));
      return (validate(exchange, { bytes, start: 0, end: bytes.length }) ?? contract.check(exchange)).verdict;
    });
    expect(verdicts).toEqual(["passed", "failed"]);
  });
});

test.each<[title: string, spec: string, message?: string]>([
  ["fields that exist", createSpec()],
  [
    "an unknown field for the start",
    createSpec(LIST.replace("/offset", "/ofset")),
    'the request has nothing at "/options/ofset"',
  ],
  ["an unknown property", createSpec(LIST, "{ property: /daj, by: from }"), 'the response has nothing at "/daj"'],
  ["a size that selects items", createSpec(LIST.replace("/options/count", "/start")), '"/start" is the size of a page'],
])("contract lint: %s", (_, spec, message) => {
  const found = lintDocument(loadDocument("spec.yaml", () => spec)).filter(({ code }) =>
    code.startsWith("spec.resource."),
  );
  expect(found.map((it) => it.message)).toEqual(message === undefined ? [] : [expect.stringContaining(message)]);
});

test("contract resources prints what fields of the body select", () => {
  const { facts } = listResourceFacts(loadDocument("spec.yaml", () => createSpec()));
  const stated = facts.filter(({ certainty, kind }) => certainty === "stated" && kind !== "action");
  expect(stated.map((it) => it.text)).toEqual([
    'offset, items at "/sales", start /options/offset, size /options/count',
    "items in the list: /total",
    "/start: /day from",
    "/options/kinds: /kind one-of",
  ]);
});

test.each<[place: string, start: string | undefined]>([
  ["requestBody", "/cursor"],
  ["parameters", undefined],
])("x-speakeasy-pagination with a cursor in %s", (place, start) => {
  const paging = {
    type: "cursor",
    inputs: [{ name: "cursor", in: place, type: "cursor" }],
    outputs: { results: "$.sales", nextCursor: "$.next" },
  };
  const spec = createSpec().replace(`x-list: ${LIST}`, `x-speakeasy-pagination: ${JSON.stringify(paging)}`);
  const document = loadDocument("spec.yaml", () => spec);
  const operation = listOperations(document).find(({ id }) => id === "getSales") as Operation;
  expect(getListFacts(document, operation)?.start).toBe(start);
});

test("the generated client has the fields of the body, and which of them are numbers", () => {
  const { calls } = createClientModel(loadDocument("spec.yaml", () => createSpec()));
  expect(JSON.stringify(calls)).toContain(
    'runtime.defineBodyList({ \\"/options/offset\\": true, \\"/options/count\\": true }, \\"sales\\", \\"sales\\", () => runtime.createOffsetReader(\\"/options/offset\\", \\"/options/count\\"))',
  );
});

describe("the list of a client", () => {
  const cursor = () => createCursorReader("/cursor", "next");
  const offset = () => createOffsetReader("/at/offset", "/at/count");

  test.each<
    [
      title: string,
      list: ReturnType<typeof defineBodyList>,
      body: JsonObject | undefined,
      pages: object[],
      sent: object[],
    ]
  >([
    [
      "follows a cursor",
      defineBodyList({ "/cursor": false }, "all", "items", cursor),
      { user: 1 },
      [{ items: [1], next: "7" }, { items: [2] }],
      [{ user: 1 }, { user: 1, cursor: "7" }],
    ],
    [
      "sends a cursor that is a number as one",
      defineBodyList({ "/cursor": true }, "all", "items", cursor),
      undefined,
      [{ items: [1], next: 7 }, { items: [2], next: "x" }, { items: [] }],
      [{}, { cursor: 7 }, { cursor: "x" }],
    ],
    [
      "counts from the offset of the caller, and ends with a short page",
      defineBodyList({ "/at/offset": true, "/at/count": true }, "all", "items", offset),
      { at: { offset: 4, count: 2 } },
      [{ items: [1, 2] }, { items: [3] }],
      [{ at: { offset: 4, count: 2 } }, { at: { offset: 6, count: 2 } }],
    ],
    [
      "adds the object of the offset",
      defineBodyList({ "/at/offset": true, "/at/count": true }, "all", "items", offset),
      {},
      [{ items: [1, 2] }, { items: [] }],
      [{}, { at: { offset: 2 } }],
    ],
  ])("%s", async (_, list, body, pages, sent) => {
    const received: unknown[] = [];
    const server = createServer(async (request, response) => {
      received.push([request.url, JSON.parse((await text(request)) || "{}")]);
      response.setHeader("Content-Type", "application/json").end(JSON.stringify(pages[received.length - 1]));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const client = createClient({ list: { call: "POST /list", list } }, { baseUrl });
    const { all } = client as unknown as { readonly all: (options: object) => AsyncIterable<number> };
    const { got: found } = await drain(all({ params: { query: { q: "a b" } }, body }));
    server.close();
    expect(found).toEqual(pages.flatMap((it) => (it as { readonly items: number[] }).items));
    expect(received).toEqual(sent.map((it) => [expect.stringMatching(/^\/list\?q=a(\+|%20)b$/), it]));
  });
});
