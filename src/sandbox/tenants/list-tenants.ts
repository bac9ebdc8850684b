import type { Queries } from "../store/database.js";
import type { PublicJwk } from "./public-key.js";
import type { Business, TenantApplication, User } from "./tenants.js";

/** Lists all applications, ordered by id. */
export async function listApplications(queries: Queries): Promise<readonly TenantApplication[]> {
  const rows = await queries.all("SELECT id, name, keys FROM applications ORDER BY id");
  const links = await queries.all(
    "SELECT application_id, business_id FROM application_businesses ORDER BY business_id",
  );
  return rows.map((row) => ({
    id: String(row.id),
    name: String(row.name),
    keys: parseStoredKeys(row.keys),
    businessIds: links.filter((link) => link.application_id === row.id).map((link) => String(link.business_id)),
  }));
}

/** Lists all businesses, ordered by id. */
export async function listBusinesses(queries: Queries): Promise<readonly Business[]> {
  const rows = await queries.all("SELECT id, name FROM businesses ORDER BY id");
  return rows.map((row) => ({ id: String(row.id), name: String(row.name) }));
}

/** Lists all business users, without passwords. */
export async function listUsers(queries: Queries): Promise<readonly Omit<User, "password">[]> {
  const rows = await queries.all("SELECT business_id, username FROM users ORDER BY business_id, username");
  return rows.map((row) => ({ businessId: String(row.business_id), username: String(row.username) }));
}

/** Returns the keys of an application; undefined when there is no such application. */
export async function findApplicationKeys(
  queries: Queries,
  applicationId: string,
): Promise<readonly PublicJwk[] | undefined> {
  const row = await queries.first("SELECT keys FROM applications WHERE id = $1", [applicationId]);
  return row === undefined ? undefined : parseStoredKeys(row.keys);
}

/** Returns the ids of the businesses that an application has access to, in order. */
export async function listApplicationBusinesses(queries: Queries, applicationId: string): Promise<readonly string[]> {
  const rows = await queries.all(
    "SELECT business_id FROM application_businesses WHERE application_id = $1 ORDER BY business_id",
    [applicationId],
  );
  return rows.map((row) => String(row.business_id));
}

/** Stored keys were validated at registration. */
function parseStoredKeys(text: unknown): readonly PublicJwk[] {
  return JSON.parse(String(text)) as readonly PublicJwk[];
}
