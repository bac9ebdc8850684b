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

/** Checks that a GET with a header that names another method changes nothing. `after` is the read after it. */
export function checkOverridden(
  before: ProbeExchange,
  result: ProbeExchange,
  after: ProbeExchange,
): CheckFinding | undefined {
  const { status } = after.exchange.response;
  if (!isAccepted(before) || (status !== 404 && status !== 410)) return undefined;
  return createProbeFinding(result, {
    code: "exchange.http.violated",
    part: "response.status",
    message: `the resource is gone after a GET with ${toPrintable(result.edit?.what ?? "")}; GET is safe (RFC 9110, section 9.2.1)`,
    valueClass: "method override",
  });
}

/** Checks that a method that the path does not define is rejected (RFC 9110, section 15.5.6). */
export function checkUndefinedMethod(result: ProbeExchange): CheckFinding | undefined {
  const { method } = result.exchange.request;
  const { status } = result.exchange.response;
  // A page for browsers, or the options of a path, change nothing.
  const allowed = getCombinedHeader(result.exchange.response.headers, "allow");
  if (method === "OPTIONS" && isAccepted(result) && allowed !== undefined && !/\bget\b|\*/i.test(allowed))
    return createProbeFinding(result, {
      code: "exchange.http.violated",
      part: "response.headers",
      message: `Allow of the response to OPTIONS is ${toPrintable(allowed)}, but GET is accepted (RFC 9110, section 10.2.1)`,
      valueClass: "allow of OPTIONS",
    });
  const isSafe = ["GET", "HEAD", "OPTIONS"].includes(method);
  if (isSafe || status < 200 || status >= 300) return undefined;
  return createProbeFinding(result, {
    code: "exchange.http.violated",
    part: "response.status",
    message: `the response to ${method} is ${status}, but the path does not define this method; expected 405 (RFC 9110, section 15.5.6)`,
    valueClass: `method ${method}`,
  });
}
