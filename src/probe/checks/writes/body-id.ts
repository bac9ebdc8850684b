import type { CheckFinding } from "../../../checks/index.js";
import { toPrintable } from "../../../schema/index.js";
import { isAccepted, type ProbeExchange } from "../../session/probe-exchange.js";
import { createProbeFinding } from "../probe-finding.js";

/**
 * Checks that a PUT writes the resource of its path, although its body has another id (RFC 9110, section 9.3.4). The service may also reject
 * it.
 *
 * @param own A read at the path of the PUT.
 * @param other A read at the id of the body, which nothing had before.
 */
export function checkBodyId(
  write: ProbeExchange,
  own: ProbeExchange,
  other: ProbeExchange,
  name: string,
): CheckFinding | undefined {
  const isWritten = own.exchange.response.status !== 404;
  if (!isAccepted(write) || (isWritten && !isAccepted(other))) return undefined;
  const what = isAccepted(other) ? `there is a resource with ${name} of the body` : "there is no resource at the path";
  return createProbeFinding(write, {
    code: "exchange.resource.other",
    part: "response.status",
    message: `the response is ${write.exchange.response.status} for a body with another ${toPrintable(name)} than the path, and then ${toPrintable(what)}; a PUT writes the resource of its path (RFC 9110, section 9.3.4)`,
    property: `/body/${name}`,
    valueClass: "id of the body",
  });
}
