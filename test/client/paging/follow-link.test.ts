import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { followLink } from "../../../src/client/paging/iterate-pages.js";
import { BASE, COLLECTION } from "./serve-pages.js";

const PATH = "/v1/businesses/shop/orders";
const HERE = { baseUrl: BASE, url: `${COLLECTION}?limit=2&storeId=one#top` };

function follow(link: string, { baseUrl, url } = HERE): string {
  return followLink(link, baseUrl, url, (what) => {
    throw new Error(what);
  });
}

const FOLLOWED: readonly (readonly [link: string, query: string])[] = [
  [`${PATH}?startAt=a&endAt=b&limit=2`, "?startAt=a&endAt=b&limit=2"],
  ["/businesses/shop/orders?startOffset=2", "?startOffset=2"],
  [`https://service.example${PATH}?startOffset=2`, "?startOffset=2"],
  [`HTTPS://SERVICE.example:443${PATH}?startOffset=2`, "?startOffset=2"],
  [`//service.example${PATH}?startOffset=2`, "?startOffset=2"],
  ["?startOffset=2", "?startOffset=2"],
  ["orders?startOffset=2", "?startOffset=2"],
  ["./orders?startOffset=2", "?startOffset=2"],
  ["../shop/orders?startOffset=2", "?startOffset=2"],
  ["/v1/businesses/shop/../shop/./orders?startOffset=2", "?startOffset=2"],
  ["/v1/businesses/%73hop/orders?startOffset=2", "?startOffset=2"],
  ["/v1/businesses/shop/orders?a=%2e%2e/&b=//evil.example", "?a=%2e%2e/&b=//evil.example"],
  ["/businesses/shop/orders?startOffset=2#//evil.example", "?startOffset=2"],
  ["/businesses/shop/orders", ""],
  ["  /businesses/shop/orders?a=b  ", "?a=b"],
];

const REFUSED: readonly string[] = [
  "https://evil.example/v1/businesses/shop/orders?startOffset=2",
  "//evil.example/v1/businesses/shop/orders?startOffset=2",
  "\\\\evil.example/v1/businesses/shop/orders",
  "/\\evil.example/v1/businesses/shop/orders",
  "/\t/evil.example/v1/businesses/shop/orders",
  "ht\ntps://evil.example/v1/businesses/shop/orders",
  "https:evil.example/v1/businesses/shop/orders",
  "http://service.example/v1/businesses/shop/orders?startOffset=2",
  "https://service.example:444/v1/businesses/shop/orders",
  "https://service.example.evil.example/v1/businesses/shop/orders",
  "https://service.example./v1/businesses/shop/orders",
  "https://service.example@evil.example/v1/businesses/shop/orders",
  "https://ann:t0p-s3cret@service.example/v1/businesses/shop/orders",
  "https://t0p-s3cret@service.example/v1/businesses/shop/orders",
  "https://:t0p-s3cret@service.example/v1/businesses/shop/orders",
  "/businesses/other/orders?startOffset=2",
  "/v1/businesses/shop/transactions?startOffset=2",
  "/v2/businesses/shop/orders",
  "/v1/v1/businesses/shop/orders",
  "/businesses/shop/orders/one",
  "/businesses/shop/orders/",
  "/businesses//shop/orders",
  "//businesses/shop/orders",
  "/businesses/shop",
  "/orders",
  "/",
  "",
  "#next",
  "https://service.example",
  "/businesses/shop/orders/..",
  "/businesses/shop/orders/../../other/orders",
  "/businesses/shop/orders/%2e%2e/transactions",
  "/businesses/shop/orders/.%2E/%2e./hooks",
  "/businesses/shop%2Forders",
  "/businesses/shop/orders%3Fa=b",
  "/businesses/shop/orders%00",
  "/businesses/shop/%E0%A4%A",
  "/businesses/shop/%orders",
  "/businesses/SHOP/orders",
  "/businesses/shop/orders;a=b",
  "/businesses/%25%37%33hop/orders",
  "javascript:alert(1)",
  "data:application/json,{}",
  "file:///v1/businesses/shop/orders",
  "blob:https://service.example/v1/businesses/shop/orders",
  "https://",
  "https://[::1",
  "http://t0p-s3cret@[bad",
  `https://evil.example/${"x".repeat(10_000)}`,
].filter((link) => link !== "" && link !== "#next");

describe("links that are followed", () => {
  test.each(FOLLOWED)("%j", (link, query) => {
    expect(follow(link)).toBe(COLLECTION + query);
  });

  test("an empty link leads to the collection itself, which the detection of loops reports", () => {
    expect(follow("#next")).toBe(`${COLLECTION}?limit=2&storeId=one`);
  });

  test("names with another encoding are the same", () => {
    const url = `${BASE}/apps/urn%3Aaid%3A1%20a/subscriptions`;
    for (const name of ["urn:aid:1%20a", "urn%3aaid:1%20a", "urn:aid:1 a", "%75rn:aid:1%20a"])
      expect(follow(`/apps/${name}/subscriptions?start=b`, { baseUrl: BASE, url })).toBe(`${url}?start=b`);
  });

  test.each(["https://service.example", "https://service.example/a/b/c", "http://127.0.0.1:8080"])(
    "below %s",
    (baseUrl) => {
      const url = `${baseUrl}/businesses/shop/orders`;
      expect(follow("/businesses/shop/orders?a=b", { baseUrl, url })).toBe(`${url}?a=b`);
      expect(follow(`${url}?a=b`, { baseUrl, url })).toBe(`${url}?a=b`);
      expect(() => follow("/shop/orders?a=b", { baseUrl, url })).toThrow("next link to");
    },
  );
});

describe("links that are not followed", () => {
  test.each(REFUSED)("%j", (link) => {
    const error = (() => {
      try {
        return `followed to ${follow(link)}`;
      } catch (caught) {
        return String(caught);
      }
    })();
    expect(error).toMatch(/^Error: next link to .+, not https:\/\/service\.example\/v1\/businesses\/shop\/orders$/);
    expect(error).not.toContain("s3cret");
    expect(error.length).toBeLessThan(400);
  });

  test("a query and credentials are never shown", () => {
    expect(() => follow("/elsewhere?cardHolderLastName=s3cret")).toThrow(
      /^next link to https:\/\/service\.example\/elsewhere, not/,
    );
    // A long link is handled quickly.
    expect(() => follow("x".repeat(1e6))).toThrow(/^next link to .{200}, not/);
    expect(() => follow("//a:b@evil.example/x?y=s3cret@z")).toThrow(/^next link to https:\/\/evil.example\/x, not/);
  });
});

/** Parts of links, including some that escaped the collection in other parsers. */
const PIECES = [
  ...[
    "/",
    "//",
    "\\",
    "..",
    ".",
    "%2e",
    "%2E%2e",
    "%2f",
    "%5c",
    "%00",
    "%",
    "?",
    "#",
    "@",
    ":",
    ";",
    "\t",
    "\n",
    "\u3002",
    "％２ｅ",
  ],
  ...[
    "https:",
    "http:",
    "javascript:",
    "service.example",
    "evil.example",
    "user:pw@",
    "[::1]",
    "v1",
    "businesses",
    "shop",
  ],
  ...["orders", "transactions", "startAt=a", "&", "ß", "\uD800", " "],
];

describe("no link leaves its collection", () => {
  const link = fc.oneof(
    { weight: 5, arbitrary: fc.array(fc.constantFrom(...PIECES), { maxLength: 14 }).map((parts) => parts.join("")) },
    { weight: 1, arbitrary: fc.webUrl({ withQueryParameters: true, withFragments: true }) },
    { weight: 1, arbitrary: fc.string({ unit: "binary" }) },
    { weight: 3, arbitrary: fc.string().map((end) => `/v1/businesses/shop/orders${end}`) },
    { weight: 1, arbitrary: fc.string().map((query) => `${PATH}?${query}`) },
  );
  const base = fc.constantFrom("https://service.example", BASE, "http://127.0.0.1:8080/a/b");
  const name = fc.string({ minLength: 1, unit: "grapheme" }).filter((it) => !/^\.+$/.test(it));

  test("with any random link", () => {
    let followed = 0;
    fc.assert(
      fc.property(link, base, name, (given, baseUrl, businessId) => {
        const url = `${baseUrl}/businesses/${encodeURIComponent(businessId)}/orders`;
        const to = (() => {
          try {
            return follow(given, { baseUrl, url });
          } catch (error) {
            expect(String(error)).toContain("next link to");
            return undefined;
          }
        })();
        if (to === undefined) return;
        followed += 1;
        const [reached, own] = [new URL(to), new URL(url)];
        expect([reached.origin, reached.pathname, reached.username, reached.password, reached.hash]).toEqual([
          own.origin,
          own.pathname,
          "",
          "",
          "",
        ]);
      }),
      { numRuns: 3000, seed: 20260314 },
    );
    // Most of them lead elsewhere, but not all, so that both cases are tested.
    expect(followed).toBeGreaterThan(10);
  });

  test("and each link within the collection is followed, with its query unchanged", () => {
    fc.assert(
      fc.property(base, name, fc.webQueryParameters(), fc.nat(2), (baseUrl, businessId, query, form) => {
        const url = `${baseUrl}/businesses/${encodeURIComponent(businessId)}/orders`;
        const links = [url, new URL(url).pathname, `/businesses/${encodeURIComponent(businessId)}/orders`];
        const followed = new URL(follow(`${links[form]}?${query}`, { baseUrl, url }));
        const { pathname, search } = new URL(`${url}?${query}`);
        expect([followed.pathname, followed.search]).toEqual([pathname, search]);
      }),
      { numRuns: 1000, seed: 20260314 },
    );
  });
});
