/** The registered tenants. */
import type { Queries } from "../../../src/sandbox/store/database.js";
import type { PublicJwk } from "../../../src/sandbox/tenants/public-key.js";
import type { Business, TenantApplication, User } from "../../../src/sandbox/tenants/tenants.js";

/** Lists all applications, ordered by id. */
export async function listApplications(queries: Queries): Promise<readonly TenantApplication[]> {
  const rows = await queries.all("SELECT id, name, keys FROM applications ORDER BY id");
  const links = await queries.all(
    "SELECT application_id, business_id FROM application_businesses ORDER BY business_id",
  );
  return rows.map((row) => ({
    id: String(row.id),
    name: String(row.name),
    keys: JSON.parse(String(row.keys)) as readonly PublicJwk[],
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
