/** Traffic in which the consumers that each change breaks are known, because they are planted. */
import { createHash } from "node:crypto";

const ORDER = {
  type: "object",
  required: ["total"],
  properties: {
    total: { type: "number" },
    note: { type: "string", maxLength: 100 },
    channel: { type: "string" },
    lines: { type: "array", items: { type: "object", properties: { sku: { type: ["string", "integer"] } } } },
  },
};

const CREATED = { type: "object", required: ["id"], properties: { id: { type: "string" } } };
const SHOWN = { type: "object", properties: { id: { type: "string" }, state: { enum: ["open", "paid"] } } };
const ID = { name: "id", in: "path", required: true, schema: { type: "string" } };

function respond(schema?: object): object {
  const content = schema === undefined ? {} : { content: { "application/json": { schema } } };
  return { "200": { description: "Done.", ...content } };
}

export const OLD_SPEC = {
  openapi: "3.1.0",
  info: { title: "Shop", version: "1.0.0" },
  servers: [{ url: "https://shop.example" }],
  paths: {
    "/orders": {
      get: {
        operationId: "listOrders",
        parameters: [
          { name: "limit", in: "query", schema: { type: "integer", maximum: 100 } },
          { name: "status", in: "query", schema: { type: "string", enum: ["open", "paid", "old"] } },
          { name: "page", in: "query", schema: { type: "integer", maximum: 1000 } },
          { name: "sort", in: "query", schema: { type: "string" } },
        ],
        responses: respond(),
      },
      post: {
        operationId: "createOrder",
        requestBody: { required: true, content: { "application/json": { schema: ORDER } } },
        responses: respond(CREATED),
      },
    },
    "/orders/{id}": {
      get: {
        operationId: "getOrder",
        parameters: [ID, { name: "X-Trace", in: "header", schema: { type: "string" } }],
        responses: respond(SHOWN),
      },
      delete: { operationId: "deleteOrder", parameters: [ID], responses: respond() },
    },
    "/uploads": {
      post: {
        operationId: "upload",
        requestBody: { content: { "text/csv": {}, "application/json": {} } },
        responses: respond(),
      },
    },
    "/legacy": { get: { operationId: "getLegacy", responses: respond() } },
  },
};

const BODY = "/paths/~1orders/post/requestBody/content/application~1json/schema";

/** The edits of the new spec, by JSON Pointer. */
export const NEW_SPEC_EDIT = {
  set: {
    "/paths/~1orders/get/parameters/0/schema/maximum": 50,
    "/paths/~1orders/get/parameters/1/schema/enum": ["open", "paid"],
    "/paths/~1orders/get/parameters/2/schema/maximum": 500,
    [`${BODY}/properties/note/maxLength`]: 10,
    [`${BODY}/required`]: ["total", "channel"],
    [`${BODY}/properties/lines/items/properties/sku/type`]: "string",
    "/paths/~1orders~1{id}/get/parameters/1/required": true,
    "/paths/~1orders~1{id}/get/responses/200/content/application~1json/schema/properties/state/enum": [
      ...["open", "paid", "held"],
    ],
  },
  remove: [
    "/paths/~1orders/get/parameters/3",
    "/paths/~1orders~1{id}/delete",
    "/paths/~1uploads/post/requestBody/content/text~1csv",
    "/paths/~1legacy",
  ],
};

/** The codes that each exchange is broken by, with the part that distinguishes two changes of one code. */
type Plant = {
  readonly method: string;
  readonly target: string;
  readonly body?: object | string;
  readonly trace?: true;
} & {
  readonly breaks: readonly string[];
};

const JSON_ORDER = { total: 5, channel: "web", note: "short", lines: [{ sku: "A-1" }] };
const PLANTS: readonly Plant[] = [
  { method: "GET", target: "/orders?limit=20&status=paid&page=3", breaks: [] },
  { method: "GET", target: "/orders?limit=80", breaks: ["request.bounds.narrowed limit"] },
  {
    method: "GET",
    target: "/orders?limit=51&status=old",
    breaks: ["request.bounds.narrowed limit", "request.values.narrowed status"],
  },
  { method: "GET", target: "/orders?sort=date", breaks: ["request.parameter.removed sort"] },
  { method: "POST", target: "/orders", body: JSON_ORDER, breaks: [] },
  {
    method: "POST",
    target: "/orders",
    body: { ...JSON_ORDER, note: "a long text" },
    breaks: ["request.text.narrowed note"],
  },
  {
    method: "POST",
    target: "/orders",
    body: { total: 5, lines: [{ sku: 7 }, { sku: "B" }] },
    breaks: ["request.property.required channel", "request.type.narrowed sku"],
  },
  { method: "GET", target: "/orders/1", trace: true, breaks: ["response.values.widened state"] },
  {
    method: "GET",
    target: "/orders/2",
    breaks: ["request.parameter.required X-Trace", "response.values.widened state"],
  },
  { method: "DELETE", target: "/orders/3", breaks: ["operation.removed deleteOrder"] },
  { method: "POST", target: "/uploads", body: { a: 1 }, breaks: [] },
  { method: "POST", target: "/uploads", body: "a;b", breaks: ["request.media-type.removed upload"] },
];

/** Ten consumers. The last but one is an address, which must be hashed; the last one sends no name. */
const CONSUMERS = ["shop-web", "shop-app", "erp", "billing", "search", "export", "import", "partner-7"];
const PERSON = "someone@mail.example";

export const HASHED_PERSON = `sha256:${createHash("sha256").update(PERSON).digest("hex").slice(0, 12)}`;

export type ExpectedUse = {
  exchanges: number;
  readonly consumers: Map<string | null, number>;
  firstSeen: string;
  lastSeen: string;
};

/** Creates exchanges one second apart, as lines of an NDJSON recording, and what each change has to be found to break. */
export function createPlantedTraffic(count: number): {
  readonly lines: string[];
  readonly expected: Map<string, ExpectedUse>;
} {
  const expected = new Map<string, ExpectedUse>();
  const lines: string[] = [];
  // A linear congruential generator: equal in every run.
  let state = 1;
  const draw = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
  for (let index = 0; index < count; index++) {
    const plantIndex = draw(PLANTS.length);
    // Consumers differ in what they use: each never sends two of the kinds of requests.
    const consumerIndex = (plantIndex + draw(8)) % 10;
    const plant = PLANTS[plantIndex] ?? PLANTS[0];
    if (plant === undefined) break;
    const sent = [...CONSUMERS, PERSON][consumerIndex];
    const startedAt = new Date(Date.UTC(2026, 0, 31) + index * 1000).toISOString();
    lines.push(JSON.stringify(createExchange(plant, sent, startedAt)));
    const name = sent === PERSON ? HASHED_PERSON : (sent ?? null);
    for (const key of plant.breaks) addUse(expected, key, { name, startedAt });
  }
  return { lines, expected };
}

/** Writes the lines as a HAR recording, which is read by another path. */
export function createPlantedHar(lines: readonly string[]): string {
  type Sent = {
    readonly headers: readonly (readonly [string, string])[];
    readonly body?: string | { readonly json: object };
  };
  type Line = {
    readonly startedAt: string;
    readonly request: Sent & { readonly method: string; readonly url: string };
    readonly response: Sent & { readonly status: number };
  };
  const listHeaders = ({ headers }: Sent): object[] => headers.map(([name, value]) => ({ name, value }));
  const getContent = ({ headers, body }: Sent): object => {
    const mimeType = headers.find(([name]) => name === "Content-Type")?.[1] ?? "";
    return { mimeType, text: typeof body === "string" ? body : body === undefined ? "" : JSON.stringify(body.json) };
  };
  const entries = lines.map((text) => {
    const { startedAt, request, response } = JSON.parse(text) as Line;
    const { method, url } = request;
    const content = { size: response.body === undefined ? 0 : 1, ...getContent(response) };
    return {
      startedDateTime: startedAt,
      request: {
        ...{ method, url, headers: listHeaders(request) },
        ...(request.body === undefined ? {} : { postData: getContent(request) }),
      },
      response: { status: response.status, headers: listHeaders(response), content },
    };
  });
  return JSON.stringify({ log: { version: "1.2", creator: { name: "planted", version: "1" }, entries } });
}

function addUse(
  expected: Map<string, ExpectedUse>,
  key: string,
  { name, startedAt }: { readonly name: string | null; readonly startedAt: string },
): void {
  const use = expected.get(key) ?? { exchanges: 0, consumers: new Map(), firstSeen: startedAt, lastSeen: startedAt };
  use.exchanges += 1;
  use.consumers.set(name, (use.consumers.get(name) ?? 0) + 1);
  use.lastSeen = startedAt;
  expected.set(key, use);
}

function createExchange(
  { method, target, body, trace }: Plant,
  consumer: string | undefined,
  startedAt: string,
): object {
  const type = typeof body === "string" ? "text/csv" : "application/json";
  const created = method === "POST" && target === "/orders" ? { id: "1" } : undefined;
  const shown = method === "GET" && target.startsWith("/orders/") ? { id: "1", state: "open" } : created;
  return {
    startedAt,
    request: {
      method,
      url: `https://shop.example${target}`,
      headers: [
        ...(consumer === undefined ? [] : [["X-Client-Id", consumer]]),
        ...(trace ? [["X-Trace", "t"]] : []),
        ...(body === undefined ? [] : [["Content-Type", type]]),
      ],
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : { json: body } }),
    },
    response: {
      status: 200,
      headers: shown === undefined ? [] : [["Content-Type", "application/json"]],
      ...(shown === undefined ? {} : { body: { json: shown } }),
    },
  };
}
