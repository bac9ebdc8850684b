/** Base paths and hosts of the API, among all that a recording has. */
import { expect, test } from "vitest";
import {
  type BasePath,
  createApiOrigins,
  formatBasePath,
  updateBasePath,
} from "../../../src/suggest/infer/api-origins.js";
import { createExchange } from "../../check/inline-contract.js";

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
    ["https://api.shop.example/v1", "https://billing.shop.example", "https://shop.example", "https://z.shop.example"],
    [
      ["https://api.other.example", 1],
      ["https://images.shop.example", 1],
      ["https://rejected.shop.example", 1],
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
