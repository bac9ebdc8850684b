import { isUtf8 } from "node:buffer";
import type { CheckFinding } from "../../checks/index.js";
import { isObject, type Json, joinPointer } from "../../document/index.js";
import { getCombinedHeader } from "../../exchange/index.js";
import { isSameJson } from "../../samples/same-json.js";
import { toPrintable } from "../../schema/index.js";
import { isAccepted, type ProbeExchange, readResponseJson } from "../session/probe-exchange.js";
import { createProbeFinding } from "./probe-finding.js";

type Rule = (message: HttpMessage) => string | undefined;
type HttpMessage = {
  readonly method: string;
  readonly status: number;
  readonly bytes: Uint8Array;
  readonly header: (name: string) => string | undefined;
};

/** Rules with MUST or MUST NOT, for every response of every service. Each returns what is wrong. */
const RULES: Readonly<Record<string, Rule>> = {
  challenge: ({ status, header }) =>
    status === 401 && (header("www-authenticate") ?? "") === ""
      ? "status 401 without WWW-Authenticate (RFC 9110, section 15.5.2)"
      : undefined,
  allow: ({ status, header }) =>
    status === 405 && header("allow") === undefined ? "status 405 without Allow (RFC 9110, section 15.5.6)" : undefined,
  "allowed-method": ({ method, status, header }) =>
    status === 405 && splitList(header("allow")).includes(method)
      ? `status 405 for ${method}, but Allow lists it: ${header("allow")} (RFC 9110, section 10.2.1)`
      : undefined,
  "byte-order-mark": ({ bytes, header }) =>
    /[/+]json\b/i.test(header("content-type") ?? "") && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
      ? "the JSON starts with a byte order mark (RFC 8259, section 8.1)"
      : undefined,
  "utf-8": ({ bytes, header }) =>
    /[/+]json\b(?!.*charset)|[/+]json\b.*charset="?utf-?8/i.test(header("content-type") ?? "") &&
    /^(identity)?$/i.test(header("content-encoding") ?? "") &&
    !isUtf8(bytes)
      ? "the JSON is not encoded in UTF-8 (RFC 8259, section 8.1)"
      : undefined,
  etag: ({ header }) =>
    /^(?:W\/)?"[!#-~\u0080-\u00ff]*"$/.test(header("etag") ?? '""')
      ? undefined
      : `the ETag is not quoted: ${header("etag")} (RFC 9110, section 8.8.3)`,
  "last-modified": ({ header }) =>
    HTTP_DATE.test(header("last-modified") ?? EPOCH)
      ? undefined
      : `Last-Modified is not an HTTP date: ${header("last-modified")} (RFC 9110, section 8.8.2)`,
  "retry-after": ({ header }) =>
    /^\d+$/.test(header("retry-after") ?? "0") || HTTP_DATE.test(header("retry-after") ?? EPOCH)
      ? undefined
      : `Retry-After is neither seconds nor an HTTP date: ${header("retry-after")} (RFC 9110, section 10.2.3)`,
};

const EPOCH = "Thu, 01 Jan 1970 00:00:00 GMT";
/** The preferred form, the form of RFC 850, and that of `asctime`. */
const HTTP_DATE =
  /^[A-Z][a-z]{2,8}, \d\d[ -][A-Z][a-z]{2}[ -]\d{2,4} \d\d:\d\d:\d\d GMT$|^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}$/;

/** Checks rules of HTTP and JSON, which hold whatever the spec says. */
export function checkHttpRules(result: ProbeExchange): CheckFinding | undefined {
  const { request, response, incomplete, webhook } = result.exchange;
  // The response to a delivery comes from the listener of the probe.
  if (incomplete !== undefined || webhook !== undefined) return undefined;
  const message: HttpMessage = {
    ...{ method: request.method, status: response.status },
    bytes: response.body.kind === "bytes" ? response.body.bytes : new Uint8Array(),
    header: (name) => getCombinedHeader(response.headers, name),
  };
  for (const [name, rule] of Object.entries(RULES)) {
    const wrong = rule(message);
    if (wrong === undefined) continue;
    const part = name === "byte-order-mark" || name === "utf-8" ? "response.body" : "response.headers";
    return createProbeFinding(result, {
      ...{ code: "exchange.http.violated", part, message: toPrintable(wrong), valueClass: name },
    });
  }
  return undefined;
}

function splitList(text = ""): readonly string[] {
  return text.split(",").map((it) => it.trim());
}

/** Checks that a write with a false precondition is rejected. */
export function checkPrecondition(result: ProbeExchange): CheckFinding | undefined {
  if (!isAccepted(result)) return undefined;
  return createProbeFinding(result, {
    code: "exchange.http.violated",
    part: "response.status",
    message: `the response is ${result.exchange.response.status} with ${toPrintable(result.edit?.what ?? "")}; expected 412 (RFC 9110, section 13.2.2)`,
    valueClass: `precondition ${result.edit?.at ?? ""}`,
  });
}

/** A write with a version or a precondition may be accepted once. */
const VERSION_NAME = /version|revision|etag|if-match|last_?modified|updated_?at/i;

/** Checks that a repeated PUT is accepted again. `again` is a third one. */
export function checkRepeatedPut(
  first: ProbeExchange,
  second: ProbeExchange,
  again: ProbeExchange,
): CheckFinding | undefined {
  const { status } = second.exchange.response;
  const isRejected = [400, 405, 409, 422].includes(status) && again.exchange.response.status === status;
  if (!isAccepted(first) || !isRejected || VERSION_NAME.test(JSON.stringify(first.request))) return undefined;
  return createProbeFinding(second, {
    code: "exchange.http.violated",
    part: "response.status",
    message: `the same PUT was accepted before, and gets ${status} now; PUT is idempotent (RFC 9110, section 9.2.2)`,
    valueClass: "PUT repeated",
  });
}

/** Checks the status of a PUT that creates (201) and of one that replaces (200 or 204), if the spec documents both. */
export function checkPutStatus(created: ProbeExchange, replaced: ProbeExchange): CheckFinding | undefined {
  const documented = new Set(created.operation.responses.map(({ status }) => status));
  const [first, second] = [created, replaced].map(({ exchange }) => exchange.response.status);
  if (!isAccepted(created) || !isAccepted(replaced) || !documented.has("201") || !documented.has("200"))
    return undefined;
  if (first === 201 && second !== 201) return undefined;
  if (first !== 200 && second !== 201) return undefined;
  const wrong = second === 201 ? replaced : created;
  const what =
    second === 201
      ? "a PUT that replaces a resource is 201; expected 200"
      : "a PUT that creates a resource is 200; expected 201";
  return createProbeFinding(wrong, {
    code: "exchange.http.violated",
    part: "response.status",
    message: `the status of ${what} (RFC 9110, section 9.3.4)`,
    valueClass: "PUT status",
  });
}

/**
 * Checks that a PUT replaces the whole resource: what an earlier PUT has written, and a later one leaves out, is gone.
 *
 * @param before The read after the earlier PUT.
 */
export function checkPutReplaces(
  write: ProbeExchange,
  before: ProbeExchange,
  after: ProbeExchange,
  name: string,
): CheckFinding | undefined {
  const [then, now] = [before, after].map((it) => {
    const body = readResponseJson(it) as Json | undefined;
    return isAccepted(it) && isObject(body) ? body[name] : undefined;
  });
  if (!isAccepted(write) || then === undefined || !isSameJson(then, now)) return undefined;
  return createProbeFinding(after, {
    code: "exchange.http.violated",
    message: `${toPrintable(name)} is still there, although the latest ${write.operation.id} left it out; PUT replaces the resource (RFC 9110, section 9.3.4)`,
    at: joinPointer("", name),
    valueClass: "PUT merged",
    contract: write.operation.pointer,
  });
}
