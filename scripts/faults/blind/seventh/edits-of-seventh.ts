import { randomUUID } from "node:crypto";
import type { Json } from "../../edits.js";
import { parseRequestJson, setBody, setRequestJson } from "../../edits.js";
import type { Edits, FaultResponse, Message } from "../../fault.js";
import { readObject } from "../second/edits-of-second.js";

type Edit<Name extends keyof Edits> = NonNullable<Edits[Name]>;

/** Edits the JSON object of a request. Undefined leaves the request unchanged. */
export function editObject(edit: (it: Record<string, Json>) => Record<string, Json> | undefined): Edit<"request"> {
  return (message) => {
    const object = readObject(message);
    const edited = object && edit(object);
    if (edited !== undefined) setRequestJson(message, edited);
  };
}

/** Edits the items of the order that a request records. */
export function editItems(edit: (items: readonly Json[]) => readonly Json[]): Edit<"request"> {
  return editObject((it) => (Array.isArray(it.items) ? { ...it, items: edit(it.items) } : undefined));
}

/** Removes members of a page and corrects its count. */
export function keepItems(response: FaultResponse, member: string, keep: (item: Json) => boolean): void {
  const page = readResponse(response);
  if (response.status !== 200 || !Array.isArray(page?.[member])) return;
  const kept = page[member].filter(keep);
  if (kept.length < page[member].length)
    setBody(response, JSON.stringify({ ...page, [member]: kept, count: kept.length }));
}

/** Returns the JSON of a response, or undefined if its body is not JSON. */
export function readResponse({ body }: FaultResponse): Json {
  return parseText(body);
}

function parseText(bytes: Buffer): Json {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

export function copyResponse({ status, headers, body }: FaultResponse): FaultResponse {
  return { status, headers: { ...headers }, body };
}

/** Returns the paths of the JSON Patch in a request. */
export function listPatchPaths(message: Message): readonly string[] {
  const operations: Json = parseRequestJson(message);
  return Array.isArray(operations) ? operations.map((it) => String(it?.path)) : [];
}

/** Returns the claims of a JSON Web Token, or undefined if it has none. */
export function readClaims(token: string): Json {
  return parseText(Buffer.from(token.split(".")[1] ?? "", "base64url"));
}

/** Returns a number that no order has. */
export function createOrderNumber(): string {
  return `Q-${randomUUID().slice(0, 8)}`;
}
