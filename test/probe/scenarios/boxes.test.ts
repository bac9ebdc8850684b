/** A service with few items, objects without declared properties in an envelope, and no documented 404: a correct one, and one defect each. */
import { expect, test } from "vitest";
import { createUndocumentedUnknownScenarios } from "../../../src/probe/scenarios/access/unknown-ids.js";
import { createLifecycleScenarios } from "../../../src/probe/scenarios/lifecycle/lifecycle.js";
import { createFilledListingScenarios } from "../../../src/probe/scenarios/paging.js";
import { type Reply, runScenarios, type Sent } from "./run-scenarios.js";

const BODY = 'content: { application/json: { schema: { $ref: "#/components/schemas/Body" } } }';
const describePaths = (path: string, name: string): string => `
  /${path}:
    get:
      operationId: list${name}
      parameters: [{ name: _limit, in: query, schema: { type: integer, default: 100 } }]
      responses: { "200": { description: d, content: { application/json: { schema: { type: object, properties: { data: { type: array, items: { type: object } } } } } } } }
  /${path}/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string, format: uuid } }]
    get: { operationId: get${name}, responses: { "200": { description: d, ${BODY} } } }
    put: { operationId: put${name}, requestBody: { required: true, ${BODY} }, responses: { "201": { description: d, ${BODY} } } }
    patch: { operationId: patch${name}, requestBody: { required: true, ${BODY} }, responses: { "200": { description: Returns the changed resource., ${BODY} } } }
    delete: { operationId: delete${name}, responses: { "204": { description: d } } }`;
const SPEC = `openapi: 3.1.0
info: { title: Boxes, version: "1" }
paths:${describePaths("boxes", "Box")}${describePaths("lids", "Lid")}
components:
  schemas: { Body: { type: object, required: [data], properties: { data: { type: object } }, example: { data: { size: 3 } } } }
`;

type Members = Readonly<Record<string, unknown>>;
type Defect = {
  readonly hasOneByDefault?: boolean;
  /** Added to the page size. */
  readonly more?: number;
  readonly hidesNew?: boolean;
  /** The status of a deletion of something unknown. */
  readonly unknown?: { readonly Box: number; readonly Lid: number };
  readonly id?: (id: unknown) => unknown;
};

type Store = Map<unknown, Members>;

function createBoxes(defect: Defect): (sent: Sent) => Reply {
  const stores = { Box: new Map() as Store, Lid: new Map() as Store };
  return (sent) => {
    const kind = sent.id.endsWith("Box") ? "Box" : "Lid";
    const store = stores[kind];
    if (sent.id.startsWith("list")) return list(store, defect, sent);
    const { id } = sent.path;
    const given = (sent.value as { readonly data?: Members } | undefined)?.data ?? {};
    const old = store.get(id);
    if (sent.method === "PUT") {
      store.set(id, given);
      return { status: 201, body: { data: { ...given, id: defect.id?.(id) ?? id } } };
    }
    if (sent.method === "DELETE") return { status: store.delete(id) ? 204 : (defect.unknown?.[kind] ?? 404) };
    if (old === undefined) return { status: 404 };
    return { status: 200, body: { data: { ...(sent.method === "PATCH" ? patch(store, id, given) : old), id } } };
  };

  function patch(store: Store, id: unknown, given: Members): Members {
    const patched = { ...store.get(id), ...given };
    store.set(id, patched);
    return patched;
  }
}

function list(store: Store, { hasOneByDefault, hidesNew, more = 0 }: Defect, { query }: Sent): Reply {
  const given = query._limit === undefined ? undefined : Number(query._limit) + more;
  const limit = hidesNew === true ? 1 : (given ?? (hasOneByDefault === true ? 1 : 100));
  return { status: 200, body: { data: [...store].map(([id, it]) => ({ ...it, id })).slice(0, limit) } };
}

test.each<[name: string, defect: Defect, findings: readonly string[]]>([
  ["is correct", {}, []],
  [
    "lists one item by default",
    { hasOneByDefault: true },
    ['without "_limit", the page has 1 items, but 4 with _limit=100'],
  ],
  ["lists one more than the limit", { more: 1 }, ["the page has 2 items; expected 1, as requested with _limit=1"]],
  ["lists old items only", { hidesNew: true }, ["items of the listing do not contain it"]],
  [
    "deletes what is unknown",
    { unknown: { Box: 204, Lid: 404 } },
    ["the response is 204 for an unknown id; expected 404, as from deleteLid"],
  ],
  ["deletes what is unknown everywhere", { unknown: { Box: 204, Lid: 204 } }, []],
  ["returns another id", { id: (id) => `${id}-copy` }, ["exchange.resource.differs of putBox: id differs between"]],
])("a service that %s", async (_, defect, findings) => {
  const lines = await runScenarios({
    ...{ spec: SPEC, service: createBoxes(defect) },
    create: [createUndocumentedUnknownScenarios, createLifecycleScenarios, createFilledListingScenarios],
  });
  const found = lines.filter((it) => it.startsWith("  exchange."));
  if (findings.length === 0) expect(found).toEqual([]);
  for (const it of findings) expect(found.join("\n")).toContain(it);
});
