import type { CheckFinding } from "../../checks/index.js";
import { isAccepted, type ProbeExchange } from "../session/probe-exchange.js";
import { createProbeFinding } from "./probe-finding.js";

/**
 * Checks that a registered webhook receives an event after writes. The spec may not say which write sends an event, so
 * only the absence of any event is reported. The webhook checks validate each delivery.
 */
export function checkWebhookDelivered(
  registration: ProbeExchange,
  ...after: readonly ProbeExchange[]
): CheckFinding | undefined {
  const deliveries = after.filter(({ exchange }) => exchange.webhook !== undefined);
  if (!isAccepted(registration) || deliveries.length > 0) return undefined;
  const writes = after.filter(isAccepted);
  if (writes.length === 0) return undefined;
  const names = [...new Set(writes.map(({ operation }) => operation.id))].join(", ");
  return createProbeFinding(registration, {
    code: "exchange.webhook.undelivered",
    part: "response.status",
    message: `the webhook was registered, but no event arrived after ${names}`,
    valueClass: "no event",
  });
}
