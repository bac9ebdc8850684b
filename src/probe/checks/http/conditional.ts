import type { CheckFinding } from "../../../checks/index.js";
import { getCombinedHeader } from "../../../exchange/index.js";
import { toPrintable } from "../../../schema/index.js";
import { isAccepted, type ProbeExchange } from "../../session/probe-exchange.js";
import { createProbeFinding } from "../probe-finding.js";

/**
 * Checks that a read with an unknown entity tag, or with a time before the last change, is no 304 (RFC 9110, sections 13.1.2 and
 * 13.1.3).
 *
 * @param whole The read without a precondition.
 * @param since The time of If-Modified-Since.
 */
export function checkNotModified(
  whole: ProbeExchange,
  result: ProbeExchange,
  since?: string,
): CheckFinding | undefined {
  const modified = getCombinedHeader(whole.exchange.response.headers, "last-modified") ?? "";
  const isOlder = since !== undefined && Date.parse(modified) <= Date.parse(since);
  if (!isAccepted(whole) || result.exchange.response.status !== 304 || isOlder) return undefined;
  return createProbeFinding(result, {
    code: "exchange.http.violated",
    part: "response.status",
    message: `the response is 304 with ${toPrintable(result.edit?.what ?? "")} (RFC 9110, section 13.1)`,
    valueClass: `not modified ${result.edit?.at ?? ""}`,
  });
}

/** Checks that a method that the path does not define is rejected (RFC 9110, section 15.5.6). */
export function checkUndefinedMethod(result: ProbeExchange): CheckFinding | undefined {
  const { method } = result.exchange.request;
  const { status } = result.exchange.response;
  // A page for browsers, or the options of a path, change nothing.
  const isSafe = ["GET", "HEAD", "OPTIONS"].includes(method);
  if (isSafe || status < 200 || status >= 300) return undefined;
  return createProbeFinding(result, {
    code: "exchange.http.violated",
    part: "response.status",
    message: `the response to ${method} is ${status}, but the path does not define this method; expected 405 (RFC 9110, section 15.5.6)`,
    valueClass: `method ${method}`,
  });
}
