import type { CheckFinding } from "../../../checks/index.js";
import { isAccepted, type ProbeExchange } from "../../session/probe-exchange.js";
import { createProbeFinding } from "../probe-finding.js";

/**
 * Checks that only one of several PUTs at the same time creates the resource of their path (RFC 9110, section 9.3.4).
 *
 * @param later The same PUT afterwards, which shows that the service distinguishes a new resource from a replaced one.
 */
export function checkCreatedOnce(results: readonly ProbeExchange[], later: ProbeExchange): CheckFinding | undefined {
  const created = results.filter(({ exchange }) => exchange.response.status === 201);
  const [first] = created;
  if (first === undefined || created.length < 2 || !isAccepted(later) || later.exchange.response.status === 201)
    return undefined;
  return createProbeFinding(first, {
    code: "exchange.http.violated",
    part: "response.status",
    message: `${created.length} of ${results.length} concurrent PUTs of one new resource are 201; expected 201 for one of them, because the others replace it (RFC 9110, section 9.3.4)`,
    valueClass: "created twice",
  });
}
