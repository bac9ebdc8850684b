import { type Database, insertRows, type Queries, type Row, type Value } from "../store/database.js";
import { lockHook } from "./hook-health.js";
import type { DeliveryQueue, HookSlots, HookTurn } from "./hook-slots.js";
import { DEFAULT_SEND_LIMITS, type SendLimits } from "./send-delivery.js";

/** A delivery that one sender may send until its lease expires. */
export type LeasedDelivery = ReturnType<typeof readLeasedDelivery>;

type LeaseRequest = {
  readonly leaseOwner: string;
  /** The domain time. */
  readonly now: number;
  readonly slots: HookSlots;
  /** The limits of the attempts; those of the service by default. */
  readonly limits?: SendLimits | undefined;
};

/**
 * Leases due deliveries up to the number of free slots. Leases use the clock of the database and outlast every attempt,
 * so an expired lease means that its sender is gone. No transaction stays open while a delivery is sent.
 */
export async function leaseDueDeliveries(
  database: Database,
  { leaseOwner, now, slots, limits }: LeaseRequest,
): Promise<readonly LeasedDelivery[]> {
  await releaseExpiredLeases(database, now);
  const leased: LeasedDelivery[] = [];
  for (const queue of ["healthy", "failing"] as const) {
    if (!slots.hasFree(queue)) continue;
    const due = await database.all(DUE_HOOKS[queue], [now, MAX_DUE_HOOKS]);
    const ids = due.map(({ id }) => String(id));
    const turns = slots.takeTurns(queue, ids);
    if (turns.length === 0) continue;
    const selection = buildDueQuery(turns, now, database.engine);
    leased.push(...(await leaseSelected(database, { ...selection, leaseOwner, now, queue, limits })));
  }
  return leased;
}

/** A span of domain time, and the owner of the leases taken in it. */
type LeaseWindow = Pick<LeaseRequest, "leaseOwner" | "limits"> & {
  readonly since: number;
  readonly until: number;
};

/** The id and the due time of the first delivery that is due at `until`; undefined when there is none. */
export async function findNextDue(database: Database, until: number): Promise<Row | undefined> {
  await releaseExpiredLeases(database, until);
  return database.first(NEXT_DUE, [until]);
}

/** Leases the delivery that falls due first, regardless of free slots. Its attempt starts at its due time. */
export async function leaseNextDelivery(database: Database, window: LeaseWindow): Promise<LeasedDelivery | undefined> {
  const first = await findNextDue(database, window.until);
  if (first === undefined) return undefined;
  const sql = `SELECT id FROM deliveries WHERE id = $1 AND state = 'pending'${formatSkipLocked(database.engine)}`;
  const now = Math.max(Number(first.next_at), window.since);
  const due = { sql, values: [first.id ?? null], ...window, now, queue: "healthy" } as const;
  const [delivery] = await leaseSelected(database, due);
  return delivery ?? leaseNextDelivery(database, window);
}

const DUE_HOOKS: Readonly<Record<DeliveryQueue, string>> = {
  healthy: selectDueHooks("IS NULL"),
  failing: selectDueHooks("IS NOT NULL"),
};

function selectDueHooks(failingSince: string): string {
  return `SELECT id FROM (
    SELECT h.id,
      (SELECT MIN(d.next_at) FROM deliveries d WHERE d.hook_id = h.id AND d.state = 'pending') AS due_at
    FROM hooks h WHERE h.active = 1 AND h.failing_since ${failingSince}) AS known
  WHERE due_at <= $1 ORDER BY due_at, id LIMIT $2`;
}

/** More wait for their turn. */
const MAX_DUE_HOOKS = 1000;

const NEXT_DUE = `SELECT d.id, d.next_at FROM deliveries d JOIN hooks h ON h.id = d.hook_id AND h.active = 1
  WHERE d.state = 'pending' AND d.next_at <= $1 ORDER BY d.next_at, d.id LIMIT 1`;

type DueSelection = Pick<LeaseRequest, "leaseOwner" | "now" | "limits"> & {
  /** Selects the ids to lease. */
  readonly sql: string;
  readonly values: readonly Value[];
  readonly queue: DeliveryQueue;
};

/** Builds one indexed lookup per hook; a single query for all due deliveries would read the whole backlog. */
function buildDueQuery(
  turns: readonly HookTurn[],
  now: number,
  engine: Database["engine"],
): Pick<DueSelection, "sql" | "values"> {
  const arms = [...turns];
  // Pads to a power of two, so that few different statements have to be prepared.
  while (arms.length > 1 && !Number.isInteger(Math.log2(arms.length))) arms.push({ hookId: "", count: 0 });
  const sql = arms.map(
    (_, index) => `SELECT id FROM (SELECT id FROM deliveries
      WHERE hook_id = $${2 * index + 2} AND state = 'pending' AND next_at <= $1
      ORDER BY next_at, id LIMIT $${2 * index + 3}${formatSkipLocked(engine)}) AS arm${index}`,
  );
  return { sql: sql.join(" UNION ALL "), values: [now, ...arms.flatMap(({ hookId, count }) => [hookId, count])] };
}

/** The real time of the database when the statement runs; a time read earlier could be outdated by then. */
const LEASE_NOW_SQL: Readonly<Record<Database["engine"], string>> = {
  sqlite: "CAST(unixepoch('subsec') * 1000 AS INTEGER)",
  postgres: "CAST(FLOOR(EXTRACT(EPOCH FROM clock_timestamp()) * 1000) AS BIGINT)",
};

async function leaseSelected(
  database: Database,
  { sql, values, leaseOwner, limits, now, queue }: DueSelection,
): Promise<readonly LeasedDelivery[]> {
  const rows = await database.transaction(async (queries) => {
    // MATERIALIZED, because a query plan could otherwise run the subquery several times and lock other rows each time.
    // Reads the URL and secret here: after a reset, another hook may have the id of the one found before.
    const leased = await queries.all(
      `WITH due AS MATERIALIZED (${sql})
       UPDATE deliveries SET state = 'sending', attempt = attempt + 1,
         lease_until = ${LEASE_NOW_SQL[queries.engine]} + ${getLeaseDuration(limits)}, lease_by = $${values.length + 1}
       WHERE id IN (SELECT id FROM due) RETURNING id, hook_id, business_id, resource_id, event_type, attempt, next_at, payload,
         (SELECT h.delivery_url FROM hooks h WHERE h.id = hook_id) AS url,
         (SELECT h.secret FROM hooks h WHERE h.id = hook_id) AS secret`,
      [...values, leaseOwner],
    );
    const attempts = leased.map(({ id = null, attempt = null }) => ({
      ...{ delivery_id: id, attempt, started_at: now, reason: "in progress" },
    }));
    await insertRows(queries, "attempts", attempts);
    return leased;
  });
  return rows
    .map((row) => readLeasedDelivery(row, { leaseOwner, startedAt: now, queue }))
    .sort((left, right) => left.dueAt - right.dueAt || (left.id < right.id ? -1 : 1));
}

type Lease = { readonly leaseOwner: string; readonly startedAt: number; readonly queue: DeliveryQueue };

function readLeasedDelivery(row: Row, lease: Lease) {
  return {
    id: String(row.id),
    hookId: String(row.hook_id),
    businessId: String(row.business_id),
    orderId: String(row.resource_id),
    eventType: String(row.event_type),
    /** Counted from 1. */
    attempt: Number(row.attempt),
    /** When it fell due and when this attempt started, in domain time. */
    dueAt: Number(row.next_at),
    payload: row.payload instanceof Uint8Array ? row.payload : new Uint8Array(),
    url: String(row.url),
    secret: String(row.secret),
    ...lease,
  };
}

/** Duration of a lease, in milliseconds: longer than an attempt can take, and at least four seconds. */
function getLeaseDuration(limits: SendLimits = DEFAULT_SEND_LIMITS): number {
  const durations = [limits, DEFAULT_SEND_LIMITS].map(({ connect, acknowledge }) => connect + acknowledge);
  return Math.ceil(Math.max(...durations)) + RECORDING_TIME;
}

/** Time to record the outcome of an attempt, in milliseconds. */
const RECORDING_TIME = 500;

/** Releases deliveries whose sender crashed during an attempt. */
export async function releaseExpiredLeases(database: Database, now: number): Promise<void> {
  const leaseNow = await database.leaseNow();
  const expired = "state = 'sending' AND lease_until <= $1";
  const found = await database.first(`SELECT 1 AS found FROM deliveries WHERE ${expired} LIMIT 1`, [leaseNow]);
  if (found === undefined) return;
  await database.transaction(async (queries) => {
    const sql = `SELECT id, hook_id, attempt FROM deliveries WHERE ${expired} ORDER BY hook_id, id${formatSkipLocked(queries.engine)}`;
    const rows = await queries.all(sql, [leaseNow]);
    const reason = "the sender stopped before it received a response; the listener may have received the delivery";
    const attempts = rows.map((row) => ({
      id: String(row.id),
      hookId: String(row.hook_id),
      attempt: Number(row.attempt),
    }));
    await releaseAttempts(queries, attempts, { reason, now });
  });
}

/**
 * Makes leased deliveries pending again with their former due time. Deliveries of hooks that were deactivated meanwhile
 * become `disabled`.
 */
export async function releaseAttempts(
  queries: Queries,
  attempts: readonly Pick<LeasedDelivery, "id" | "hookId" | "attempt">[],
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

/** SQLite has a single writer, so there are no locked rows to skip. */
function formatSkipLocked(engine: Database["engine"]): string {
  return engine === "postgres" ? " FOR UPDATE SKIP LOCKED" : "";
}
