/** Path templates, base paths and hosts that are inferred from URLs. */
import { expect, test } from "vitest";
import { createApiOrigins } from "../../../src/suggest/infer/api-origins.js";
import { type BasePath, formatBasePath, updateBasePath } from "../../../src/suggest/infer/base-path.js";
import { addSighting, mergeEvidence, type Sightings } from "../../../src/suggest/infer/evidence.js";
import { generateOperationId } from "../../../src/suggest/infer/operation-id.js";
import { inferTemplates } from "../../../src/suggest/infer/path-templates.js";
import { createExchange } from "../../gate/inline-contract.js";

const UUID = "3f2b8c14-9d5e-4a67-b1c0-2e8d7f6a5b43";
const literals = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `/w/${"x".repeat(index + 1)}`);

const PATHS: readonly (readonly [paths: readonly string[], known?: readonly string[]])[] = [
  [["/"]],
  [["/orders", "/orders/"]],
  [["/orders/12345"]],
  [["/orders/12345/"]],
  [["/orders/12345/items/67890"]],
  [["/orders/12345", "/orders/12345/items"]],
  [["/orders/12345/items", "/orders/67890/notes"]],
  // Names of parameters.
  [["/12345"]],
  [["/v1/12345"]],
  [["/order-items/12345"]],
  [["/2024/12345"]],
  [["/@me/12345"]],
  [["/days/2024-05-31"]],
  [["/days/2024-05-31", "/days/12345"]],
  [["/users/jo@shop.example"]],
  [[`/orders/${UUID}/${UUID}`]],
  [[`/orders/${UUID}/orders/${UUID}/orders/${UUID}`]],
  // Short numbers: below plurals, beside identifiers, several of them; never versions.
  [["/orders/1"]],
  [["/order/1"]],
  [["/order/1", "/order/2"]],
  [["/order/1", "/order/12345"]],
  [["/api/1", "/api/2"]],
  [["/rest/1", "/rest/2"]],
  [["/versions/1", "/versions/2"]],
  [["/version/1", "/version/2"]],
  [["/v/1", "/v/2"]],
  [["/apis/1x", "/apiary/1", "/apiary/2"]],
  [["/1", "/2"]],
  [["/1"]],
  // Words with numbers.
  [["/order/a-1009"]],
  [["/order/a-1009", "/order/a-1010"]],
  [["/order/a-1009", "/order/b-1010"]],
  [["/order/a-1009", "/order/12345"]],
  [["/order/v2-a", "/order/v3-a"]],
  // Titles.
  [["/t/a-b", "/t/c-d"]],
  [["/t/a-b", "/t/c-d", "/t/e-f"]],
  [["/t/a-b", "/t/c-d", "/t/e-f", "/t/word"]],
  [["/t/a-b/x", "/t/c-d/x", "/t/e-f/x"]],
  [["/t/a-b/x", "/t/c-d/x", "/t/e-f/y"]],
  [["/t/a-b/x", "/t/a-b", "/t/c-d/x", "/t/e-f/x"]],
  [["/t/a-b/x/1", "/t/a-b/y/1", "/t/c-d/y/1", "/t/c-d/x/1", "/t/e-f/x/1", "/t/e-f/y/1"]],
  // Random names beside opaque ones.
  [["/u/V1StGXR8_Z5jdHi6B-myT", "/u/abcdefghijklmnopqrstU"]],
  [["/u/V1StGXR8_Z5jdHi6B-myT", "/u/abcdefghijklmnopqrstu"]],
  [["/u/V1StGXR8_Z5jdHi6B-myT", "/u/abcdefghijklmnopqrstUv"]],
  [["/u/12345", "/u/abCde"]],
  // Known templates.
  [["/orders/12345"], ["/orders/{id}"]],
  [["/orders/12345/items"], ["/orders/{id}"]],
  [["/orders/abc/items"], ["/orders/{id}"]],
  [["/orders/1/items"], ["/orders/{id}/notes"]],
  [["/order/1/items"], ["/order/{id}/notes", "/order/{other}"]],
  [["/order/a%2Db/x"], ["/order/a-b"]],
  [["/files/12345.json"], ["/files/{name}.json"]],
  [["/files/12345"], ["/files/{name}.json"]],
  [["/files/12345"], ["/files/{name"]],
  // Encoded segments.
  [["/a%20b/c%2Fd/e$&+,:;=@f"]],
  [["/a%zz"]],
  [["/%C3%A9"]],
  [["/users/me", "/users/12345", "/users/12345/me", "/users/me/12345"]],
  [["/a/12345/b", "/a/67890/b/12345", "/a/x/b"]],
  [[...literals(99)]],
  [[...literals(100), "/w/me", "/w/all"]],
];

/** All paths with their templates; of many equal lines in a row, the first. */
function showTemplates(paths: readonly string[], known?: readonly string[]): string[] {
  const templates = inferTemplates(paths, known);
  const lines = [...paths, "/orders/99999", "/nowhere/else"].map((path) => {
    const match = templates.match(path);
    return match && `${path} = ${match.template} ${JSON.stringify(Object.fromEntries(match.values))}`;
  });
  const shown = lines.map((line) => line?.replaceAll(/x{4,}/g, "xxxx…"));
  return [...new Set(shown)].flatMap((line) => (line === undefined ? [] : [`  ${line}`]));
}

test("paths give templates", async () => {
  const lines = PATHS.flatMap(([paths, known]) => [
    `${paths.length} paths${known === undefined ? "" : `, known ${known.join(" ")}`}`,
    ...showTemplates(paths, known),
  ]);
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("templates.txt");
});

test.each<[paths: readonly string[], base: string]>([
  [[], ""],
  [["/"], ""],
  [["/api"], ""],
  [["/api/"], "/api"],
  [["/api/orders"], "/api"],
  [["/apis/orders"], "/apis"],
  [["/rest/v2/orders"], "/rest/v2"],
  [["/rest/V2/orders"], "/rest/V2"],
  [["/shop/v2.1/orders"], "/shop/v2.1"],
  [["/shop/v1beta1/orders"], "/shop/v1beta1"],
  [["/shop/v1_2/orders"], "/shop/v1_2"],
  [["/shop/v12/orders"], "/shop/v12"],
  [["/shop/v1-2rc/orders"], "/shop/v1-2rc"],
  [["/shop/v1.2alpha3/orders"], "/shop/v1.2alpha3"],
  [["/shop/version1/orders"], ""],
  [["/shop/xapi/orders"], ""],
  [["/shop/v1x/orders"], ""],
  [["/shop/orders/1"], ""],
  [["/api/v1/orders", "/api/v1/users/1"], "/api/v1"],
  [["/api/v1/orders", "/api/v2/users"], "/api"],
  [["/api/v1/orders", "/api/users"], "/api"],
  [["/api/users", "/api/v1/orders"], "/api"],
  [["/api/v1/x", "/rest/v1/x"], ""],
  [["/12345/api/x"], ""],
  [["/a%20b/api/x"], ""],
  [["/a~b.c-d_e/api/x"], "/a~b.c-d_e/api"],
  [["/v1/12345/v2/x"], "/v1"],
])("the base path of %j is %j", (paths, expected) => {
  let base: BasePath;
  for (const path of paths) base = updateBasePath(base, path);
  expect(formatBasePath(base)).toBe(expected);
});

type Call = readonly [url: string, method?: string, type?: string, status?: number];
const DATA = "application/json";

test.each<[title: string, calls: readonly Call[], selected: readonly string[], others: readonly unknown[]]>([
  ["nothing", [], [], []],
  ["one host", [["https://a.example/x", "GET", DATA]], ["https://a.example"], []],
  ["a base path", [["https://a.example/api/x", "GET", DATA]], ["https://a.example/api"], []],
  ["a port", [["http://a.example:81/x", "GET", DATA]], ["http://a.example:81"], []],
  ["another scheme", [["ftp://a.example/x", "GET", DATA]], [], []],
  ["upper case", [["HTTPS://A.example/x", "GET", DATA]], ["https://a.example"], []],
  ["no URL", [["https://a b/x", "GET", DATA]], [], []],
  ["a page", [["https://a.example/x", "GET", "text/html"]], [], [["https://a.example", 1]]],
  ["a picture", [["https://a.example/x", "GET", "image/png"]], [], [["https://a.example", 1]]],
  ["a script", [["https://a.example/x", "GET", "application/javascript"]], [], [["https://a.example", 1]]],
  ["a font", [["https://a.example/x", "GET", "application/font-woff"]], [], [["https://a.example", 1]]],
  ["WebAssembly", [["https://a.example/x", "GET", "application/wasm"]], [], [["https://a.example", 1]]],
  ["text", [["https://a.example/x", "GET", "Text/Plain; charset=utf-8"]], ["https://a.example"], []],
  ["CSV", [["https://a.example/x", "GET", "text/csv"]], ["https://a.example"], []],
  ["events", [["https://a.example/x", "GET", "text/event-stream"]], ["https://a.example"], []],
  ["parts", [["https://a.example/x", "GET", "multipart/mixed"]], ["https://a.example"], []],
  ["a form sent", [["https://a.example/x", "POST", "image/png"]], ["https://a.example"], []],
  ["nothing returned", [["https://a.example/x", "GET", "", 204]], ["https://a.example"], []],
  ["no type", [["https://a.example/x", "GET", "", 200]], [], [["https://a.example", 1]]],
  ["204 with a type", [["https://a.example/x", "GET", "image/png", 204]], [], [["https://a.example", 1]]],
  ["not found", [["https://a.example/x", "GET", DATA, 404]], ["https://a.example"], []],
  ["a page not found", [["https://a.example/x", "GET", "text/html", 404]], [], []],
  [
    "data is worth more than rejections",
    [
      ["https://a.example/x", "GET", DATA, 404],
      ["https://a.example/x", "GET", DATA, 404],
      ["https://b.example/x", "GET", DATA],
    ],
    ["https://b.example"],
    [["https://a.example", 2]],
  ],
  [
    "most rejections",
    [
      ["https://a.example/x", "GET", DATA, 404],
      ["https://b.example/x", "GET", DATA, 404],
      ["https://b.example/x", "GET", DATA, 404],
    ],
    ["https://b.example"],
    [["https://a.example", 1]],
  ],
  [
    "most data",
    [
      ["https://a.example/x", "GET", DATA],
      ["https://b.example/x", "GET", DATA],
      ["https://b.example/y", "GET", DATA],
      ["https://c.example/y", "GET", "image/png"],
    ],
    ["https://b.example"],
    [
      ["https://a.example", 1],
      ["https://c.example", 1],
    ],
  ],
  [
    "equally much",
    [
      ["https://b.example/x", "GET", DATA],
      ["https://a.example/x", "GET", DATA],
    ],
    ["https://a.example"],
    [["https://b.example", 1]],
  ],
  [
    "hosts of one domain",
    [
      ["https://api.shop.example/v1/x", "GET", DATA],
      ["https://api.shop.example/v1/y", "GET", DATA],
      ["https://z.shop.example/x", "GET", DATA],
      ["https://billing.shop.example/x", "GET", DATA],
      ["https://images.shop.example/x", "GET", "image/png"],
      ["https://rejected.shop.example/x", "GET", DATA, 404],
      ["https://api.other.example/x", "GET", DATA],
      ["https://shop.example/x", "GET", DATA],
    ],
    ["https://api.shop.example/v1", "https://billing.shop.example", "https://z.shop.example"],
    [
      ["https://api.other.example", 1],
      ["https://images.shop.example", 1],
      ["https://rejected.shop.example", 1],
      ["https://shop.example", 1],
    ],
  ],
  [
    "addresses are of no domain",
    [
      ["http://10.0.0.1/x", "GET", DATA],
      ["http://11.0.0.1/x", "GET", DATA],
      ["http://[::1]/x", "GET", DATA],
    ],
    ["http://10.0.0.1"],
    [
      ["http://11.0.0.1", 1],
      ["http://[::1]", 1],
    ],
  ],
])("hosts of the API: %s", (_, calls, selected, others) => {
  const origins = createApiOrigins();
  for (const [url, method = "GET", type = "", status = 200] of calls)
    origins.add(createExchange({ url, method, status, responseHeaders: type === "" ? [] : [["Content-Type", type]] }));
  expect({ selected: origins.selected(), others: origins.others() }).toEqual({ selected, others });
});

test.each([
  ["GET", "/", [], "get"],
  ["GET", "/orders", [], "getOrders"],
  ["DELETE", "/v1/orders/{orderId}", [], "deleteOrdersByOrderId"],
  ["GET", "/v1x/orders/xv1", [], "getV1xOrdersXv1"],
  ["GET", "/a{b}c", [], "getABC"],
  ["GET", "/orders", ["getOrders"], "getOrders2"],
  ["GET", "/orders", ["getOrders", "getOrders2"], "getOrders3"],
])("the operationId of %s %s is unique", (method, template, taken, id) => {
  expect(generateOperationId(method, template, new Set(taken))).toBe(id);
});

test("the first and the last exchange of an observation are those by time", () => {
  const sight = (...times: readonly (string | undefined)[]): Sightings | undefined =>
    times.reduce<Sightings | undefined>((known, startedAt, index) => {
      const { origin, ...exchange } = createExchange({ index });
      return addSighting(known, {
        ...exchange,
        origin: { ...origin, ...(startedAt === undefined ? {} : { startedAt }) },
      });
    }, undefined);
  const show = (it: Sightings | undefined): unknown => [it?.exchanges, it?.first.index, it?.last.index];
  expect(show(sight("2"))).toEqual([1, 0, 0]);
  expect(show(sight("2", "1", "3"))).toEqual([3, 1, 2]);
  expect(show(sight("2", "3", "1"))).toEqual([3, 2, 1]);
  expect(show(sight("2", "2", "2"))).toEqual([3, 0, 2]);
  expect(show(sight(undefined, undefined))).toEqual([2, 0, 1]);
  expect(show(sight("2", undefined))).toEqual([2, 1, 0]);
  expect(sight(undefined)?.first).toEqual({ source: "test", index: 0 });
  expect(sight("1")?.first).toEqual({ source: "test", index: 0, startedAt: "1" });

  const evidence = (first: string, last: string, exchanges: number, of: number) => ({
    ...{ exchanges, of },
    first: { source: "test", index: 0, startedAt: first },
    last: { source: "test", index: 0, startedAt: last },
  });
  expect(mergeEvidence(evidence("2", "3", 1, 2), evidence("1", "4", 3, 5))).toEqual(evidence("1", "4", 4, 7));
  expect(mergeEvidence(evidence("1", "4", 1, 2), evidence("2", "3", 3, 5))).toEqual(evidence("1", "4", 4, 7));
  const other = { ...evidence("1", "4", 1, 1), first: { source: "b", index: 1, startedAt: "1" } };
  expect(mergeEvidence(evidence("1", "4", 1, 1), other).first.source).toBe("test");
  expect(mergeEvidence(evidence("1", "4", 1, 1), { ...other, last: other.first }).last.source).toBe("test");
});
