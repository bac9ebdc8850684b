/** A service with a sign-in whose tokens can be renewed, and with orders of several shops and tenants. */
import type { Reply, Sent } from "./run-scenarios.js";

const JSON_OBJECT = "content: { application/json: { schema: { type: object } } }";
const ORDERS =
  'content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Order" } } } }';
const REFUSED = '"401": { description: d }, "403": { description: d }, "404": { description: d }';

export const DESK_SPEC = `openapi: 3.1.0
info: { title: Desk, version: "1" }
security: [{ bearer: [] }]
paths:
  /token:
    post:
      operationId: signIn
      security: []
      requestBody:
        required: true
        content:
          application/x-www-form-urlencoded:
            examples:
              user: { value: { grant_type: password, username: ann, password: opensesame, note: abcd } }
              client: { value: { grant_type: client_credentials, scope: all } }
            schema:
              oneOf:
                - type: object
                  required: [grant_type, username, password]
                  additionalProperties: false
                  properties: { grant_type: { const: password }, username: { type: string, examples: [ann] }, password: { type: string, examples: [opensesame] }, expires_in: { type: integer, minimum: 1, examples: [60] }, note: { type: string, examples: [abcd] } }
                - type: object
                  required: [grant_type, refresh_token]
                  additionalProperties: false
                  properties: { grant_type: { const: refresh_token }, refresh_token: { type: string, examples: [r0] } }
                - type: object
                  description: The \`Authorization\` header carries the key of the client.
                  required: [grant_type, scope]
                  additionalProperties: false
                  properties: { grant_type: { const: client_credentials }, scope: { type: string, examples: [all] } }
      responses: { "200": { description: d, ${JSON_OBJECT} }, "400": { description: d } }
  /shops/{shopId}:
    get: { operationId: getShop, responses: { "200": { description: d, ${JSON_OBJECT} }, ${REFUSED} } }
  /shops/{shopId}/orders:
    get:
      operationId: listOrders
      parameters: [{ name: state, in: query, schema: { type: string } }, { name: limit, in: query, schema: { type: integer, default: 5, maximum: 100 } }, { name: id, in: query, schema: { type: string, format: uuid } }]
      responses: { "200": { description: d, ${ORDERS} }, ${REFUSED} }
    post:
      operationId: createOrder
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Order" }, example: { state: new, accountId: "0f8fad5b-d9cb-469f-a165-70867728950e" } } } }
      responses: { "201": { description: d, ${JSON_OBJECT} }, "400": { description: d }, ${REFUSED} }
  /shops/{shopId}/orders/{orderId}:
    parameters: [{ name: orderId, in: path, required: true, schema: { type: string } }]
    get: { operationId: getOrder, responses: { "200": { description: d, ${JSON_OBJECT} }, ${REFUSED} } }
    patch:
      operationId: changeOrder
      requestBody: { required: true, content: { application/merge-patch+json: { schema: { $ref: "#/components/schemas/Order" }, example: { state: paid } } } }
      responses: { "200": { description: d, ${JSON_OBJECT} }, ${REFUSED} }
    delete: { operationId: deleteOrder, responses: { "204": { description: d }, ${REFUSED} } }
  /shops/{shopId}/orders/{orderId}/items:
    parameters: [{ name: orderId, in: path, required: true, schema: { type: string } }]
    get: { operationId: listItems, responses: { "200": { description: d, content: { application/json: { schema: { type: array, items: { type: object } } } } }, ${REFUSED} } }
  /tags: { get: { operationId: listTags, responses: { "200": { description: d, content: { application/json: { schema: { type: array, items: { type: object } } } } }, "401": { description: d } } } }
  /tags/{tag}: { put: { operationId: putTag, parameters: [{ name: tag, in: path, required: true, schema: { type: string } }], responses: { "200": { description: d }, ${REFUSED} } } }
  /search/{text}: { get: { operationId: search, parameters: [{ name: text, in: path, required: true, schema: { type: string } }], responses: { "200": { description: d, ${JSON_OBJECT} }, ${REFUSED} } } }
components:
  securitySchemes: { bearer: { type: http, scheme: bearer } }
  schemas:
    Order: { type: object, properties: { id: { type: string, format: uuid }, state: { type: string }, accountId: { type: string, format: uuid } } }
`
  .replaceAll(
    /^( +)(\/shops\/\{shopId\}.*):$/gm,
    "$1$2:\n$1  parameters: [{ name: shopId, in: path, required: true, schema: { type: string } }]",
  )
  .replaceAll(/(parameters: \[\{ name: shopId[^\n]*)\]\n +parameters: \[/g, "$1, ");

const claims = (own: object): string => Buffer.from(JSON.stringify(own)).toString("base64url");
/** The credentials of the run: a JSON Web Token for two shops. */
export const DESK_TOKEN = `Bearer eyJhbGciOiJIUzI1NiJ9.${claims({ shopIds: ["s1", "s2"], sub: "ann" })}.c2lnbmF0dXJl`;
export const ACCOUNT = "0f8fad5b-d9cb-469f-a165-70867728950e";

const ID = (count: number): string => `1b4e28ba-2fa1-4d2e-883f-${String(count).padStart(12, "0")}`;

/** What a defect changes in a reply. */
export type Defect = (reply: Reply, sent: Sent) => Reply;

export function createDesk(defect: Defect = (reply) => reply): (sent: Sent) => Reply {
  const orders = new Map<string, Order>();
  for (const shop of ["s1", "s2"])
    for (const state of ["new", "paid"]) {
      const id = ID(orders.size + 1);
      orders.set(id, { id, state, shop, accountId: ACCOUNT });
    }
  let tokens = 0;
  const refresh = new Set(["r0"]);
  const signIn = ({ value, credentials, query, method }: Sent): Reply => {
    const form = (value ?? {}) as Record<string, unknown>;
    const isRight =
      method === "POST" &&
      typeof value === "object" &&
      Object.keys(query).length === 0 &&
      ((form.grant_type === "password" && form.username === "ann" && form.password === "opensesame") ||
        (form.grant_type === "refresh_token" && refresh.delete(String(form.refresh_token))) ||
        (form.grant_type === "client_credentials" && credentials !== "none"));
    if (!isRight) return { status: 400, body: { error: "invalid_grant" } };
    tokens += 1;
    refresh.add(`refresh-${tokens}`);
    const lifetime = Number(form.expires_in ?? 60);
    const token = `eyJhbGciOiJIUzI1NiJ9.${claims({ iat: 1000, exp: 1000 + lifetime, no: tokens })}.c2lnbmF0dXJl`;
    const body = {
      access_token: token,
      token_type: "Bearer",
      expires_in: lifetime,
      refresh_token: `refresh-${tokens}`,
    };
    return { status: 200, body, headers: [["Cache-Control", "no-store"]] };
  };
  const isIn = ({ credentials }: Sent): boolean => {
    if (credentials === undefined || credentials === "other") return true;
    const token = /^Bearer eyJ\w+\.(\w+)\.c2lnbmF0dXJl$/.exec(credentials)?.[1];
    const { exp = 0, iat = 0 } = JSON.parse(Buffer.from(token ?? "e30", "base64url").toString()) as {
      exp?: number;
      iat?: number;
    };
    // A token of a second has expired when it is used a second time.
    if (exp - iat === 1 && !expired.has(credentials)) return expired.add(credentials) !== undefined;
    return exp - iat > 1;
  };
  const expired = new Set<string>();
  return (sent) => defect(respond(sent), sent);

  function respond(sent: Sent): Reply {
    const { id, method, path, credentials } = sent;
    if (id === "signIn") return signIn(sent);
    if (!isIn(sent)) return { status: 401, headers: [["WWW-Authenticate", "Bearer"]] };
    const plain = PLAIN[id];
    if (plain !== undefined) return { status: 200, body: plain };
    if (method === "TRACE") return { status: 405, headers: [["Allow", "GET"]] };
    if ((path.shopId !== "s1" && path.shopId !== "s2") || credentials === "other") return { status: 404 };
    const own = [...orders.values()].filter(({ shop }) => shop === path.shopId);
    return path.orderId === undefined ? respondForShop(sent, own) : respondForOrder(sent, own);
  }

  function respondForShop({ id, path, query, value }: Sent, own: readonly Order[]): Reply {
    if (id === "getShop") return { status: 200, body: { id: path.shopId, name: "Shop" } };
    const isFound = (it: Order): boolean => (query.state ?? it.state) === it.state && (query.id ?? it.id) === it.id;
    if (id === "listOrders") return { status: 200, body: own.filter(isFound) };
    const order = value as Order;
    if ((order.accountId ?? ACCOUNT) !== ACCOUNT) return { status: 400 };
    const made = { ...order, id: ID(100 + orders.size), shop: path.shopId };
    orders.set(made.id, made);
    return { status: 201, body: made };
  }

  function respondForOrder({ id, path, value }: Sent, own: readonly Order[]): Reply {
    const order = own.find((it) => it.id === path.orderId);
    if (order === undefined) return { status: 404 };
    if (id === "listItems") return { status: 200, body: [{ id: "i1", size: 1 }] };
    if (id === "changeOrder") Object.assign(order, value);
    if (id === "deleteOrder") orders.delete(String(order.id));
    return id === "deleteOrder" ? { status: 204 } : { status: 200, body: order };
  }
}

type Order = Record<string, unknown>;

const PLAIN: Readonly<Record<string, unknown>> = { listTags: [{ id: "t" }], putTag: {}, search: { found: 0 } };
