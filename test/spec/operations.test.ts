import { describe, expect, test } from "vitest";
import { asArray, asObject, asString, type Json, type JsonObject, loadDocument } from "../../src/document/index.js";
import { contractFiles, entryFile } from "./spec-files.js";

const { root } = await loadDocument(entryFile);

/** `operationId: METHOD path` of every operation in a map of path items. */
function operationsIn(items: Json | undefined): Map<string, { call: string; operation: JsonObject }> {
  const found = new Map<string, { call: string; operation: JsonObject }>();
  for (const [path, item] of Object.entries(asObject(items) ?? {})) {
    for (const method of ["get", "put", "post", "patch", "delete"]) {
      const operation = asObject(asObject(item)?.[method]);
      const id = asString(operation?.operationId);
      if (operation !== undefined && id !== undefined)
        found.set(id, { call: `${method.toUpperCase()} ${path}`, operation });
    }
  }
  return found;
}

const operations = operationsIn(root.paths);
const webhooks = operationsIn(root.webhooks);

const EXPECTED = {
  createToken: ["POST /token", "200"],
  listOrders: ["GET /businesses/{businessId}/orders", "200"],
  getOrder: ["GET /businesses/{businessId}/orders/{orderId}", "200"],
  listOrderShipments: ["GET /businesses/{businessId}/orders/{orderId}/shipments", "200"],
  listOrderHistories: ["GET /businesses/{businessId}/orders/{orderId}/histories", "200"],
  recordOrder: ["PUT /businesses/{businessId}/orders/{orderId}", "200 201"],
  updateOrder: ["PATCH /businesses/{businessId}/orders/{orderId}", "200"],
  listTransactions: ["GET /businesses/{businessId}/transactions", "200"],
  listSubscriptions: ["GET /apps/{appId}/subscriptions", "200"],
  getSubscription: ["GET /apps/{appId}/subscriptions/{subscriptionId}", "200"],
  listPlans: ["GET /apps/{appId}/plans", "200"],
  createHook: ["POST /hooks", "201"],
} as const;

describe("operations", () => {
  test("there are exactly these twelve", () => {
    expect([...operations.keys()].sort()).toEqual(Object.keys(EXPECTED).sort());
  });

  test.each(Object.entries(EXPECTED))("%s is %s", (id, [call, statuses]) => {
    expect(operations.get(id)?.call).toBe(call);
    const responses = Object.keys(asObject(operations.get(id)?.operation.responses) ?? {});
    expect(responses).toEqual([...statuses.split(" "), "400", "401", "403", "404", "500"]);
  });

  test("only those of billing have a separate server", () => {
    for (const [path, item] of Object.entries(asObject(root.paths) ?? {})) {
      const [server] = asArray(asObject(item)?.servers);
      expect(asObject(server)?.url, path).toBe(path.startsWith("/apps/") ? "{billingUrl}" : undefined);
    }
  });
});

describe("webhooks", () => {
  test("there are these four, each named by its event", () => {
    expect([...webhooks].map(([id, { call }]) => `${id}: ${call}`)).toEqual([
      "onOrderOpened: POST order-opened",
      "onOrderCompleted: POST order-completed",
      "onOrderCancelled: POST order-cancelled",
      "onOrderUpdated: POST order-updated",
    ]);
  });
});

test("every example belongs to an operation, a webhook or a shared response", () => {
  const owners = [
    ...operations.keys(),
    ...webhooks.keys(),
    ...Object.keys(asObject(asObject(root.components)?.responses) ?? {}),
  ];
  const examples = contractFiles.filter((file) => file.startsWith("components/examples/"));
  expect(
    examples.filter((file) => !owners.includes(file.slice("components/examples/".length).split(".")[0] ?? "")),
  ).toEqual([]);
  for (const owner of owners) {
    expect(
      examples.some((file) => file.startsWith(`components/examples/${owner}.`)),
      owner,
    ).toBe(true);
  }
});
