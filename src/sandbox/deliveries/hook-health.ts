import { insertRows, type Queries } from "../store/database.js";

/** A registration. Hooks of a spec belong to no application and no business. */
export type NewHook = {
  readonly id: string;
  readonly applicationId?: string;
  readonly businessId?: string;
  readonly deliveryUrl: string;
  readonly secret: string;
  readonly eventTypes: readonly unknown[];
  readonly active?: boolean;
};

/** Registers hooks with new ids. */
export async function insertHooks(queries: Queries, hooks: readonly NewHook[], now: number): Promise<void> {
  const rows = hooks.map(({ id, applicationId = "", businessId = "", deliveryUrl, secret, eventTypes, active }) => ({
    ...{ id, application_id: applicationId, business_id: businessId, delivery_url: deliveryUrl, secret },
    ...{ event_types: JSON.stringify(eventTypes), active: active === false ? 0 : 1, created_at: now, updated_at: now },
  }));
  await insertRows(queries, "hooks", rows);
}

/** Deletes a hook. Its deliveries that were not sent stay in the history as disabled. Returns whether it existed. */
export async function deleteHook(queries: Queries, id: string, now: number): Promise<boolean> {
  await disableHook(queries, id, now);
  return (await queries.run("DELETE FROM hooks WHERE id = $1", [id])) > 0;
}

/**
 * Deactivates a hook. Its pending deliveries become `disabled`: they are sent only if the hook is activated and they
 * are replayed. Locks the hook first and its business second, so that no concurrent replay, release or order write can
 * add pending deliveries afterwards.
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

/** Activates a hook and clears its failures; disabled deliveries can then be replayed. */
export async function enableHook(queries: Queries, hookId: string, now: number): Promise<void> {
  await queries.run("UPDATE hooks SET active = 1, failing_since = NULL, updated_at = $2 WHERE id = $1", [hookId, now]);
}

/** Locks a hook until the transaction ends. Returns whether it is active; undefined when there is no such hook. */
export async function lockHook(queries: Queries, hookId: string): Promise<boolean | undefined> {
  const row = await queries.first("UPDATE hooks SET active = active WHERE id = $1 RETURNING active", [hookId]);
  return row && row.active === 1;
}

/** Records that a hook acknowledged a delivery. */
export async function recordSuccess(queries: Queries, hookId: string): Promise<void> {
  await queries.run("UPDATE hooks SET failing_since = NULL WHERE id = $1 AND failing_since IS NOT NULL", [hookId]);
}

/**
 * Records that a hook did not acknowledge a delivery. Deactivates the hook when the listener is gone (410) or has
 * acknowledged nothing for five days. Returns whether the hook is still active.
 */
export async function recordFailure(
  queries: Queries,
  hookId: string,
  { isGone, now }: { readonly isGone: boolean; readonly now: number },
): Promise<boolean> {
  // One statement, which locks the row: between two statements another replica could record a success.
  const hook = await queries.first(
    "UPDATE hooks SET failing_since = COALESCE(failing_since, $2) WHERE id = $1 RETURNING active, failing_since",
    [hookId, now],
  );
  if (hook === undefined || hook.active !== 1) return false;
  if (!isGone && now - Number(hook.failing_since) < MAX_FAILING_TIME) return true;
  await disableHook(queries, hookId, now);
  return false;
}

/** A hook that only fails is deactivated after five days, in milliseconds. */
export const MAX_FAILING_TIME = 5 * 24 * 3_600_000;
