import { expect, test } from "vitest";
import { listOperations, loadDocument } from "../../../src/document/index.js";
import type { ExchangeTemplate } from "../../../src/exchange/index.js";
import { createRouteCache } from "../../../src/fast/exchanges/route-cache.js";
import { createRouter, type Router } from "../../../src/match/index.js";
import { expectEqual } from "../../expect-equal.js";

const PATHS = [
  "/orders",
  "/orders/{id}",
  "/orders/search",
  "/{kind}/{id}/items",
  "/orders/{id}/{part}",
  "/plans/{id}/",
];
const SEGMENTS = ["orders", "search", "items", "v2", "a", "b-7", "C", "", ".", "a.b", "%61", "eu"];
const SERVERS = ["https://api.example/v1", "https://api.example/{region}/v2", "https://api.example"];

test.each([
  ["whole segments", PATHS, 150],
  ["parts of segments, where nothing is remembered", [...PATHS, "/orders/{id}.json"], 0],
])("similar URLs match the operation of the router, with templates of %s", (_, paths, least) => {
  const operations = operationsOf(paths);
  for (const servers of [[], ["https://api.example/search"]]) {
    const router = createRouter(operations, servers);
    let calls = 0;
    const counting: Router = {
      match: (method, url) => {
        calls += 1;
        return router.match(method, url);
      },
    };
    const like = createRouteCache(counting, operations, servers);
    const urls = [...SERVERS.map((url) => url.replace("{region}", "eu")), "https://api.example/search"].flatMap(
      (base) => walk(3).map((segments) => `${base}/${segments.join("/")}`),
    );
    const alikes: readonly ExchangeTemplate[] = [{ varyingHeaders: [] }, { varyingHeaders: [] }];
    let total = 0;
    for (const similar of alikes) {
      for (const url of similar === alikes[0] ? urls : urls.toReversed()) {
        for (const end of ["", "?a=/orders/1"]) {
          total += 1;
          expectEqual(plain(like("GET", url + end, similar)), plain(router.match("GET", url + end)), url);
        }
      }
    }
    if (servers.length === 0) expect(total - calls).toBeGreaterThanOrEqual(least);
    if (least === 0) expect(calls).toBe(total);
  }
});

function plain(match: ReturnType<ReturnType<typeof createRouter>["match"]>): unknown {
  return match.kind === "operation"
    ? { ...match, operation: match.operation.id, path: [...match.path], others: match.ambiguousMatches?.length }
    : match;
}

/** Generates all lists of up to `most` segments. */
function walk(most: number): string[][] {
  return most === 0 ? [[]] : [[], ...walk(most - 1).flatMap((rest) => SEGMENTS.map((segment) => [segment, ...rest]))];
}

function operationsOf(paths: readonly string[]): ReturnType<typeof listOperations> {
  const responses = { 200: { description: "Fine." } };
  const description = {
    openapi: "3.1.0",
    info: { title: "t", version: "1" },
    servers: SERVERS.map((url) => ({
      url,
      ...(url.includes("{") ? { variables: { region: { default: "us" } } } : {}),
    })),
    paths: Object.fromEntries(
      paths.map((path) => [
        path,
        {
          parameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
            name,
            in: "path",
            required: true,
            schema: { type: "string" },
          })),
          get: { operationId: path, responses },
        },
      ]),
    ),
  };
  return listOperations(loadDocument("it.json", () => JSON.stringify(description)));
}
