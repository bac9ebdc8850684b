/** What runs in WebAssembly is of the source that stands beside it. Compiling takes long, and is done by `npm run generate`. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { COMPILED, sourceDigest } from "../../scripts/web-assembly.js";

test.each(COMPILED)("$folder is compiled from its source", (module) => {
  const text = readFileSync(`${module.folder}/module.ts`, "utf8");
  expect(text, "run `npm run generate` and commit what it writes").toContain(sourceDigest(module));
});
