/** Path templates, operation ids and evidence that are inferred from exchanges. */
import { expect, test } from "vitest";
import { generateOperationId } from "../../../src/suggest/infer/build-operation.js";
import { addSighting, mergeEvidence, type Sightings } from "../../../src/suggest/infer/operation-observations.js";
import { inferTemplates } from "../../../src/suggest/infer/path-templates.js";
import { createExchange } from "../../check/inline-contract.js";

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
  [["/orders/abc/items", "/orders/x-y/items", "/orders/search/recent"], ["/orders/{id}"]],
  [["/repos/me-too/lib/stats"], ["/repos/{owner}/{repo}"]],
  [
    ["/orders/abc/notes", "/orders/abc/items/7"],
    ["/orders/{id}", "/orders/abc/items"],
  ],
  [["/assets/app/x"], ["/{tenant}/orders"]],
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
  [["/project/a%2FB", "/project/a%2FC"]],
  [["/project/a%2FB"]],
  [["/tags/x%20y", "/tags/z"]],
  [["/tags/x%20y/posts", "/tags/z/posts", "/tags/z", "/tags/w/posts/12345"]],
  [["/tags/x%20y", "/tags/search", "/tags/z/posts", "/tags/7"]],
  [["/größe/%C3%A9", "/größe/a"]],
  // Suffixes after a value.
  [["/view/1.txt", "/view/2.txt", "/view/3.txt"]],
  [["/view/1.txt"]],
  [["/views/1.txt"]],
  [["/view/report.txt", "/view/notes.txt"]],
  [["/orders/12345", "/orders/67890.json", "/orders/67890.xml", "/orders.json", "/orders/me.json"]],
  [["/orders/12345:cancel", "/orders/67890:cancel", "/orders/67890:ship"]],
  [["/hosts/a.example", "/hosts/b.example"]],
  [["/users/jo@shop.md"]],
  [["/files/a%20b.txt", "/files/c.txt", "/files/d.txt/lines"]],
  [["/files/12345.txt/lines"], ["/files/{name}.txt"]],
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
