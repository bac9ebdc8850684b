import type { CheckFinding } from "../../../checks/index.js";
import { isObject, type Json, type JsonObject } from "../../../document/index.js";
import { isSameJson } from "../../../samples/same-json.js";
import { toPrintable } from "../../../schema/index.js";
import { openEnvelope } from "../../graph/response-values.js";
import { isAccepted, type ProbeExchange, readResponseJson } from "../../session/probe-exchange.js";
import { createProbeFinding } from "../probe-finding.js";

/** Checks that a creation does not take properties from the request that only responses have. */
export function checkAssigned(result: ProbeExchange, members: JsonObject): CheckFinding | undefined {
  const shown = isAccepted(result) ? openEnvelope((readResponseJson(result) ?? null) as Json) : undefined;
  if (!isObject(shown)) return undefined;
  const taken = Object.keys(members).filter((name) => isSameJson(shown[name] ?? null, members[name] ?? null));
  const [first] = taken;
  if (first === undefined) return undefined;
  return createProbeFinding(result, {
    code: "exchange.resource.differs",
    at: `/${first}`,
    message: `${toPrintable(taken.join(", "))} of the new resource is that of the request, which the spec does not allow there; expected a value that the service sets (OWASP API3:2023)`,
    valueClass: `assigned ${first}`,
  });
}
