import type { Queries } from "../store/database.js";

/**
 * Makes a hook inactive: what waits for it is `disabled` and not sent, until it is active again and that is replayed. The hook
 * is locked first and its business after it, so that neither what is replayed or given back nor a write of an order that has
 * still found the hook active can add to what waits behind this.
 */
export async function disableHook(queries: Queries, hookId: string, now: number): Promise<void> {
  await queries.run("UPDATE hooks SET active = 0, updated_at = $2 WHERE id = $1 AND active = 1", [hookId, now]);
  await queries.run(
    "UPDATE businesses SET sequence = sequence WHERE id = (SELECT business_id FROM hooks WHERE hooks.id = $1)",
    [hookId],
  );
  await queries.run(
    "UPDATE deliveries SET state = 'disabled', settled_at = $2 WHERE hook_id = $1 AND state = 'pending'",
    [hookId, now],
  );
}

/** Makes a hook active again, with its failures forgotten; whether there is such a hook. What was disabled can be replayed. */
export async function enableHook(queries: Queries, hookId: string, now: number): Promise<boolean> {
  const changed = await queries.run(
    "UPDATE hooks SET active = 1, failing_since = NULL, updated_at = $2 WHERE id = $1",
    [hookId, now],
  );
  return changed > 0;
}

/** Whether a hook is active, which nobody changes until the transaction ends; undefined when there is none. */
export async function lockHook(queries: Queries, hookId: string): Promise<boolean | undefined> {
  const row = await queries.first("UPDATE hooks SET active = active WHERE id = $1 RETURNING active", [hookId]);
  return row && row.active === 1;
}

/** Remembers that a hook has acknowledged. */
export async function recordSuccess(queries: Queries, hookId: string): Promise<void> {
  await queries.run("UPDATE hooks SET failing_since = NULL WHERE id = $1 AND failing_since IS NOT NULL", [hookId]);
}

/**
 * Remembers that a hook has not acknowledged, and makes it inactive when the listener is gone (410) or nothing has been
 * acknowledged for five days. Whether the hook is still active.
 */
export async function recordFailure(
  queries: Queries,
  hookId: string,
  { isGone, now }: { readonly isGone: boolean; readonly now: number },
): Promise<boolean> {
  // One statement, which locks the row: between two of them another replica may note a success.
  const hook = await queries.first(
    "UPDATE hooks SET failing_since = COALESCE(failing_since, $2) WHERE id = $1 RETURNING active, failing_since",
    [hookId, now],
  );
  if (hook === undefined || hook.active !== 1) return false;
  if (!isGone && now - Number(hook.failing_since) < MAX_FAILING_TIME) return true;
  await disableHook(queries, hookId, now);
  return false;
}

/** Five days of nothing but failures. */
export const MAX_FAILING_TIME = 5 * 24 * 3_600_000;
