/** The WebAssembly module is up to date with its source. `npm run generate` compiles it, which is slow. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createSourceDigest, MODULE_PATH } from "../../scripts/build/generate/web-assembly.js";

test("the module is compiled from its source", () => {
  const text = readFileSync(MODULE_PATH, "utf8");
  expect(text, "run `npm run generate` and commit what it writes").toContain(createSourceDigest());
});
