import type { HookRequest } from "../../check/index.js";
import {
  type Document,
  isObject,
  type Json,
  type Operation,
  type Pointer,
  parsePointer,
} from "../../document/index.js";
import { findIdempotencyKey } from "../../resources/index.js";
import type { SerializableBody } from "../../samples/serialization/serialize-body.js";
import { createUuidGenerator } from "../deterministic-uuid.js";

/** The phases, in order of execution. */
export const PHASES = ["examples", "boundaries", "negatives", "random", "stateful"] as const;
export type Phase = (typeof PHASES)[number];

/** A request as values; those of `path` in the order of the path. The spec decides how they are serialized (`serialize-request.ts`). */
export type CaseRequest = Omit<HookRequest, "body"> & { readonly body?: SerializableBody };

export const EMPTY_REQUEST: CaseRequest = { path: {}, query: {}, header: {}, cookie: {} };

/** The value of a body; null without a body, and for one that is text. */
export function readWrittenBody({ body }: CaseRequest): Json {
  return body !== undefined && "value" in body ? (body.value as Json) : null;
}

export function putBody(request: CaseRequest, value: Json): CaseRequest {
  return { ...request, body: { contentType: request.body?.contentType ?? "", value } };
}

/** The request with a change of the value of its body; the same if it has none. */
export function updateBody(request: CaseRequest, change: (value: Json) => Json): CaseRequest {
  const { body } = request;
  return body === undefined || !("value" in body) ? request : putBody(request, change(body.value as Json));
}

/** The one difference between a case and its base request. */
export type CaseEdit = {
  readonly part: "path" | "query" | "header" | "cookie" | "body" | "security" | "content-type" | "method";
  /** The parameter, or the JSON Pointer into the body. */
  readonly at: string;
  /** The spec location. */
  readonly contract: Pointer;
  /** What the edit does: "limit 0, below the minimum 1". */
  readonly what: string;
};

/**
 * A request and its expected outcome. `accepted`: the request is valid. `refused`: it violates the spec in one
 * location. `open`: the spec does not say, so only the form of the response is checked.
 */
export type ProbeCase = {
  /** The same for the same seed: `negatives/listOrders/query.limit/below-minimum`. */
  readonly id: string;
  readonly phase: Phase;
  readonly operation: Operation;
  /** In upper case; differs from the operation's method in method cases. */
  readonly method: string;
  readonly request: CaseRequest;
  readonly expect: "accepted" | "refused" | "open";
  /** Absent if the case has no base request. */
  readonly edit?: CaseEdit;
  /** Set if the case is about missing or invalid credentials. */
  readonly credentials?: "none" | "wrong";
};

/** A value that is unlikely to be in any extensible enum. */
export const UNKNOWN_ENUM_VALUE = "BEYOND_WHAT_IS_KNOWN";

/** Whether a method is safe (RFC 9110, section 9.2.1). */
export function isSafeMethod(method: string): boolean {
  return ["GET", "HEAD", "OPTIONS"].includes(method);
}

export type JsonPatchOperation = {
  readonly op: string;
  readonly path: Pointer;
  readonly value?: Json;
  readonly from?: Pointer;
};

export type JsonPatch = readonly JsonPatchOperation[];

const OPERATIONS = new Set(["add", "remove", "replace", "move", "copy", "test"]);

/** The operations of a JSON Patch (RFC 6902); undefined if a body is none, whatever its media type. */
export function readJsonPatch(request: CaseRequest): JsonPatch | undefined {
  const value = readWrittenBody(request);
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const operations = value.flatMap((it: Json): JsonPatchOperation[] => {
    if (!isObject(it) || typeof it.op !== "string" || typeof it.path !== "string" || !OPERATIONS.has(it.op)) return [];
    const from = typeof it.from === "string" ? { from: it.from } : {};
    return [{ op: it.op, path: it.path, ...from, ...(it.value === undefined ? {} : { value: it.value }) }];
  });
  return operations.length === value.length ? operations : undefined;
}

/** Whether a request can be accepted any number of times: a JSON Patch may remove, move or test what is there only once. */
export function isRepeatable(request: CaseRequest): boolean {
  return readJsonPatch(request)?.every(({ op }) => op === "add" || op === "replace") ?? true;
}

/** Adds the idempotency key, unless the case is about the header itself. */
export function addIdempotencyKey(
  document: Document,
  { operation, request, edit }: Pick<ProbeCase, "operation" | "request"> & { readonly edit?: CaseEdit | undefined },
  id: string,
): CaseRequest {
  const name = findIdempotencyKey(document, operation)?.parameter.name;
  if (name === undefined) return request;
  if (edit?.part === "header" && edit.at.toLowerCase() === name.toLowerCase()) return request;
  // Some services accept nothing but a UUID; other texts have a scenario of their own.
  return { ...request, header: { ...request.header, [name]: createUuidGenerator(0)(id) } };
}

/** The request without some places of its body. */
export function removeFromBody(request: CaseRequest, places: readonly Pointer[]): CaseRequest {
  return updateBody(request, (value) => places.reduce((whole, at) => omitAt(whole, parsePointer(at)), value));
}

function omitAt(value: Json, [token = "", ...rest]: readonly string[]): Json {
  if (Array.isArray(value)) return value.map((it, at) => (String(at) === token ? omitAt(it, rest) : it));
  if (!isObject(value)) return value;
  const { [token]: inner, ...others } = value;
  return rest.length === 0 || inner === undefined ? others : { ...others, [token]: omitAt(inner, rest) };
}
