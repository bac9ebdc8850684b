import { expect, test } from "vitest";
import { isJsonType } from "../../src/document/json.js";

test.each([
  ["application/json", true],
  ["application/json; charset=utf-8", true],
  ["Application/JSON ;charset=utf-8", true],
  ["text/json", true],
  ["application/problem+json", true],
  ["application/vnd.api+json;version=1", true],
  ["application/json-seq", false],
  ["application/stream+json-seq", false],
  ["application/jsonl", false],
  ["application/x-ndjson", false],
  ["text/plain; note=application/json", false],
  ["*/*", false],
  ["", false],
  [undefined, false],
])("%s is JSON: %s", (type, isJson) => {
  expect(isJsonType(type)).toBe(isJson);
});
