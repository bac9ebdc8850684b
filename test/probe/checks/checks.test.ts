/** Checks that need several exchanges: the complete message of each finding, and exchanges without findings. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { type CheckCase, runCheck } from "./run-check.js";

const FILES = readdirSync(import.meta.dirname).filter((it) => it.endsWith(".yaml") && it !== "description.yaml");
const cases = FILES.flatMap(
  (file) => parse(readFileSync(join(import.meta.dirname, file), "utf8")) as readonly CheckCase[],
);

test.each(cases.map((it) => [JSON.stringify(it), it] as const))("%s", (_, it) => {
  expect(runCheck(it)).toEqual(it.message);
});
