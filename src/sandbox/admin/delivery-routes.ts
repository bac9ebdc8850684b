import type { JsonObject } from "../../document/index.js";
import type { AppContext } from "../context/app-context.js";
import { formatTimestamp } from "../context/domain-clock.js";
import { Refusal } from "../context/request-context.js";
import { type DeliveryFilter, listAttempts, listDeliveries, listEvents } from "../deliveries/delivery-history.js";
import { deleteHook, disableHook, enableHook, lockHook } from "../deliveries/hook-health.js";
import { buildWhere, type Queries, type Row, whereColumn, whereIn } from "../store/database.js";
import { type AdminChange, type AdminContext, type AdminRequest, readJsonObject, readTime } from "./admin-route.js";
import { readLimit } from "./request-routes.js";

/** Lists deliveries, newest first. Query parameters filter by hook, business, order, event, state and time. */
export async function getDeliveries({ database, app }: AdminContext, { query }: AdminRequest): Promise<object> {
  const filter = readFilter(query, ["hookId", "businessId", "orderId", "eventId", "state"]) as DeliveryFilter;
  const state = query.get("state");
  if (state !== null && !STATES.includes(state))
    throw new Refusal(400, "INVALID_STATE", `\`state\` must be one of ${STATES.join(", ")}`);
  return { deliveries: await listDeliveryViews(database, filter, app) };
}

export async function getDelivery({ database, app }: AdminContext, _: AdminRequest, id = ""): Promise<object> {
  const [delivery] = await listDeliveryViews(database, { id }, app);
  if (delivery === undefined)
    throw new Refusal(404, "UNKNOWN_DELIVERY", "no delivery has this id; deliveries are deleted after 30 days");
  return delivery;
}

/** Replays deliveries, selected by `{ids}`, by creation time `{from, to}`, or by `{failedSince}`. */
export async function postReplay({ queries, now }: AdminChange, request: AdminRequest): Promise<object> {
  const body = readJsonObject(request, ["ids", "from", "to", "failedSince", "hookId", "businessId"]);
  return replayDeliveries(queries, readSelection(body), now);
}

/** Lists events, newest first. An event without deliveries has the reason. */
export async function getEvents({ database }: AdminContext, { query }: AdminRequest): Promise<object> {
  const events = await listEvents(database, readFilter(query, ["businessId", "orderId", "eventType"]));
  return { events };
}

/** Deliveries with all their attempts. */
export async function listDeliveryViews(queries: Queries, filter: DeliveryFilter, app: AppContext) {
  const deliveries = await listDeliveries(queries, filter, app);
  return Promise.all(deliveries.map(async (it) => ({ ...it, attempts: await listAttempts(queries, it.id) })));
}

const STATES: readonly string[] = ["pending", "sending", "done", "exhausted", "disabled"];

function readFilter(query: URLSearchParams, names: readonly string[]) {
  const since = query.get("since");
  const given = names.flatMap((name) => (query.has(name) ? [[name, query.get(name) ?? ""] as const] : []));
  return {
    limit: readLimit(query),
    ...Object.fromEntries(given),
    ...(since === null ? {} : { since: readTime(since, "since") }),
  };
}

function readSelection({ ids, from, to, failedSince, hookId, businessId }: JsonObject): ReplaySelection {
  if (ids !== undefined) {
    if (Array.isArray(ids) && ids.length <= 1000 && ids.every((id) => typeof id === "string")) return { ids };
    throw new Refusal(400, "INVALID_REPLAY", "`ids` must be an array of at most 1000 delivery ids");
  }
  const start = failedSince ?? from;
  if (start === undefined)
    throw new Refusal(400, "INVALID_REPLAY", "pass `ids`, `from` (optionally with `to`) or `failedSince`");
  return {
    since: readTime(start, failedSince === undefined ? "from" : "failedSince"),
    failedOnly: failedSince !== undefined,
    ...(to === undefined ? {} : { until: readTime(to, "to") }),
    ...(typeof hookId === "string" ? { hookId } : {}),
    ...(typeof businessId === "string" ? { businessId } : {}),
  };
}

/** The registrations, newest first, at most 1000. */
export async function listHookViews(queries: Queries) {
  return (await queries.all("SELECT * FROM hooks ORDER BY created_at DESC, id LIMIT 1000")).map(buildHookView);
}

export async function getHooks({ database }: AdminContext): Promise<object> {
  return { hooks: await listHookViews(database) };
}

/** Activates or deactivates a registration. Activating one clears its failures. */
export async function patchHook({ queries, now }: AdminChange, request: AdminRequest, id = ""): Promise<object> {
  const { active } = readJsonObject(request, ["active"]);
  if (typeof active !== "boolean") throw new Refusal(400, "INVALID_HOOK", "`active` must be true or false");
  await (active ? enableHook : disableHook)(queries, id, now);
  const row = await queries.first("SELECT * FROM hooks WHERE id = $1", [id]);
  if (row === undefined) throw new Refusal(404, "UNKNOWN_HOOK", "no hook has this id");
  return buildHookView(row);
}

/** Deletes a registration. Its deliveries that were not sent stay in the history as disabled. */
export async function removeHook({ queries, now }: AdminChange, _: AdminRequest, id = ""): Promise<object> {
  if (await deleteHook(queries, id, now)) return { deleted: true };
  throw new Refusal(404, "UNKNOWN_HOOK", "no hook has this id");
}

/** The applications that can sign in. Returns no secrets: the keys are public keys. */
export async function getApplications({ database }: AdminContext): Promise<object> {
  const applications = await database.all("SELECT id, name, keys FROM applications ORDER BY id");
  const businesses = await database.all(
    `SELECT application_id, businesses.id, businesses.name FROM application_businesses
      JOIN businesses ON businesses.id = business_id ORDER BY application_id, businesses.id`,
  );
  const users = await database.all("SELECT business_id, username FROM users ORDER BY business_id, username");
  return {
    applications: applications.map(({ id, name, keys }) => ({
      id,
      name,
      keys: JSON.parse(String(keys)) as unknown,
      businesses: businesses
        .filter((it) => it.application_id === id)
        .map((it) => ({
          id: it.id,
          name: it.name,
          users: users.filter(({ business_id }) => business_id === it.id).map(({ username }) => username),
        })),
    })),
  };
}

/** The hook in the shape of the spec, with its secret masked and with the fields that only operators see. */
function buildHookView(row: Row) {
  return {
    id: String(row.id),
    applicationId: row.application_id,
    businessId: row.business_id,
    deliveryUrl: String(row.delivery_url),
    secret: "********",
    eventTypes: JSON.parse(String(row.event_types)) as readonly string[],
    active: row.active === 1,
    ...(row.failing_since === null ? {} : { failingSince: formatTimestamp(Number(row.failing_since)) }),
    createdAt: formatTimestamp(Number(row.created_at)),
    updatedAt: formatTimestamp(Number(row.updated_at)),
  };
}

/** Selects deliveries to replay. */
type ReplaySelection =
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

/**
 * Makes deliveries due again, with the same id and the same bytes. The count of attempts continues, and failed attempts
 * are retried as far as the retry schedule still allows. Refuses deliveries that are pending or being sent, and
 * deliveries of inactive hooks.
 */
export async function replayDeliveries(queries: Queries, selection: ReplaySelection, now: number) {
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
  return {
    replayed,
    /** Selected deliveries that were not replayed. */
    refused: [...refused, ...missing.map((id) => ({ id, reason: "no delivery has this id" }))],
  };
}

async function selectDeliveries(queries: Queries, selection: ReplaySelection): Promise<readonly Row[]> {
  const rows: Row[] = [];
  if ("ids" in selection) {
    for (const id of new Set(selection.ids))
      rows.push(...(await queries.all(`${SELECT_DELIVERIES} WHERE d.id = $1`, [id])));
    return rows;
  }
  const { since, until, hookId, businessId, failedOnly } = selection;
  const { where, values } = buildWhere([
    ...[...whereColumn("d.created_at", since, ">="), ...whereColumn("d.created_at", until, "<=")],
    ...[...whereColumn("d.hook_id", hookId), ...whereColumn("d.business_id", businessId)],
    ...(failedOnly === true ? [whereIn("d.state", ["exhausted", "disabled"])] : []),
  ]);
  return queries.all(`${SELECT_DELIVERIES} WHERE ${where} ORDER BY d.created_at, d.id`, values);
}

const SELECT_DELIVERIES = "SELECT d.id, d.state, d.hook_id FROM deliveries d";

function getRefusalReason({ state }: Row, isActive: boolean | undefined): string | undefined {
  if (state === "pending" || state === "sending") return "the delivery is waiting to be sent or is being sent";
  if (isActive === undefined) return "its hook no longer exists";
  return isActive ? undefined : "its hook is inactive; activate it first";
}
