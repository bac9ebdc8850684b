import { takeUuid } from "../../context/derived-ids.js";
import { Refusal } from "../../context/request-context.js";
import type { Queries } from "../../store/database.js";
import { deriveDemoKey } from "../../tenants/public-key.js";
import { TenantsError } from "../../tenants/read-fields.js";
import {
  registerApplication,
  registerBusiness,
  registerUser,
  type TenantApplication,
  type User,
} from "../../tenants/tenants.js";
import { type AdminContext, type AdminRequest, readJsonObject } from "../admin-route.js";

/**
 * Adds a business, or renames one. The demo application gets access to it, or the applications in `applicationIds`. Only
 * tokens that are issued afterwards include it.
 */
export async function postBusiness(control: AdminContext, request: AdminRequest): Promise<object> {
  const { applicationIds, ...business } = readJsonObject(request, ["id", "name", "applicationIds"]);
  const { app, database, demoApplication } = control;
  const granted = applicationIds ?? (demoApplication === undefined ? [] : [demoApplication]);
  if (!Array.isArray(granted)) throw new Refusal(400, "INVALID_TENANT", "`applicationIds` must be an array");
  const id = await rejectInvalidTenant(() =>
    database.transaction(async (queries) => {
      const id = business.id ?? (await takeUuid(queries, app, "businesses"));
      await registerBusiness(queries, { ...business, id } as Parameters<typeof registerBusiness>[1]);
      for (const application of granted) await grantAccess(queries, String(application), String(id));
      return id;
    }),
  );
  return { id, name: business.name, applicationIds: granted };
}

async function grantAccess(queries: Queries, applicationId: string, businessId: string): Promise<void> {
  if ((await queries.first("SELECT 1 AS found FROM applications WHERE id = $1", [applicationId])) === undefined)
    throw new TenantsError("/applicationIds", "expected the ids of registered applications");
  await queries.run(
    `INSERT INTO application_businesses (application_id, business_id) VALUES ($1, $2)
      ON CONFLICT (application_id, business_id) DO NOTHING`,
    [applicationId, businessId],
  );
}

/** Adds an application, or replaces one. Without `keys` it gets a key pair, whose private key is in the response. */
export async function postApplication(control: AdminContext, request: AdminRequest): Promise<object> {
  const body = readJsonObject(request, ["id", "name", "keys", "businessIds"]);
  const { app, database } = control;
  const application = await rejectInvalidTenant(() =>
    database.transaction(async (queries) => {
      const id = body.id ?? `urn:aid:${await takeUuid(queries, app, "applications")}`;
      const created = body.keys === undefined ? deriveDemoKey(`${app.seed} ${String(id)}`) : undefined;
      const keys = body.keys ?? (created === undefined ? [] : [{ ...created.publicJwk }]);
      const application = { businessIds: [], ...body, id, keys };
      await registerApplication(queries, application as unknown as TenantApplication);
      return { ...application, ...(created === undefined ? {} : { privateKey: created.privateKeyPem }) };
    }),
  );
  return application;
}

/** Adds a business user, or changes the password of one. */
export async function postUser({ database, app }: AdminContext, request: AdminRequest): Promise<object> {
  const user = readJsonObject(request, ["businessId", "username", "password"]);
  // Not in a transaction: other writers would wait while the password is hashed.
  await rejectInvalidTenant(() => registerUser(database, user as unknown as User, app));
  return { businessId: user.businessId, username: user.username };
}

async function rejectInvalidTenant<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof TenantsError) throw new Refusal(400, "INVALID_TENANT", error.message);
    throw error;
  }
}
