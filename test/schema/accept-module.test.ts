/** The compiled reader is of the source that stands beside it. Compiling takes long, and is done by `npm run generate`. */
import { expect, test } from "vitest";
import { sourceDigest } from "../../scripts/accept-module.js";
import { SOURCE_DIGEST } from "../../src/schema/acceptance/module.js";

test("the reader of bodies is compiled from its source", () => {
  expect(SOURCE_DIGEST, "run `npm run generate` and commit what it writes").toBe(sourceDigest());
});
