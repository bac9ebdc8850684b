/** Checks that need several exchanges: the complete message of each finding, and exchanges without findings. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { type CheckCase, runCheck } from "./run-check.js";

const FILES = [
  ...["listing.yaml", "filters.yaml", "resources.yaml", "responses.yaml", "events.yaml", "round-trip.yaml"],
  ...["http-responses.yaml", "http-methods.yaml", "named-resources.yaml", "pages-and-tokens.yaml"],
  ...["arriving-events.yaml", "patches.yaml", "rules.yaml", "write-rules.yaml", "further-rules.yaml"],
  ...["views.yaml", "patch-effects.yaml", "concurrent-writes.yaml"],
];
const cases = FILES.flatMap(
  (file) => parse(readFileSync(join(import.meta.dirname, file), "utf8")) as readonly CheckCase[],
);

test.each(cases.map((it) => [JSON.stringify(it), it] as const))("%s", (_, it) => {
  expect(runCheck(it)).toEqual(it.message);
});
