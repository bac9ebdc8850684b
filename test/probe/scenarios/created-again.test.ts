import { expect, test } from "vitest";
import { createLifecycleScenarios } from "../../../src/probe/scenarios/lifecycle/lifecycle.js";
import { type Reply, runScenarios, type Sent } from "./run-scenarios.js";

const CARD = 'content: { application/json: { schema: { $ref: "#/components/schemas/Card" } } }';
const GONE = '"404": { description: d }';
const SPEC = `openapi: 3.1.0
info: { title: Cards, version: "1" }
paths:
  /cards/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string, format: uuid } }]
    get: { operationId: readCard, responses: { "200": { description: d, ${CARD} }, ${GONE} } }
    put:
      operationId: putCard
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Card" }, example: { title: T, note: n, size: 4, open: true } } } }
      responses: { "201": { description: d, ${CARD} }, CONFLICT"422": { description: d } }
    delete: { operationId: deleteCard, responses: { "204": { description: d }, ${GONE} } }
components:
  schemas: { Card: { type: object, required: [title, size], properties: { title: { type: string }, note: { type: string }, size: { type: integer }, open: { type: boolean }, state: { type: string } } } }
`;

type Card = Readonly<Record<string, unknown>>;

/** `put` makes a card of a body, and of the deleted card with the same id if there is one. */
function createCards(put: (body: Card, deleted: Card | undefined) => Card | undefined): (sent: Sent) => Reply {
  const cards = new Map<unknown, Card>();
  const deleted = new Map<unknown, Card>();
  return ({ id, path, value }) => {
    const card = id === "putCard" ? put(value as Card, deleted.get(path.id)) : cards.get(path.id);
    if (card === undefined) return { status: id === "putCard" ? 422 : 404 };
    if (id === "putCard") cards.set(path.id, card);
    if (id !== "deleteCard") return { status: id === "putCard" ? 201 : 200, body: card };
    deleted.set(path.id, card);
    cards.delete(path.id);
    return { status: 204 };
  };
}

const LEFT = "has the value of the deleted resource after putCard has created it again with";

test.each<[name: string, put: Parameters<typeof createCards>[0], findings: readonly string[], isDocumented?: boolean]>([
  ["makes a new one", (body) => body, []],
  ["sets defaults", (body) => ({ note: "n", ...body, open: true, state: "new" }), []],
  [
    "keeps the size",
    (body, deleted) => ({ ...body, size: deleted?.size ?? body.size }),
    [`readCard: size ${LEFT} another one`],
  ],
  ["keeps what is not written", (body, deleted) => ({ ...deleted, ...body }), [`readCard: note ${LEFT} none`]],
  [
    "rejects its id",
    (body, deleted) => (deleted === undefined ? body : undefined),
    ["putCard: the service rejects the creation"],
  ],
  ["rejects its id, as documented", (body, deleted) => (deleted === undefined ? body : undefined), [], true],
])("a service that %s after a deletion", async (_, put, findings, isDocumented = false) => {
  const spec = SPEC.replace("CONFLICT", isDocumented ? '"409": { description: d }, ' : "");
  const lines = await runScenarios({ spec, service: createCards(put), create: [createLifecycleScenarios] });
  const found = lines.filter((it) => it.startsWith("  "));
  expect(found).toEqual(findings.map((it) => expect.stringContaining(it)));
});
