import type { Database, Row, Value } from "../store/database.js";
import { insertRows } from "../store/insert-rows.js";
import { formatSkipLocked, releaseExpiredLeases } from "./release-attempts.js";
import { DEFAULT_SEND_LIMITS, type SendLimits } from "./send-limits.js";

/** A delivery that one sender may send until its lease expires. */
export type LeasedDelivery = {
  readonly id: string;
  readonly hookId: string;
  readonly businessId: string;
  readonly orderId: string;
  readonly eventType: string;
  /** Counted from 1. */
  readonly attempt: number;
  /** When it fell due and when this attempt started, in domain time. */
  readonly dueAt: number;
  readonly startedAt: number;
  readonly payload: Uint8Array;
  readonly url: string;
  readonly secret: string;
  readonly leaseOwner: string;
  readonly queue: DeliveryQueue;
};

/** Hooks whose last attempt failed have separate slots, so that dead listeners do not delay healthy ones. */
export type DeliveryQueue = "healthy" | "failing";

/** Maximum number of concurrent deliveries per queue: for all hooks and for each hook. */
const SLOTS: Readonly<Record<DeliveryQueue, { readonly all: number; readonly each: number }>> = {
  healthy: { all: 48, each: 4 },
  failing: { all: 16, each: 1 },
};

export type LeaseRequest = {
  /** Name of the replica; the owners of its leases start with it and a hyphen. Its slots are not shared with others. */
  readonly replica: string;
  readonly leaseOwner: string;
  /** The domain time. */
  readonly now: number;
  readonly activeCounts: Readonly<Record<DeliveryQueue, number>>;
  /** The hooks in the order of their last lease by this replica. */
  readonly turns?: HookTurns | undefined;
  /** The limits of the attempts; those of the service by default. */
  readonly limits?: SendLimits | undefined;
};

/**
 * Leases due deliveries up to the number of free slots. Hooks take turns, so that the backlog of dead listeners does
 * not hold up a listener that failed once. Leases use the clock of the database and outlast every attempt, so an
 * expired lease means that its sender is gone. No transaction stays open while a delivery is sent.
 */
export async function leaseDueDeliveries(
  database: Database,
  { replica, leaseOwner, now, activeCounts, turns, limits }: LeaseRequest,
): Promise<readonly LeasedDelivery[]> {
  await releaseExpiredLeases(database, now);
  const leased: LeasedDelivery[] = [];
  for (const queue of ["healthy", "failing"] as const) {
    const free = SLOTS[queue].all - activeCounts[queue];
    if (free <= 0) continue;
    const waiting = await database.all(DUE_HOOKS, [now, queue, SLOTS[queue].each, MAX_DUE_HOOKS, `${replica}-%`]);
    const hooks = turns?.takeTurns(waiting, free) ?? waiting.slice(0, free);
    if (hooks.length === 0) continue;
    const due = buildDueQuery(hooks, { free, now, engine: database.engine, perHook: SLOTS[queue].each });
    leased.push(...(await leaseSelected(database, { ...due, leaseOwner, now, queue, limits })));
  }
  return leased;
}

/** A span of domain time, and the owner of the leases taken in it. */
export type LeaseWindow = Pick<LeaseRequest, "leaseOwner" | "limits"> & {
  readonly since: number;
  readonly until: number;
};

/** The time at which the first delivery falls due that is due at `until`; undefined when there is none. */
export async function findNextDueTime(database: Database, until: number): Promise<number | undefined> {
  await releaseExpiredLeases(database, until);
  const first = await database.first(NEXT_DUE, [until]);
  return first === undefined ? undefined : Number(first.next_at);
}

/** Leases the delivery that falls due first, regardless of free slots. Its attempt starts at its due time. */
export async function leaseNextDelivery(database: Database, window: LeaseWindow): Promise<LeasedDelivery | undefined> {
  await releaseExpiredLeases(database, window.until);
  const first = await database.first(NEXT_DUE, [window.until]);
  if (first === undefined) return undefined;
  const sql = `SELECT id FROM deliveries WHERE id = $1 AND state = 'pending'${formatSkipLocked(database.engine)}`;
  const now = Math.max(Number(first.next_at), window.since);
  const { leaseOwner, limits } = window;
  const due = { sql, values: [first.id ?? null], leaseOwner, limits, now };
  const [delivery] = await leaseSelected(database, { ...due, queue: "healthy" });
  return delivery ?? leaseNextDelivery(database, window);
}

const DUE_HOOKS = `SELECT id, sending FROM (
    SELECT h.id,
      CASE WHEN h.failing_since IS NULL THEN 'healthy' ELSE 'failing' END AS queue,
      (SELECT MIN(d.next_at) FROM deliveries d WHERE d.hook_id = h.id AND d.state = 'pending') AS due_at,
      (SELECT COUNT(*) FROM deliveries d
        WHERE d.hook_id = h.id AND d.state = 'sending' AND d.lease_by LIKE $5) AS sending
    FROM hooks h WHERE h.active = 1) AS known
  WHERE due_at <= $1 AND queue = $2 AND sending < $3 ORDER BY due_at, id LIMIT $4`;

/** More wait for their turn. */
const MAX_DUE_HOOKS = 1000;

const NEXT_DUE = `SELECT d.id, d.next_at FROM deliveries d JOIN hooks h ON h.id = d.hook_id AND h.active = 1
  WHERE d.state = 'pending' AND d.next_at <= $1 ORDER BY d.next_at, d.id LIMIT 1`;

type DueSelection = {
  /** Selects the ids to lease. */
  readonly sql: string;
  readonly values: readonly Value[];
  readonly leaseOwner: string;
  readonly limits: SendLimits | undefined;
  readonly now: number;
  readonly queue: DeliveryQueue;
};

type FreeSlots = {
  readonly free: number;
  readonly perHook: number;
  readonly now: number;
  readonly engine: Database["engine"];
};

/** Builds one indexed lookup per hook; a single query for all due deliveries would read the whole backlog. */
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
  // Pads to a power of two, so that few different statements have to be prepared.
  while (arms.length > 1 && !Number.isInteger(Math.log2(arms.length))) arms.push({ hook: "", limit: 0 });
  const sql = arms.map(
    (_, index) => `SELECT id FROM (SELECT id FROM deliveries
      WHERE hook_id = $${2 * index + 2} AND state = 'pending' AND next_at <= $1
      ORDER BY next_at, id LIMIT $${2 * index + 3}${formatSkipLocked(engine)}) AS arm${index}`,
  );
  return { sql: sql.join(" UNION ALL "), values: [now, ...arms.flatMap(({ hook, limit }) => [hook, limit])] };
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
    const attempts = leased.map(({ id = null, attempt = null }) => [id, attempt, now, "in progress"]);
    await insertRows(queries, "attempts", ["delivery_id", "attempt", "started_at", "reason"], attempts);
    return leased;
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
    businessId: String(row.business_id),
    orderId: String(row.resource_id),
    eventType: String(row.event_type),
    attempt: Number(row.attempt),
    dueAt: Number(row.next_at),
    payload: row.payload instanceof Uint8Array ? row.payload : new Uint8Array(),
    url: String(row.url),
    secret: String(row.secret),
    ...rest,
  };
}

/** Duration of a lease, in milliseconds: longer than an attempt can take, and at least four seconds. */
function getLeaseDuration(limits: SendLimits = DEFAULT_SEND_LIMITS): number {
  const [longest, usual] = [limits, DEFAULT_SEND_LIMITS].map(({ connect, acknowledge }) => connect + acknowledge);
  return Math.ceil(Math.max(longest ?? 0, usual ?? 0)) + RECORDING_TIME;
}

/** Time to record the outcome of an attempt, in milliseconds. */
const RECORDING_TIME = 500;

/** Remembers which hooks were served last, so that every hook with due deliveries gets its turn. */
export type HookTurns = {
  /** Takes up to `count` hooks, those that were served longest ago first. Hooks never served keep their order. */
  readonly takeTurns: (waiting: readonly Row[], count: number) => readonly Row[];
};

/** More are forgotten. */
const MAX_HOOKS = 10_000;

export function createHookTurns(): HookTurns {
  const served = new Map<string, number>();
  let turn = 0;
  return {
    takeTurns: (waiting, count) => {
      const last = ({ id }: Row): number => served.get(String(id)) ?? 0;
      const taken = [...waiting].sort((left, right) => last(left) - last(right)).slice(0, count);
      if (served.size > MAX_HOOKS) served.clear();
      turn += 1;
      for (const { id } of taken) served.set(String(id), turn);
      return taken;
    },
  };
}
