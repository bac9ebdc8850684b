/** What an exchange has to agree with that is earlier in its recording: the page before, and a write with the same key. */
import { describe, expect, test } from "vitest";
import { createDeliveryTracker } from "../../../src/check/index.js";
import { compareOutcomes, joinEntries } from "../../fast/differential/compare.js";
import { createExchange, createInlineContract, type ExchangeInput, getCodes } from "../inline-contract.js";

const STYLES = {
  links: { style: "links" },
  header: { style: "header", next: "Link" },
  url: { style: "url", next: "/next" },
  cursor: { style: "cursor", start: "start", next: "/next" },
  after: { style: "after", start: "start" },
  offset: { style: "offset", start: "start" },
  page: { style: "page", start: "start" },
  startTime: { style: "startTime", start: "start" },
  whole: {},
};
const item = { type: "object", properties: { id: { type: "string" }, at: { type: "string" } } };
const list = (name: string, statement: object) => ({
  operationId: name,
  "x-list": { items: "/items", id: "/id", ...statement },
  parameters: ["start", "size", "kind"].map((it) => ({ name: it, in: "query", schema: { type: "string" } })),
  responses: {
    "200": {
      description: "d",
      headers: { Link: { schema: { type: "string" } } },
      content: {
        "application/json": {
          schema: {
            type: "object",
            properties: {
              items: { type: "array", items: item },
              next: { type: "string" },
              links: { type: "array", items: { type: "object" } },
            },
          },
        },
      },
    },
  },
});
const write = (isKey: boolean) => ({
  parameters: [{ name: "Key", in: "header", schema: { type: "string" }, ...(isKey && { "x-idempotency-key": true }) }],
  requestBody: { content: { "application/json": { schema: item } } },
  responses: {
    "201": { description: "d", content: { "application/json": { schema: item } } },
    "202": { description: "d", content: { "application/json": { schema: item } } },
    "409": { description: "d" },
  },
});
const contract = createInlineContract({
  "spec.json": JSON.stringify({
    openapi: "3.1.0",
    info: { title: "t", version: "1" },
    servers: [{ url: "https://a.example" }],
    security: [{ key: [] }, {}],
    components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } } },
    paths: {
      ...Object.fromEntries(
        Object.entries(STYLES).map(([name, it]) => [`/${name}`, { get: list(name, it), post: write(false) }]),
      ),
      "/unstated": { get: { ...list("unstated", {}), "x-list": { style: "offset", items: "/items", start: "start" } } },
      "/keyed": { post: { operationId: "keyed", ...write(true) }, put: { operationId: "keyedPut", ...write(true) } },
      "/unkeyed": { post: { operationId: "unkeyed", ...write(false) } },
    },
  }),
});

/** The codes of the last of several exchanges of a recording. */
function check(...inputs: readonly ExchangeInput[]): string[] {
  const tracker = createDeliveryTracker(contract);
  const codes = inputs.map((input) => {
    const { reading, ...before } = tracker.mark({ kind: "exchange", exchange: createExchange(input) });
    const result = contract.checkRecorded(reading.exchange, before);
    tracker.observe(reading.exchange, result);
    return getCodes(result);
  });
  return codes.at(-1) ?? [];
}

type Page = readonly [query: string, ids: string, next?: string];

/** A page of a list: `a b c` are the ids of its items, and `next` is the query of the next page, or its cursor. */
function page(name: string, [query, ids, next]: Page): ExchangeInput {
  const url = `https://a.example/${name}`;
  const items = ids === "" ? [] : ids.split(" ").map((id) => ({ id }));
  const isLinked = next !== undefined && name === "links";
  const links = isLinked ? [{ rel: "next", href: `${url}${next}` }] : [];
  const link = next !== undefined && name === "header" ? [["Link", `<${url}${next}>; rel="next"`] as const] : [];
  const body = {
    items,
    ...(next === undefined || isLinked ? {} : { next: name === "url" ? `${url}${next}` : next }),
    links,
  };
  return { url: `${url}${query}`, responseHeaders: [["Content-Type", "application/json"], ...link], response: body };
}

const REPEATED = ["exchange.page.repeated"];
const OVERLAPS = ["exchange.page.overlaps"];

test.each<readonly [string, Page, Page, readonly string[]]>([
  ["links", ["", "a b", "?start=2"], ["?start=2", "c d"], []],
  ["links", ["", "a b", "?start=2"], ["?start=2", "b c"], OVERLAPS],
  ["links", ["", "a b", "?start=2"], ["?start=2", "b"], OVERLAPS],
  ["links", ["", "a b", "?start=2"], ["?start=2", "a b"], REPEATED],
  ["links", ["", "a b", "?start=2"], ["?start=2", ""], []],
  ["links", ["", "a b", "?start=2"], ["?start=3", "a b"], []],
  ["links", ["", "a b", "?start=2"], ["", "a b"], []],
  ["links", ["", "a b", "?start=2"], ["?start=2", "c c"], REPEATED],
  ["header", ["", "a b", "?start=2"], ["?start=2", "a b"], REPEATED],
  ["header", ["", "a b", "?start=2"], ["?start=1", "a b"], []],
  ["url", ["", "a b", "?start=2"], ["?start=2", "b c"], OVERLAPS],
  ["url", ["", "a b", "?start=2&kind=x"], ["?start=2&kind=x", "b c"], OVERLAPS],
  ["cursor", ["?size=2", "a b", "c1"], ["?size=2&start=c1", "b c"], OVERLAPS],
  ["cursor", ["?size=2", "a b", "c1"], ["?size=2&start=c1", "c d"], []],
  ["cursor", ["?size=2", "a b", "c1"], ["?size=2&start=c2", "b c"], []],
  ["cursor", ["?size=2", "a b", "c1"], ["?size=3&start=c1", "b c"], []],
  ["after", ["", "a b"], ["?start=b", "b c"], OVERLAPS],
  ["after", ["", "a b"], ["?start=a", "b c"], []],
  ["offset", ["", "a b"], ["?start=2", "b c"], OVERLAPS],
  ["offset", ["", "a b"], ["?start=1", "b c"], []],
  ["offset", ["?start=2", "a b"], ["?start=4", "a b"], REPEATED],
  ["offset", ["?start=2", "a b"], ["?start=4&kind=x", "a b"], []],
  ["offset", ["?start=4", "a b"], ["?start=2", "a b"], []],
  ["page", ["", "a b"], ["?start=2", "a b"], REPEATED],
  ["page", ["", "a b"], ["?start=1", "a b"], []],
  ["page", ["?start=0", "a b"], ["?start=1", "a b"], REPEATED],
  ["startTime", ["", "a b"], ["?start=2026-01-01T00:00:00Z", "b c"], []],
  ["whole", ["", "a b"], ["", "b a"], []],
  ["whole", ["", "a b"], ["", "b b"], REPEATED],
  ["unstated", ["", "a b"], ["?start=2", "a a"], []],
])("%s: after the page %j, the page %j: %j", (name, before, after, codes) => {
  expect(check(page(name, before), page(name, after))).toEqual(codes);
});

test.each<
  [
    what: string,
    edit: (page: ExchangeInput) => ExchangeInput,
    between: readonly ExchangeInput[],
    codes: readonly string[],
  ]
>([
  ["the page before", (it) => it, [], REPEATED],
  ["a page with another status", (it) => ({ ...it, status: 500 }), [], []],
  ["a page of another path", (it) => ({ ...it, url: "https://a.example/page" }), [], []],
  ["a page of another user", (it) => ({ ...it, headers: [["Authorization", "Bearer b"]] }), [], []],
  ["a page of another key", (it) => ({ ...it, headers: [["X-Key", "b"]] }), [], []],
  [
    "a page that is too long to keep",
    (it) => ({ ...it, response: { ...Object(it.response), next: "x".repeat(500_000) } }),
    [],
    [],
  ],
  ["the page before, and a write", (it) => it, [{ method: "POST", url: "https://a.example/offset", status: 201 }], []],
  [
    "the page before, and a write elsewhere",
    (it) => it,
    [{ method: "POST", url: "https://a.example/unkeyed", status: 201 }],
    REPEATED,
  ],
])("%s", (_, edit, between, codes) => {
  const signIn: ExchangeInput["headers"] = [
    ["Authorization", "Bearer a"],
    ["X-Key", "a"],
  ];
  const [first, second] = [page("offset", ["", "a b"]), page("offset", ["?start=2", "a b"])];
  const found = check(edit({ ...first, headers: signIn }), ...between.map((it) => ({ ...it, headers: signIn })), {
    ...second,
    headers: signIn,
  });
  expect(found.filter((it) => it.startsWith("exchange."))).toEqual(codes);
});

type Write = readonly [key: string, sent: object, returned: object, status?: number];

describe.each([
  ["keyed", "POST", true],
  ["keyed", "PUT", true],
  ["unkeyed", "POST", false],
] as const)("%s %s", (path, method, isStated) => {
  const create = ([key, sent, returned, status = 201]: Write): ExchangeInput => ({
    ...{ method, url: `https://a.example/${path}`, status, body: JSON.stringify(sent), response: returned },
    headers: [
      ["Key", key],
      ["Content-Type", "application/json"],
    ],
  });
  const first: Write = ["k", { at: "x" }, { id: "a", at: "2026-01-01T00:00:00Z" }];
  test.each<readonly [what: string, second: Write, isWrong: boolean]>([
    ["the same response", first, false],
    ["another time", ["k", { at: "x" }, { id: "a", at: "2026-01-02T00:00:00Z" }], false],
    ["another id", ["k", { at: "x" }, { id: "b", at: "2026-01-01T00:00:00Z" }], true],
    ["a member less", ["k", { at: "x" }, { at: "2026-01-01T00:00:00Z" }], true],
    ["another key", ["l", { at: "x" }, { id: "b" }], false],
    ["a rejection", ["k", { at: "y" }, {}, 409], false],
    ["another body, and the first response", ["k", { at: "y" }, { id: "a", at: "2026-01-01T00:00:00Z" }], false],
    ["another body, and another response", ["k", { at: "y" }, { id: "b", at: "2026-01-01T00:00:00Z" }], true],
    ["a value that is hidden", ["k", { at: "x" }, { id: "[redacted]", at: "2026-01-01T00:00:00Z" }], false],
  ])("with %s", (_, second, isWrong) => {
    const codes = check(create(first), create(second)).filter((it) => it.startsWith("exchange."));
    expect(codes).toEqual(isWrong && isStated ? ["exchange.replay.differs"] : []);
  });
});

test.each<readonly [string, Page, readonly string[]]>([
  ["as they should be", ["?start=40", "40 x40", "?start=41"], []],
  ["with one that overlaps", ["?start=40", "40 x39", "?start=41"], OVERLAPS],
])("pages that are checked from their bytes are compared: %s", async (_, one, codes) => {
  const pages = Array.from({ length: 60 }, (_, at): Page => [`?start=${at}`, `${at} x${at}`, `?start=${at + 1}`]);
  const entries = pages.with(40, one).map((it) => {
    const { request, response } = createExchange(page("links", it));
    const body = response.body.kind === "text" ? response.body.text : "";
    return Buffer.from(JSON.stringify({ request: { ...request, body: undefined }, response: { ...response, body } }));
  });
  const { settled, report, difference } = await compareOutcomes(contract, joinEntries("NDJSON", entries), false);
  expect(difference).toBeUndefined();
  expect(settled).toBeGreaterThan(50);
  expect(report.findings.map(({ code }) => code)).toEqual(codes);
});
