import type { Queries, Row, Value } from "../store/database.js";
import { lockHook } from "./hook-health.js";

/** Selects deliveries to replay. */
export type ReplaySelection =
  | { readonly ids: readonly string[] }
  | {
      /** Earliest and latest creation time, in domain time. */
      readonly since: number;
      readonly until?: number;
      readonly hookId?: string;
      readonly businessId?: string;
      /** Only deliveries that were not acknowledged: `exhausted` and `disabled`. */
      readonly failedOnly?: boolean;
    };

type ReplayResult = {
  readonly replayed: number;
  /** Selected deliveries that were not replayed. */
  readonly refused: readonly { readonly id: string; readonly reason: string }[];
};

/**
 * Makes deliveries due again, with the same id and the same bytes. The count of attempts continues, and failed attempts
 * are retried as far as the retry schedule still allows. Refuses deliveries that are pending or being sent, and
 * deliveries of inactive hooks.
 */
export async function replayDeliveries(
  queries: Queries,
  selection: ReplaySelection,
  now: number,
): Promise<ReplayResult> {
  const rows = await selectDeliveries(queries, selection);
  const active = new Map<unknown, boolean | undefined>();
  for (const hookId of [...new Set(rows.map((row) => String(row.hook_id)))].toSorted())
    active.set(hookId, await lockHook(queries, hookId));
  const refused = rows.flatMap((row) => {
    const reason = getRefusalReason(row, active.get(row.hook_id));
    return reason === undefined ? [] : [{ id: String(row.id), reason }];
  });
  const isRefused = new Set(refused.map(({ id }) => id));
  let replayed = 0;
  // Every replay updates in the same order, to avoid deadlocks.
  const ordered = rows.toSorted((left, right) => (String(left.id) < String(right.id) ? -1 : 1));
  for (const { id = null, state = null } of ordered.filter((row) => !isRefused.has(String(row.id)))) {
    replayed += await queries.run(
      "UPDATE deliveries SET state = 'pending', next_at = $3, settled_at = NULL WHERE id = $1 AND state = $2",
      [id, state, now],
    );
  }
  const known = new Set(rows.map(({ id }) => id));
  const missing = "ids" in selection ? selection.ids.filter((id) => !known.has(id)) : [];
  return { replayed, refused: [...refused, ...missing.map((id) => ({ id, reason: "no delivery has this id" }))] };
}

async function selectDeliveries(queries: Queries, selection: ReplaySelection): Promise<readonly Row[]> {
  const rows: Row[] = [];
  if ("ids" in selection) {
    for (const id of new Set(selection.ids))
      rows.push(...(await queries.all(`${SELECT_DELIVERIES} WHERE d.id = $1`, [id])));
    return rows;
  }
  const { since, until, hookId, businessId, failedOnly } = selection;
  const values: Value[] = [since];
  const bind = (value: Value): string => `$${values.push(value)}`;
  const parts = [
    "d.created_at >= $1",
    ...(until === undefined ? [] : [`d.created_at <= ${bind(until)}`]),
    ...(hookId === undefined ? [] : [`d.hook_id = ${bind(hookId)}`]),
    ...(businessId === undefined ? [] : [`d.business_id = ${bind(businessId)}`]),
    ...(failedOnly === true ? ["d.state IN ('exhausted', 'disabled')"] : []),
  ];
  return queries.all(`${SELECT_DELIVERIES} WHERE ${parts.join(" AND ")} ORDER BY d.created_at, d.id`, values);
}

const SELECT_DELIVERIES = "SELECT d.id, d.state, d.hook_id FROM deliveries d";

function getRefusalReason({ state }: Row, isActive: boolean | undefined): string | undefined {
  if (state === "pending" || state === "sending") return "the delivery is waiting to be sent or is being sent";
  if (isActive === undefined) return "its hook no longer exists";
  return isActive ? undefined : "its hook is inactive; activate it first";
}
