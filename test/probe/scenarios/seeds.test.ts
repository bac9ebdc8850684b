/** How the first accepted request of each operation is found: with known values, with added properties, and with new resources. */
import { expect, test } from "vitest";
import { type Reply, runScenarios, type Sent } from "./run-scenarios.js";

const OK = 'responses: { "200": { description: d, content: { application/json: { schema: { type: object } } } } }';
const body = (schema: string): string =>
  `requestBody: { required: true, content: { application/json: { schema: ${schema} } } }`;
const ID = "parameters: [{ name: id, in: path, required: true, schema: { type: string } }]";

const SPEC = `openapi: 3.1.0
info: { title: Zones, version: "1" }
paths:
  /zones:
    get: { operationId: listZones, ${OK} }
    delete: { operationId: clearZones, ${OK} }
    post:
      operationId: createZone
      ${body("{ type: object, required: [label], properties: { label: { type: string }, ownerDomain: { type: string, description: \"The domain, e.g. \\\"example.com.\\\"\" }, kind: { type: string, description: \"One of ('file', 'directory' or 'notebook').\" }, limits: { type: object, properties: { size: { type: integer, minimum: 2 } } }, rows: { type: array, items: { type: object, properties: { deep: { type: string } } } } } }")}
      ${OK}
  /zones/reset: { post: { operationId: resetZones, ${OK} } }
  /zones/{id}:
    ${ID}
    get: { operationId: readZone, ${OK} }
    patch: { operationId: patchZone, ${body("{ type: object, properties: { label: { type: string, examples: [other] }, size: { type: integer } } }")}, ${OK} }
    delete: { operationId: deleteZone, ${OK} }
  /rules/{id}:
    ${ID}
    put: { operationId: putRule, ${body("{ type: object, required: [zoneId], properties: { id: { type: string }, zoneId: { type: string } } }")}, ${OK} }
    delete: { operationId: deleteRule, ${OK} }
  /texts: { post: { operationId: postText, requestBody: { required: true, content: { text/plain: { schema: { type: string, examples: [plain] } } } }, ${OK} } }
  /jobs: { post: { operationId: startJob, ${body("{ type: object, properties: { label: { type: string }, size: { type: integer } } }")}, ${OK} } }
`;

type Options = { readonly kind?: string; readonly size?: number; readonly status?: number; readonly isNamed?: boolean };

function createZones({ kind = "directory", size = 2, status = 400, isNamed = true }: Options): (sent: Sent) => Reply {
  const zones = new Map<string, Record<string, unknown>>();
  const reject = (text: string): Reply => ({ status, body: { message: isNamed ? text : "invalid" } });
  const create = (value: Record<string, unknown>): Reply => {
    const limits = (value.limits ?? {}) as { readonly size?: number };
    if (value.ownerDomain !== "example.com.") return reject("owner-domain must be given");
    if (value.kind !== kind) return reject("wrong KIND!");
    if ((limits.size ?? 0) < size) return reject("limits lack a size");
    const zone = { ...value, id: `z${zones.size + 1}` };
    zones.set(zone.id, zone);
    return { status: 200, body: zone };
  };
  const rules = new Set<string>();
  const putRule = (id: string, { zoneId }: { readonly zoneId?: string }): Reply => {
    if (!zones.has(String(zoneId))) return { status: 404, body: { message: "no such zone" } };
    rules.add(id);
    return { status: 200, body: { id } };
  };
  const atZone = (id: string, own: string): Reply => {
    const isThere = zones.has(own);
    if (id === "deleteZone") zones.delete(own);
    return isThere ? { status: 200, body: { id: own } } : { status: 404 };
  };
  return ({ id, path, value }) => {
    const own = String(path.id);
    const replies: Readonly<Record<string, () => Reply>> = {
      listZones: () => ({ status: 200, body: [...zones.values()] }),
      createZone: () => create(value as Record<string, unknown>),
      putRule: () => putRule(own, value as object),
      deleteRule: () => ({ status: rules.delete(own) ? 200 : 404 }),
      startJob: () => ({ status: 409 }),
      postText: () => ({ status: value === "plain" ? 200 : 400 }),
      clearZones: () => ({ status: 200 }),
      resetZones: () => ({ status: 200 }),
    };
    return replies[id]?.() ?? atZone(id, own);
  };
}

test("the first accepted requests", async () => {
  const lines: string[] = [];
  const variants: readonly Options[] = [
    {},
    { kind: "notebook" },
    { kind: "file", size: 3 },
    { isNamed: false },
    { status: 404 },
    { status: 409 },
  ];
  for (const options of variants) {
    const shown = await runScenarios({ spec: SPEC, service: createZones(options), create: [], showsSeeds: true });
    lines.push(
      `## ${JSON.stringify(options)}`,
      ...(options.kind === undefined && options.status === undefined
        ? shown
        : shown.filter((it) => it.includes("createZone"))),
    );
  }
  lines.push("## a given zone");
  const parameters = { id: ["z1"], zoneId: ["z1"] };
  lines.push(
    ...(await runScenarios({ spec: SPEC, service: createZones({}), create: [], showsSeeds: true, parameters })),
  );
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("seeds.txt");
});

const TIME = "2024-02-01T09:00:00Z";
const UUID = "efdbb9d1-02c2-4bc3-afb7-6788d8782b1e";
test.each<[what: string, parameter: string, shown: object, used: unknown]>([
  [
    "a header of each response",
    `name: date, schema: { type: string, format: date-time }, example: "${TIME}"`,
    {},
    TIME,
  ],
  [
    "the same without an example",
    "name: date, schema: { type: string, format: date-time }",
    {},
    "2024-05-06T07:08:09Z",
  ],
  ["a text header that nothing declares", "name: server, schema: { type: string, example: s }", {}, "s"],
  ["a declared header", "name: x_area, schema: { type: string }, example: e", {}, "north"],
  ["a value outside of an enum", "name: kind, schema: { enum: [task, tag] }", { kind: "allocation" }, "task"],
  ["a value of the enum", "name: kind, schema: { enum: [task, tag] }", { kind: "tag" }, "tag"],
  [
    "a text for a format",
    `name: order, schema: { type: string, format: uuid }, example: ${UUID}`,
    { order: "A-1" },
    UUID,
  ],
  ["a text for a number", "name: size, schema: { type: integer, example: 5 }", { size: "big" }, 5],
  ["the text of a number", "name: size, schema: { type: integer, example: 5 }", { size: "7" }, 7],
  [
    "a value that is too long",
    "name: code, schema: { type: string, maxLength: 3 }, example: abc",
    { code: "abcd" },
    "abc",
  ],
])("a required parameter gets no value that is invalid for it: %s", async (_, parameter, shown, used) => {
  for (const place of ["query", "path"]) {
    const path = place === "path" ? `/trips/{${/name: (\w+)/.exec(parameter)?.[1]}}` : "/trips";
    const spec = `openapi: 3.1.0
info: { title: Trips, version: "1" }
paths:
  /trips/all/first: { get: { operationId: readFirst, responses: { "200": { description: d, headers: { X-Area: { schema: { type: string } } }, content: { application/json: { schema: { type: object } } } } } } }
  ${path}: { get: { operationId: listTrips, parameters: [{ ${parameter}, in: ${place}, required: true }], ${OK} } }
`;
    const sent: Sent[] = [];
    const headers = [
      ["Date", "Sun, 29 Nov 2026 07:05:38 GMT"],
      ["Server", "x/1"],
      ["X-Area", "north"],
    ] as const;
    const service = (it: Sent): Reply => {
      if (it.id === "listTrips") sent.push(it);
      return { status: 200, headers, body: shown };
    };
    await runScenarios({ spec, service, create: [] });
    const values = sent.map((it) => Object.values(it[place as "query"])[0]);
    expect(values[0], place).toEqual(used);
  }
});
