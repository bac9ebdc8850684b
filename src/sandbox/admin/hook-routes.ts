import { formatTimestamp, readDomainTime } from "../context/domain-clock.js";
import { disableHook, enableHook } from "../deliveries/hook-health.js";
import type { Queries, Row } from "../store/database.js";
import { type AdminContext, AdminError, type AdminRequest, readJsonObject } from "./admin-route.js";

/** The registrations, newest first, at most 1000. */
export async function listHookViews(queries: Queries) {
  return (await queries.all("SELECT * FROM hooks ORDER BY created_at DESC, id LIMIT 1000")).map(buildHookView);
}

export async function getHooks({ database }: AdminContext): Promise<object> {
  return { hooks: await listHookViews(database) };
}

/** Activates or deactivates a registration. Activating one clears its failures. */
export async function patchHook(control: AdminContext, request: AdminRequest, id = ""): Promise<object> {
  const { active } = readJsonObject(request, ["active"]);
  if (typeof active !== "boolean") throw new AdminError(400, "INVALID_HOOK", "`active` must be true or false");
  const { database, app } = control;
  const now = await readDomainTime(database, app);
  const row = await database.transaction(async (queries) => {
    await (active ? enableHook : disableHook)(queries, id, now);
    return queries.first("SELECT * FROM hooks WHERE id = $1", [id]);
  });
  if (row === undefined) throw new AdminError(404, "UNKNOWN_HOOK", "no hook has this id");
  await database.wake();
  return buildHookView(row);
}

/** Deletes a registration. Its deliveries that were not sent stay in the history as disabled. */
export async function deleteHook(control: AdminContext, _: AdminRequest, id = ""): Promise<object> {
  const { database, app } = control;
  const now = await readDomainTime(database, app);
  await database.transaction(async (queries) => {
    await disableHook(queries, id, now);
    const deleted = await queries.run("DELETE FROM hooks WHERE id = $1", [id]);
    if (deleted === 0) throw new AdminError(404, "UNKNOWN_HOOK", "no hook has this id");
  });
  return { deleted: true };
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
