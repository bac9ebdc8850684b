import type { Disagreement } from "../../checks/index.js";
import { disagreement } from "../disagreement.js";
import { type Asked, isAccepted } from "../story.js";

/**
 * A webhook that was registered, and what came after it: writes, and deliveries of events. The contract may leave open which
 * write sends an event, so only that nothing comes of any is told. What a delivery is like, the checks of webhooks say.
 */
export function judgeDelivered(hook: Asked, ...after: readonly Asked[]): Disagreement | undefined {
  const deliveries = after.filter(({ exchange }) => exchange.webhook !== undefined);
  if (!isAccepted(hook) || deliveries.length > 0) return undefined;
  const writes = after.filter(isAccepted);
  if (writes.length === 0) return undefined;
  const names = [...new Set(writes.map(({ operation }) => operation.id))].join(", ");
  return disagreement(hook, {
    code: "exchange.webhook.undelivered",
    part: "response.status",
    message: `registered with success, and no event came after ${names}`,
    valueClass: "no event",
  });
}
