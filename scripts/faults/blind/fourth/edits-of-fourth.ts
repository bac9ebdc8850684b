import type { Json } from "../../edits.js";
import { parseRequestJson, setBody, setRequestJson } from "../../edits.js";
import type { Edits, FaultResponse, Memory, Message } from "../../fault.js";
import { getPath } from "../edits-of-commerce.js";

type Edit<Name extends keyof Edits> = NonNullable<Edits[Name]>;

export const SANDBOX = { service: "sandbox" } as const;

/** The ids of the webhooks. */
export const EVENTS = ["onOrderOpened", "onOrderCompleted", "onOrderCancelled", "onOrderUpdated"] as const;

/** Returns the claims of the access token of a request. */
export function readClaims({ headers }: Message): Record<string, Json> {
  return decodeClaims(headers.authorization ?? "") ?? {};
}

/** Returns the claims of a token, or undefined if it is none. */
export function decodeClaims(token: string): Record<string, Json> | undefined {
  const [, payload, signature] = token.split(".");
  if (payload === undefined || signature === undefined) return undefined;
  try {
    const claims: Json = JSON.parse(Buffer.from(payload, "base64url").toString());
    return typeof claims === "object" && claims !== null ? claims : undefined;
  } catch {
    return undefined;
  }
}

/** Edits the JSON of a request, and sends a repeated request with the bytes of the first one. */
export function editOnce(edit: (json: Json, message: Message, memory: Memory) => Json): Edit<"request"> {
  return (message, memory) => {
    const json = parseRequestJson(message);
    if (json === undefined || json === null) return;
    const key = `sent ${message.method} ${message.headers["service-request-id"]} ${message.body}`;
    const sent = memory.get(key);
    const edited: Json = sent ?? edit(json, message, memory);
    memory.set(key, edited);
    if (JSON.stringify(edited) !== JSON.stringify(json)) setRequestJson(message, edited);
  };
}

/** Remembers the latest order of each path. */
export function rememberOrder({ status, body }: FaultResponse, message: Message, memory: Memory): void {
  if (status < 300 && body.length > 0) memory.set(`order ${getPath(message)}`, JSON.parse(body.toString()));
}

export function recallOrder(message: Message, memory: Memory): Record<string, Json> | undefined {
  return memory.get(`order ${getPath(message)}`) as Record<string, Json> | undefined;
}

/** Edits the JSON of a successful response, which can be of any operation. */
export function editJson(response: FaultResponse, edit: (json: Json) => Json): void {
  if (response.status < 300 && response.body.length > 0)
    setBody(response, JSON.stringify(edit(JSON.parse(response.body.toString()))));
}

/** Applies a function to each text of a value. */
export function mapTexts(value: Json, map: (text: string) => string): Json {
  if (typeof value === "string") return map(value);
  if (Array.isArray(value)) return value.map((it) => mapTexts(it, map));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, it]) => [name, mapTexts(it, map)]));
}

/** A payment by a card. */
export function payWith(card: Json, others: Json = {}): Json {
  return { action: "SALE", status: "CAPTURED", fundingSource: { type: "CREDIT_DEBIT", card }, ...others };
}

export function getQueryNames({ target }: Message): readonly string[] {
  return [...new URL(target, "http://localhost").searchParams.keys()];
}
