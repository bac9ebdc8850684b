/** Which parts of coverage a change of the spec affects. */
import { expect, test } from "vitest";
import { createChangedTargetFilter } from "../../../src/check/coverage/specs-coverage.js";

const target = (kind: string, key: string, pointer: string): never => ({ kind, key, pointer }) as never;
const isChanged = createChangedTargetFilter({
  since: "old",
  operations: [{ operationId: "a", codes: [] }],
  locations: [
    { pointer: "/p/a/responses/200", operations: ["a"] },
    { pointer: "/c/S/properties/x", operations: ["a"] },
    { operations: ["whole"] },
  ],
  thresholds: {},
});

test.each([
  ["operations", "operations a", "/p/a", true],
  ["operations", "operations b", "/p/b", false],
  ["statuses", "statuses a 200", "/p/a/responses/200", true],
  ["statuses", "statuses a 2", "/p/a/responses/20", false],
  ["statuses", "statuses a 200", "/p/a/responses/200/content", true],
  ["statuses", "statuses a 404", "/p/a/responses", true],
  ["statuses", "statuses b 200", "/p/a/responses/200", false],
  ["statuses", "statuses whole 200", "/anywhere", true],
  ["statuses", "statuses wholes 200", "/anywhere", false],
  ["properties", "properties whole x", "/anywhere", false],
  ["properties", "properties b x", "/c/S/properties/x", true],
  ["values", "values b x", "/c/S/properties/x/enum", true],
  ["branches", "branches b x", "/c/S", true],
  ["branches", "branches b x", "/c/T", false],
])("a change affects the target %s %s at %s: %j", (kind, key, pointer, expected) => {
  expect(isChanged(target(kind, key, pointer))).toBe(expected);
});
