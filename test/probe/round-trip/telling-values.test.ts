/** The bodies that round trips write to a service that rejects some of them: `telling-values.txt` has each body, and whether it is accepted. */

import { expect, test } from "vitest";
import type { Json, JsonObject, Operation } from "../../../src/document/index.js";
import { getGenerationContext } from "../../../src/probe/cases/generation-context.js";
import { type CaseRequest, EMPTY_REQUEST, readWrittenBody } from "../../../src/probe/requests/probe-case.js";
import { putIntoBody } from "../../../src/probe/round-trip/telling-values.js";
import { writeTellingValues, writeWhole } from "../../../src/probe/scenarios/round-trips/write-series.js";
import { ProbeExchange } from "../../../src/probe/session/probe-exchange.js";
import { createExchange, createInlineContract, SPEC_START } from "../../check/inline-contract.js";

const SCHEMA = `
type: object
required: [title]
properties:
  title: { type: string, maxLength: 40 }
  note: { type: string }
  state: { type: string, enum: [draft, open, done] }
  mood: { type: string, x-extensible-enum: [glad, sad] }
  rank: { type: integer, maximum: 50 }
  price: { type: number }
  open: { type: boolean }
  ownerId: { type: integer }
  parentId: { type: string }
  email: { type: string }
  homepage: { type: string, format: uri }
  currency: { type: string }
  labels: { type: object, additionalProperties: true }
  size: { type: object, properties: { width: { type: integer }, unit: { type: string } } }
  rows: { type: array, items: { type: object, properties: { id: { type: integer }, text: { type: string }, count: { type: integer }, phase: { enum: [new, old] } } } }
  names: { type: array, items: { type: string } }
  marks: { type: array, items: { type: integer } }
  empty: { type: array, items: { type: string, example: one } }
  late: { type: string, example: later }`;

const contract = createInlineContract({
  "spec.yaml": `${SPEC_START}
  /a:
    put:
      operationId: a
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/A" } } } }
      responses: { "200": { description: d } }
components:
  schemas:
    A:${SCHEMA.replaceAll("\n", "\n      ")}
`,
});
const [operation] = contract.operations as readonly [Operation];
const EXAMPLE = {
  ...{ title: "Desk", note: "n1", state: "open", mood: "glad", rank: 3, price: 2, open: true, ownerId: 7 },
  ...{ email: "a@b.example", homepage: "https://a.example/", currency: "EUR", labels: { x: "1" }, size: { width: 4 } },
  ...{ rows: [{ id: 1, text: "r1", count: 2, phase: "new" }], names: ["n1"], marks: [1, 2], empty: [] },
};

/** Writes to a service, and shows each body by its difference from the example. */
async function listWrites(isRejected: (body: JsonObject) => boolean): Promise<string> {
  const lines: string[] = [];
  const context = getGenerationContext(contract);
  const { writes, steps: whole } = await writeWhole({
    run: {
      document: contract.document,
      isValid: (own, request) => context.validate({ operation: own, method: "PUT", request }).errors.length === 0,
      createId: (name) => `tag-${name.split(" ").at(-1)}`,
    },
    operation,
    build: () => ({
      path: {},
      query: {},
      header: {},
      cookie: {},
      body: { contentType: "application/json", value: EXAMPLE },
    }),
    send: async (request: CaseRequest) => {
      const body = readWrittenBody(request) as JsonObject;
      const status = isRejected(body) ? 422 : 200;
      const changed = Object.entries(body).filter(
        ([name, it]) => JSON.stringify(it) !== JSON.stringify((EXAMPLE as JsonObject)[name]),
      );
      lines.push(`  ${status} ${changed.map(([name, it]) => `${name}: ${show(it as Json)}`).join("; ")}`);
      const exchange = createExchange({ method: "PUT", status });
      const write = new ProbeExchange({ document: contract.document, operation, request, exchange });
      return { write, shown: undefined };
    },
  });
  const steps = [...whole, ...(await writeTellingValues(writes))];
  return [`${steps.length} of ${lines.length} are accepted`, ...lines, ""].join("\n");
}

function show(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > 100 ? `${text.slice(0, 60)}… ${text.length}` : text;
}

test("bodies with telling values", async () => {
  const found = [
    await listWrites(() => false),
    await listWrites((it) => it.late !== undefined || it.note === "" || (it.names as Json[]).length > 1),
    await listWrites((it) => it.rank !== 3 || String(it.title).length > 12 || (it.rows as Json[]).length > 20),
    await listWrites(() => true),
  ];
  await expect(found.join("\n")).toMatchFileSnapshot("telling-values.txt");
});

test.each<[body: Json, at: string, value: Json, put: Json]>([
  [{ a: 1 }, "/a", 2, { a: 2 }],
  [{ a: 1 }, "/b", 2, { a: 1, b: 2 }],
  [{ a: 1 }, "/a/b", 2, { a: 1 }],
  [{ a: { b: 1, c: 1 } }, "/a/b", 2, { a: { b: 2, c: 1 } }],
  [{ a: [1, 2] }, "/a/1", 3, { a: [1, 3] }],
  [{ a: [1, 2] }, "/a/2", 3, { a: [1, 2, 3] }],
  [{ a: [1, 2] }, "/a/3", 3, { a: [1, 2] }],
  [[{ a: 1 }, { a: 1 }], "/1/a", 3, [{ a: 1 }, { a: 3 }]],
  [[{ a: 1 }], "/1/a", 3, [{ a: 1 }]],
  [{ a: 1 }, "", 3, 3],
  [{ "a/b": 1 }, "/a~1b", 3, { "a/b": 3 }],
])("%j with another value at %s: %j", (body, at, value, put) => {
  const request: CaseRequest = { ...EMPTY_REQUEST, body: { contentType: "application/json", value: body } };
  expect(readWrittenBody(putIntoBody(request, [{ at, value }]))).toEqual(put);
});
