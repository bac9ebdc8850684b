/**
 * For values of schemas, the checker, the generated validators, the samples of the model and the generated types agree. The long form is
 * `npm run long differential-types`.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { loadDocument } from "../../src/document/index.js";
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
  const options = { folder, seed: SEED, runs: 2, compiled: 3, skipsSameDirection: true };
  const { counts, differences } = findDifferences([...random, ...vendored], options);
  expect(differences).toEqual([]);
  const { schemas, values, accepted, rejected, samples, assignable, refused } = counts;
  expect(Math.min(accepted, rejected)).toBeGreaterThan(values / 10);
  expect(Math.min(assignable, refused, samples)).toBeGreaterThan(schemas / 2);
});
