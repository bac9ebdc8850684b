/** Which changes of a spec are the causes of a finding: those at its value and its location, or else of its whole part. */
import { expect, test } from "vitest";
import type { DiffFinding } from "../../../src/diff/index.js";
import { createWeighedChange, findCauses, type RefusedExchange } from "../../../src/diff/traffic/traffic-weigher.js";

type Change = readonly [part: string, at?: string | undefined, pointer?: string, operation?: string];

/** The changes by name. A name is a part, a path and a location in the spec. */
const CHANGES: Readonly<Record<string, Change>> = {
  body: ["request body application/json"],
  title: ["request body application/json", "/title", "/t"],
  "title elsewhere": ["request body application/json", "/title", "/x"],
  "other at the location": ["request body application/json", "/other", "/t"],
  other: ["request body application/json", "/other", "/o"],
  limit: ["query parameter limit", undefined, "/limit"],
  "limit of another operation": ["query parameter limit", undefined, "/limit", "putA"],
  "limit value": ["query parameter limit", "", "/l"],
  "filter map": ["query parameter filter", "/{key}/x", "/f"],
  "header limit": ["header parameter limit", "", "/h"],
  security: ["security"],
  servers: ["servers"],
  operation: ["operation"],
};
const changes = Object.entries(CHANGES).map(([name, [part, at, pointer, operation = "getA"]]) => {
  const affected = { operation, part, ...(at === undefined ? {} : { at }) };
  const finding = {
    ...{ code: "request.body.changed", message: name, affects: [affected] },
    ...(pointer === undefined ? {} : { new: { pointer } }),
  };
  return createWeighedChange(finding as unknown as DiffFinding);
});

type Row = { readonly code: string; readonly at?: string; readonly property?: string; readonly name?: string };

function listCauses(found: readonly Row[], level = "error", isRemoved = false): readonly string[] {
  const newFindings = found.map(({ at = "/nowhere", ...it }) => ({ ...it, level, contract: { pointer: at } }));
  const exchange = {
    operationId: "getA",
    newFindings,
    oldResult: { operation: {} },
    newResult: isRemoved ? {} : { operation: {} },
  } as unknown as RefusedExchange;
  const { causes, isExplained } = findCauses(changes, exchange);
  return [...[...causes].map(({ finding }) => finding.message), ...(isExplained ? [] : ["unexplained"])];
}

test.each<[Row, string[]]>([
  [{ code: "request.body.invalid", property: "/title", at: "/t" }, ["title"]],
  [{ code: "request.body.invalid", property: "/title", at: "/none" }, ["title", "title elsewhere"]],
  [{ code: "request.body.invalid", property: "/more", at: "/t" }, ["title", "other at the location"]],
  [{ code: "request.body.invalid", property: "/more" }, ["body"]],
  [{ code: "request.content-type.undocumented" }, ["body"]],
  [{ code: "request.query.invalid", property: "/limit" }, ["limit", "limit value"]],
  [{ code: "request.query.invalid", property: "/limit", at: "/l" }, ["limit value"]],
  [{ code: "request.query.invalid", property: "", name: "limit" }, ["limit", "limit value"]],
  [{ code: "request.query.invalid", property: "/filter/*/x" }, ["filter map"]],
  [{ code: "request.query.invalid", property: "/filter/*/y" }, ["unexplained"]],
  [{ code: "request.header.invalid", property: "/limit" }, ["header limit"]],
  [{ code: "request.cookie.invalid", property: "/limit" }, ["unexplained"]],
  [{ code: "request.security.missing" }, ["security"]],
  [{ code: "request.server.unknown" }, ["servers"]],
  [{ code: "request.method.undocumented" }, ["servers"]],
  [{ code: "request.path.undocumented" }, ["servers"]],
])("%j is caused by %j", (finding, causes) => {
  expect(listCauses([finding])).toEqual(causes);
  expect(listCauses([finding], "warn")).toEqual(causes.filter((it) => it !== "unexplained"));
});

test("several findings have the causes of each, and one without a cause stays unexplained", () => {
  const known = { code: "request.body.invalid", property: "/title", at: "/t" };
  expect(listCauses([known, { code: "request.security.missing" }])).toEqual(["title", "security"]);
  expect(listCauses([known, { code: "request.cookie.invalid", property: "/a" }])).toEqual(["title", "unexplained"]);
  expect(listCauses([])).toEqual([]);
});

test("a removed operation is caused by its removal or that of its servers", () => {
  expect(listCauses([], "error", true)).toEqual(["servers", "operation"]);
});
