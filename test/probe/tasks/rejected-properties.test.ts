/** The properties that a rejected body gets, by the text of the rejection. */

import { expect, test } from "vitest";
import type { Json, Operation } from "../../../src/document/index.js";
import { getGenerationContext } from "../../../src/probe/cases/generation-context.js";
import { getRequestLocations } from "../../../src/probe/cases/request-locations.js";
import { type CaseRequest, readWrittenBody } from "../../../src/probe/requests/probe-case.js";
import { ProbeExchange } from "../../../src/probe/session/probe-exchange.js";
import { addRejectedProperties } from "../../../src/probe/tasks/seed-requests.js";
import { createExchange, createInlineContract, SPEC_START } from "../../check/inline-contract.js";

const contract = createInlineContract({
  "spec.yaml": `${SPEC_START}
  /a:
    post:
      operationId: a
      requestBody:
        content:
          application/json:
            schema:
              type: object
              additionalProperties: false
              properties:
                path: { type: string, example: p, description: "A path, e.g. \\"/home\\", or such as: '/tmp'." }
                itemKind: { type: string, example: k, maxLength: 8, description: "One of ('notebook', 'file', 'directory')." }
                size: { type: integer, example: 3, description: "For example \`7\`." }
                owner: { type: object, example: {}, properties: { name: { type: string, example: n } } }
                rows: { type: array, items: { type: object, properties: { text: { type: string, example: t } } } }
                grid: { oneOf: [{ type: array, items: { type: array, items: { type: integer, example: 7 } } }, { type: array, items: { type: string } }] }
      responses: { "200": { description: d } }
`,
});
const [operation] = contract.operations as readonly [Operation];
const context = getGenerationContext(contract);

function grow(value: Json | undefined, text: string, choice: number): Json | undefined {
  const body = value === undefined ? {} : { body: { contentType: "application/json", value } };
  const request: CaseRequest = { path: {}, query: {}, header: {}, cookie: {}, ...body };
  const exchange = createExchange({ method: "POST", status: 400, response: text });
  const grown = addRejectedProperties(
    new ProbeExchange({ document: contract.document, operation, request, exchange }),
    request,
    {
      locationsOf: (_, it) => getRequestLocations(context, operation, it),
      isValid: (_, it) => context.validate({ operation, method: "POST", request: it }).errors.length === 0,
      known: {
        suggest: (_, name) => (name === "itemKind" ? ["too long a kind", "pipe"] : name === "size" ? [4] : []),
      },
    },
    choice,
  );
  return grown && readWrittenBody(grown);
}

test.each<[value: Json | undefined, text: string, choice: number, grown: Json | undefined]>([
  [{}, "Missing field: path", 0, { path: "/home" }],
  [{}, "Missing field: path", 1, { path: "/tmp" }],
  [{}, "Missing field: path", 2, { path: "/home" }],
  [{}, "PATH is missing", 0, { path: "/home" }],
  [{}, "item kind, size", 0, { itemKind: "notebook", size: 4 }],
  [{}, "item_kind", 1, { itemKind: "file" }],
  [{}, "itemKind", 2, { itemKind: "pipe" }],
  [{ path: "x" }, "path, size", 0, { path: "x", size: 4 }],
  [{ owner: {} }, "owner.name", 0, { owner: { name: "n" } }],
  [{ rows: [{}] }, "text, size", 0, { rows: [{}], size: 4 }],
  [
    { path: "x", itemKind: "k", size: 1, owner: { name: "n" }, rows: [{}], grid: [[7]] },
    "text",
    0,
    { path: "x", itemKind: "k", size: 1, owner: { name: "n" }, rows: [{}], grid: ["text"] },
  ],
  [{ rows: [], path: "x" }, "size", 0, { rows: [{}], path: "x" }],
  [{ grid: [[]] }, "size", 0, { grid: [[7]] }],
  ["x", "path", 0, undefined],
])("%j after %j, choice %i: %j", (value, text, choice, grown) => {
  expect(grow(value, text, choice)).toEqual(grown);
});

test.each(["paths, pathname, resize", "no"])("%j names none, so the body gets all", (text) => {
  expect(grow({}, text, 0)).toEqual(grow({}, "path itemKind size owner name rows grid", 0));
  expect(Object.keys(grow({}, text, 0) as object)).toEqual(["path", "itemKind", "size", "owner", "rows", "grid"]);
});

test("a body that is text stays as it is", () => {
  const request: CaseRequest = {
    path: {},
    query: {},
    header: {},
    cookie: {},
    body: { contentType: "text/plain", text: "a" },
  };
  const exchange = createExchange({ response: "path" });
  const result = new ProbeExchange({ document: contract.document, operation, request, exchange });
  const options = { locationsOf: () => [], isValid: () => true, known: { suggest: () => [] } };
  expect(addRejectedProperties(result, request, options, 0)).toBeUndefined();
});
