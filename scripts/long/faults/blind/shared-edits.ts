import {
  createJsonResponse,
  editBody,
  editRequest,
  type Json,
  parseRequestJson,
  rememberSuccess,
  setBody,
  setRequestJson,
} from "../edits.js";
import type { Edit, FaultResponse, Memory, Message } from "../fault.js";
import { getPath } from "./edits-of-commerce.js";

/** Fails in place of the service. */
export function failIf(isAffected: (message: Message) => boolean, status = 500): Edit<"instead"> {
  return (message) => (isAffected(message) ? createJsonResponse(status, { message: "failed" }) : undefined);
}

/** Edits one string of the object that a request records. */
export function editText(member: string, edit: (text: string) => string): Edit<"request"> {
  return editRequest((it) => (typeof it[member] === "string" ? { ...it, [member]: edit(it[member]) } : it));
}

/** Edits each member of a list that is an object. */
export function editEach(member: string, edit: (item: Json, message: Message) => Json): Edit<"response"> {
  return editBody((it, message) =>
    Array.isArray(it[member]) ? { ...it, [member]: it[member].map((item: Json) => edit(item, message)) } : it,
  );
}

export function replaceResponse(response: FaultResponse, status: number, json: Json): void {
  const { headers, body } = createJsonResponse(status, json);
  Object.assign(response, { status, body, headers: { ...response.headers, ...headers } });
}

/** Removes the body of a response. */
export function emptyBody(response: FaultResponse, status: number): void {
  response.status = status;
  setBody(response, "");
  delete response.headers["content-type"];
  delete response.headers["content-length"];
}

/** Returns the JSON object of a request. */
export function readObject(message: Message): Record<string, Json> | undefined {
  const json: Json = parseRequestJson(message);
  return typeof json === "object" && json !== null && !Array.isArray(json) ? json : undefined;
}

export function getSegment({ target }: Message, index: number): string {
  return target.split("?", 1)[0]?.split("/").at(index) ?? "";
}

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

/** Returns the operations of the JSON Patch in a request; none if its body has none. */
export function listOperations(message: Message): readonly Json[] {
  const operations: Json = parseRequestJson(message);
  return Array.isArray(operations) ? operations : [];
}

export function getOrderKey(message: Message): string {
  return getSegment(message, -1).toLowerCase();
}

/** Responds with the first body that the same target, or what `getKey` returns, had. */
export function repeatFirst(getKey = ({ target }: Message): string => target): Edit<"response"> {
  return (response, message, memory) => {
    if (response.status !== 200) return;
    const first = memory.get(getKey(message));
    if (first instanceof Buffer) setBody(response, first.toString());
    else memory.set(getKey(message), response.body);
  };
}

/** Returns the claims of a JSON Web Token, or undefined if it has none. */
export function readClaims(token: string): Json {
  return parseText(Buffer.from(token.split(".")[1] ?? "", "base64url"));
}

/** Responds to a success with the body of the success before it, at the same target. */
export function respondWithPrevious(response: FaultResponse, { target }: Message, memory: Memory): void {
  if (response.status !== 200) return;
  const old = memory.get(target);
  memory.set(target, response.body);
  if (old instanceof Buffer) setBody(response, old.toString());
}

/** Repeats the first response to a GET, with its headers. */
export const repeatResponse: Edit<"response"> = (response, { target, method }, memory) => {
  const former = memory.get(target) as FaultResponse | undefined;
  if (response.status !== 200 || method !== "GET") return;
  if (former === undefined) memory.set(target, copyResponse(response));
  else Object.assign(response, copyResponse(former));
};

/** Responds with the resource that a target had before. */
export const keepFound: Edit<"response"> = (response, { target }, memory) => {
  const own = new Map([["good", memory.get(target)]]);
  const old = own.get("good") === undefined ? undefined : rememberSuccess(response, own);
  if (response.status === 200) memory.set(target, { ...response, headers: { ...response.headers } });
  else if (response.status === 404 && old !== undefined)
    Object.assign(response, { ...old, headers: { ...old.headers } });
};

/** Edits the links to the next page. */
/** Edits the link to the next page. */
export function editNext(edit: (href: string, json: Json) => string): Edit<"response"> {
  return editBody((it) => ({
    ...it,
    links: it.links?.map((link: Json) => (link.rel === "next" ? { ...link, href: edit(link.href, it) } : link)),
  }));
}
