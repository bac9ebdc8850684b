import type { AppContext } from "../context/app-context.js";
import { deriveBytes } from "../context/derived-ids.js";
import type { Queries } from "../store/database.js";
import { hashPassword } from "./password.js";
import {
  type Business,
  readApplication,
  readBusiness,
  readUser,
  type TenantApplication,
  type Tenants,
  type User,
} from "./tenants.js";
import { TenantsError } from "./tenants-error.js";

/**
 * Registers tenants. Updates existing ones, so registering the same tenants twice changes nothing. Password hashing is
 * slow, and in a transaction other writers wait for it.
 *
 * @throws TenantsError when a tenant is invalid
 */
export async function registerTenants(queries: Queries, tenants: Tenants, app: AppContext): Promise<void> {
  for (const business of tenants.businesses) await registerBusiness(queries, business);
  for (const application of tenants.applications) await registerApplication(queries, application);
  for (const user of tenants.users) await registerUser(queries, user, app);
}

/** Registers a business, or renames an existing one without touching its data. @throws TenantsError */
export async function registerBusiness(queries: Queries, business: Business): Promise<void> {
  const { id, name } = readBusiness(business, "/business");
  await queries.run(
    `INSERT INTO businesses (id, name, sequence) VALUES ($1, $2, 0)
      ON CONFLICT (id) DO UPDATE SET name = excluded.name`,
    [id, name],
  );
}

/**
 * Registers an application. Replaces the keys and businesses of an existing one.
 *
 * @throws TenantsError for a private or weak key, or a business that is not registered
 */
export async function registerApplication(queries: Queries, application: TenantApplication): Promise<void> {
  const { id, name, keys, businessIds } = readApplication(application, "/application");
  for (const [index, businessId] of businessIds.entries())
    if ((await queries.first("SELECT 1 AS found FROM businesses WHERE id = $1", [businessId])) === undefined)
      throw new TenantsError(`/application/businessIds/${index}`, "expected the id of a registered business");
  await queries.run(
    `INSERT INTO applications (id, name, keys) VALUES ($1, $2, $3)
      ON CONFLICT (id) DO UPDATE SET name = excluded.name, keys = excluded.keys`,
    [id, name, JSON.stringify(keys)],
  );
  await queries.run("DELETE FROM application_businesses WHERE application_id = $1", [id]);
  for (const businessId of businessIds)
    await queries.run(
      `INSERT INTO application_businesses (application_id, business_id) VALUES ($1, $2)
        ON CONFLICT (application_id, business_id) DO NOTHING`,
      [id, businessId],
    );
}

/** Registers a user. The salt is derived from the seed, so the same seed gives the same bytes. @throws TenantsError */
export async function registerUser(queries: Queries, user: User, app: AppContext): Promise<void> {
  const { businessId, username, password } = readUser(user, "/user");
  if ((await queries.first("SELECT 1 AS found FROM businesses WHERE id = $1", [businessId])) === undefined)
    throw new TenantsError("/user/businessId", "expected the id of a registered business");
  const salt = deriveBytes(app.seed, "password-salt", businessId, username).subarray(0, 16);
  await queries.run(
    `INSERT INTO users (business_id, username, password) VALUES ($1, $2, $3)
      ON CONFLICT (business_id, username) DO UPDATE SET password = excluded.password`,
    [businessId, username, await hashPassword(password, salt)],
  );
}
