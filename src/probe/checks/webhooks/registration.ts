import type { CheckFinding } from "../../../checks/index.js";
import { toPrintable } from "../../../schema/index.js";
import { isAccepted, type ProbeExchange } from "../../session/probe-exchange.js";
import { createProbeFinding } from "../probe-finding.js";
import { getWrittenId, readPayload } from "./delivery.js";

/** Checks that a service rejects the registration of a URL to which it cannot send an HTTP request. */
export function checkUnreachableRegistered(result: ProbeExchange): CheckFinding | undefined {
  if (!isAccepted(result)) return undefined;
  return createProbeFinding(result, {
    code: "exchange.webhook.undelivered",
    part: "response.status",
    message: `the response is ${result.exchange.response.status} for ${toPrintable(result.edit?.what ?? "")}, a URL to which no HTTP request can be sent; expected a 4xx`,
    property: result.edit?.at ?? "",
    valueClass: "scheme",
  });
}

/**
 * Checks that two changes of one resource within a second send the same events as two changes further apart.
 *
 * @param changes The changes of the first resource are further apart, and those of the second one follow at once.
 */
export function checkQuickChange(
  registration: ProbeExchange,
  [slow, quick]: readonly (readonly ProbeExchange[])[],
  deliveries: readonly ProbeExchange[],
): CheckFinding | undefined {
  if (slow === undefined || quick === undefined || ![...slow, ...quick].every(isAccepted)) return undefined;
  const [expected, found] = [slow, quick].map((changes) => listTypes(changes, deliveries));
  const missing = [...(expected ?? [])].find((type) => found?.has(type) === false);
  if (missing === undefined || found?.size === 0) return undefined;
  return createProbeFinding(registration, {
    code: "exchange.webhook.undelivered",
    part: "response.status",
    message: `no event ${toPrintable(missing)} arrived for two changes of a resource within a second, but it arrives if they are further apart`,
    valueClass: "quick change",
  });
}

/** The types of the events about a resource. */
function listTypes([created]: readonly ProbeExchange[], deliveries: readonly ProbeExchange[]): ReadonlySet<string> {
  const id = created && getWrittenId(created);
  const own = deliveries.map(readPayload).filter((it) => id !== undefined && Object.values(it).includes(id));
  return new Set(
    own.flatMap((it) =>
      Object.entries(it).flatMap(([name, value]) =>
        typeof value === "string" && /type$|^event$/i.test(name) ? [value] : [],
      ),
    ),
  );
}
