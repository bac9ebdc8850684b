import { createHash } from "node:crypto";
import type { JsonObject, Operation } from "../../document/index.js";
import { serializeExactJson } from "../../document/values/serialize-json.js";
import { getCombinedHeader } from "../../recording/index.js";
import type { ServiceResponse } from "../context/request-context.js";
import type { ReceivedRequest } from "../server/read-request.js";

/** The conditions of a request (RFC 9110, section 13). */
export type Conditions = { readonly ifMatch: string | undefined; readonly ifNoneMatch: string | undefined };

/** Whether an operation has conditional requests: the spec declares their headers or their statuses. */
export function isConditional({ parameters, responses }: Operation): boolean {
  const isDeclared = parameters.some((it) => it.in === "header" && /^if-(none-)?match$/i.test(it.name));
  const hasEtag = responses.some(({ headers }) => headers.some(({ name }) => name.toLowerCase() === "etag"));
  return isDeclared || hasEtag || responses.some(({ status }) => /^(304|412|428)$/.test(status));
}

export function readConditions(operation: Operation, { headers }: ReceivedRequest): Conditions {
  const read = (name: string) => (isConditional(operation) ? getCombinedHeader(headers, name) : undefined);
  return { ifMatch: read("if-match"), ifNoneMatch: read("if-none-match") };
}

function createEtag(content: string | Uint8Array): string {
  return `"${createHash("sha256").update(content).digest("base64url").slice(0, 22)}"`;
}

export function createRecordEtag({ value }: { readonly value: JsonObject }): string {
  return createEtag(serializeExactJson(value));
}

/** Why a request may not change a record; undefined if it may. Without a record there is no tag. */
export function explainFailedCondition({ ifMatch, ifNoneMatch }: Conditions, etag: string | undefined) {
  const isOther = ifMatch !== undefined && !isListed(ifMatch, etag);
  if (!isOther && (ifNoneMatch === undefined || !isListed(ifNoneMatch, etag))) return undefined;
  return isOther ? "If-Match: the record has another ETag" : "If-None-Match: the record exists";
}

function isListed(condition: string, etag: string | undefined): boolean {
  if (condition.trim() === "*") return etag !== undefined;
  return condition.split(",").some((it) => it.trim().replace(/^W\//, "") === etag);
}

/** A successful response to GET with its ETag; 304 if the client has it. */
export function applyConditions(operation: Operation, { ifNoneMatch }: Conditions, response: ServiceResponse) {
  if (!isConditional(operation) || operation.method !== "GET" || response.status !== 200) return response;
  const { ETag = createEtag(response.bytes ?? ""), ...others } = response.headers ?? {};
  const tagged = { ETag, "Cache-Control": "no-cache" };
  return ifNoneMatch !== undefined && isListed(ifNoneMatch, ETag)
    ? { status: 304, headers: tagged, bytes: new Uint8Array() }
    : { ...response, headers: { ...others, ...tagged } };
}
