import { domainTime, readClock } from "../clock.js";
import type { Database, Queries } from "../store/database.js";
import type { World } from "../world.js";
import { type Claim, giveBack } from "./claim.js";
import { noteFailure, noteSuccess } from "./hook-health.js";
import type { Outcome } from "./outcome.js";
import { nextDelay } from "./schedule.js";

/** An attempt that has ended. */
export type Ended = {
  readonly claim: Claim;
  readonly outcome: Outcome;
  /** In real milliseconds. */
  readonly duration: number;
  /** The domain time of its end; the present one when it is not given. */
  readonly now?: number;
};

/**
 * Writes down what came of an attempt, and what comes next. The fence: it is kept only while the delivery is still this
 * claim's, so that a sender who comes back late overwrites nothing. Whether it was kept.
 */
export async function settle(database: Database, world: World, ended: Ended): Promise<boolean> {
  const { claim, outcome, duration } = ended;
  return database.transaction(async (queries) => {
    if (!(await isOwn(queries, claim))) return false;
    const now = ended.now ?? domainTime(await readClock(queries), world.realClock.now());
    const { state, nextAt } = await nextState(queries, world, { claim, outcome, now });
    await queries.run(
      `UPDATE deliveries SET state = $2, next_at = $3, settled_at = $4, lease_until = 0, lease_by = NULL WHERE id = $1`,
      [claim.id, state, nextAt ?? claim.dueAt, state === "pending" ? null : now],
    );
    await queries.run(
      "UPDATE attempts SET duration = $3, status = $4, reason = $5, answer = $6 WHERE delivery_id = $1 AND attempt = $2",
      [claim.id, claim.attempt, duration, outcome.status ?? null, outcome.reason, outcome.answer ?? null],
    );
    return true;
  });
}

/** Gives a claim back unsent, or unanswered, when the sandbox stops. */
export async function release(database: Database, claim: Claim): Promise<void> {
  await database.transaction(async (queries) => {
    if (!(await isOwn(queries, claim))) return;
    await giveBack(queries, [claim.id, claim.attempt], "the sandbox was stopped before an answer came");
  });
}

/** Whether a delivery is still this claim's; if it is, nobody else changes it until the transaction ends. */
async function isOwn(queries: Queries, { id, attempt, leaseBy }: Claim): Promise<boolean> {
  const own = "id = $1 AND attempt = $2 AND lease_by = $3 AND state = 'sending'";
  return (await queries.run(`UPDATE deliveries SET lease_by = $3 WHERE ${own}`, [id, attempt, leaseBy])) === 1;
}

type Next = { readonly state: "done" | "pending" | "exhausted" | "disabled"; readonly nextAt?: number };

async function nextState(
  queries: Queries,
  world: World,
  { claim, outcome, now }: { readonly claim: Claim; readonly outcome: Outcome; readonly now: number },
): Promise<Next> {
  if (outcome.acknowledged) {
    await noteSuccess(queries, claim.hookId);
    return { state: "done" };
  }
  const isActive = await noteFailure(queries, claim.hookId, { isGone: outcome.status === 410, now });
  if (!isActive) return { state: "disabled" };
  const delay = nextDelay(world, claim.id, claim.attempt, outcome);
  return delay === undefined ? { state: "exhausted" } : { state: "pending", nextAt: now + delay };
}
