import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { loadContract } from "../../../src/check/index.js";
import type { Operation } from "../../../src/document/index.js";
import { createRequestArbitrary } from "../../../src/probe/cases/example-requests.js";
import { generateCases } from "../../../src/probe/cases/generate-cases.js";
import { getGenerationContext } from "../../../src/probe/cases/generation-context.js";
import type { CaseRequest } from "../../../src/probe/requests/probe-case.js";
import { createInlineContract } from "../../check/inline-contract.js";
import { VENDORED_SPECS } from "../../material/specs.js";
import { expectAsDeclared, findErrors, generateAllCases, listSources, takeFirst } from "./all-cases.js";

const OWN_SPEC = join(import.meta.dirname, "../../../spec/openapi.yaml");
describe.each([
  [OWN_SPEC, 20, 300],
  [VENDORED_SPECS["adyen-checkout-3.1"], 4, 150],
  [VENDORED_SPECS["scalar-galaxy-3.1"], 20, 300],
] as const)("%s", (path, operations, most) => {
  const contract = loadContract(path);
  const made = generateAllCases(contract, operations, most);
  const means = getGenerationContext(contract);

  test("the checker confirms each case, and hardly any is dropped", () => {
    expect(made.length).toBeGreaterThan(100);
    expectAsDeclared(contract, made);
    const { planned, dropped } = means.stats;
    // A changed path of a patch can be valid, and a token has a form that the schema does not say.
    expect(dropped / (planned + dropped)).toBeLessThan(0.02);
  });

  test("the same cases have the same ids", () => {
    const ids = made.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(generateAllCases(loadContract(path), operations, most).map(({ id }) => id)).toEqual(ids);
  });
});

test("any prefix has every operation and many kinds of locations", () => {
  const contract = loadContract(OWN_SPEC);
  const paths = contract.operations.filter(({ kind }) => kind === "path");
  const beginning = takeFirst(generateCases(contract, listSources(contract, paths)), 30 * paths.length);
  expect(new Set(beginning.map(({ operation }) => operation.id)).size).toBe(paths.length);
  const kinds = new Set(beginning.map(({ id }) => id.split("/").at(-1)?.replace(/:.*/, "")));
  for (const kind of ["none", "wrong", "missing", "below-minimum", "above-maximum", "not-matching", "not-listed"])
    expect(kinds).toContain(kind);
});

test("random requests are valid and shrink to the base", () => {
  const contract = loadContract(OWN_SPEC);
  const operation = contract.operations.find(({ id }) => id === "listOrders") as Operation;
  const [{ base } = { base: undefined }] = listSources(contract, [operation]);
  const requests = createRequestArbitrary(fc, contract, operation, base as CaseRequest);
  const seen = fc.sample(requests, { numRuns: 60, seed: 3 });
  expect(new Set(seen.map((it) => JSON.stringify(it))).size).toBeGreaterThan(30);
  for (const request of seen) expect(findErrors(contract, { operation, method: "GET", request })).toEqual([]);
  const failing = fc.check(
    fc.property(requests, ({ query }) => Number(query.limit ?? 0) < 50),
    { numRuns: 2000, seed: 3 },
  );
  expect(failing.counterexample?.[0]).toEqual({ ...base, query: { limit: 50 } });
});

test.each([
  ["the record of another operation", "1", ["2"]],
  ["another record than those of other operations", "7", ["1", "2"]],
])("a deletion at the limits of its id leaves %s", (_, used, deleted) => {
  const operation = { responses: { "204": { description: "d" } } };
  const id = { name: "id", in: "path", required: true, schema: { type: "integer", minimum: 1, maximum: 9 } };
  const spec = {
    ...{ openapi: "3.1.0", info: { title: "t", version: "1" } },
    paths: { "/a/{id}": { parameters: [id], get: operation, delete: operation } },
  };
  const contract = createInlineContract({ "spec.json": JSON.stringify(spec) });
  const sources = contract.operations.map((it) => ({
    operation: it,
    base: { path: { id: it.method === "GET" ? Number(used) : 5 }, query: {}, header: {}, cookie: {} },
  }));
  const cases = [...generateCases(contract, sources, ["boundaries"])];
  const sent = cases.flatMap(({ method, expect: wanted, request }) =>
    method === "DELETE" && wanted === "accepted" ? [String(request.path.id)] : [],
  );
  expect(sent.filter((it) => ["1", "2"].includes(it)).sort()).toEqual(deleted);
});
