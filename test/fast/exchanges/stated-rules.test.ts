/** Rules that the spec states beyond its schemas, checked in recordings with the code of the probe. */
import { describe, expect, test } from "vitest";
import { createFastValidator } from "../../../src/fast/index.js";
import { createExchange, createInlineContract, type ExchangeInput, SPEC_START } from "../../check/inline-contract.js";

const SPEC = `${SPEC_START}
  /a:
    get:
      operationId: list
      x-list: { style: links, items: /items, size: limit, either: [limit, from], count: /count, total: /count }
      parameters:
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 100, default: 2 } }
        - { name: from, in: query, schema: { type: integer } }
        - { name: since, in: query, schema: { type: string, format: date-time } }
      responses: { "200": { description: d, content: { application/json: { schema: { type: object } } } }, 4XX: { description: d, content: { application/json: { schema: { type: object } } } } }
    post:
      operationId: register
      requestBody:
        content:
          application/json:
            schema: &registration { properties: { secret: { type: string, x-sensitive: true }, name: { type: string } } }
          application/x-www-form-urlencoded: { schema: *registration }
      responses: { "201": { description: d, content: { application/json: { schema: { type: object } } } } }
`;

const DECLARED =
  "{ type: object, properties: { items: { type: array }, links: { type: array }, count: { type: integer } } }";

const next = (href: string): object => ({ links: [{ rel: "next", href }] });
const JSON_TYPE = [["Content-Type", "application/json"]] as const;
const post = (body: object, response: object): ExchangeInput => ({
  ...{ method: "POST", headers: JSON_TYPE, body: JSON.stringify(body), status: 201, response },
});

/** Each with the code that is found, and the start of its message; or nothing. */
const CASES: readonly (readonly [string, ExchangeInput, string | undefined])[] = [
  ["a page of the default size", { response: { items: [1, 2], ...next("/a?from=2") } }, undefined],
  ["more items than the default", { response: { items: [1, 2, 3] } }, "exchange.limit.ignored: the page has 3 items"],
  ["as many items as requested", { url: "https://a.example/a?limit=3", response: { items: [1, 2, 3] } }, undefined],
  [
    "more items than requested",
    { url: "https://a.example/a?limit=3", response: { items: [1, 2, 3, 4] } },
    "exchange.limit.ignored: the page has 4 items; expected 3, as requested with limit=3",
  ],
  ["a short page with a next link", { response: { items: [1], ...next("/a?from=1") } }, undefined],
  ["the last page", { response: { items: [1] } }, undefined],
  ["a count of the page", { response: { items: [1, 2], count: 2 } }, undefined],
  ["a wrong count", { response: { items: [1, 2], count: 1 } }, 'exchange.page.count: "count" is 1'],
  [
    "a next link to another collection",
    { response: { items: [1, 2], ...next("/b?from=2") } },
    "exchange.page.link: the next link leads out of the listing",
  ],
  [
    "a next link to another host",
    { response: { items: [1, 2], ...next("https://b.example/a?from=2") } },
    "exchange.page.link: the next link leads out of the listing",
  ],
  [
    "a next link to the same page",
    { url: "https://a.example/a?from=2", response: { items: [1, 2], ...next("/a?from=2") } },
    "exchange.page.repeated: the next link leads back",
  ],
  [
    "a next link with a limit that is not allowed",
    { response: { items: [1, 2], ...next("/a?limit=500") } },
    'exchange.page.link: the query parameter "limit" of the next link is invalid; expected a number <= 100',
  ],
  [
    "a next link with a time that is none",
    { response: { items: [1, 2], ...next("/a?from=2&since=yesterday") } },
    'exchange.page.link: the query parameter "since" of the next link is invalid',
  ],
  [
    "a next link with both of two alternatives",
    { response: { items: [1, 2], ...next("/a?from=2&limit=2") } },
    "exchange.page.link: the next link has limit and from; expected either limit or from",
  ],
  ["a list that was refused", { status: 400, response: { items: [1, 2, 3] } }, undefined],
  ["a masked secret", post({ secret: "s3cret" }, { secret: "******" }), undefined],
  ["a secret that recording has masked", post({ secret: "****" }, { secret: "****" }), undefined],
  ["another property that is repeated", post({ name: "n" }, { name: "n" }), undefined],
  [
    "a secret in plain text",
    post({ secret: "s3cret" }, { secret: "s3cret" }),
    'exchange.secret.shown: "secret" is returned in plain text',
  ],
];

describe("stated rules", () => {
  const contract = createInlineContract({ "spec.yaml": SPEC });
  test.each(CASES)("%s", (_, input, expected) => {
    const { findings } = contract.check(createExchange(input));
    const lines = findings.filter(({ level }) => level === "error").map(({ code, message }) => `${code}: ${message}`);
    expect(lines).toEqual(expected === undefined ? [] : [expect.stringContaining(expected)]);
    expect(lines.join()).not.toContain("s3cret");
  });

  const declared = createInlineContract({ "spec.yaml": SPEC.replace("{ type: object }", DECLARED) });
  test.each([
    [{ items: [1, 2] }, "passed"],
    [{ items: [1, 2], count: 2 }, "passed"],
    [{ items: [1, 2], count: 1 }, undefined],
    [{ count: 1, items: [[], [1, 2, 3]] }, undefined],
    [{ items: [1, 2, 3] }, undefined],
    [{ items: [1, 2], links: [{ rel: "next", href: "/a?from=2" }] }, "passed"],
    [{ items: [1, 2], links: [{ rel: "next", href: "/b" }] }, undefined],
  ])("the fast path leaves %j to the checks if it violates them", (response, verdict) => {
    const exchange = createExchange({ response });
    const bytes = Buffer.from(JSON.stringify(JSON.stringify(response)).slice(1, -1));
    // The reader of declared properties counts the items of arrays. Other bodies are parsed.
    for (const it of [contract, declared]) {
      const result = createFastValidator(it, () => false)(exchange, { bytes, start: 0, end: bytes.length });
      expect(result?.verdict).toBe(verdict);
    }
  });

  test.each([
    ["application/json", '{"secret":"s3cret"}', "s3cret", undefined],
    ["application/json", '{"secret":"s3cret"}', "******", "passed"],
    // The fast path does not read forms.
    ["application/x-www-form-urlencoded", "secret=s3cret", "s3cret", undefined],
  ])("the fast path leaves a secret sent as %s to the checks", (type, body, secret, verdict) => {
    const headers = [["Content-Type", type]] as const;
    const exchange = createExchange({ method: "POST", headers, body, status: 201, response: { secret } });
    const bytes = Buffer.from(JSON.stringify(JSON.stringify({ secret })).slice(1, -1));
    expect(createFastValidator(contract, () => false)(exchange, { bytes, start: 0, end: bytes.length })?.verdict).toBe(
      verdict,
    );
    const codes = contract.check(exchange).findings.map(({ code }) => code);
    expect(codes.includes("exchange.secret.shown")).toBe(verdict === undefined);
  });
});
