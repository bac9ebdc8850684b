/** Each statement of the spec about lists and parameters: an exchange that passes, and one edit of it that is found. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { createContract, type ExchangeResult } from "../../../src/check/index.js";
import { type Json, loadDocument, parsePointer } from "../../../src/document/index.js";
import { createFastValidator } from "../../../src/fast/index.js";
import { createExchange, createInlineContract, SPEC_START } from "../inline-contract.js";

type Edits = Readonly<Record<string, Json>>;
type Case = {
  readonly title: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A name of `lists` or `bodies`. */
  readonly response: string;
  readonly edit: Edits;
  readonly code: string;
  readonly at: string;
  /** The component of the parameter, or the end of the location of the statement. */
  readonly by?: string;
  /** Further edits that pass. */
  readonly passing?: readonly Edits[];
};
type Table = Readonly<Record<"bodies" | "lists", Readonly<Record<string, Json>>>> & { readonly cases: readonly Case[] };

const ROOT = join(import.meta.dirname, "../../..");
const { bodies, lists, cases } = parse(readFileSync(join(import.meta.dirname, "statements.yaml"), "utf8")) as Table;
const document = loadDocument(join(ROOT, "spec/openapi.yaml"));
const contract = createContract(document, { fastAfter: 0 });

/** The response of a case with edits. Items of lists are names of bodies. */
function createResponse(name: string, edits: Edits = {}): Json {
  const list = lists[name] as Readonly<Record<string, Json>> | undefined;
  const fill = (value: Json): Json => (Array.isArray(value) ? value.map((it) => bodies[String(it)] ?? it) : value);
  const filled = list && Object.fromEntries(Object.entries(list).map(([key, value]) => [key, fill(value)]));
  // Items of the same name are different objects, with ids of their own.
  const response = JSON.parse(JSON.stringify(filled ?? bodies[name])) as Record<string, unknown>;
  for (const items of Object.values(response).filter((it) => Array.isArray(it)))
    for (const [index, it] of items.entries())
      if (index > 0 && it.id) it.id = it.id.slice(0, -1) + (index + 2).toString(36);
  for (const [pointer, value] of Object.entries(edits)) {
    const [last = "", ...path] = parsePointer(pointer).reverse();
    const parent = path.reduceRight((at, key) => at[key] as Record<string, unknown>, response);
    parent[last] = value;
  }
  return response as Json;
}

function createCase({ url, headers = {}, response }: Case, edits?: Edits) {
  const isBilling = url.startsWith("/apps");
  const host = isBilling ? "billing" : "services";
  const sent = { Authorization: "Bearer t", ...(isBilling ? {} : { "Api-Version": "1.2" }), ...headers };
  return createExchange({
    url: `https://${host}.commerce-cloud.example${url}`,
    headers: Object.entries(sent),
    response: createResponse(response, edits),
  });
}

/** The findings about statements. Some edits have others too: drift, and values that their schemas do not allow. */
function listFound({ findings }: ExchangeResult) {
  return findings.filter(({ code }) => code.startsWith("exchange."));
}

const isFastPassed = (exchange: ReturnType<typeof createExchange>): boolean => {
  const { body } = exchange.response;
  const bytes = Buffer.from(JSON.stringify(body.kind === "text" ? body.text : "").slice(1, -1));
  return createFastValidator(contract, () => false)(exchange, { bytes, start: 0, end: bytes.length }) !== undefined;
};

describe.each(cases.map((it) => [it.title, it] as const))("%s", (_, it) => {
  test("passes", () => {
    const exchange = createCase(it);
    expect(contract.check(exchange).findings).toEqual([]);
    expect(isFastPassed(exchange)).toBe(true);
  });

  test("is found, also after the fast path has seen an exchange that passes", () => {
    const exchange = createCase(it, it.edit);
    const [finding, ...more] = listFound(contract.check(exchange));
    expect(more).toEqual([]);
    expect(finding).toMatchObject({ code: it.code, level: "error", occurrences: 1 });
    expect(finding?.recording).toMatchObject({ pointer: "/response/body", body: it.at });
    if (it.by !== undefined) expect(finding?.contract.pointer).toMatch(new RegExp(`${it.by}$`));
    isFastPassed(createCase(it));
    expect(isFastPassed(exchange)).toBe(false);
  });

  test.each(it.passing ?? [])("%o passes", (edits) => {
    expect(listFound(contract.check(createCase(it, edits)))).toEqual([]);
  });
});

test("several items of one parameter are one finding, which counts them and names the first", () => {
  const url = "/businesses/7f3c1d52-4b8e-4a57-9c1e-2d6a8b0f4e11/orders?orderStatus=OPENED";
  const [first] = cases;
  const edits = { "/orders/0/statuses/status": "COMPLETED", "/orders/1/statuses/status": "CANCELLED" };
  const found = listFound(contract.check(createCase({ ...(first as Case), url }, edits)));
  expect(found).toEqual([
    expect.objectContaining({
      message: '2 of 2 items do not match orderStatus="OPENED": /orders/0/statuses/status is "COMPLETED"',
      property: "/orders/*/statuses/status",
      occurrences: 2,
    }),
  ]);
});

const INLINE = `${SPEC_START}
  /a:
    get:
      operationId: list
      parameters:
        - { name: pin, in: query, schema: { type: string }, x-selects: { property: /pin } }
        - { name: token, in: query, schema: { type: string }, x-selects: { property: /kind } }
        - { name: kind, in: query, schema: { type: string }, x-selects: { property: /kind } }
        - { name: min, in: query, schema: { type: integer }, x-selects: { property: /size, by: from } }
        - { name: within, in: query, style: deepObject, schema: { anyOf: [{ type: object, properties: { gt: { type: integer }, lte: { type: integer } } }, { type: integer }] }, x-selects: { property: /size, by: range } }
        - { name: text, in: query, schema: { type: string }, x-selects: { property: /tags/*, by: contains } }
        - { name: state, in: query, schema: { type: string }, x-selects: { property: /kind, values: { open: [a, b] } } }
        - { name: include_old, in: query, schema: { type: boolean }, x-selects: { property: /old, by: presence } }
        - { name: unstated, in: query, schema: { type: string } }
      responses: { "200": { description: d, content: { application/json: { schema: { type: array, items: &item { type: object, properties: { pin: { type: string, x-sensitive: true }, kind: { type: string }, size: { type: integer }, old: {}, tags: { type: array, items: { type: string } } } } } } } } }
`;

/** A query, an item, and whether the item is found. */
test.each<[query: string, item: object, isFound: boolean]>([
  ["kind=a", { kind: "b" }, true],
  ["kind=a", { kind: "A" }, false],
  ["kind=%5BREDACTED%5D", { kind: "b" }, false],
  ["kind=a", { kind: "[REDACTED]" }, false],
  ["kind=a", { kind: null }, false],
  ["kind=", { kind: "b" }, false],
  ["pin=1234", { pin: "9999" }, false],
  ["token=1234", { kind: "b" }, false],
  ["min=3", { size: 2 }, true],
  ["min=3", { size: 3 }, false],
  ["within[gt]=3", { size: 2 }, true],
  ["within[gt]=3", { size: 9 }, false],
  ["within[gt]=3&within[lte]=5", { size: 9 }, true],
  ["within[gt]=3&within[lte]=5", { size: 4 }, false],
  ["within[gt]=3&within[lte]=5", { size: "4" }, false],
  ["text=bc", { tags: ["xy", "abcd"] }, false],
  ["text=bc", { tags: ["xy", "ab"] }, true],
  ["state=open", { kind: "b" }, false],
  ["state=open", { kind: "c" }, true],
  ["state=closed", { kind: "c" }, false],
  ...[{}, { old: false }, { old: null }, { old: [] }, { old: {} }, { old: "" }].map((it): [string, object, boolean] => [
    "include_old=false",
    it,
    false,
  ]),
  ...[{ old: true }, { old: "2026-01-01" }, { old: [0] }, { old: 0 }].map((it): [string, object, boolean] => [
    "include_old=false",
    it,
    true,
  ]),
  ["include_old=true", { old: true }, false],
  ["unstated=a", { kind: "b" }, false],
])("%s with %j is found: %s", (query, item, isFound) => {
  const inline = createInlineContract({ "spec.yaml": INLINE });
  const found = listFound(inline.check(createExchange({ url: `https://a.example/a?${query}`, response: [item] })));
  expect(found.map(({ code }) => code)).toEqual(isFound ? ["exchange.filter.ignored"] : []);
  expect(JSON.stringify(found)).not.toMatch(/1234|9999/);
});
