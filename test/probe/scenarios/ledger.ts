/** Orders of several shops that contain payments, which have a list of their own, and that a JSON Patch changes. */
import type { Defect } from "./desk.js";
import type { Reply, Sent } from "./run-scenarios.js";

const ORDER = 'content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } }';
const REFUSED = '"400": { description: d }, "404": { description: d }';
const list = (name: string): string =>
  `content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/${name}" } } } }`;

export const LEDGER_SPEC = `openapi: 3.1.0
info: { title: Ledger, version: "1" }
security: [{ bearer: [] }]
paths:
  /shops/{shopId}/orders:
    parameters: [{ name: shopId, in: path, required: true, schema: { type: string } }]
    get: { operationId: listOrders, responses: { "200": { description: d, ${list("Order")} }, ${REFUSED} } }
  /shops/{shopId}/payments:
    parameters: [{ name: shopId, in: path, required: true, schema: { type: string } }]
    get: { operationId: listPayments, responses: { "200": { description: d, ${list("Payment")} }, ${REFUSED} } }
  /shops/{shopId}/orders/{orderId}:
    parameters: [{ name: shopId, in: path, required: true, schema: { type: string } }, { name: orderId, in: path, required: true, schema: { type: string, format: uuid } }]
    get: { operationId: getOrder, responses: { "200": { description: d, ${ORDER} }, ${REFUSED} } }
    put:
      operationId: putOrder
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Order" }, example: { id: 0f8fad5b-d9cb-469f-a165-70867728950e, size: 3, count: 5, open: true, tags: [], payments: [{ id: 1f8fad5b-d9cb-469f-a165-70867728950e, orderId: 0f8fad5b-d9cb-469f-a165-70867728950e, state: open, kind: card, sum: 5 }] } } } }
      responses: { "200": { description: d, ${ORDER} }, "201": { description: d, ${ORDER} }, ${REFUSED} }
    patch:
      operationId: patchOrder
      requestBody: { required: true, content: { application/json-patch+json: { schema: { $ref: "#/components/schemas/Patch" }, example: [{ op: replace, path: /size, value: 4 }] } } }
      responses: { "200": { description: d, ${ORDER} }, ${REFUSED} }
    delete: { operationId: deleteOrder, responses: { "204": { description: d }, ${REFUSED} } }
components:
  securitySchemes: { bearer: { type: http, scheme: bearer } }
  schemas:
    Order: { type: object, properties: { id: { type: string, format: uuid }, size: { type: integer, minimum: 0 }, count: { type: integer }, open: { type: boolean }, tags: { type: array, items: { type: string } }, payments: { type: array, items: { $ref: "#/components/schemas/Payment" } } } }
    Payment: { type: object, properties: { id: { type: string, format: uuid }, orderId: { type: string }, state: { type: string, enum: [open, paid] }, kind: { type: string }, sum: { type: integer } } }
    Patch: { type: array, items: { type: object, required: [op, path], properties: { op: { enum: [add, remove, replace, move, copy] }, path: { type: string, pattern: "^/(size|count|open|tags)" }, from: { type: string, pattern: "^/(size|count|tags/)" } }, if: { required: [from] }, then: { properties: { op: { enum: [move, copy] } } }, else: { properties: { op: { enum: [add, remove, replace] } } } } }
`;

type Order = Record<string, unknown> & { readonly payments?: readonly object[] };
type Operation = { readonly op: string; readonly path: string; readonly from?: string; readonly value?: unknown };

export function createLedger(defect: Defect = (reply) => reply): (sent: Sent) => Reply {
  const orders = new Map<string, Order>([["s1 old", { id: "old" }]]);
  const listShop = (shop: unknown): Order[] =>
    [...orders].flatMap(([key, it]) => (key.startsWith(`${shop} `) ? [it] : []));
  return (sent) => defect(respond(sent), sent);

  function respond({ id, path, value }: Sent): Reply {
    if (id === "listOrders") return { status: 200, body: listShop(path.shopId) };
    if (id === "listPayments") return { status: 200, body: listShop(path.shopId).flatMap((it) => it.payments ?? []) };
    const key = `${path.shopId} ${path.orderId}`;
    return id === "putOrder" ? put(key, path.orderId, value) : respondFor(key, id, value);
  }

  function put(key: string, id: unknown, value: unknown): Reply {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return { status: 400 };
    const status = orders.has(key) ? 200 : 201;
    orders.set(key, { ...value, id });
    return { status, body: orders.get(key) };
  }

  function respondFor(key: string, id: string, value: unknown): Reply {
    const order = orders.get(key);
    if (order === undefined) return { status: 404 };
    if (id === "deleteOrder") return { status: orders.delete(key) ? 204 : 404 };
    if (id === "getOrder") return { status: 200, body: order };
    const patched = Array.isArray(value) ? applyPatch(order, value as readonly Operation[]) : undefined;
    if (patched === undefined) return { status: 400 };
    orders.set(key, patched);
    return { status: 200, body: patched };
  }
}

/** Undefined if an operation is not allowed, or its target does not exist. */
export function applyPatch(order: Order, operations: readonly Operation[]): Order | undefined {
  let patched: Order | undefined = structuredClone(order);
  for (const it of operations) patched = patched && applyOperation(patched, it);
  return patched;
}

function applyOperation(order: Order, { op, path, from, value }: Operation): Order | undefined {
  if (from !== undefined && (op === "move" || op === "copy")) {
    const [, source = "", item] = from.split("/");
    const found = item === undefined ? order[source] : (order[source] as unknown[] | undefined)?.[Number(item)];
    const rest = op === "move" ? applyOperation(order, { op: "remove", path: from }) : order;
    return found === undefined || rest === undefined
      ? undefined
      : applyOperation(rest, { op: "add", path, value: found });
  }
  const [, name = "", token, ...more] = String(path).split("/");
  if (!["add", "remove", "replace"].includes(op) || !/^(size|count|open|tags)$/.test(name) || more.length > 0)
    return undefined;
  if (token !== undefined) return changeList(order, { op, path: token, value });
  if (op === "remove") return name in order ? omit(order, name) : undefined;
  const isRight = { tags: Array.isArray(value), open: typeof value === "boolean" }[name] ?? Number.isInteger(value);
  return isRight && (op === "add" || name in order) ? { ...order, [name]: value } : undefined;
}

function changeList(order: Order, { op, path: token, value }: Operation): Order | undefined {
  const tags = order.tags;
  if (!Array.isArray(tags)) return undefined;
  const at =
    token === "-" && op === "add" ? tags.length : /^(0|[1-9]\d*)$/.test(token) ? Number(token) : tags.length + 1;
  if (at > tags.length - (op === "add" ? 0 : 1) || (op !== "remove" && typeof value !== "string")) return undefined;
  return { ...order, tags: tags.toSpliced(at, op === "add" ? 0 : 1, ...(op === "remove" ? [] : [value])) };
}

function omit(order: Order, name: string): Order {
  return Object.fromEntries(Object.entries(order).filter(([it]) => it !== name));
}
