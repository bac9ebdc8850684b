import type { CheckFinding } from "../../../checks/index.js";
import { getCombinedHeader } from "../../../exchange/index.js";
import { toPrintable } from "../../../schema/index.js";
import { isSafeMethod } from "../../requests/safe-method.js";
import { isAccepted, type ProbeExchange } from "../../session/probe-exchange.js";
import { defineRule, readView } from "../rule.js";

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
  const message = `the response is 304 with ${toPrintable(result.edit?.what ?? "")} (RFC 9110, section 13.1)`;
  const place = { part: "response.status" } as const;
  return readView(result).fail("exchange.http.violated", message, `not modified ${result.edit?.at ?? ""}`, place);
}

/** Checks that a GET with a header that names another method changes nothing. `after` is the read after it. */
export const checkOverridden = defineRule<3>((before, result, after) => {
  if (!before.isAccepted || !after.isGone) return undefined;
  const message = `the resource is gone after a GET with ${toPrintable(result.edit?.what ?? "")}; GET is safe (RFC 9110, section 9.2.1)`;
  return result.fail("exchange.http.violated", message, "method override", { part: "response.status" });
});

/** Checks that a method that the path does not define is rejected (RFC 9110, section 15.5.6). */
export const checkUndefinedMethod = defineRule((result) => {
  const { method } = result.exchange.request;
  const { status } = result;
  // A page for browsers, or the options of a path, change nothing.
  const allowed = result.header("allow");
  if (method === "OPTIONS" && result.isAccepted && allowed !== undefined && !/\bget\b|\*/i.test(allowed)) {
    const message = `Allow of the response to OPTIONS is ${toPrintable(allowed)}, but GET is accepted (RFC 9110, section 10.2.1)`;
    return result.fail("exchange.http.violated", message, "allow of OPTIONS", { part: "response.headers" });
  }
  if (isSafeMethod(method) || !result.isAccepted) return undefined;
  const message = `the response to ${method} is ${status}, but the path does not define this method; expected 405 (RFC 9110, section 15.5.6)`;
  return result.fail("exchange.http.violated", message, `method ${method}`, { part: "response.status" });
});
