/**
 * For values of schemas, the checker, the generated validators, the samples of the model, the model and the generated types agree. The long form is
 * `npm run long differential-types`.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { type JsonObject, loadDocument } from "../../src/document/index.js";
import { VENDORED_SPECS } from "../material/specs.js";
import { arbitrarySpec, SPEC_VERSIONS } from "./agreement/arbitrary-spec.js";
import { findDifferences } from "./agreement/find-differences.js";

const folder = mkdtempSync(join(tmpdir(), "agreement-"));
afterAll(() => rmSync(folder, { recursive: true }));

const SEED = 20;

test("types, validators, samples and the checker agree", { timeout: 120_000 }, () => {
  const random = SPEC_VERSIONS.flatMap((version) =>
    fc.sample(arbitrarySpec(version), { seed: SEED, numRuns: 3 }).map((root, index) => ({
      name: `${version} #${index}`,
      root,
    })),
  );
  const vendored = Object.entries({ "commerce-cloud": "spec/openapi.yaml", ...VENDORED_SPECS }).map(([name, path]) => ({
    name,
    root: loadDocument(path).root,
  }));
  const written = SPEC_VERSIONS.map((openapi) => ({
    name: `read-only beside a reference, ${openapi}`,
    root: createReadOnlySpec(openapi),
  }));
  const options = { folder, seed: SEED, runs: 2, compiled: 3, skipsSameDirection: true };
  const { counts, differences } = findDifferences([...random, ...vendored, ...written], options);
  expect(differences).toEqual([]);
  const { schemas, values, accepted, rejected, samples, assignable, refused, decidedByModel } = counts;
  expect(Math.min(accepted, rejected, decidedByModel)).toBeGreaterThan(values / 10);
  expect(Math.min(assignable, refused, samples)).toBeGreaterThan(schemas / 2);
});

/** In OpenAPI 3.0, keywords beside a reference have no effect, but a request need not have the property. */
function createReadOnlySpec(openapi: string): JsonObject {
  const id = { $ref: "#/components/schemas/Id", readOnly: true };
  const schemas = {
    Id: { type: "string" },
    Thing: { type: "object", required: ["id", "name"], properties: { id, name: { type: "string" } } },
    Closed: { type: "object", required: ["id"], properties: { id }, additionalProperties: false },
  };
  return { openapi, info: { title: "t", version: "1" }, paths: {}, components: { schemas } };
}
