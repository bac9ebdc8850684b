/** Scenarios that write null, and leave out what may be null: against a correct service, and with one defect each. */
import { expect, test } from "vitest";
import { createMergePatchScenarios } from "../../../src/probe/scenarios/patches/merge-patch.js";
import { createRoundTripScenarios } from "../../../src/probe/scenarios/round-trips/round-trips.js";
import type { Defect } from "./desk.js";
import { type Reply, runScenarios, type Sent } from "./run-scenarios.js";

const CARD = 'content: { application/json: { schema: { $ref: "#/components/schemas/Card" } } }';
const SPEC = `openapi: 3.1.0
info: { title: Cards, version: "1" }
paths:
  /cards/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string, format: uuid } }]
    get: { operationId: readCard, responses: { "200": { description: d, ${CARD} }, "404": { description: d } } }
    put:
      operationId: putCard
      requestBody: { required: true, ${CARD.replace("} } }", "}, example: { title: T, note: n, size: { width: 4, unit: cm, depth: 2 } } } }")} }
      responses: { "200": { description: d, ${CARD} }, "201": { description: d, ${CARD} }, "400": { description: d } }
    patch:
      operationId: patchCard
      requestBody: { required: true, content: { application/merge-patch+json: { schema: { $ref: "#/components/schemas/Card" }, example: { note: m, size: { width: 5 } } } } }
      responses: { "200": { description: d, ${CARD} }, "400": { description: d }, "404": { description: d } }
components:
  schemas:
    Card:
      type: object
      properties:
        title: { type: string }
        note: { type: [string, "null"] }
        due: { anyOf: [{ type: string }, { type: "null" }] }
        size: { type: object, properties: { width: { type: [integer, "null"] }, unit: { type: string }, depth: { type: integer } } }
`;

type Value = Readonly<Record<string, unknown>>;

/** RFC 7396, section 2. */
function merge(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const merged = { ...(isObject(target) ? target : {}) };
  for (const [name, it] of Object.entries(patch)) merged[name] = it === null ? undefined : merge(merged[name], it);
  return Object.fromEntries(Object.entries(merged).filter(([, it]) => it !== undefined));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function createCards(defect: Defect, mergeInto: typeof merge): (sent: Sent) => Reply {
  const cards = new Map<unknown, unknown>();
  return (sent) => {
    const { id, path, value } = sent;
    const known = cards.get(path.id);
    if (id === "putCard") cards.set(path.id, value);
    if (id === "patchCard" && known !== undefined) cards.set(path.id, mergeInto(known, value));
    const card = cards.get(path.id);
    const status = card === undefined ? 404 : id === "putCard" && known === undefined ? 201 : 200;
    return defect(card === undefined ? { status } : { status, body: card }, sent);
  };
}

const run = (create: Parameters<typeof runScenarios>[0]["create"], defect?: Defect, mergeInto = merge) =>
  runScenarios({ spec: SPEC, service: createCards(defect ?? ((reply) => reply), mergeInto), create });
const keepFindings = (lines: readonly string[]): string[] =>
  lines.filter((it) => it.startsWith("  ")).map((it) => it.trim().replace(/ \(.*/, ""));

const ignoreNull = (target: unknown, patch: unknown): unknown =>
  isObject(patch) ? merge(target, Object.fromEntries(Object.entries(patch).filter(([, it]) => it !== null))) : patch;

const storeNull = (target: unknown, patch: unknown): unknown =>
  isObject(target) && isObject(patch)
    ? Object.fromEntries(
        Object.keys({ ...target, ...patch }).map((it) => [
          it,
          it in patch ? storeNull(target[it], patch[it]) : target[it],
        ]),
      )
    : patch;

test.each<[name: string, mergeInto: typeof merge, findings: readonly string[]]>([
  ["removes", merge, []],
  ["removes, with a default", (target, patch) => ({ note: "usual", ...(merge(target, patch) as Value) }), []],
  ["stores null", storeNull, []],
  [
    "ignores null",
    ignoreNull,
    [
      "exchange.patch.differs of patchCard: /note has the same value after a merge patch with null for it; expected that null removes it",
      "exchange.patch.differs of patchCard: /due has the same value after a merge patch with null for it; expected that null removes it",
    ],
  ],
  [
    "replaces inner objects",
    (target, patch) => (isObject(target) && isObject(patch) ? { ...target, ...patch } : patch),
    [
      "exchange.patch.differs of patchCard: the other members of /size are gone after a merge patch with null for /size/width alone; expected that they are kept",
    ],
  ],
])("a merge patch with null, which a service %s", async (_, mergeInto, findings) => {
  expect(keepFindings(await run([createMergePatchScenarios], undefined, mergeInto))).toEqual(findings);
});

test("a service that cannot show null", async () => {
  const fail: Defect = (reply, { id }) =>
    id === "readCard" && (reply.body as Value | undefined)?.note === null ? { status: 500 } : reply;
  const own = (lines: readonly string[]) => keepFindings(lines).filter((it) => it.includes("readCard"));
  const lines = await run([createRoundTripScenarios], fail);
  expect(own(lines)).toEqual([
    expect.stringContaining("exchange.request.failed of readCard: the service failed with 500"),
  ]);
  expect(own(await run([createRoundTripScenarios]))).toEqual([]);
});
