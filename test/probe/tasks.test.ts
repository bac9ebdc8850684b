/** Which values and base requests the probe learns, and in which order it asks for them. */
import { expect, test } from "vitest";
import { listOperations, loadDocument, type Operation } from "../../src/document/index.js";
import { createKnownValues } from "../../src/probe/graph/known-values.js";
import { alignIdentifiers } from "../../src/probe/graph/request-candidates.js";
import type { CaseRequest } from "../../src/probe/requests/probe-case.js";
import { ProbeExchange } from "../../src/probe/session/probe-exchange.js";
import { addServiceCheck, type TaskSession } from "../../src/probe/session/session.js";
import { createSeedRequests } from "../../src/probe/tasks/seed-requests.js";

const DOCUMENT = loadDocument(
  "spec.yaml",
  () => `openapi: 3.1.0
info: { title: t, version: "1" }
paths:
  /a/{aId}/b: { get: { operationId: listOfOne } }
  /a/{aId}: { put: { operationId: put }, get: { operationId: read }, head: { operationId: head } }
  /a: { post: { operationId: create }, get: { operationId: list } }
  /n/{n}: { get: { operationId: byNumber } }
`,
);
const operation = (id: string): Operation => listOperations(DOCUMENT).find((it) => it.id === id) as Operation;
const EMPTY: CaseRequest = { path: {}, query: {}, header: {}, cookie: {} };

const UUID = "123e4567-e89b-12d3-a456-426614174000";
const OTHER = "923e4567-e89b-12d3-a456-426614174000";
const newId = (name: string): string => `new ${name}`;

test.each<[body: unknown, aligned: unknown, createId?: typeof newId]>([
  [
    { aId: "x", id: "y" },
    { aId: "7", id: "7" },
  ],
  [{ aId: 1 }, { aId: 1 }],
  [
    { id: UUID, parentId: UUID, href: UUID, other: UUID },
    { id: "7", parentId: "7", href: "7", other: "7" },
  ],
  [{ id: UUID, parentId: UUID, href: UUID, other: UUID }, { id: "7", parentId: "7", href: "7", other: "7" }, newId],
  [
    { id: OTHER, parentId: UUID, href: UUID, other: UUID },
    { id: "7", parentId: `new ${UUID}`, href: `new ${UUID}`, other: UUID },
    newId,
  ],
  [
    { id: "text", other: "text" },
    { id: "7", other: "text" },
  ],
  [[{ id: UUID, in: { href: "no id" } }], [{ id: `new ${UUID}`, in: { href: "no id" } }], newId],
  [[{ id: `${UUID}0`, href: `0${UUID}` }], [{ id: `${UUID}0`, href: `0${UUID}` }], newId],
  [[{ xid: UUID, hrefs: UUID, grandparentId: UUID }], [{ xid: UUID, hrefs: UUID, grandparentId: UUID }], newId],
  [[{ id: 1, aId: "z" }], [{ id: 1, aId: "7" }], newId],
  ["text", "text", newId],
])("the body %j becomes %j", (value, aligned, createId) => {
  const request = { ...EMPTY, path: { zId: "6", aId: "7" }, body: { contentType: "application/json", value } };
  const body = { contentType: "application/json", value: aligned };
  expect(alignIdentifiers(request, { aId: "7" }, createId)).toEqual({ ...request, body });
});

test("without an id in the path the body keeps its own, and text is unchanged", () => {
  const request = { ...EMPTY, body: { contentType: "application/json", value: { id: "y" } } };
  expect(alignIdentifiers(request, {}, undefined)).toEqual(request);
  expect(alignIdentifiers(EMPTY, { aId: "7" }, newId)).toBe(EMPTY);
  const text = { ...EMPTY, body: { contentType: "text/plain", text: "aId" } };
  expect(alignIdentifiers(text, { aId: "7" }, newId)).toBe(text);
});

type Sent = readonly [id: string, path: unknown, ...body: unknown[]];

/** Runs the tasks against a service that responds with these statuses, the last one again and again. */
async function runSeeds(
  statuses: readonly number[],
  ids: readonly string[],
  more: { safe?: boolean; given?: Record<string, readonly string[]>; examples?: readonly CaseRequest[] } = {},
) {
  const sent: Sent[] = [];
  const reports: unknown[] = [];
  const known = createKnownValues(more.given ?? {}, ids.map(operation));
  const examples = more.examples ?? [
    { ...EMPTY, path: { aId: "e" }, body: { contentType: "application/json", value: { id: UUID } } },
  ];
  const seeds = createSeedRequests({
    operations: ids.map(operation),
    known,
    examplesOf: () => examples,
    createId: newId,
    onConflict: () => {},
    safe: more.safe ?? false,
    isValid: () => true,
    locationsOf: () => [],
  });
  const session = addServiceCheck({
    send: async ({ operation, request }: { operation: Operation; request: CaseRequest }) => {
      const status = statuses[Math.min(sent.length, statuses.length - 1)] ?? 200;
      sent.push([
        operation.id,
        request.path,
        ...(request.body !== undefined && "value" in request.body ? [request.body.value] : []),
      ]);
      const headers = [["content-type", "application/json"]] as const;
      const response = { status, headers, body: { kind: "text", text: '[{"id":"learned"}]' } };
      const own = { method: operation.method, url: "https://a.example/", headers: [], body: { kind: "none" } };
      const exchange = { request: own, response } as never;
      return new ProbeExchange({ document: DOCUMENT, operation, request, exchange });
    },
    report: (_: unknown, finding: unknown) => void reports.push(finding),
  } as unknown as TaskSession);
  for (const task of seeds.tasks) await task.run(session);
  return { sent, known, seeds, order: seeds.tasks.map(({ id }) => id), reports };
}

test("lists come first, then creators and operations that need their ids, for three rounds", async () => {
  const ids = ["create", "put", "listOfOne", "read", "list", "head"];
  const { order } = await runSeeds([200], ids, { examples: [] });
  const round = ["list", "create", "put", "listOfOne", "read", "head"].map((id) => `examples/${id}`);
  expect(order).toEqual([...round, ...round, ...round]);
  const safe = await runSeeds([200], ids, { examples: [], safe: true });
  expect(safe.order.slice(0, 4)).toEqual(["list", "listOfOne", "read", "head"].map((id) => `examples/${id}`));
});

test("an id from a list is used afterwards, and a write is tried with new ids too", async () => {
  const { sent, seeds, reports } = await runSeeds([200, 404], ["list", "create", "put"], {});
  expect(sent).toEqual([
    ["list", { aId: "e" }, { id: "e" }],
    ["create", { aId: "e" }, { id: "e" }],
    ["create", { aId: "e" }, { id: "new fresh create" }],
    ["put", { aId: "new put" }, { id: "new put" }],
    ["put", { aId: "learned" }, { id: "learned" }],
  ]);
  expect(seeds.get(operation("list"))?.accepted?.exchange.response.status).toBe(200);
  expect(seeds.get(operation("put"))).toEqual({ request: expect.objectContaining({ path: { aId: "new put" } }) });
  expect(seeds.get(operation("read"))).toBeUndefined();
  expect(reports).toEqual(Array.from({ length: 5 }));
});

test("the first accepted request is kept, and the next example is still sent", async () => {
  const examples = ["1", "2", "3"].map((aId) => ({ ...EMPTY, path: { aId } }));
  const { sent, seeds } = await runSeeds([404, 200], ["read"], { examples });
  // The response to the second example has taught an id.
  expect(sent.map(([, path]) => path)).toEqual([{ aId: "1" }, { aId: "2" }, { aId: "learned" }]);
  expect(seeds.get(operation("read"))).toMatchObject({ request: { path: { aId: "2" } }, accepted: {} });
});

test.each<[first: string, second: string, kept: string]>([
  ["remove", "replace", "replace"],
  ["move", "add", "add"],
  ["replace", "add", "replace"],
  ["remove", "test", "remove"],
  ["replace", "remove", "replace"],
])("after patches that %s and %s, the one that can be applied again is kept: %s", async (first, second, kept) => {
  const examples = [first, second].map((op) => ({
    ...{ ...EMPTY, path: { aId: "1" } },
    body: { contentType: "application/json-patch+json", value: [{ op, path: "/a" }] },
  }));
  const { seeds } = await runSeeds([200], ["put"], { examples });
  expect(seeds.get(operation("put"))?.request.body).toMatchObject({ value: [{ op: kept }] });
});

test("twelve examples are tried", async () => {
  const examples = Array.from({ length: 14 }, (_, at) => ({ ...EMPTY, path: { aId: String(at) } }));
  const { sent } = await runSeeds([404], ["read"], { examples });
  expect(sent).toHaveLength(12);
});

test("a given id replaces the one of an example, as a number where the example has one", async () => {
  const given = { aId: ["5"], n: ["6"] };
  expect((await runSeeds([200], ["put"], { given })).sent).toEqual([["put", { aId: "5" }, { id: "5" }]]);
  const examples = [{ ...EMPTY, path: { n: 1 } }];
  expect((await runSeeds([200], ["byNumber"], { given, examples })).sent).toEqual([["byNumber", { n: 6 }]]);
  const words = { n: ["six"] };
  expect((await runSeeds([200], ["byNumber"], { given: words, examples })).sent).toEqual([["byNumber", { n: "six" }]]);
});
