/** Keywords that can cause drift in declared data, at any depth. */
import { expect, test } from "vitest";
import type { Json } from "../../../src/document/index.js";
import { hasDriftKeyword } from "../../../src/fast/wasm-validator/compilability.js";

test.each<[schema: Json | undefined, inRequest: boolean, inResponse: boolean]>([
  [undefined, false, false],
  [null, false, false],
  ["readOnly", false, false],
  [{}, false, false],
  [{ readOnly: true }, true, false],
  [{ writeOnly: true }, false, true],
  [{ readOnly: false, writeOnly: false }, false, false],
  [{ "x-extensible-enum": ["a"] }, true, true],
  [{ enum: ["x-extensible-enum"] }, false, false],
  [{ a: [null, 1, { b: { readOnly: true } }] }, true, false],
  [{ a: { writeOnly: true }, b: {} }, false, true],
])("%j: in a request %j, in a response %j", (schema, inRequest, inResponse) => {
  expect([hasDriftKeyword(schema, "request"), hasDriftKeyword(schema, "response")]).toEqual([inRequest, inResponse]);
});
