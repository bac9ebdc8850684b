/** POST operations that compute their response: it shows what was written only if they create something. */
import { expect, test } from "vitest";
import { createRoundTripScenarios } from "../../../src/probe/scenarios/round-trips/round-trips.js";
import { runScenarios } from "./run-scenarios.js";

const FILES = 'content: { application/json: { schema: { $ref: "#/components/schemas/Files" } } }';
const SPEC = `openapi: 3.0.3
info: { title: Merge, version: "1" }
paths:
  /merge:
    post:
      operationId: mergeFiles
      requestBody: { required: true, ${FILES.replace("} } }", "}, example: { files: [{ origin: a, amount: 1 }] } } }")} }
      responses: { "200": { description: d, ${FILES} }, "201": { description: d, ${FILES} } }
components:
  schemas:
    Files: { type: object, required: [files], properties: { id: { type: string, readOnly: true }, files: { type: array, items: { $ref: "#/components/schemas/File" } } } }
    File: { type: object, required: [origin, amount], properties: { origin: { type: string }, amount: { type: integer } } }
`;

type File = { readonly origin: string; readonly amount: number };

test.each<[what: string, status: number, hasId: boolean, isWrong: boolean]>([
  ["a result", 200, false, false],
  ["something with an id", 200, true, true],
  ["something new", 201, false, true],
])("files that are merged into %s", async (_, status, hasId, isWrong) => {
  let made = 0;
  const lines = await runScenarios({
    spec: SPEC,
    create: [createRoundTripScenarios],
    service: ({ value }) => {
      const [first, ...rest] = (value as { files: readonly File[] }).files;
      const amount = rest.reduce((sum, it) => sum + it.amount, first?.amount ?? 0);
      made += 1;
      const named = hasId ? { id: `m-${made}` } : {};
      return { status, body: { ...named, files: first === undefined ? [] : [{ ...first, amount }] } };
    },
  });
  expect(lines.some((it) => it.includes("items are lost in the response to the write"))).toBe(isWrong);
});
