import type { AppContext } from "../context/app-context.js";
import { deriveBytes } from "../context/derived-ids.js";
import type { DeliveryOutcome } from "./delivery-outcome.js";

/**
 * How long after a failed attempt the next one comes, in milliseconds; undefined when it was the last. A tenth more or less
 * follows from the seed, so that many deliveries which fail together are not repeated together, and yet in every run alike.
 * A listener that asks for more patience gets it.
 */
export function computeRetryDelay(
  world: AppContext,
  deliveryId: string,
  attempt: number,
  outcome: DeliveryOutcome,
): number | undefined {
  const planned = world.policies.retrySchedule[attempt - 1];
  if (planned === undefined) return undefined;
  const chance = Buffer.from(deriveBytes(world.seed, "jitter", deliveryId, String(attempt))).readUInt32BE(0) / 2 ** 32;
  return Math.max(Math.round(planned * (0.9 + 0.2 * chance)), outcome.retryAfter ?? 0);
}
