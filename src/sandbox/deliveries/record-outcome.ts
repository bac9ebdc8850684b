import type { AppContext } from "../context/app-context.js";
import { getDomainTime, readClock } from "../context/domain-clock.js";
import type { Database, Queries } from "../store/database.js";
import type { DeliveryOutcome } from "./delivery-outcome.js";
import { recordFailure, recordSuccess } from "./hook-health.js";
import { type LeasedDelivery, releaseAttempts } from "./lease-deliveries.js";
import { computeRetryDelay } from "./retry-schedule.js";

/** An attempt that has ended. */
export type FinishedAttempt = {
  readonly delivery: LeasedDelivery;
  readonly outcome: DeliveryOutcome;
  /** In real milliseconds. */
  readonly duration: number;
  /** The domain time of its end; the present one when it is not given. */
  readonly now?: number;
};

/** Writes down what came of an attempt; whether it was kept. */
export type OutcomeRecorder = (ended: FinishedAttempt) => Promise<boolean>;

/**
 * Settles attempts, those that end within a moment by one transaction: a commit waits for the disk, and where there is one
 * connection everything else waits for that. An attempt at a given time stands alone and is settled at once.
 */
export function createOutcomeRecorder(database: Database, world: AppContext): OutcomeRecorder {
  let waiting: { readonly ended: FinishedAttempt; readonly kept: (answer: Promise<boolean>) => void }[] = [];
  let gathering: NodeJS.Timeout | undefined;
  const write = (): void => {
    clearTimeout(gathering);
    gathering = undefined;
    const some = waiting;
    waiting = [];
    const attempts = some.map(({ ended }) => ended);
    const answers = recordAll(database, world, attempts);
    for (const [index, { kept }] of some.entries()) kept(answers.then((all) => all[index] ?? false));
  };
  return (ended) =>
    new Promise((resolve) => {
      waiting.push({ ended, kept: resolve });
      if (ended.now !== undefined) write();
      else gathering ??= setTimeout(write, BATCH_DELAY);
    });
}

/**
 * Writes down what came of attempts, and what comes next. The fence: an attempt is kept only while its delivery is still the
 * claim's, so that a sender who comes back late overwrites nothing. Which were kept.
 */
async function recordAll(
  database: Database,
  world: AppContext,
  all: readonly FinishedAttempt[],
): Promise<readonly boolean[]> {
  return database.transaction(async (queries) => {
    const now = getDomainTime(await readClock(queries), world.realClock.now());
    const kept = new Set<FinishedAttempt>();
    // In one order everywhere, all deliveries before any hook, so that no two transactions wait for each other's.
    for (const ended of all.toSorted(({ delivery: left }, { delivery: right }) => (left.id < right.id ? -1 : 1)))
      if (await isLeaseHeld(queries, ended.delivery)) kept.add(ended);
    for (const ended of [...kept].toSorted(({ delivery: left }, { delivery: right }) =>
      left.hookId < right.hookId ? -1 : 1,
    ))
      await recordOne(queries, world, { ...ended, now: ended.now ?? now });
    return all.map((ended) => kept.has(ended));
  });
}

async function recordOne(queries: Queries, world: AppContext, ended: Required<FinishedAttempt>): Promise<void> {
  const { delivery, outcome, duration, now } = ended;
  const { state, nextAt } = await computeNextState(queries, world, { claim: delivery, outcome, now });
  await queries.run(
    "UPDATE deliveries SET state = $2, next_at = $3, settled_at = $4, lease_until = 0, lease_by = NULL WHERE id = $1",
    [delivery.id, state, nextAt ?? delivery.dueAt, state === "pending" ? null : now],
  );
  await queries.run(
    "UPDATE attempts SET duration = $3, status = $4, reason = $5, answer = $6 WHERE delivery_id = $1 AND attempt = $2",
    [delivery.id, delivery.attempt, duration, outcome.status ?? null, outcome.reason, outcome.responseExcerpt ?? null],
  );
}

/** In milliseconds: how long attempts are gathered. */
const BATCH_DELAY = 10;

/** Gives a claim back unsent, or unanswered, when the sandbox stops. */
export async function releaseLease(database: Database, claim: LeasedDelivery, realNow: number): Promise<void> {
  await database.transaction(async (queries) => {
    if (!(await isLeaseHeld(queries, claim))) return;
    const now = getDomainTime(await readClock(queries), realNow);
    await releaseAttempts(queries, [claim], { reason: "the sandbox was stopped before an answer came", now });
  });
}

/** Whether a delivery is still this claim's; if it is, nobody else changes it until the transaction ends. */
async function isLeaseHeld(queries: Queries, { id, attempt, leaseOwner }: LeasedDelivery): Promise<boolean> {
  const own = "id = $1 AND attempt = $2 AND lease_by = $3 AND state = 'sending'";
  return (await queries.run(`UPDATE deliveries SET lease_by = $3 WHERE ${own}`, [id, attempt, leaseOwner])) === 1;
}

type NextState = { readonly state: "done" | "pending" | "exhausted" | "disabled"; readonly nextAt?: number };

async function computeNextState(
  queries: Queries,
  world: AppContext,
  { claim, outcome, now }: { readonly claim: LeasedDelivery; readonly outcome: DeliveryOutcome; readonly now: number },
): Promise<NextState> {
  if (outcome.acknowledged) {
    await recordSuccess(queries, claim.hookId);
    return { state: "done" };
  }
  const isActive = await recordFailure(queries, claim.hookId, { isGone: outcome.status === 410, now });
  if (!isActive) return { state: "disabled" };
  const delay = computeRetryDelay(world, claim.id, claim.attempt, outcome);
  return delay === undefined ? { state: "exhausted" } : { state: "pending", nextAt: now + delay };
}
