import { expect, test } from "vitest";
import { createOwnPropertyScenarios } from "../../../src/probe/scenarios/list-scenarios.js";
import { type Reply, runScenarios, type Sent } from "./run-scenarios.js";

const SPEC = `openapi: 3.1.0
info: { title: Hooks, version: "1" }
paths:
  /hooks:
    post:
      operationId: createHook
      requestBody: { required: true, content: { application/json: { schema: { type: object, properties: { name: { type: string } } }, example: { name: a } } } }
      responses:
        "201": { description: d, content: { application/json: { schema: { type: object, properties: { id: { type: string }, name: { type: string }, active: { type: boolean }, count: { type: integer }, createdAt: { type: string } } } } } }
`;
const OWN = { id: "7c9e6679-7425-40de-944b-000000000001", active: true, count: 1, createdAt: "2026-01-01T00:00:00Z" };

test.each<[service: string, isTaken: boolean, finding: string | undefined]>([
  ["sets its own properties", false, undefined],
  ["takes them from the request", true, "exchange.resource.differs of createHook: id is"],
])("a service that %s", async (_, isTaken, finding) => {
  const bodies: unknown[] = [];
  const service = ({ value }: Sent): Reply => {
    bodies.push(value);
    const sent = value as object;
    return { status: 201, body: isTaken ? { ...OWN, ...sent } : { ...sent, ...OWN, undeclared: true } };
  };
  const lines = await runScenarios({ spec: SPEC, service, create: [createOwnPropertyScenarios] });
  const found = lines.filter((it) => it.startsWith("  ")).map((it) => it.trim().slice(0, finding?.length));
  expect(found).toEqual(finding === undefined ? [] : [finding]);
  expect(bodies.at(-1)).toEqual({
    ...{ name: "a", active: false, count: 7002, createdAt: "2001-02-03T04:05:06Z" },
    id: expect.stringMatching(/^[\da-f-]{36}$/),
  });
});
