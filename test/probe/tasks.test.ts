/** Which values and base requests the probe learns, and in which order it asks for them. */
import { expect, test } from "vitest";
import { listOperations, loadDocument, type Operation } from "../../src/document/index.js";
import type { CaseRequest } from "../../src/probe/requests/probe-case.js";
import type { TaskSession } from "../../src/probe/session/session.js";
import { createKnownValues, findItemIds, listNamedValues } from "../../src/probe/tasks/known-values.js";
import { alignIdentifiers, createSeedRequests } from "../../src/probe/tasks/seed-requests.js";

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

test.each([
  [{ aId: "7", id: "8" }, "aId", ["7"]],
  [{ id: 8 }, "aId", [8]],
  [{ id: true }, "aId", []],
  [{ other: 1 }, "aId", []],
  ["text", "aId", ["text"]],
  [7, "aId", []],
  [null, "aId", []],
  [["x"], "aId", []],
])("the ids of the item %j for %s are %j", (item, name, ids) => {
  expect(findItemIds(item, name)).toEqual(ids);
});

test("values of a path: those given, then ids of the items of its collection, then those of the same name", () => {
  const known = createKnownValues({ aId: ["g1", "g2"], none: [] });
  known.learn(operation("list"), [{ id: "i1" }, { id: "i1" }, { aId: "i2" }], { aId: "n1", deep: [{ aId: "n2" }] });
  known.learn(operation("listOfOne"), [{ id: "elsewhere" }], { aId: "n1" });
  expect(known.forPath({ path: "/a/{aId}" }, "aId")).toEqual(["g1", "g2", "i1", "i2", "n1", "n2"]);
  expect(known.forPath({ path: "/other/{aId}" }, "aId")).toEqual(["g1", "g2", "n1", "n2"]);
  expect(known.forPath({ path: "/a/{id}" }, "id")).toEqual(["i1", "i1"].slice(1));
  expect(known.given).toEqual({ aId: "g1" });
  expect([known.getGiven("aId"), known.getGiven("none"), known.getGiven("constructor")]).toEqual([
    ["g1", "g2"],
    [],
    [],
  ]);
});

test("twenty values of a name are kept, the first ones", () => {
  const known = createKnownValues({});
  const ids = Array.from({ length: 25 }, (_, at) => at);
  known.learn(
    operation("list"),
    [],
    ids.slice(0, 15).map((n) => ({ n })),
  );
  known.learn(
    operation("list"),
    [],
    ids.slice(15).map((n) => ({ n })),
  );
  expect(known.forPath({ path: "/n/{n}" }, "n")).toEqual(ids.slice(0, 20));
});

test("scalars are listed with their names, down to a depth of 20", () => {
  const value = { a: "x", b: 1, c: true, d: null, e: [{ f: 2 }, 3], g: { h: false } };
  expect([...listNamedValues(value)]).toEqual([
    ["a", "x"],
    ["b", 1],
    ["c", true],
    ["f", 2],
    ["h", false],
  ]);
  const nested = (depth: number): unknown =>
    depth === 0 ? { a: 1 } : depth % 2 === 0 ? [nested(depth - 1)] : { b: nested(depth - 1) };
  expect([...listNamedValues(nested(20))]).toEqual([["a", 1]]);
  expect([...listNamedValues(nested(21))]).toEqual([]);
  expect([...listNamedValues("text")]).toEqual([]);
});

const UUID = "123e4567-e89b-12d3-a456-426614174000";
const newId = (name: string): string => `new ${name}`;

test.each<[body: unknown, aligned: unknown, createId?: typeof newId]>([
  [
    { aId: "x", id: "y" },
    { aId: "7", id: "7" },
  ],
  [{ aId: 1 }, { aId: 1 }],
  [
    { id: UUID, parentId: UUID, href: UUID, other: UUID },
    { id: "7", parentId: UUID, href: UUID, other: UUID },
  ],
  [
    { id: UUID, parentId: UUID, href: UUID, other: UUID },
    { id: "7", parentId: `new ${UUID}`, href: `new ${UUID}`, other: UUID },
    newId,
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

test("without an id in the path the body keeps its own, and text stays as it is", () => {
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
  const known = createKnownValues(more.given ?? {});
  const examples = more.examples ?? [
    { ...EMPTY, path: { aId: "e" }, body: { contentType: "application/json", value: { id: UUID } } },
  ];
  const seeds = createSeedRequests({
    operations: ids.map(operation),
    known,
    examplesOf: () => examples,
    createId: newId,
    safe: more.safe ?? false,
  });
  const session = {
    send: async ({ operation: asked, request }: { operation: Operation; request: CaseRequest }) => {
      const status = statuses[Math.min(sent.length, statuses.length - 1)] ?? 200;
      sent.push([
        asked.id,
        request.path,
        ...(request.body !== undefined && "value" in request.body ? [request.body.value] : []),
      ]);
      const headers = [["content-type", "application/json"]] as const;
      const response = { status, headers, body: { kind: "text", text: '[{"id":"learned"}]' } };
      return {
        document: DOCUMENT,
        operation: asked,
        request,
        exchange: {
          request: { method: asked.method, url: "https://a.example/", headers: [], body: { kind: "none" } },
          response,
        },
      };
    },
    report: (_: unknown, finding: unknown) => void reports.push(finding),
  } as unknown as TaskSession;
  for (const task of seeds.tasks) await task.run(session);
  return { sent, known, seeds, order: seeds.tasks.map(({ id }) => id), reports };
}

test("reads come before writes, and short paths before long ones", async () => {
  const ids = ["create", "put", "listOfOne", "read", "list", "head"];
  const { order } = await runSeeds([200], ids, { examples: [] });
  expect(order).toEqual(["list", "listOfOne", "read", "create", "put", "head"].map((id) => `examples/${id}`));
  const safe = await runSeeds([200], ids, { examples: [], safe: true });
  expect(safe.order).toEqual(["list", "listOfOne", "read", "head"].map((id) => `examples/${id}`));
});

test("an id that a listing shows is used afterwards, and a write is tried with new ids too", async () => {
  const { sent, seeds, reports } = await runSeeds([200, 404], ["list", "create", "put"], {});
  expect(sent).toEqual([
    ["list", { aId: "e" }, { id: "e" }],
    ["create", { aId: "e" }, { id: "e" }],
    ["create", { aId: "e" }, { id: "e" }],
    ["put", { aId: "new put" }, { id: "new put" }],
    ["put", { aId: "learned" }, { id: "learned" }],
    ["put", { aId: "learned" }, { id: "learned" }],
  ]);
  expect(seeds.get(operation("list"))?.accepted?.exchange.response.status).toBe(200);
  expect(seeds.get(operation("put"))).toEqual({ request: expect.objectContaining({ path: { aId: "new put" } }) });
  expect(seeds.get(operation("read"))).toBeUndefined();
  expect(reports).toEqual(Array.from({ length: 6 }));
});

test("the first accepted request is kept, and the next example is still sent", async () => {
  const examples = ["1", "2", "3"].map((aId) => ({ ...EMPTY, path: { aId } }));
  const { sent, seeds } = await runSeeds([404, 200], ["read"], { examples });
  expect(sent.map(([, path]) => path)).toEqual(examples.map(({ path }) => path));
  expect(seeds.get(operation("read"))).toMatchObject({ request: { path: { aId: "2" } }, accepted: {} });
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
