import { domainTime, readClock } from "../clock.js";
import { disableHook, enableHook } from "../deliveries/index.js";
import type { Queries, Row } from "../store/database.js";
import { timestamp } from "../timestamps.js";
import { type AdminAnswer, AdminRefusal, type AdminRequest, json } from "./answer.js";
import { readObject } from "./body.js";
import type { Control } from "./control.js";

/** Every registration, the newest first. */
export async function hookViews(queries: Queries): Promise<readonly object[]> {
  return (await queries.all("SELECT * FROM hooks ORDER BY created_at DESC, id LIMIT 1000")).map(hookView);
}

export async function getHooks({ database }: Control): Promise<AdminAnswer> {
  return json({ hooks: await hookViews(database) });
}

/** Makes a registration active or inactive; one that is made active has not failed. */
export async function patchHook(control: Control, request: AdminRequest, id = ""): Promise<AdminAnswer> {
  const { active } = readObject(request, ["active"]);
  if (typeof active !== "boolean") throw new AdminRefusal(400, "INVALID_HOOK", "`active` is to be true or false");
  const { database, world } = control;
  const now = domainTime(await readClock(database), world.realClock.now());
  const row = await database.transaction(async (queries) => {
    await (active ? enableHook : disableHook)(queries, id, now);
    return queries.first("SELECT * FROM hooks WHERE id = $1", [id]);
  });
  if (row === undefined) throw new AdminRefusal(404, "UNKNOWN_HOOK", "there is no hook with this id");
  await database.wake();
  return json(hookView(row));
}

/** The applications that may sign in: their keys are public, and secrets are not among their columns. */
export async function getApplications({ database }: Control): Promise<AdminAnswer> {
  const applications = await database.all("SELECT id, name, keys FROM applications ORDER BY id");
  const opened = await database.all(
    `SELECT application_id, businesses.id, businesses.name FROM application_businesses
      JOIN businesses ON businesses.id = business_id ORDER BY application_id, businesses.id`,
  );
  const users = await database.all("SELECT business_id, username FROM users ORDER BY business_id, username");
  return json({
    applications: applications.map(({ id, name, keys }) => ({
      id,
      name,
      keys: JSON.parse(String(keys)) as unknown,
      businesses: opened
        .filter((it) => it.application_id === id)
        .map((it) => ({
          id: it.id,
          name: it.name,
          users: users.filter(({ business_id }) => business_id === it.id).map(({ username }) => username),
        })),
    })),
  });
}

/** In the shape of the contract, its secret masked, and with what only an operator sees. */
function hookView(row: Row): object {
  return {
    id: row.id,
    applicationId: row.application_id,
    businessId: row.business_id,
    deliveryUrl: row.delivery_url,
    secret: "********",
    eventTypes: JSON.parse(String(row.event_types)) as unknown,
    active: row.active === 1,
    ...(row.failing_since === null ? {} : { failingSince: timestamp(Number(row.failing_since)) }),
    createdAt: timestamp(Number(row.created_at)),
    updatedAt: timestamp(Number(row.updated_at)),
  };
}
