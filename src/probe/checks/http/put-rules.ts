import type { CheckFinding } from "../../../checks/index.js";
import { isObject, type Json, type Pointer, valueAt } from "../../../document/index.js";
import { isSameJson } from "../../../samples/same-json.js";
import { toPrintable } from "../../../schema/index.js";
import { isAccepted, type ProbeExchange, readResponseJson } from "../../session/probe-exchange.js";
import { createProbeFinding } from "../probe-finding.js";

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
  at: Pointer,
): CheckFinding | undefined {
  const [then, now] = [before, after].map((it) => {
    const body = readResponseJson(it) as Json | undefined;
    return isAccepted(it) && isObject(body) ? valueAt(body, at) : undefined;
  });
  if (!isAccepted(write) || then === undefined || !isSameJson(then, now)) return undefined;
  return createProbeFinding(after, {
    code: "exchange.http.violated",
    message: `${toPrintable(at.slice(1))} is still there, although the latest ${write.operation.id} left it out; PUT replaces the resource (RFC 9110, section 9.3.4)`,
    at,
    valueClass: "PUT merged",
    contract: write.operation.pointer,
  });
}
