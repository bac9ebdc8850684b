import type { Queries, Row, Value } from "../store/database.js";

/** An application of this sandbox that must be able to sign in after a restore. */
export type KeptApplication = {
  readonly application: Row;
  readonly businesses: readonly Row[];
  readonly users: readonly Row[];
};

/** Reads an application with its businesses and their users; undefined when it does not exist. */
export async function readKeptApplication(queries: Queries, id: string): Promise<KeptApplication | undefined> {
  const application = await queries.first("SELECT * FROM applications WHERE id = $1", [id]);
  if (application === undefined) return undefined;
  const ofApplication = "SELECT business_id FROM application_businesses WHERE application_id = $1";
  return {
    application,
    businesses: await queries.all(`SELECT * FROM businesses WHERE id IN (${ofApplication}) ORDER BY id`, [id]),
    users: await queries.all(
      `SELECT * FROM users WHERE business_id IN (${ofApplication}) ORDER BY business_id, username`,
      [id],
    ),
  };
}

/**
 * Adds an application to restored data that lacks it, with its businesses, and gives it access to all businesses of the
 * snapshot. Otherwise the credentials of this sandbox would be invalid after restoring the snapshot of another one.
 */
export async function addKeptApplication(
  queries: Queries,
  { application, businesses, users }: KeptApplication,
): Promise<void> {
  const id = application.id ?? null;
  if ((await queries.first("SELECT id FROM applications WHERE id = $1", [id])) !== undefined) return;
  await insertMissing(queries, "applications", [application], "id");
  await insertMissing(queries, "businesses", businesses, "id");
  await insertMissing(queries, "users", users, "business_id, username");
  await queries.run(
    "INSERT INTO application_businesses (application_id, business_id) SELECT CAST($1 AS TEXT), id FROM businesses",
    [id],
  );
}

async function insertMissing(queries: Queries, table: string, rows: readonly Row[], key: string): Promise<void> {
  for (const row of rows) {
    const names = Object.keys(row);
    const values: Value[] = Object.values(row);
    const places = names.map((_, index) => `$${index + 1}`).join(", ");
    await queries.run(
      `INSERT INTO ${table} (${names.join(", ")}) VALUES (${places}) ON CONFLICT (${key}) DO NOTHING`,
      values,
    );
  }
}
