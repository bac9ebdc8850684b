import type { CheckFinding } from "../../../checks/index.js";
import type { Json } from "../../../document/index.js";
import { isSameJson } from "../../../samples/same-json.js";
import { toPrintable } from "../../../schema/index.js";
import { isAccepted, type ProbeExchange, readResponseJson } from "../../session/probe-exchange.js";
import { createProbeFinding } from "../probe-finding.js";
import { checkWritePersisted } from "../resource.js";

/**
 * Checks that a rejected write has changed nothing. `again` is a second read after it: what differs between the two changes
 * by itself.
 */
export function checkRefusedUnchanged(
  before: ProbeExchange,
  refused: ProbeExchange,
  after: ProbeExchange,
  again: ProbeExchange,
): CheckFinding | undefined {
  const { status } = refused.exchange.response;
  if (status < 400 || status >= 500 || ![before, after, again].every(isAccepted)) return undefined;
  const [then, now, later] = [before, after, again].map((it) => (readResponseJson(it) ?? null) as Json);
  if (isSameJson(then, now) || !isSameJson(now, later)) return undefined;
  return createProbeFinding(refused, {
    code: "exchange.refusal.applied",
    part: "response.status",
    message: `the write was rejected with ${status} (${toPrintable(refused.edit?.what ?? "")}), but ${after.operation.id} returns another resource afterwards`,
    valueClass: "changed",
  });
}

/** Checks that a rejected write of a resource that did not exist has not created it. */
export function checkRefusedAbsent(refused: ProbeExchange, shown: ProbeExchange): CheckFinding | undefined {
  const { status } = refused.exchange.response;
  if (status < 400 || status >= 500 || !isAccepted(shown)) return undefined;
  return createProbeFinding(refused, {
    code: "exchange.refusal.applied",
    part: "response.status",
    message: `the write was rejected with ${status} (${toPrintable(refused.edit?.what ?? "")}), but ${shown.operation.id} shows that it has created the resource`,
    valueClass: "created",
  });
}

/** Checks that one of two concurrent writes is stored as a whole. */
export function checkConcurrentWrites(
  first: ProbeExchange,
  second: ProbeExchange,
  shown: ProbeExchange,
): CheckFinding | undefined {
  if (!isAccepted(first) || !isAccepted(second)) return undefined;
  const lost = checkWritePersisted(first, shown);
  if (lost === undefined || checkWritePersisted(second, shown) === undefined) return undefined;
  return { ...lost, message: `after two concurrent writes, the resource is neither of both: ${lost.message}` };
}
