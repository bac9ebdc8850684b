import type { CheckFinding } from "../../checks/index.js";
import { joinPointer, type Operation, type Pointer, parsePointer } from "../../document/index.js";
import { decodeBody, getCombinedHeader, redactText } from "../../exchange/index.js";
import { toPrintable } from "../../schema/index.js";
import { findListedItems } from "../session/listing-body.js";
import { isAccepted, type ProbeExchange } from "../session/probe-exchange.js";
import { isRefusal } from "../session/refusal.js";
import { createProbeFinding } from "./probe-finding.js";

/** Checks that the service sends a readable response below 500. */
export function checkServiceResponse(result: ProbeExchange): CheckFinding | undefined {
  const { exchange, edit, operation } = result;
  const { status } = exchange.response;
  const place = { contract: operation.pointer, valueClass: `${status}`, ...locateEdit(edit) };
  const what = edit === undefined ? "" : ` (${toPrintable(edit.what)})`;
  if (exchange.incomplete !== undefined) {
    const message = `the request got no response${what}: ${toPrintable(redactText(exchange.incomplete))}`;
    return createProbeFinding(result, {
      code: "exchange.response.missing",
      part: "response.status",
      message,
      ...place,
    });
  }
  const unreadable = findUnreadableReason(exchange.response);
  if (unreadable !== undefined) {
    const message = `the response cannot be read${what}: ${toPrintable(unreadable)}`;
    return createProbeFinding(result, { code: "response.body.malformed", message, ...place });
  }
  if (status < 500) return undefined;
  const message = `the service failed with ${status}${what}; expected a documented 4xx for a request that it cannot process`;
  return createProbeFinding(result, { code: "exchange.request.failed", part: "response.status", message, ...place });
}

/**
 * Finds a body that is not encoded as its Content-Encoding says. Recordings may contain decoded bodies, but the probe
 * records the bytes as received.
 */
function findUnreadableReason({ body, headers }: ProbeExchange["exchange"]["response"]): string | undefined {
  const decoded = decodeBody(body, headers);
  if (decoded.kind === "missing") return decoded.reason;
  const encoding = getCombinedHeader(headers, "content-encoding")?.trim().toLowerCase() ?? "identity";
  const isLeft = body.kind === "bytes" && decoded.kind === "bytes" && decoded.bytes === body.bytes;
  return isLeft && encoding !== "identity" && encoding !== ""
    ? `the body is not valid ${encoding}, but its Content-Encoding is ${encoding}`
    : undefined;
}

/** Checks a request without valid credentials. `baseline` is the same request with valid ones. */
export function checkCredentialsRequired(baseline: ProbeExchange, result: ProbeExchange): CheckFinding | undefined {
  const { operation, exchange, edit } = result;
  const { status } = exchange.response;
  if (!isAccepted(baseline) || exchange.incomplete !== undefined || [401, 404, 429].includes(status) || status >= 500)
    return undefined;
  // 403 is right for credentials that do not suffice. Unknown ones get 401 if the spec documents it (RFC 9110, section 15.5.2).
  if (status === 403 && !(edit?.at === "wrong" && operation.responses.some((it) => it.status === "401")))
    return undefined;
  const isAllowed = status < 400;
  if (!isAllowed && !operation.responses.some((it) => it.status === "401")) return undefined;
  const how = toPrintable(edit?.what ?? "without valid credentials");
  const message = `${how}, the response is ${status}; expected 401, because the same request is accepted with credentials`;
  return createProbeFinding(result, {
    code: "exchange.security.unchecked",
    part: "response.status",
    message,
    contract: findOnlyScheme(operation) ?? operation.securityPointer,
    valueClass: `${isAllowed ? "let in" : "refused for something else"} ${edit?.at ?? ""}`,
  });
}

/** The security scheme of an operation with one. Several operations share it, and often the code that checks it. */
function findOnlyScheme({ security: [first = [], ...more] }: Operation): Pointer | undefined {
  return first.length === 1 && more.length === 0 ? first[0]?.scheme?.pointer : undefined;
}

/** Checks a request with the credentials of another tenant. `own` is the same request by the owner of the resource. */
export function checkForeignAccess(own: ProbeExchange, result: ProbeExchange): CheckFinding | undefined {
  if (!isAccepted(own) || !isAccepted(result)) return undefined;
  // A list may leave out what the tenant must not see.
  if (result.operation.method === "GET" && findListedItems(result)?.length === 0) return undefined;
  const { status } = result.exchange.response;
  return createProbeFinding(result, {
    code: "exchange.security.foreign",
    part: "response.status",
    message: `with the credentials of another tenant, the response is ${status}; expected 403 or 404, because the resource belongs to the first one`,
    contract: result.operation.securityPointer,
    valueClass: "other tenant",
  });
}

/**
 * Checks that the service accepts a token that it issued. `before` is the same request with the given credentials.
 *
 * @param signIn The operation that issued the token; the finding is about it.
 */
export function checkTokenAccepted(
  before: ProbeExchange,
  result: ProbeExchange,
  signIn: ProbeExchange["operation"] = result.operation,
): CheckFinding | undefined {
  const { status } = result.exchange.response;
  if (!isAccepted(before) || status !== 401) return undefined;
  return createProbeFinding(result, {
    code: "exchange.token.rejected",
    part: "response.status",
    message: `${toPrintable(result.edit?.what ?? "with an issued token")}, the response of ${result.operation.id} is 401; expected ${before.exchange.response.status} as with the given credentials`,
    contract: signIn === result.operation ? result.operation.securityPointer : signIn.pointer,
    valueClass: "issued token",
  });
}

/**
 * Checks a valid request that the service rejects, sent between two accepted requests that differ in one valid value.
 * Ignores rejections that may have other reasons: credentials, permissions, missing resources, conflicts and rate
 * limits.
 */
export function checkValidRejected(
  before: ProbeExchange,
  result: ProbeExchange,
  again: ProbeExchange,
  after: ProbeExchange,
): CheckFinding | undefined {
  return checkRejected([before, after], [result, again], isRefusal);
}

/** The same for requests that mean the same as the accepted ones, so that only a rate limit is another reason. */
export function checkEquivalentRejected(
  before: ProbeExchange,
  result: ProbeExchange,
  again: ProbeExchange,
  after: ProbeExchange,
): CheckFinding | undefined {
  return checkRejected([before, after], [result, again], isClientError);
}

type ExchangePair = readonly [ProbeExchange, ProbeExchange];

function checkRejected(
  accepted: ExchangePair,
  rejected: ExchangePair,
  isRejected: (result: ProbeExchange) => boolean,
): CheckFinding | undefined {
  const [result] = rejected;
  const { edit, exchange } = result;
  if (edit === undefined || !accepted.every(isAccepted) || !rejected.every(isRejected)) return undefined;
  const message = `the service rejects a valid request with ${exchange.response.status}: ${toPrintable(edit.what)}`;
  return createProbeFinding(result, {
    code: "exchange.valid.rejected",
    part: "response.status",
    message,
    valueClass: `${exchange.response.status}`,
    ...locateEdit(edit),
  });
}

function isClientError({ exchange: { response } }: ProbeExchange): boolean {
  return response.status >= 400 && response.status < 500 && ![408, 429].includes(response.status);
}

/**
 * Checks a valid request that the service rejects, and accepts with a part that the spec does not require.
 *
 * @param rejected The request without the part, sent after the accepted one.
 */
export function checkPartNeeded(
  rejected: ProbeExchange,
  accepted: ProbeExchange,
  { in: place, name, contract }: { readonly in: string; readonly name: string; readonly contract: string },
): CheckFinding | undefined {
  if (!isRefusal(rejected) || !isAccepted(accepted)) return undefined;
  return createProbeFinding(rejected, {
    code: "exchange.valid.rejected",
    part: "response.status",
    message: `the service rejects a valid request with ${rejected.exchange.response.status}, and accepts it with the ${place} parameter ${toPrintable(name)}, which the spec does not require`,
    contract,
    property: `/${place}${joinPointer("", name)}`,
    valueClass: "part needed",
  });
}

/** The property that the request changes, and the keyword that the change tests. */
function locateEdit(edit: ProbeExchange["edit"]): Partial<Pick<CheckFinding, "contract" | "property" | "keyword">> {
  if (edit === undefined) return {};
  const { part, at, contract } = edit;
  // In a body, the place is a pointer; elsewhere it is the name of a parameter.
  const place = at === "" || at.startsWith("/") ? at : joinPointer("", at);
  const property = `/${part}${place.replaceAll(/\/\d+(?=\/|$)/g, "/*")}`;
  return { contract, property, keyword: parsePointer(contract).at(-1) ?? "" };
}
