import type { Database, Queries, Row, Value } from "../store/database.js";
import { lockHook } from "./hook-health.js";
import { insertRows } from "./insert-rows.js";
import { ACKNOWLEDGE_WITHIN } from "./outcome.js";

/** A delivery that is one sender's to send, until its lease ends. */
export type Claim = {
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
  readonly leaseBy: string;
  readonly lane: Lane;
};

/** Hooks whose last attempt failed have slots of their own, so that however many are dead, the others do not wait. */
export type Lane = "healthy" | "failing";

/** How many deliveries are under way at once, of all hooks of a lane and of one of its hooks. */
const SLOTS: Readonly<Record<Lane, { readonly all: number; readonly each: number }>> = {
  healthy: { all: 48, each: 4 },
  failing: { all: 16, each: 1 },
};

/** By which name is claimed, what is under way, and until when things are due. */
export type Claimant = {
  /** Who claims: the names of its leases begin with it and a hyphen. What another one claimed takes none of its slots. */
  readonly replica: string;
  readonly leaseBy: string;
  /** The domain time. */
  readonly now: number;
  readonly underWay: Readonly<Record<Lane, number>>;
};

/**
 * Claims what is due: as many as there are free slots, at most some of a hook, the hooks that wait longest first. A claim is
 * a lease by the database's own clock; it outlasts every sending, so what is still `sending` behind its end belongs to
 * nobody any more. No transaction stays open while something is sent.
 */
export async function claimDue(database: Database, claimant: Claimant): Promise<readonly Claim[]> {
  await reclaim(database, claimant.now);
  const claims: Claim[] = [];
  for (const lane of ["healthy", "failing"] as const) {
    const free = SLOTS[lane].all - claimant.underWay[lane];
    if (free <= 0) continue;
    const hooks = await database.all(DUE_HOOKS, [claimant.now, lane, SLOTS[lane].each, free, `${claimant.replica}-%`]);
    if (hooks.length === 0) continue;
    const due = dueOf(hooks, { free, now: claimant.now, engine: database.engine, each: SLOTS[lane].each });
    claims.push(...(await take(database, { ...due, leaseBy: claimant.leaseBy, now: claimant.now, lane })));
  }
  return claims;
}

/** A stretch of domain time, and by which name is claimed within it. */
export type Stretch = { readonly leaseBy: string; readonly since: number; readonly until: number };

/** Claims the one that falls due first, whatever is under way, for an attempt at the time at which it falls due. */
export async function claimNext(database: Database, stretch: Stretch): Promise<Claim | undefined> {
  await reclaim(database, stretch.until);
  const first = await database.first(NEXT_DUE, [stretch.until]);
  if (first === undefined) return undefined;
  const sql = `SELECT id FROM deliveries WHERE id = $1 AND state = 'pending'${skipLocked(database.engine)}`;
  const now = Math.max(Number(first.next_at), stretch.since);
  const due = { sql, values: [first.id ?? null], leaseBy: stretch.leaseBy, now };
  const [claim] = await take(database, { ...due, lane: "healthy" });
  return claim ?? claimNext(database, stretch);
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

type Due = {
  /** Selects the ids to claim. */
  readonly sql: string;
  readonly values: readonly Value[];
  readonly leaseBy: string;
  readonly now: number;
  readonly lane: Lane;
};

type Room = { readonly free: number; readonly each: number; readonly now: number; readonly engine: Database["engine"] };

/** One short look into an index for each hook; a statement for all that are due would read the whole backlog. */
function dueOf(hooks: readonly Row[], { free, each, now, engine }: Room): Pick<Due, "sql" | "values"> {
  const arms: { readonly hook: string; readonly limit: number }[] = [];
  let left = free;
  for (const hook of hooks) {
    const limit = Math.min(each - Number(hook.sending), left);
    if (limit > 0) arms.push({ hook: String(hook.id), limit });
    left -= limit;
  }
  // Of few lengths, so that there are few statements to prepare.
  while (arms.length > 1 && !Number.isInteger(Math.log2(arms.length))) arms.push({ hook: "", limit: 0 });
  const sql = arms.map(
    (_, index) => `SELECT id FROM (SELECT id FROM deliveries
      WHERE hook_id = $${2 * index + 2} AND state = 'pending' AND next_at <= $1
      ORDER BY next_at, id LIMIT $${2 * index + 3}${skipLocked(engine)}) AS arm${index}`,
  );
  return { sql: sql.join(" UNION ALL "), values: [now, ...arms.flatMap(({ hook, limit }) => [hook, limit])] };
}

/** SQLite has one writer, and so nothing to skip. */
function skipLocked(engine: Database["engine"]): string {
  return engine === "postgres" ? " FOR UPDATE SKIP LOCKED" : "";
}

/** The database's own real time, told when the statement runs: what was told before could be long ago by then. */
const LEASE_NOW: Readonly<Record<Database["engine"], string>> = {
  sqlite: "CAST(unixepoch('subsec') * 1000 AS INTEGER)",
  postgres: "CAST(FLOOR(EXTRACT(EPOCH FROM clock_timestamp()) * 1000) AS BIGINT)",
};

async function take(database: Database, { sql, values, leaseBy, now, lane }: Due): Promise<readonly Claim[]> {
  const rows = await database.transaction(async (queries) => {
    // Materialised, for a plan could otherwise ask it again and again, and each time lock others. Where and by which secret
    // it is sent is read here, for a hook that was found before may be another one of the same id by now.
    const claimed = await queries.all(
      `WITH due AS MATERIALIZED (${sql})
       UPDATE deliveries SET state = 'sending', attempt = attempt + 1,
         lease_until = ${LEASE_NOW[queries.engine]} + ${LEASE}, lease_by = $${values.length + 1}
       WHERE id IN (SELECT id FROM due) RETURNING id, hook_id, attempt, next_at, payload,
         (SELECT h.delivery_url FROM hooks h WHERE h.id = hook_id) AS url,
         (SELECT h.secret FROM hooks h WHERE h.id = hook_id) AS secret`,
      [...values, leaseBy],
    );
    const attempts = claimed.map(({ id = null, attempt = null }) => [id, attempt, now, UNDER_WAY]);
    await insertRows(queries, "attempts", ["delivery_id", "attempt", "started_at", "reason"], attempts);
    return claimed;
  });
  return rows
    .map((row) => claimOf(row, { leaseBy, startedAt: now, lane }))
    .sort((left, right) => left.dueAt - right.dueAt || (left.id < right.id ? -1 : 1));
}

function claimOf(row: Row, rest: Pick<Claim, "leaseBy" | "startedAt" | "lane">): Claim {
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
async function reclaim(database: Database, now: number): Promise<void> {
  const lease = await database.leaseNow();
  const ended = "state = 'sending' AND lease_until <= $1";
  if ((await database.first(`SELECT 1 AS found FROM deliveries WHERE ${ended} LIMIT 1`, [lease])) === undefined) return;
  await database.transaction(async (queries) => {
    const sql = `SELECT id, hook_id, attempt FROM deliveries WHERE ${ended} ORDER BY hook_id, id${skipLocked(queries.engine)}`;
    const rows = await queries.all(sql, [lease]);
    const reason = "the sender stopped before an answer came; it may have been received";
    await giveBack(queries, rows.map(attemptOf), { reason, now });
  });
}

/** An attempt that nobody is at any more. */
export type Attempt = { readonly id: string; readonly hookId: string; readonly attempt: number };

function attemptOf(row: Row): Attempt {
  return { id: String(row.id), hookId: String(row.hook_id), attempt: Number(row.attempt) };
}

/** Makes claimed deliveries pending again, due as they were; those of hooks that were made inactive meanwhile are disabled. */
export async function giveBack(
  queries: Queries,
  attempts: readonly Attempt[],
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

const UNDER_WAY = "under way";

/** How long a claim lasts: longer than a sending does. */
export const LEASE = ACKNOWLEDGE_WITHIN + 2000;
