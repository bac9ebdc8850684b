/** A conversation with a sandbox of a fixed seed and time, with the complete responses. */
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openCheckedClient } from "../checked-client.js";
import { START } from "./check-setup.js";

/** `method path body`. BUSINESS and APP are the demo ids; the prefix `admin` means the admin API. */
const LINES = `
GET /businesses/BUSINESS/orders?limit=2
GET /businesses/BUSINESS/orders?limit=100&includeOrderShipments=true&timeType=CREATED
GET /businesses/BUSINESS/orders?startAt=2026-02-27T00:00:00Z&endAt=2026-02-28T00:00:00Z
GET /businesses/BUSINESS/orders?startAt=2026-02-28T00:00:00Z&endAt=2026-02-27T00:00:00Z
GET /businesses/BUSINESS/orders?startOffset=3&limit=1&orderBy=-createdAt
GET /businesses/BUSINESS/orders?orderNumber=H-1002
GET /businesses/BUSINESS/orders?limit=0
GET /businesses/BUSINESS/orders?limit=x&colour=red
GET /businesses/BUSINESS/transactions?limit=3
GET /businesses/BUSINESS/transactions?limit=2&orderBy=-amount&authOnly=true
GET /businesses/BUSINESS/transactions?transactionIds=1,2
GET /businesses/00000000-0000-4000-8000-000000000000/orders
GET /apps/APP/plans
GET /apps/APP/subscriptions
GET /apps/APP/subscriptions/unknown
GET /apps/urn:aid:00000000-0000-4000-8000-000000000000/plans
GET /nothing
DELETE /hooks
PUT /businesses/BUSINESS/orders/5b8f0a1c-7d2e-4c39-9a60-000000000001 {"statuses":{"status":"OPENED"},"transactions":[{"action":"SALE"}]}
PUT /businesses/BUSINESS/orders/5b8f0a1c-7d2e-4c39-9a60-000000000001 {"statuses":{"status":"COMPLETED"}}
PUT /businesses/BUSINESS/orders/5b8f0a1c-7d2e-4c39-9a60-000000000001 {"statuses":{"status":"OPENED"}}
PUT /businesses/BUSINESS/orders/5b8f0a1c-7d2e-4c39-9a60-000000000002 {"statuses":{"status":"WRONG"}}
PUT /businesses/BUSINESS/orders/none {"statuses":{}}
PUT /businesses/BUSINESS/orders/5b8f0a1c-7d2e-4c39-9a60-000000000003 [1]
PUT /businesses/BUSINESS/orders/5b8f0a1c-7d2e-4c39-9a60-000000000003
PATCH /businesses/BUSINESS/orders/5b8f0a1c-7d2e-4c39-9a60-000000000001 [{"op":"replace","path":"/notes","value":"x"}]
PATCH /businesses/BUSINESS/orders/5b8f0a1c-7d2e-4c39-9a60-000000000001 [{"op":"replace","path":"/items","value":[]}]
PATCH /businesses/BUSINESS/orders/5b8f0a1c-7d2e-4c39-9a60-000000000001 [{"op":"test","path":"/id","value":"x"}]
PATCH /businesses/BUSINESS/orders/5b8f0a1c-7d2e-4c39-9a60-000000000001 {"op":"add"}
GET /businesses/BUSINESS/orders/5b8f0a1c-7d2e-4c39-9a60-000000000001
GET /businesses/BUSINESS/orders/5b8f0a1c-7d2e-4c39-9a60-000000000001/histories
GET /businesses/BUSINESS/orders/5b8f0a1c-7d2e-4c39-9a60-000000000001/shipments
GET /businesses/BUSINESS/orders/5b8f0a1c-7d2e-4c39-9a60-000000000009/histories
POST /hooks {"applicationId":"APP","businessId":"BUSINESS","deliveryUrl":"http://127.0.0.1:9/","secret":"the same secret","eventTypes":["ORDER_OPENED"]}
POST /hooks {"applicationId":"APP","businessId":"BUSINESS","deliveryUrl":"ftp://a.example/","secret":"the same secret","eventTypes":["ORDER_OPENED"]}
POST /hooks {"applicationId":"APP","businessId":"BUSINESS","deliveryUrl":"https://a.example/","secret":"s","eventTypes":[]}
POST /hooks {"applicationId":"APP"}
POST /token {"grantType":"PASSWORD"}
admin GET /health
admin GET /overview
admin GET /applications
admin GET /clock
admin PUT /clock {"mode":"advance","by":"PT1H"}
admin PUT /clock {"mode":"advance","by":"soon"}
admin PUT /clock {"mode":"set","time":"2026-03-02T00:00:00Z"}
admin PUT /clock {"mode":"set","time":"yesterday"}
admin PUT /clock {"mode":"set","time":"10000-01-01T00:00:00Z"}
admin PUT /clock {"mode":"freeze","time":"2026-03-02T01:00:00Z"}
admin PUT /clock {"mode":"freeze"}
admin PUT /clock {"mode":"dance"}
admin PUT /clock {"hour":1}
admin PUT /clock [1]
admin POST /clock {}
admin GET /hooks
admin PATCH /hooks/none {"state":"ACTIVE"}
admin GET /deliveries
admin GET /deliveries?status=FAILED
admin GET /deliveries?limit=1
admin GET /deliveries?limit=x
admin GET /deliveries/none
admin POST /deliveries/replay {"ids":["none"]}
admin POST /deliveries/replay {}
admin GET /events?limit=1
admin GET /events?limit=0
admin GET /requests?limit=1
admin GET /requests/none
admin POST /faults {"match":{"method":"get","path":"/businesses/*/orders","times":1},"do":{"status":503,"headers":{"Retry-After":"1"},"body":{"a":1}}}
admin POST /faults {"match":{"operationId":"listOrders","nth":2},"do":{"delay":1}}
GET /businesses/BUSINESS/orders?limit=1
GET /businesses/BUSINESS/orders?limit=1
admin GET /faults
admin DELETE /faults
admin DELETE /faults/none
admin GET /nothing
admin POST /reset {"pack":"gone"}
admin POST /reset {"pack":"none"}
admin GET /overview
GET /businesses/BUSINESS/orders
`;

test("the same conversation gets the same responses", async () => {
  const client = await openCheckedClient({
    database: ":memory:",
    seed: "conversation",
    data: "small",
    startAt: { time: START, freeze: true },
    baseUrl: "http://sandbox.example",
    realClock: { now: () => Date.now(), randomBytes: (size: number) => new Uint8Array(size).fill(7) },
  });
  onTestFinished(() => client.close());
  const responses: string[] = [];
  for (const [index, line] of LINES.trim().split("\n").entries()) {
    const [, admin, method = "", path = "", body] = /^(admin )?(\S+) (\S+)(?: (.*))?$/.exec(line) ?? [];
    const named = (text: string): string =>
      text.replaceAll("BUSINESS", client.businessId).replaceAll("APP", client.applicationId);
    const json = body === undefined ? {} : { body: named(body) };
    const headers = {
      ...(body === undefined
        ? {}
        : { "Content-Type": method === "PATCH" ? "application/json-patch+json" : "application/json" }),
      ...(method === "GET" ? {} : { "Service-Request-Id": `id-${index}` }),
    };
    const got =
      admin === undefined
        ? await client.call({ method, path: named(path), headers, ...json }).catch((error: Error) => error.message)
        : await client.admin(method, path, body === undefined ? undefined : JSON.parse(named(body)));
    responses.push(
      line,
      typeof got === "string" ? got : `${got.status} ${shownHeaders(got.headers)} ${inOneLine(got.text)}`,
    );
  }
  const text = responses.map((it) => withoutRandom(it).slice(0, 2500)).join("\n");
  await expect(`${text.replaceAll(client.sandbox.url, "URL")}\n`).toMatchFileSnapshot(
    join(import.meta.dirname, "conversation.txt"),
  );
});

/** JSON of the admin API is indented. */
function inOneLine(text: string): string {
  return text.replaceAll(/\n */g, "");
}

function shownHeaders(headers: readonly (readonly [string, string])[]): string {
  return headers
    .filter(([name]) => !/^(connection|keep-alive|content-length|etag)$/i.test(name))
    .map(([name, value]) => `${name}: ${value}`)
    .join("; ");
}

/** Removes values that do not depend on the seed. */
function withoutRandom(text: string): string {
  return text
    .replaceAll(/127\.0\.0\.1:\d+/g, "HOST")
    .replaceAll(/"(duration|time|latency)": ?\d+/g, '"$1": 0')
    .replaceAll(/"(real|createdAt|startedAt)": ?"[^"]*"(?=[^{]*"real")/g, '"$1": ""')
    .replaceAll(/"real": ?"[^"]*"|"offset": ?-?\d+/g, "REAL");
}
