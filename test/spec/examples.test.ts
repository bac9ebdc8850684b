import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { asArray, asObject, asString, type Json, type JsonObject, valueAt } from "../../src/document/index.js";
import { contractFiles, placesIn, readSpec } from "./spec-files.js";

/** The examples are consistent: ids in one example refer to objects in others. */

const FOLDER = "components/examples/";
const examples = new Map<string, Json>();
for (const file of contractFiles.filter((name) => name.startsWith(FOLDER))) {
  examples.set(file.slice(FOLDER.length, -".yaml".length), (readSpec(file) as { value: Json }).value);
}

const example = (name: string): JsonObject => asObject(examples.get(name)) ?? {};
const named = (pattern: RegExp): JsonObject[] =>
  [...examples.keys()].filter((name) => pattern.test(name)).map((name) => example(name));
const texts = (values: readonly Json[], field: string): (string | undefined)[] =>
  values.map((value) => asString(asObject(value)?.[field]));

const orders = named(/^listOrders\./).flatMap(({ orders }) => asArray(orders));
const transactions = named(/^listTransactions\./).flatMap(({ transactions }) => asArray(transactions));
const hook = example("createHook.created-hook");

describe("examples", () => {
  test("webhook events belong to the registered webhook and to listed orders", () => {
    for (const event of named(/^on/)) {
      expect(event.hookId).toBe(hook.id);
      expect(event.applicationId).toBe(hook.applicationId);
      expect(asArray(hook.eventTypes)).toContain(event.eventType);
      expect(texts(orders, "id")).toContain(event.resourceId);
    }
  });

  test("the signature is that of the event of an opened order, with the registered secret", () => {
    const { schema } = readSpec("components/parameters/WebhookSignatureHeader.yaml") as { schema: JsonObject };
    const secret = asString(example("createHook.order-events").secret) ?? "";
    const event = JSON.stringify(example("onOrderOpened.opened-order"));
    expect(asArray(schema.examples)).toEqual([createHmac("sha1", secret).update(event).digest("base64")]);
  });

  test("listings show orders and transactions in their last state, and transactions as they were created", () => {
    for (const updated of [example("updateOrder.updated-order"), example("recordOrder.past-order")]) {
      const { transactions: _, ...listed } = asObject(orders.find((order) => asObject(order)?.id === updated.id)) ?? {};
      expect(updated).toMatchObject({ items: listed.items, amounts: listed.amounts, updatedAt: listed.updatedAt });
    }
    const created = texts(transactions, "createdAt");
    expect(created).toEqual([...created].sort());
  });

  test("everything belongs to one business", () => {
    const billing = /Subscription/;
    const used = [...examples].filter(([name]) => !billing.test(name)).flatMap(([, value]) => [...placesIn(value)]);
    const businesses = used.filter(({ path }) => path.at(-1) === "businessId").map(({ value }) => value);
    expect([...new Set(businesses)]).toEqual([hook.businessId]);
  });

  test("transactions refer to listed ones, and to listed orders", () => {
    const links = transactions.flatMap((transaction) => asArray(asObject(transaction)?.links));
    const parents = texts(transactions, "parentId").filter((id) => id !== undefined);
    const references = transactions.flatMap((transaction) => asArray(asObject(transaction)?.references));
    const toOrders = references.filter((reference) => asObject(reference)?.type === "SERVICE_ORDER");
    expect(texts(transactions, "id")).toEqual(expect.arrayContaining([...texts(links, "href"), ...parents]));
    expect(texts(orders, "id")).toEqual(expect.arrayContaining(texts(toOrders, "id")));
  });

  test("subscriptions refer to listed plans", () => {
    const plans = texts(asArray(example("listPlans.two-plans").list), "planId");
    for (const { planId } of named(/^getSubscription\./)) expect(plans).toContain(planId);
  });

  test("amounts of an order add up", () => {
    for (const order of [...orders, ...named(/^(getOrder|recordOrder|updateOrder\.updated)/)].map(asObject)) {
      const amounts = asObject(order?.amounts) ?? {};
      const sum = (field: (item: JsonObject) => number): number =>
        asArray(order?.items).reduce<number>((total, item) => total + field(asObject(item) ?? {}), 0);
      expect(amounts.subTotal).toBe(sum(({ quantity, unitPrice }) => Number(quantity) * Number(unitPrice)));
      expect(amounts.taxTotal).toBe(sum(({ tax }) => Number(tax)));
      const { subTotal, discountTotal, feeTotal, taxTotal } = amounts;
      expect(amounts.netTotal).toBe(Number(subTotal) - Number(discountTotal) + Number(feeTotal) + Number(taxTotal));
    }
  });

  test("updates apply to the order of their example", () => {
    const order = example("getOrder.order-with-links");
    expect(order.id).toBe(example("updateOrder.updated-order").id);
    const updates = ["change-amounts", "replace-items", "replace-discounts"].flatMap((name) =>
      asArray(examples.get(`updateOrder.${name}`)),
    );
    for (const update of updates) {
      const path = asString(asObject(update)?.path) ?? "";
      expect(valueAt(order, path), path).toBeDefined();
    }
  });
});
