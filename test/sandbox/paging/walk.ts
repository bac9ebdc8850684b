/** Shops with many items, and a client that pages through them. */
import { expect } from "vitest";
import type { JsonObject } from "../../../src/document/index.js";
import { type Api, anOrder, aTransaction, type Reply, SHOP, START } from "./api.js";

export const ORDERS = `/businesses/${SHOP}/orders`;
export const TRANSACTIONS = `/businesses/${SHOP}/transactions`;

/** A time in the hour before START. */
export const at = (second: number): string =>
  new Date(START - 3_600_000 + second * 1000).toISOString().replace(".000", "");

/** Most of them in one second, some before or after it. */
const secondOf = (number: number): number => (number % 10 === 0 ? number % 7 : 3);

/** Orders with one transaction each, updated in the same second. */
export async function fill(api: Api, count: number): Promise<void> {
  for (let number = 1; number <= count; number += 1) {
    const updatedAt = at(secondOf(number));
    const transactions = [aTransaction(number, { updatedAt, amounts: { transactionAmount: number % 5 } })];
    await api.put(anOrder(number, { updatedAt, transactions }));
  }
}

export type Item = JsonObject & { readonly id: string };

export type Walk = { readonly items: readonly Item[]; readonly replies: readonly Reply[] };

/** Reads all pages by their links, and calls a function between two pages. */
export async function walk(
  api: Api,
  first: string,
  between: (page: number) => Promise<void> = async () => {},
): Promise<Walk> {
  const items: Item[] = [];
  const replies: Reply[] = [];
  let target: string | undefined = first;
  while (target !== undefined) {
    const [path = "", query = ""]: string[] = target.split("?");
    const reply = await api.send({ path, query });
    expect(reply.status, reply.text).toBe(200);
    const page: Item[] = reply.body.orders ?? reply.body.transactions;
    expect(reply.body.count).toBe(page.length);
    items.push(...page);
    replies.push(reply);
    target = reply.body.links[0]?.href;
    if (target !== undefined) await between(replies.length);
  }
  return { items, replies };
}

export const byId = (items: readonly Item[]): Item[] => [...items].sort((a, b) => (a.id < b.id ? -1 : 1));
