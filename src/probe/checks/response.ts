import type { CheckFinding } from "../../checks/index.js";
import { decodeBody, getCombinedHeader, redactText } from "../../exchange/index.js";
import { toPrintable } from "../../schema/index.js";
import { isAccepted, type ProbeExchange } from "../session/probe-exchange.js";
import { isRefusal } from "../session/refusal.js";
import { createProbeFinding } from "./probe-finding.js";

/** Whatever is asked, a service is to answer it, and not to fail at it. */
export function checkServiceResponse(asked: ProbeExchange): CheckFinding | undefined {
  const { exchange, edit, operation } = asked;
  const { status } = exchange.response;
  const place = { contract: edit?.contract ?? operation.pointer, valueClass: formatValueClass(asked) };
  const what = edit === undefined ? "" : ` (${toPrintable(edit.what)})`;
  if (exchange.incomplete !== undefined) {
    const message = `the request got no answer${what}: ${toPrintable(redactText(exchange.incomplete))}`;
    return createProbeFinding(asked, { code: "exchange.response.missing", part: "response.status", message, ...place });
  }
  const unreadable = findUnreadableReason(exchange.response);
  if (unreadable !== undefined) {
    const message = `the answer cannot be read${what}: ${toPrintable(unreadable)}`;
    return createProbeFinding(asked, { code: "response.body.malformed", message, ...place });
  }
  if (status < 500) return undefined;
  const message = `the service failed with ${status}${what}; a request that it cannot do is to be refused with a documented 4xx`;
  return createProbeFinding(asked, { code: "exchange.request.failed", part: "response.status", message, ...place });
}

/** A recorder may have unpacked a body and kept its header; here these are the bytes that were sent. */
function findUnreadableReason({ body, headers }: ProbeExchange["exchange"]["response"]): string | undefined {
  const decoded = decodeBody(body, headers);
  if (decoded.kind === "missing") return decoded.reason;
  const encoding = getCombinedHeader(headers, "content-encoding")?.trim().toLowerCase() ?? "identity";
  const isLeft = body.kind === "bytes" && decoded.kind === "bytes" && decoded.bytes === body.bytes;
  return isLeft && encoding !== "identity" && encoding !== ""
    ? `the body is not ${encoding}, as its Content-Encoding says`
    : undefined;
}

/** A request without valid credentials, which the operation asks for. `good` is the same with them. */
export function checkCredentialsRequired(good: ProbeExchange, asked: ProbeExchange): CheckFinding | undefined {
  const { operation, exchange, edit } = asked;
  const { status } = exchange.response;
  if (!isAccepted(good) || exchange.incomplete !== undefined || [401, 403, 404, 429].includes(status) || status >= 500)
    return undefined;
  const isLetIn = status < 400;
  if (!isLetIn && !operation.responses.some((it) => it.status === "401")) return undefined;
  const how = toPrintable(edit?.what ?? "without valid credentials");
  const message = `${how}, the answer is ${status}; a request that is accepted with credentials is to be answered with 401 without`;
  return createProbeFinding(asked, {
    code: "exchange.security.unchecked",
    part: "response.status",
    message,
    contract: operation.securityPointer,
    valueClass: `${isLetIn ? "let in" : "refused for something else"} ${edit?.at ?? ""}`,
  });
}

/**
 * A request that the contract allows and the service refuses, between two of which it differs only in one value that the
 * contract allows, and which the service accepts. What the refusal may be about beside the value is left out: credentials, rights,
 * things that are not there, the state they are in, and rates.
 */
export function checkValidRejected(
  before: ProbeExchange,
  asked: ProbeExchange,
  again: ProbeExchange,
  after: ProbeExchange,
): CheckFinding | undefined {
  const { edit, exchange } = asked;
  if (edit === undefined || !isAccepted(before) || !isAccepted(after) || !isRefusal(asked) || !isRefusal(again))
    return undefined;
  const message = `the service refuses with ${exchange.response.status} what the contract allows: ${toPrintable(edit.what)}`;
  return createProbeFinding(asked, {
    code: "exchange.valid.rejected",
    part: "response.status",
    message,
    contract: edit.contract,
    valueClass: formatValueClass(asked),
  });
}

function formatValueClass({ edit, exchange }: ProbeExchange): string {
  return `${exchange.response.status} ${edit?.part ?? ""} ${edit?.at ?? ""}`;
}
