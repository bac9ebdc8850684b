/** The WebAssembly modules are up to date with their sources. `npm run generate` compiles them, which is slow. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createSourceDigest, WEB_ASSEMBLY_MODULES } from "../../scripts/generate/web-assembly.js";

test.each(WEB_ASSEMBLY_MODULES)("$folder is compiled from its source", (module) => {
  const text = readFileSync(`${module.folder}/module.ts`, "utf8");
  expect(text, "run `npm run generate` and commit what it writes").toContain(createSourceDigest(module));
});
