/** A list with an encoded comma: Swagger 2.0 decodes a value before it is split, RFC 6570 of OpenAPI 3 after that. */
import { expect, test } from "vitest";
import { createExchange, createInlineContract, getCodes } from "../inline-contract.js";

const ok = { responses: { "204": { description: "d" } } };
const items = { type: "array", items: { type: "integer" } };
const info = { title: "t", version: "1" };
const path = (parameters: readonly object[], more = {}) => ({ parameters, ...ok, ...more });
const old = createInlineContract({
  "spec.json": JSON.stringify({
    ...{ swagger: "2.0", info, host: "a.example", schemes: ["https"] },
    paths: {
      "/q": { get: path([{ name: "l", in: "query", ...items }]) },
      "/p/{l}": { get: path([{ name: "l", in: "path", required: true, ...items }]) },
      "/f": {
        post: path([{ name: "l", in: "formData", ...items }], { consumes: ["application/x-www-form-urlencoded"] }),
      },
    },
  }),
});
const form = { schema: { type: "object", properties: { l: items } }, encoding: { l: { explode: false } } };
const next = createInlineContract({
  "spec.json": JSON.stringify({
    ...{ openapi: "3.0.3", info, servers: [{ url: "https://a.example" }] },
    paths: {
      "/q": { get: path([{ name: "l", in: "query", explode: false, schema: items }]) },
      "/p/{l}": { get: path([{ name: "l", in: "path", required: true, schema: items }]) },
      "/f": { post: path([], { requestBody: { content: { "application/x-www-form-urlencoded": form } } }) },
    },
  }),
});

test.each([
  ["1,2", [], []],
  ["1%2C2", [], ["invalid"]],
  ["1%2c2", [], ["invalid"]],
  ["1,x", ["invalid"], ["invalid"]],
  ["1%2Cx", ["invalid"], ["invalid"]],
])("%s", (list, ofSwagger, ofOpenApi) => {
  const headers = [["Content-Type", "application/x-www-form-urlencoded"] as const];
  const status = { status: 204, responseHeaders: [] };
  for (const sent of [
    { url: `https://a.example/q?l=${list}`, ...status },
    { url: `https://a.example/p/${list}`, ...status },
    { method: "POST", url: "https://a.example/f", headers, body: `l=${list}`, ...status },
  ])
    for (const [contract, expected] of [
      [old, ofSwagger],
      [next, ofOpenApi],
    ] as const) {
      const codes = getCodes(contract.check(createExchange(sent)));
      const found = codes.filter((it) => it.startsWith("request.")).map((it) => it.split(".").at(-1));
      expect(found, sent.url).toEqual(expected);
    }
});
