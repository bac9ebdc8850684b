/** References that a command needs, or does not. */
import { expect, test } from "vitest";
import { assertComplete, DocumentError, loadDocument } from "../../src/document/index.js";

const gone = { $ref: "#/gone" };
const check = (operation: object, components: object = {}): string[] => {
  const spec = {
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    paths: { "/a": { get: operation } },
    components,
  };
  try {
    assertComplete(loadDocument("spec.json", () => JSON.stringify(spec)));
    return [];
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    return error.diagnostics.map(({ pointer, message }) => `${pointer} ${message.split(":")[0]}`);
  }
};
const MESSAGE = '$ref "#/gone" points nowhere';

test.each<[what: string, operation: object, components: object, missing: readonly string[]]>([
  ["nothing", { responses: {} }, {}, []],
  ["a schema alone", { responses: {} }, { schemas: { A: gone } }, []],
  ["a response", { responses: { 200: gone } }, {}, [MESSAGE]],
  ["a parameter", { parameters: [gone], responses: {} }, {}, [MESSAGE]],
  ["a body and a header", { requestBody: gone, responses: { 200: { headers: { A: gone } } } }, {}, [MESSAGE, MESSAGE]],
  ["a component that no operation uses", { responses: {} }, { responses: { A: gone } }, []],
])("%s", (_, operation, components, missing) => {
  expect(check(operation, components)).toEqual(missing.map((it) => expect.stringContaining(it)));
});
