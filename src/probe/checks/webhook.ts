import type { CheckFinding } from "../../checks/index.js";
import { isAccepted, type ProbeExchange } from "../session/probe-exchange.js";
import { createProbeFinding } from "./probe-finding.js";

/**
 * A webhook that was registered, and what came after it: writes, and deliveries of events. The contract may leave open which
 * write sends an event, so only that nothing comes of any is told. What a delivery is like, the checks of webhooks say.
 */
export function checkWebhookDelivered(
  hook: ProbeExchange,
  ...after: readonly ProbeExchange[]
): CheckFinding | undefined {
  const deliveries = after.filter(({ exchange }) => exchange.webhook !== undefined);
  if (!isAccepted(hook) || deliveries.length > 0) return undefined;
  const writes = after.filter(isAccepted);
  if (writes.length === 0) return undefined;
  const names = [...new Set(writes.map(({ operation }) => operation.id))].join(", ");
  return createProbeFinding(hook, {
    code: "exchange.webhook.undelivered",
    part: "response.status",
    message: `registered with success, and no event came after ${names}`,
    valueClass: "no event",
  });
}
