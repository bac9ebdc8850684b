import type { Json } from "../../edits.js";
import type { Edits, FaultResponse, Memory, Message } from "../../fault.js";
import type { Client, Reply } from "../client.js";
import { getPath } from "../edits-of-commerce.js";

export type Edit<Name extends keyof Edits> = NonNullable<Edits[Name]>;

/** Ids of operations that a finding about an event can name. */
export const EVENT_OPERATIONS: readonly string[] = [
  ...["recordOrder", "updateOrder", "createHook"],
  ...["onOrderOpened", "onOrderCompleted", "onOrderCancelled", "onOrderUpdated"],
];

/** A time before all others of the sandbox. */
export const EARLY = "2000-01-01T00:00:00Z";

/** Returns the JSON object or array of a successful response. */
export function readSuccess({ status, body }: FaultResponse): Json | undefined {
  if (status >= 300 || body.length === 0) return undefined;
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

/** Remembers the order of a successful response. */
export function rememberOrder(response: FaultResponse, message: Message, memory: Memory): void {
  const order = readSuccess(response);
  if (order !== undefined) memory.set(getPath(message), order);
}

export function recallOrder(message: Message, memory: Memory): Json | undefined {
  return memory.get(getPath(message));
}

/** Replaces each string in a JSON value. */
export function mapStrings(json: Json, edit: (text: string) => string): Json {
  if (typeof json === "string") return edit(json);
  if (Array.isArray(json)) return json.map((it) => mapStrings(it, edit));
  if (typeof json !== "object" || json === null) return json;
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, mapStrings(value, edit)]));
}

/** Returns a copy of the items of an order, each edited. */
export function editItems(order: Json, edit: (item: Json) => Json): Json {
  const isItem = (it: Json): boolean => typeof it === "object" && it !== null;
  return Array.isArray(order.items)
    ? { ...order, items: order.items.map((it: Json) => (isItem(it) ? edit(it) : it)) }
    : order;
}

export function getNext({ json }: Reply): string | undefined {
  return json?.links?.find((it: Json) => it.rel === "next")?.href;
}

export async function getOrderIds({ get }: Client, path: string): Promise<readonly string[]> {
  return (await get(path)).json.orders.map((it: Json) => it.id);
}
