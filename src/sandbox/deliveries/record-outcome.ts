import type { AppContext } from "../context/app-context.js";
import { deriveBytes } from "../context/derived-ids.js";
import { readDomainTime } from "../context/domain-clock.js";
import type { Database, Queries } from "../store/database.js";
import { recordFailure, recordSuccess } from "./hook-health.js";
import { type LeasedDelivery, releaseAttempts } from "./lease-deliveries.js";
import type { DeliveryOutcome } from "./send-delivery.js";

/** A finished attempt. */
export type FinishedAttempt = {
  readonly delivery: LeasedDelivery;
  readonly outcome: DeliveryOutcome;
  /** In real milliseconds. */
  readonly duration: number;
  /** The domain time of its end; the present time by default. */
  readonly now?: number;
};

/**
 * Records the outcome of an attempt and the next state of its delivery. Ignores an attempt whose lease was lost, so that a
 * late sender overwrites nothing. Returns whether it was recorded.
 */
export function recordOutcome(database: Database, app: AppContext, attempt: FinishedAttempt): Promise<boolean> {
  const { delivery, outcome, duration } = attempt;
  const change = async (queries: Queries): Promise<void> => {
    const now = attempt.now ?? (await readDomainTime(queries, app));
    const { state, nextAt } = await computeNextState(queries, app, { delivery, outcome, now });
    await queries.run(
      "UPDATE deliveries SET state = $2, next_at = $3, settled_at = $4, lease_until = 0, lease_by = NULL WHERE id = $1",
      [delivery.id, state, nextAt ?? delivery.dueAt, state === "pending" ? null : now],
    );
    await queries.run(
      "UPDATE attempts SET duration = $3, status = $4, reason = $5, answer = $6 WHERE delivery_id = $1 AND attempt = $2",
      [
        ...[delivery.id, delivery.attempt, duration],
        ...[outcome.status ?? null, outcome.reason, outcome.responseExcerpt ?? null],
      ],
    );
  };
  return changeLeased(database, delivery, change, { isPatient: true });
}

type LeaseRelease = {
  readonly reason: string;
  readonly now: number;
  /** A new due time, in domain time; the former one by default. */
  readonly nextAt?: number;
  /** Whether another delivery of the hook makes it due earlier. */
  readonly isHeld?: boolean;
};

/** Makes a leased delivery pending again, whose attempt was aborted before a response arrived or was postponed. */
export async function releaseLease(
  database: Database,
  delivery: LeasedDelivery,
  { reason, now, nextAt, isHeld = false }: LeaseRelease,
): Promise<void> {
  await changeLeased(database, delivery, async (queries) => {
    await releaseAttempts(queries, [delivery], { reason, now });
    const sql = "UPDATE deliveries SET next_at = $2, lease_by = $3 WHERE id = $1 AND state = 'pending'";
    if (nextAt !== undefined) await queries.run(sql, [delivery.id, nextAt, isHeld ? HELD : null]);
  });
}

/** Makes the held deliveries of a hook due. Returns their number. */
export async function releaseHeld(database: Database, hookId: string, now: number): Promise<number> {
  return database.run(
    "UPDATE deliveries SET next_at = $2, lease_by = NULL WHERE hook_id = $1 AND state = 'pending' AND lease_by = $3",
    [hookId, now, HELD],
  );
}

/** The `lease_by` of pending deliveries that wait for another one. */
const HELD = "held";

/** Changes a delivery in a transaction if its lease is still held. Returns whether it is. */
function changeLeased(
  database: Database,
  { id, attempt, leaseOwner }: LeasedDelivery,
  change: (queries: Queries) => Promise<void>,
  options?: { readonly isPatient: boolean },
): Promise<boolean> {
  return database.transaction(async (queries) => {
    // Locks the row until the transaction ends.
    const own = "id = $1 AND attempt = $2 AND lease_by = $3 AND state = 'sending'";
    const held = await queries.run(`UPDATE deliveries SET lease_by = $3 WHERE ${own}`, [id, attempt, leaseOwner]);
    if (held === 1) await change(queries);
    return held === 1;
  }, options);
}

type NextState = { readonly state: "done" | "pending" | "exhausted" | "disabled"; readonly nextAt?: number };

async function computeNextState(
  queries: Queries,
  app: AppContext,
  { delivery, outcome, now }: Pick<Required<FinishedAttempt>, "delivery" | "outcome" | "now">,
): Promise<NextState> {
  if (outcome.acknowledged) {
    await recordSuccess(queries, delivery.hookId);
    return { state: "done" };
  }
  const isActive = await recordFailure(queries, delivery.hookId, { isGone: outcome.status === 410, now });
  if (!isActive) return { state: "disabled" };
  const delay = computeRetryDelay(app, delivery.id, delivery.attempt, outcome);
  return delay === undefined ? { state: "exhausted" } : { state: "pending", nextAt: now + delay };
}

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
