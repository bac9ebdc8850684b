/** Orders of two shops, and hooks that each belong to one of them. The listener is not a server: the service calls it directly. */
import { EXCHANGE_PART_POINTERS, type Exchange } from "../../../src/recording/index.js";
import type { Service, ServiceResponse, TranscriptOptions } from "./run-transcript.js";

const json = (schema: string): string =>
  `content: { application/json: { schema: { $ref: "#/components/schemas/${schema}" } } }`;

const SPEC = `openapi: 3.1.0
info: { title: Shops, version: "1" }
security: [{ bearer: [] }]
paths:
  /shops/{shopId}/orders/{orderId}:
    parameters: [{ name: shopId, in: path, required: true, schema: { type: string } }, { name: orderId, in: path, required: true, schema: { type: string, format: uuid } }]
    put: { operationId: putOrder, requestBody: { required: true, ${json("Order")} }, responses: { "201": { description: d, ${json("Order")} }, "200": { description: d, ${json("Order")} }, "400": { description: d }, "401": { description: d } } }
  /hooks:
    post:
      operationId: createHook
      x-registers-webhooks: { url: /url, secret: /secret }
      requestBody: { required: true, ${json("Hook")} }
      responses: { "201": { description: d, ${json("Hook")} }, "400": { description: d }, "401": { description: d } }
components:
  securitySchemes: { bearer: { type: http, scheme: bearer } }
  schemas:
    Order: { type: object, properties: { id: { type: string }, text: { type: string, examples: [a] } } }
    Hook: { type: object, required: [shopId, url], properties: { hookId: { type: string, readOnly: true }, shopId: { type: string, examples: [s1] }, url: { type: string, examples: ["http://listener.example"] }, secret: { type: string } } }
`;

export type ShopDefect = "all hooks are of the first shop" | "hooks get the events of all shops";

type Hook = { readonly url: string; shopId: string; readonly deliveries: Exchange[] };

const claims = Buffer.from(JSON.stringify({ shopIds: ["s1", "s2"] })).toString("base64url");
const TOKEN = `Bearer eyJhbGciOiJIUzI1NiJ9.${claims}.c2lnbmF0dXJl`;

export function createShopEvents(
  defect?: ShopDefect,
): Pick<TranscriptOptions, "spec" | "service" | "listen" | "credentials" | "parameters"> {
  const listeners = new Map<string, Hook>();
  const orders = new Set<string>();
  let count = 0;
  const register = ({ url, shopId }: Hook): ServiceResponse => {
    const hook = listeners.get(url);
    if (hook !== undefined) hook.shopId = defect === "all hooks are of the first shop" ? "s1" : shopId;
    return { status: 201, body: { hookId: `h${url}`, shopId, url } };
  };
  const service: Service = ({ path, json: body, headers }) => {
    if (headers.authorization !== TOKEN) return { status: 401 };
    if (typeof body !== "object" || body === null || Array.isArray(body)) return { status: 400 };
    const [, resource, shopId = "", , id = ""] = path.split("/");
    if (resource === "hooks") return register(body as Hook);
    count += 1;
    for (const hook of listeners.values())
      if (hook.shopId === shopId || defect === "hooks get the events of all shops")
        hook.deliveries.push(createDelivery(hook.url, { eventId: count, orderId: id }));
    const isNew = !orders.has(path);
    orders.add(path);
    return { status: isNew ? 201 : 200, body: { ...body, id } };
  };
  const listen: TranscriptOptions["listen"] = async () => {
    const hook: Hook = { url: `http://listener.example/${listeners.size}`, shopId: "", deliveries: [] };
    listeners.set(hook.url, hook);
    return { url: hook.url, getDeliveries: () => hook.deliveries, close: async () => {} };
  };
  const credentials = { headers: [["Authorization", TOKEN]], query: [], cookies: [] } as const;
  return {
    ...{ spec: SPEC, service, listen, parameters: { shopId: ["s1"] } },
    credentials: { get: async () => credentials, invalidate: () => false },
  };
}

function createDelivery(url: string, event: object): Exchange {
  return {
    request: {
      ...{ method: "POST", url, headers: [["Content-Type", "application/json"]] },
      body: { kind: "text", text: JSON.stringify(event) },
    },
    response: { status: 200, headers: [], body: { kind: "none" } },
    origin: { source: "service", index: 0, pointer: "", parts: EXCHANGE_PART_POINTERS },
    webhook: {},
  };
}
