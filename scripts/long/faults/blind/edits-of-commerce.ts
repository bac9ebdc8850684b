import { randomUUID } from "node:crypto";
import { createJsonResponse, getQuery, parseRequestJson, rememberSuccess, setQuery, setRequestJson } from "../edits.js";
import type { Edit, Message } from "../fault.js";

/** An id that nothing has. */
export const ABSENT = "0f8fad5b-d9cb-469f-a165-70867728950e";

/** Replaces some credentials with the latest others. */
export function acceptAnyToken(isReplaced: (authorization: string | undefined) => boolean): Edit<"request"> {
  return ({ headers }, memory) => {
    const { authorization } = headers;
    const good = memory.get("authorization");
    if (typeof good === "string" && authorization !== good && isReplaced(authorization)) headers.authorization = good;
    else if (authorization !== undefined && good === undefined) memory.set("authorization", authorization);
  };
}

export const renewRequestId: Edit<"request"> = ({ headers }) => {
  if (headers["service-request-id"] !== undefined) headers["service-request-id"] = randomUUID();
};

/** Issues a token for some rejected grants. */
export function acceptRejectedGrant(isAffected: (form: URLSearchParams) => boolean): Edit<"response"> {
  const token = { expiresIn: 3600, accessToken: "a.b.c", refreshToken: "r", scope: "ALL", tokenType: "BEARER" };
  return (response, { body }) => {
    if (response.status < 400 || !isAffected(new URLSearchParams(body))) return;
    const { headers, ...others } = createJsonResponse(200, token);
    Object.assign(response, { ...others, headers: { ...headers, "cache-control": "no-store" } });
  };
}

export const BOOLEAN = /^(true|false)$/;
export const INTEGER = /^[1-9]\d{0,14}$/;
export const DATE_TIME = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])T([01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/;
export const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Removes a valid query parameter. The service still rejects an invalid one. */
export function ignoreQuery(name: string, valid: RegExp): (message: Message) => void {
  return (message) => {
    if (valid.test(getQuery(message, name) ?? "")) setQuery(name)(message);
  };
}

type PatchOperation = { readonly op?: unknown; readonly path?: unknown; readonly value?: unknown };

function readOperations(message: Message): readonly PatchOperation[] | undefined {
  const json: unknown = parseRequestJson(message);
  const isPatch = Array.isArray(json) && json.every((it) => typeof it === "object" && it !== null);
  return isPatch ? json : undefined;
}

export function editOperations(edit: (operations: readonly PatchOperation[]) => unknown): Edit<"request"> {
  return (message) => {
    const operations = readOperations(message);
    if (operations !== undefined) setRequestJson(message, edit(operations));
  };
}

/** Responds with the latest updated order to some rejected patches. */
export function acceptPatch(isAffected: (operations: readonly PatchOperation[]) => boolean): Edit<"response"> {
  return (response, message, memory) => {
    const good = rememberSuccess(response, memory);
    const operations = readOperations(message) ?? [];
    if (response.status < 400 || operations.length === 0 || !isAffected(operations)) return;
    const accepted = good ?? createJsonResponse(200, { id: message.target.split("/").at(-1) });
    Object.assign(response, { ...accepted, headers: { ...accepted.headers } });
  };
}

export function shiftHours(timestamp: string, hours: number): string {
  return new Date(Date.parse(timestamp) + hours * 3_600_000).toISOString().replace(/\.\d+Z$/, "Z");
}

export function getPath({ target }: Message): string {
  return target.split("?", 1)[0] ?? "";
}
