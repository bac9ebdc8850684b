import type { CheckFinding } from "../../../checks/index.js";
import { isObject, type Json, joinPointer } from "../../../document/index.js";
import { isSameJson } from "../../../samples/same-json.js";
import { toPrintable } from "../../../schema/index.js";
import { openEnvelope } from "../../graph/response-values.js";
import { isAccepted, type ProbeExchange, readResponseJson } from "../../session/probe-exchange.js";
import { createProbeFinding } from "../probe-finding.js";

/**
 * Checks that a creation does not take from the request what the service sets itself (OWASP API3:2023, mass assignment).
 *
 * @param sent Values of properties that the spec has in the response, but not in the request.
 */
export function checkOwnProperties(
  create: ProbeExchange,
  sent: Readonly<Record<string, Json>>,
): CheckFinding | undefined {
  const shown = openEnvelope((readResponseJson(create) ?? null) as Json);
  if (!isAccepted(create) || !isObject(shown)) return undefined;
  const taken = Object.keys(sent).find((name) => isSameJson(shown[name] ?? null, sent[name] ?? null));
  if (taken === undefined) return undefined;
  return createProbeFinding(create, {
    code: "exchange.resource.differs",
    at: joinPointer("", taken),
    message: `${toPrintable(taken)} is ${toPrintable(JSON.stringify(sent[taken]))}, which was taken from the request; the spec has ${toPrintable(taken)} only in the response, so the service sets it itself (OWASP API3:2023, mass assignment)`,
    valueClass: `mass assignment ${taken}`,
  });
}
