/** Every value that the fixtures draw from lists: products, customers, cards, states of orders and payments. */
import { expect, test } from "vitest";
import { asArray, asObject, type JsonObject } from "../../../src/document/index.js";
import { createFixtureData } from "../../../src/sandbox/seed-data/fixtures.js";
import { NOW } from "./make-context.js";

const SEEDS = ["a", "b", "c", "d"];

const objects = (value: unknown): JsonObject[] => asArray(value as never).map((it) => asObject(it) ?? {});

/** How often each value occurs. */
function count(values: readonly unknown[]): string[] {
  const counts = new Map<string, number>();
  for (const value of values)
    counts.set(JSON.stringify(value) ?? "–", (counts.get(JSON.stringify(value) ?? "–") ?? 0) + 1);
  return [...counts].map(([value, number]) => `${number} × ${value}`).sort();
}

test("the fixtures of four seeds have these values", () => {
  const orders: JsonObject[] = SEEDS.flatMap(
    (seed) => [...createFixtureData("small", seed, NOW).orders] as never[],
  ).map((it) => asObject((it as { readonly order?: unknown }).order as never) ?? asObject(it as never) ?? {});
  const items = orders.flatMap((it) => objects(it.items));
  const transactions = orders.flatMap((it) => objects(it.transactions));
  const cards = transactions.map((it) => asObject(asObject(it.fundingSource)?.card));
  expect({
    orders: orders.length,
    products: count(items.map(({ name, sku, unitPrice }) => [name, sku, unitPrice])),
    quantities: count(items.map(({ quantity }) => quantity)),
    itemStates: count(items.map(({ status }) => status)),
    taxes: count(items.map((it) => Number(it.tax) / (Number(it.unitPrice) * Number(it.quantity)))),
    customers: count(orders.map((it) => [asObject(it.customer)?.firstName, asObject(it.customer)?.lastName])),
    notes: count(orders.map(({ notes }) => notes)),
    states: count(orders.map(({ statuses }) => statuses)),
    prefixes: count(orders.map(({ orderNumber }) => String(orderNumber).slice(0, 2))),
    employees: count(orders.map((it) => asObject(it.context)?.employeeUserId)),
    keys: count(orders.map((it) => Object.keys(it))),
    payments: count(
      transactions.map(({ action, status, settlementStatus, authOnly, settled, voided }) => [
        action,
        status,
        settlementStatus,
        authOnly,
        settled,
        voided,
      ]),
    ),
    sources: count(
      transactions.map((it) => [
        asObject(it.fundingSource)?.type,
        asObject(it.context)?.mcc,
        asObject(it.processorResponse)?.status,
      ]),
    ),
    cards: count(
      cards.map(
        (it) => it && [it.numberFirst6, it.numberLast4, asObject(it.cardBrand)?.displayName, it.expirationYear],
      ),
    ),
    months: count(cards.map((it) => it?.expirationMonth)),
    entries: count(transactions.map((it) => asObject(it.fundingSource)?.entryDetails)),
    links: count(transactions.map((it) => objects(it.links).map(({ rel, method }) => [rel, method]))),
  }).toMatchSnapshot();
});
