import type { CheckFinding } from "../../../checks/index.js";
import { isObject, type Json, lastToken, type Pointer, parentPointer, valueAt } from "../../../document/index.js";
import { isSameJson } from "../../../samples/same-json.js";
import { toPrintable } from "../../../schema/index.js";
import { isAccepted, type ProbeExchange, readResponseJson } from "../../session/probe-exchange.js";
import { createProbeFinding } from "../probe-finding.js";
import { hasContent } from "../writes/change.js";

/** The kind of a finding that does not depend on defaults. */
export const OTHERS_LOST = "null removes others";

/**
 * Checks that null in a merge patch removes a member, and nothing else of its object (RFC 7396, section 2). A service may set a default
 * instead, so only a kept value counts.
 */
export function checkNullRemoves(
  before: ProbeExchange,
  patch: ProbeExchange,
  after: ProbeExchange,
  at: Pointer,
): CheckFinding | undefined {
  if (![before, patch, after].every(isAccepted) || patch.exchange.response.status === 202) return undefined;
  const [old, now] = [before, after].map((it) => valueAt((readResponseJson(it) ?? null) as Json, at));
  const createFinding = (message: string, valueClass: string): CheckFinding =>
    createProbeFinding(patch, {
      code: "exchange.patch.differs",
      message: `${message} (RFC 7396, section 2)`,
      valueClass,
    });
  if (hasContent(old) && isSameJson(old ?? null, now ?? null))
    return createFinding(
      `${toPrintable(at)} has the same value after a merge patch with null for it; expected that null removes it`,
      "null keeps a member",
    );
  const parent = parentPointer(at);
  const others = countOthers(before, at);
  if (parent === "" || others < MIN_OTHERS || countOthers(after, at) > 0) return undefined;
  return createFinding(
    `the other members of ${toPrintable(parent)} are gone after a merge patch with null for ${toPrintable(at)} alone; expected that they are kept`,
    OTHERS_LOST,
  );
}

/** A single other member may depend on the removed one. */
const MIN_OTHERS = 2;

function countOthers(result: ProbeExchange, at: Pointer): number {
  const object = valueAt((readResponseJson(result) ?? null) as Json, parentPointer(at));
  return isObject(object)
    ? Object.entries(object).filter(([name, it]) => name !== lastToken(at) && hasContent(it as Json)).length
    : 0;
}
