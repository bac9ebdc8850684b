import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { contractFiles, placesIn, readSpec, specFolder } from "./spec-files.js";

const documented = [...readFileSync(join(specFolder, "extensions.md"), "utf8").matchAll(/^\| `(x-[a-z-]+)` \|/gm)].map(
  ([, key]) => key,
);

test("extensions that are used are documented, and documented ones are used", () => {
  const used = contractFiles
    .filter((file) => !file.startsWith("components/examples/"))
    .flatMap((file) => [...placesIn(readSpec(file))].map(({ path }) => path.at(-1) ?? ""))
    .filter((key) => key.startsWith("x-"));
  expect([...new Set(used)].sort()).toEqual(documented);
});
