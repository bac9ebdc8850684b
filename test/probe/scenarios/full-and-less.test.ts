import { expect, test } from "vitest";
import { writeFullAndLess } from "../../../src/probe/scenarios/state-writes.js";
import { checkEventOfOther } from "../../../src/probe/scenarios/webhooks/webhooks.js";
import type { ProbeExchange } from "../../../src/probe/session/probe-exchange.js";
import { EXCHANGE_PART_POINTERS } from "../../../src/recording/index.js";
import { type Reply, runScenarios, type Sent } from "./run-scenarios.js";

const ORDER = 'content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } }';
const SPEC = `openapi: 3.1.0
info: { title: Orders, version: "1" }
paths:
  /orders/{orderId}:
    put:
      operationId: putOrder
      parameters: [{ name: orderId, in: path, required: true, schema: { type: string, format: uuid } }]
      requestBody: { required: true, ${ORDER} }
      responses: { "201": { description: d, ${ORDER} } }
components:
  schemas: { Order: { type: object, required: [state], properties: { state: { type: string, enum: [open] }, store: { type: object, properties: { storeId: { type: string, format: uuid } } }, note: { type: string, minLength: 9 } } } }
`;

type Order = Readonly<Record<string, unknown>>;
const put = ({ path, value }: Sent): Reply => ({ status: 201, body: { id: path.orderId, ...(value as Order) } });

/** The event of an order, in which `former` may have left something. */
function buildDelivery(write: ProbeExchange, former: Order): ProbeExchange {
  const { orderId } = write.request.path;
  const value = { orderId, ...former, ...readNote(write) };
  const request = { method: "POST", url: "https://listener.example/", headers: [JSON_TYPE] };
  return write.with({
    request: { path: {}, query: {}, header: {}, cookie: {} },
    exchange: {
      request: { ...request, body: { kind: "text", text: JSON.stringify(value) } },
      response: { status: 200, headers: [], body: { kind: "none" } },
      origin: { source: "service", index: 0, pointer: "", parts: EXCHANGE_PART_POINTERS },
      webhook: {},
    },
  });
}

const JSON_TYPE = ["Content-Type", "application/json"] as const;

function readNote({ request: { body } }: ProbeExchange): Order {
  const { note } = (body !== undefined && "value" in body ? body.value : {}) as Order;
  return note === undefined ? {} : { note };
}

test.each([
  ["has no value of an earlier order", false, []],
  ["keeps the note of an earlier order", true, [expect.stringContaining("note of the event is")]],
] as const)("an event that %s", async (_, isKept, findings) => {
  const writes: ProbeExchange[] = [];
  await runScenarios({
    ...{ spec: SPEC, service: put },
    create: [
      (context) => [
        {
          id: "full and less",
          run: async (session) => {
            const listen = () => Promise.reject(new Error("not used"));
            const webhooks = { ...context, listen, events: [], getBaseUrl: () => undefined };
            writes.push(...(await writeFullAndLess({ ...webhooks, ...session }, [])));
          },
        },
      ],
    ],
  });
  expect(writes.map(({ request: { body } }) => body && "value" in body && Object.keys(body.value as Order))).toEqual([
    ["state", "store", "note"],
    ["state"],
  ]);
  const sent = writes.map((it) => addBody(it));
  const deliveries = sent.map((it, at) => buildDelivery(it, isKept && at > 0 ? readNote(sent[0] ?? it) : {}));
  const found = deliveries.flatMap((it, at) => checkEventOfOther(it, sent, deliveries.slice(0, at)) ?? []);
  expect(found.map(({ message }) => message)).toEqual(findings);
});

/** The exchange with the body that the request has. */
function addBody(write: ProbeExchange): ProbeExchange {
  const { exchange, request } = write;
  const value = request.body !== undefined && "value" in request.body ? request.body.value : undefined;
  const body = { kind: "text", text: JSON.stringify(value) } as const;
  return write.with({ exchange: { ...exchange, request: { ...exchange.request, headers: [JSON_TYPE], body } } });
}
