import type { Queries, Row, Value } from "../store/database.js";
import { lockHook } from "./hook-health.js";

/** What is to be sent again. */
export type ReplaySelection =
  | { readonly ids: readonly string[] }
  | {
      /** Created from this time on, and until this one; in domain time. */
      readonly since: number;
      readonly until?: number;
      readonly hookId?: string;
      readonly businessId?: string;
      /** Only what was not acknowledged: `exhausted` and `disabled`. */
      readonly failedOnly?: boolean;
    };

export type ReplayResult = {
  readonly replayed: number;
  /** Why others were not. */
  readonly refused: readonly { readonly id: string; readonly reason: string }[];
};

/**
 * Makes deliveries due once more: new attempts, with the same id and the same bytes, and the count of attempts goes on. When
 * an attempt fails it is retried as far as the schedule still goes. What is pending or under way is left as it is, and so is
 * what belongs to an inactive hook.
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
  // In one order everywhere, so that no two replays wait for each other.
  const ordered = rows.toSorted((left, right) => (String(left.id) < String(right.id) ? -1 : 1));
  for (const { id = null, state = null } of ordered.filter((row) => !isRefused.has(String(row.id)))) {
    replayed += await queries.run(
      "UPDATE deliveries SET state = 'pending', next_at = $3, settled_at = NULL WHERE id = $1 AND state = $2",
      [id, state, now],
    );
  }
  const known = new Set(rows.map(({ id }) => id));
  const missing = "ids" in selection ? selection.ids.filter((id) => !known.has(id)) : [];
  return { replayed, refused: [...refused, ...missing.map((id) => ({ id, reason: "there is no such delivery" }))] };
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
  const place = (value: Value): string => `$${values.push(value)}`;
  const parts = [
    "d.created_at >= $1",
    ...(until === undefined ? [] : [`d.created_at <= ${place(until)}`]),
    ...(hookId === undefined ? [] : [`d.hook_id = ${place(hookId)}`]),
    ...(businessId === undefined ? [] : [`d.business_id = ${place(businessId)}`]),
    ...(failedOnly === true ? ["d.state IN ('exhausted', 'disabled')"] : []),
  ];
  return queries.all(`${SELECT_DELIVERIES} WHERE ${parts.join(" AND ")} ORDER BY d.created_at, d.id`, values);
}

const SELECT_DELIVERIES = "SELECT d.id, d.state, d.hook_id FROM deliveries d";

function getRefusalReason({ state }: Row, isActive: boolean | undefined): string | undefined {
  if (state === "pending" || state === "sending") return "it is waiting to be sent, or being sent";
  if (isActive === undefined) return "its hook is not there any more";
  return isActive ? undefined : "its hook is inactive; make it active first";
}
