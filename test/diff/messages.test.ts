/** Messages that the cases of the codes do not cover. */
import { expect, test } from "vitest";
import { difference } from "./case.js";

/** Creates a spec with one response. */
function defineResponse(openapi: string, schema: object): string {
  const content = { "application/json": { schema } };
  const responses = { 200: { description: "It.", content } };
  return JSON.stringify({ openapi, info: { title: "T", version: "1" }, paths: { "/": { get: { responses } } } });
}

test("in OpenAPI 3.0 null is reported as one of the types", () => {
  const [old, next] = [{ type: "string" }, { type: "string", nullable: true }];
  const { findings } = difference(defineResponse("3.0.3", old), defineResponse("3.0.3", next));
  expect(findings.map(({ message }) => message)).toEqual([
    'type changed from "string" to ["string","null"]; keep type "string" or narrow it to stay compatible',
  ]);
});
