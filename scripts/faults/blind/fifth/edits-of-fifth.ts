import { createJsonResponse, type Json, parseRequestJson, setRequestJson } from "../../edits.js";
import type { Edits, FaultResponse, Memory, Message } from "../../fault.js";
import type { Client } from "../client.js";
import { GET_ORDER } from "../edits-of-commerce.js";
import { put } from "../second/edits-of-second.js";

type Edit<Name extends keyof Edits> = NonNullable<Edits[Name]>;

export const SANDBOX = { service: "sandbox" } as const;

/** Operations whose responses have the order that a PUT or PATCH has written. */
export const ORDER_READS: readonly string[] = ["getOrder", "recordOrder", "updateOrder", "listOrders"];

/** A state of the defect, which all requests of a run share. */
export function getState<Value>(memory: Memory, name: string): Map<string, Value> {
  const state = (memory.get(name) ?? new Map()) as Map<string, Value>;
  memory.set(name, state);
  return state;
}

/** Applies an edit to every string of a value, but not to the names of properties. */
export function mapStrings(json: Json, edit: (text: string) => string): Json {
  if (typeof json === "string") return edit(json);
  if (Array.isArray(json)) return json.map((it) => mapStrings(it, edit));
  if (typeof json !== "object" || json === null) return json;
  return Object.fromEntries(Object.entries(json).map(([name, it]) => [name, mapStrings(it, edit)]));
}

/** Removes the properties of an object that pass the test. */
export function omit(json: Json, isOmitted: (value: Json, name: string) => boolean): Json {
  if (typeof json !== "object" || json === null || Array.isArray(json)) return json;
  return Object.fromEntries(Object.entries(json).filter(([name, value]) => !isOmitted(value, name)));
}

/** Edits the items of the order that a request records. */
export function mapItems(order: Json, edit: (item: Json) => Json): Json {
  return Array.isArray(order.items) ? { ...order, items: order.items.map(edit) } : order;
}

export function readJson({ body }: FaultResponse): Json {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

export function copyResponse({ status, headers, body }: FaultResponse): FaultResponse {
  return { status, headers: { ...headers }, body };
}

type Operation = { readonly op?: unknown; readonly path?: unknown; readonly value?: unknown };

/** Replaces some operations of a patch by others. It leaves all other bodies as they are. */
export function replaceOperations(
  isAffected: (operation: Operation) => boolean,
  replace: (operation: Operation) => readonly Operation[],
): Edit<"request"> {
  return (message) => {
    const operations = readOperations(message);
    if (operations.some(isAffected))
      setRequestJson(
        message,
        operations.flatMap((it) => (isAffected(it) ? replace(it) : [it])),
      );
  };
}

export function readOperations(message: Message): readonly Operation[] {
  const json: unknown = parseRequestJson(message);
  return Array.isArray(json) && json.every((it) => typeof it === "object" && it !== null) ? json : [];
}

/** The sums that some operations set. */
export function readSums(operations: readonly Operation[]): Record<string, Json> {
  const sums = operations.map(({ op, path, value }): [string, Json] => [
    op === "remove" ? "" : (/^\/amounts\/(\w+Total)$/.exec(String(path))?.[1] ?? ""),
    value,
  ]);
  return Object.fromEntries(sums.filter(([name]) => name !== ""));
}

export function isOrderPath({ target }: Message): boolean {
  return new RegExp(`^${GET_ORDER.path.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(target.split("?", 1)[0] ?? "");
}

/** Counts the requests of an order that the service processes at the same time. */
export function countRunning(memory: Memory, { target }: Message, change: 1 | -1): number {
  const running = getState<number>(memory, "running");
  const count = Math.max(0, (running.get(target) ?? 0) + change);
  running.set(target, count);
  return count;
}

export function replaceBody(response: FaultResponse, json: Json): void {
  const { headers, body } = createJsonResponse(response.status, json);
  Object.assign(response, { body, headers: { ...response.headers, ...headers } });
}

/** Replaces the order and returns what a later GET shows. */
export async function putAndGet(client: Client, path: string, order: Json): Promise<Json> {
  await put(client, path, order);
  return (await client.get(path)).json;
}

/** The path of the same resource in another business. */
export function inOtherBusiness({ business, otherBusiness }: Client, path: string): string {
  return path.replace(business, otherBusiness);
}
