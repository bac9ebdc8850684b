import { describe, expect, test } from "vitest";
import { loadContract } from "../../../src/check/index.js";
import { type Patch, patch } from "../../../src/client/json-patch/patch.js";
import { createFetchExchange, type Exchange } from "../../../src/recording/index.js";

const ROWS: readonly { readonly name: string; readonly made: Patch; readonly document: readonly object[] }[] = [
  { name: "nothing", made: patch(), document: [] },
  {
    name: "every operation, in its order",
    made: patch().replace("/amounts/netTotal", 100).add("/amounts/currency", "EUR").remove("/amounts/feeTotal"),
    document: [
      { op: "replace", path: "/amounts/netTotal", value: 100 },
      { op: "add", path: "/amounts/currency", value: "EUR" },
      { op: "remove", path: "/amounts/feeTotal" },
    ],
  },
  {
    name: "all amounts, items and discounts",
    made: patch()
      .replace("/amounts", { netTotal: 1 })
      .replace("/items", [{ id: 1 }])
      .replace("/discounts", []),
    document: [
      { op: "replace", path: "/amounts", value: { netTotal: 1 } },
      { op: "replace", path: "/items", value: [{ id: 1 }] },
      { op: "replace", path: "/discounts", value: [] },
    ],
  },
  {
    name: "something deep in the amounts",
    made: patch()
      .add("/amounts/capturedTotals/transactionFees/-", { any: 1 })
      .remove("/amounts/voidedTotals/tipAmount"),
    document: [
      { op: "add", path: "/amounts/capturedTotals/transactionFees/-", value: { any: 1 } },
      { op: "remove", path: "/amounts/voidedTotals/tipAmount" },
    ],
  },
  {
    name: "names that need escaping (RFC 6901, section 3)",
    made: patch()
      .add(["amounts", "voidedTotals", "transactionFees", "a/b", "~1", "m~n", "", 0], null)
      .remove(["amounts", "/~"]),
    document: [
      { op: "add", path: "/amounts/voidedTotals/transactionFees/a~1b/~01/m~0n//0", value: null },
      { op: "remove", path: "/amounts/~1~0" },
    ],
  },
];

describe("patches", () => {
  test.each(ROWS)("$name", ({ made, document }) => {
    expect(JSON.parse(JSON.stringify(made))).toEqual(document);
    expect([...made]).toEqual(document);
    expect(Array.isArray(made)).toBe(true);
    expect(Object.keys(made)).toEqual(document.map((_, index) => String(index)));
  });

  test("a step does not change the value that it starts from", () => {
    const first = patch().replace("/amounts/netTotal", 1);
    const [one, other] = [first.remove("/amounts/feeTotal"), first.add("/amounts/taxTotal", 2)];
    expect([first.length, one.length, other.length]).toEqual([1, 2, 2]);
    expect(() => first.push({ op: "remove", path: "/amounts" })).toThrow(TypeError);
  });

  test("each is a document that matches the spec", async () => {
    const contract = await loadContract("spec/openapi.yaml");
    for (const { made } of ROWS) {
      const result = contract.check(await exchangeOf(JSON.stringify(made)));
      expect(result.findings.filter(({ code }) => code.startsWith("request.body"))).toEqual([]);
    }
    const wrong = contract.check(await exchangeOf('[{"op":"move","from":"/items","path":"/discounts"}]'));
    expect(wrong.findings.map(({ code }) => code)).toContain("request.body.invalid");
  });
});

/** An update of an order with a body, and a successful response. */
function exchangeOf(body: string): Promise<Exchange> {
  const headers = {
    "Content-Type": "application/json-patch+json",
    "Api-Version": "1.2",
    "Service-Request-Id": "one",
    Authorization: "Bearer a.b.c",
  };
  const order = "1daef824-206a-4f94-999f-205ca806f884";
  const url = `https://services.commerce-cloud.example/businesses/${order}/orders/${order}`;
  const response = new Response("{}", { headers: { "Content-Type": "application/json" } });
  return createFetchExchange(new Request(url, { method: "PATCH", headers, body }), response, {
    source: "test",
    index: 0,
  });
}
