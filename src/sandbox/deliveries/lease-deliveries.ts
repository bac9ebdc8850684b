import type { Database, Queries, Row, Value } from "../store/database.js";
import { insertRows } from "../store/insert-rows.js";
import { ACKNOWLEDGE_TIMEOUT } from "./delivery-outcome.js";
import { lockHook } from "./hook-health.js";

/** A delivery that is one sender's to send, until its lease ends. */
export type LeasedDelivery = {
  readonly id: string;
  readonly hookId: string;
  /** Counted from 1. */
  readonly attempt: number;
  /** When it fell due and when this attempt began, in domain time. */
  readonly dueAt: number;
  readonly startedAt: number;
  readonly payload: Uint8Array;
  readonly url: string;
  readonly secret: string;
  readonly leaseOwner: string;
  readonly queue: DeliveryQueue;
};

/** Hooks whose last attempt failed have slots of their own, so that however many are dead, the others do not wait. */
export type DeliveryQueue = "healthy" | "failing";

/** How many deliveries are under way at once, of all hooks of a lane and of one of its hooks. */
const SLOTS: Readonly<Record<DeliveryQueue, { readonly all: number; readonly each: number }>> = {
  healthy: { all: 48, each: 4 },
  failing: { all: 16, each: 1 },
};

/** By which name is claimed, what is under way, and until when things are due. */
export type LeaseRequest = {
  /** Who claims: the names of its leases begin with it and a hyphen. What another one claimed takes none of its slots. */
  readonly replica: string;
  readonly leaseOwner: string;
  /** The domain time. */
  readonly now: number;
  readonly activeCounts: Readonly<Record<DeliveryQueue, number>>;
};

/**
 * Claims what is due: as many as there are free slots, at most some of a hook, the hooks that wait longest first. A claim is
 * a lease by the database's own clock; it outlasts every sending, so what is still `sending` behind its end belongs to
 * nobody any more. No transaction stays open while something is sent.
 */
export async function leaseDueDeliveries(
  database: Database,
  claimant: LeaseRequest,
): Promise<readonly LeasedDelivery[]> {
  await releaseExpiredLeases(database, claimant.now);
  const claims: LeasedDelivery[] = [];
  for (const queue of ["healthy", "failing"] as const) {
    const free = SLOTS[queue].all - claimant.activeCounts[queue];
    if (free <= 0) continue;
    const hooks = await database.all(DUE_HOOKS, [
      claimant.now,
      queue,
      SLOTS[queue].each,
      free,
      `${claimant.replica}-%`,
    ]);
    if (hooks.length === 0) continue;
    const due = buildDueQuery(hooks, { free, now: claimant.now, engine: database.engine, perHook: SLOTS[queue].each });
    claims.push(
      ...(await leaseSelected(database, { ...due, leaseOwner: claimant.leaseOwner, now: claimant.now, queue })),
    );
  }
  return claims;
}

/** A stretch of domain time, and by which name is claimed within it. */
export type LeaseWindow = { readonly leaseOwner: string; readonly since: number; readonly until: number };

/** Claims the one that falls due first, whatever is under way, for an attempt at the time at which it falls due. */
export async function leaseNextDelivery(database: Database, stretch: LeaseWindow): Promise<LeasedDelivery | undefined> {
  await releaseExpiredLeases(database, stretch.until);
  const first = await database.first(NEXT_DUE, [stretch.until]);
  if (first === undefined) return undefined;
  const sql = `SELECT id FROM deliveries WHERE id = $1 AND state = 'pending'${formatSkipLocked(database.engine)}`;
  const now = Math.max(Number(first.next_at), stretch.since);
  const due = { sql, values: [first.id ?? null], leaseOwner: stretch.leaseOwner, now };
  const [claim] = await leaseSelected(database, { ...due, queue: "healthy" });
  return claim ?? leaseNextDelivery(database, stretch);
}

const DUE_HOOKS = `SELECT id, sending FROM (
    SELECT h.id,
      CASE WHEN h.failing_since IS NULL THEN 'healthy' ELSE 'failing' END AS lane,
      (SELECT MIN(d.next_at) FROM deliveries d WHERE d.hook_id = h.id AND d.state = 'pending') AS due_at,
      (SELECT COUNT(*) FROM deliveries d
        WHERE d.hook_id = h.id AND d.state = 'sending' AND d.lease_by LIKE $5) AS sending
    FROM hooks h WHERE h.active = 1) AS known
  WHERE due_at <= $1 AND lane = $2 AND sending < $3 ORDER BY due_at, id LIMIT $4`;

const NEXT_DUE = `SELECT d.id, d.next_at FROM deliveries d JOIN hooks h ON h.id = d.hook_id AND h.active = 1
  WHERE d.state = 'pending' AND d.next_at <= $1 ORDER BY d.next_at, d.id LIMIT 1`;

type DueSelection = {
  /** Selects the ids to claim. */
  readonly sql: string;
  readonly values: readonly Value[];
  readonly leaseOwner: string;
  readonly now: number;
  readonly queue: DeliveryQueue;
};

type FreeSlots = {
  readonly free: number;
  readonly perHook: number;
  readonly now: number;
  readonly engine: Database["engine"];
};

/** One short look into an index for each hook; a statement for all that are due would read the whole backlog. */
function buildDueQuery(
  hooks: readonly Row[],
  { free, perHook, now, engine }: FreeSlots,
): Pick<DueSelection, "sql" | "values"> {
  const arms: { readonly hook: string; readonly limit: number }[] = [];
  let left = free;
  for (const hook of hooks) {
    const limit = Math.min(perHook - Number(hook.sending), left);
    if (limit > 0) arms.push({ hook: String(hook.id), limit });
    left -= limit;
  }
  // Of few lengths, so that there are few statements to prepare.
  while (arms.length > 1 && !Number.isInteger(Math.log2(arms.length))) arms.push({ hook: "", limit: 0 });
  const sql = arms.map(
    (_, index) => `SELECT id FROM (SELECT id FROM deliveries
      WHERE hook_id = $${2 * index + 2} AND state = 'pending' AND next_at <= $1
      ORDER BY next_at, id LIMIT $${2 * index + 3}${formatSkipLocked(engine)}) AS arm${index}`,
  );
  return { sql: sql.join(" UNION ALL "), values: [now, ...arms.flatMap(({ hook, limit }) => [hook, limit])] };
}

/** SQLite has one writer, and so nothing to skip. */
function formatSkipLocked(engine: Database["engine"]): string {
  return engine === "postgres" ? " FOR UPDATE SKIP LOCKED" : "";
}

/** The database's own real time, told when the statement runs: what was told before could be long ago by then. */
const LEASE_NOW_SQL: Readonly<Record<Database["engine"], string>> = {
  sqlite: "CAST(unixepoch('subsec') * 1000 AS INTEGER)",
  postgres: "CAST(FLOOR(EXTRACT(EPOCH FROM clock_timestamp()) * 1000) AS BIGINT)",
};

async function leaseSelected(
  database: Database,
  { sql, values, leaseOwner, now, queue }: DueSelection,
): Promise<readonly LeasedDelivery[]> {
  const rows = await database.transaction(async (queries) => {
    // Materialised, for a plan could otherwise ask it again and again, and each time lock others. Where and by which secret
    // it is sent is read here, for a hook that was found before may be another one of the same id by now.
    const claimed = await queries.all(
      `WITH due AS MATERIALIZED (${sql})
       UPDATE deliveries SET state = 'sending', attempt = attempt + 1,
         lease_until = ${LEASE_NOW_SQL[queries.engine]} + ${LEASE_DURATION}, lease_by = $${values.length + 1}
       WHERE id IN (SELECT id FROM due) RETURNING id, hook_id, attempt, next_at, payload,
         (SELECT h.delivery_url FROM hooks h WHERE h.id = hook_id) AS url,
         (SELECT h.secret FROM hooks h WHERE h.id = hook_id) AS secret`,
      [...values, leaseOwner],
    );
    const attempts = claimed.map(({ id = null, attempt = null }) => [id, attempt, now, UNDER_WAY_REASON]);
    await insertRows(queries, "attempts", ["delivery_id", "attempt", "started_at", "reason"], attempts);
    return claimed;
  });
  return rows
    .map((row) => readLeasedDelivery(row, { leaseOwner, startedAt: now, queue }))
    .sort((left, right) => left.dueAt - right.dueAt || (left.id < right.id ? -1 : 1));
}

function readLeasedDelivery(
  row: Row,
  rest: Pick<LeasedDelivery, "leaseOwner" | "startedAt" | "queue">,
): LeasedDelivery {
  return {
    id: String(row.id),
    hookId: String(row.hook_id),
    attempt: Number(row.attempt),
    dueAt: Number(row.next_at),
    payload: row.payload instanceof Uint8Array ? row.payload : new Uint8Array(),
    url: String(row.url),
    secret: String(row.secret),
    ...rest,
  };
}

/** Gives back what was under way when its sender ended without a word. */
async function releaseExpiredLeases(database: Database, now: number): Promise<void> {
  const lease = await database.leaseNow();
  const ended = "state = 'sending' AND lease_until <= $1";
  if ((await database.first(`SELECT 1 AS found FROM deliveries WHERE ${ended} LIMIT 1`, [lease])) === undefined) return;
  await database.transaction(async (queries) => {
    const sql = `SELECT id, hook_id, attempt FROM deliveries WHERE ${ended} ORDER BY hook_id, id${formatSkipLocked(queries.engine)}`;
    const rows = await queries.all(sql, [lease]);
    const reason = "the sender stopped before an answer came; it may have been received";
    await releaseAttempts(queries, rows.map(readAttemptReference), { reason, now });
  });
}

/** An attempt that nobody is at any more. */
export type AttemptReference = { readonly id: string; readonly hookId: string; readonly attempt: number };

function readAttemptReference(row: Row): AttemptReference {
  return { id: String(row.id), hookId: String(row.hook_id), attempt: Number(row.attempt) };
}

/** Makes claimed deliveries pending again, due as they were; those of hooks that were made inactive meanwhile are disabled. */
export async function releaseAttempts(
  queries: Queries,
  attempts: readonly AttemptReference[],
  { reason, now }: { readonly reason: string; readonly now: number },
): Promise<void> {
  const inactive = new Set<string>();
  for (const hookId of new Set(attempts.map((attempt) => attempt.hookId)))
    if ((await lockHook(queries, hookId)) === false) inactive.add(hookId);
  for (const { id, hookId, attempt } of attempts) {
    const [state, settledAt] = inactive.has(hookId) ? ["disabled", now] : ["pending", null];
    await queries.run(
      `UPDATE deliveries SET state = $3, settled_at = $4, lease_until = 0, lease_by = NULL
        WHERE id = $1 AND attempt = $2`,
      [id, attempt, state, settledAt],
    );
    await queries.run("UPDATE attempts SET reason = $3 WHERE delivery_id = $1 AND attempt = $2", [id, attempt, reason]);
  }
}

const UNDER_WAY_REASON = "under way";

/** How long a claim lasts: longer than a sending does. */
export const LEASE_DURATION = ACKNOWLEDGE_TIMEOUT + 2000;
