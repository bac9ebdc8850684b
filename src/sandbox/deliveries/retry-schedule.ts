import type { AppContext } from "../context/app-context.js";
import { deriveBytes } from "../context/derived-ids.js";
import type { DeliveryOutcome } from "./delivery-outcome.js";

/**
 * The delay between a failed attempt and the next, in milliseconds; undefined after the last attempt. Adds jitter of up
 * to 10 %, so that deliveries that fail together are not retried together. The jitter is derived from the seed, so
 * every run is the same. A longer Retry-After of the listener takes precedence.
 */
export function computeRetryDelay(
  app: AppContext,
  deliveryId: string,
  attempt: number,
  outcome: DeliveryOutcome,
): number | undefined {
  const planned = app.policies.retrySchedule[attempt - 1];
  if (planned === undefined) return undefined;
  const random = Buffer.from(deriveBytes(app.seed, "jitter", deliveryId, String(attempt))).readUInt32BE(0) / 2 ** 32;
  return Math.max(Math.round(planned * (0.9 + 0.2 * random)), outcome.retryAfter ?? 0);
}
