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

/** Writes down what came of an attempt; whether it was kept. */
export type Settle = (ended: Ended) => Promise<boolean>;

/**
 * Settles attempts, those that end within a moment by one transaction: a commit waits for the disk, and where there is one
 * connection everything else waits for that. An attempt at a given time stands alone and is settled at once.
 */
export function createSettler(database: Database, world: World): Settle {
  let waiting: { readonly ended: Ended; readonly kept: (answer: Promise<boolean>) => void }[] = [];
  let gathering: NodeJS.Timeout | undefined;
  const write = (): void => {
    clearTimeout(gathering);
    gathering = undefined;
    const some = waiting;
    waiting = [];
    const attempts = some.map(({ ended }) => ended);
    const answers = settleAll(database, world, attempts);
    for (const [index, { kept }] of some.entries()) kept(answers.then((all) => all[index] ?? false));
  };
  return (ended) =>
    new Promise((resolve) => {
      waiting.push({ ended, kept: resolve });
      if (ended.now !== undefined) write();
      else gathering ??= setTimeout(write, GATHER);
    });
}

/**
 * Writes down what came of attempts, and what comes next. The fence: an attempt is kept only while its delivery is still the
 * claim's, so that a sender who comes back late overwrites nothing. Which were kept.
 */
async function settleAll(database: Database, world: World, all: readonly Ended[]): Promise<readonly boolean[]> {
  return database.transaction(async (queries) => {
    const now = domainTime(await readClock(queries), world.realClock.now());
    const kept = new Set<Ended>();
    // In one order everywhere, all deliveries before any hook, so that no two transactions wait for each other's.
    for (const ended of all.toSorted(({ claim: left }, { claim: right }) => (left.id < right.id ? -1 : 1)))
      if (await isOwn(queries, ended.claim)) kept.add(ended);
    for (const ended of [...kept].toSorted(({ claim: left }, { claim: right }) =>
      left.hookId < right.hookId ? -1 : 1,
    ))
      await settleOne(queries, world, { ...ended, now: ended.now ?? now });
    return all.map((ended) => kept.has(ended));
  });
}

async function settleOne(queries: Queries, world: World, ended: Required<Ended>): Promise<void> {
  const { claim, outcome, duration, now } = ended;
  const { state, nextAt } = await nextState(queries, world, { claim, outcome, now });
  await queries.run(
    "UPDATE deliveries SET state = $2, next_at = $3, settled_at = $4, lease_until = 0, lease_by = NULL WHERE id = $1",
    [claim.id, state, nextAt ?? claim.dueAt, state === "pending" ? null : now],
  );
  await queries.run(
    "UPDATE attempts SET duration = $3, status = $4, reason = $5, answer = $6 WHERE delivery_id = $1 AND attempt = $2",
    [claim.id, claim.attempt, duration, outcome.status ?? null, outcome.reason, outcome.answer ?? null],
  );
}

/** In milliseconds: how long attempts are gathered. */
const GATHER = 10;

/** Gives a claim back unsent, or unanswered, when the sandbox stops. */
export async function release(database: Database, claim: Claim, realNow: number): Promise<void> {
  await database.transaction(async (queries) => {
    if (!(await isOwn(queries, claim))) return;
    const now = domainTime(await readClock(queries), realNow);
    await giveBack(queries, [claim], { reason: "the sandbox was stopped before an answer came", now });
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
