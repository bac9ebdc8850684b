import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import type { Database, Queries } from "../store/database.js";
import { SnapshotError } from "./snapshot-lines.js";

/** A snapshot that the database keeps under a name. Resets and restores do not touch it. */
export type StoredSnapshot = {
  readonly name: string;
  /** The domain time at which it was taken. */
  readonly at: string;
  readonly rows: number;
  /** The size in the database, compressed. */
  readonly bytes: number;
};

export const MAX_STORED_SNAPSHOTS = 100;

/** The snapshots in order of their names. */
export async function listSnapshots(queries: Queries): Promise<readonly StoredSnapshot[]> {
  const rows = await queries.all("SELECT name, at, row_count, size FROM snapshots ORDER BY name");
  return rows.map(({ name, at, row_count, size }) => ({
    name: String(name),
    at: String(at),
    rows: Number(row_count),
    bytes: Number(size),
  }));
}

/**
 * Stores a snapshot and replaces one of the same name.
 *
 * @throws SnapshotError when there are too many
 */
export async function storeSnapshot(
  database: Database,
  { name, at, rows }: Omit<StoredSnapshot, "bytes">,
  content: Uint8Array,
): Promise<StoredSnapshot> {
  const compressed = await promisify(gzip)(content);
  const bytes = compressed.length;
  await database.transaction(async (queries) => {
    await queries.run(
      `INSERT INTO snapshots (name, at, row_count, size, content) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (name)
        DO UPDATE SET at = excluded.at, row_count = excluded.row_count, size = excluded.size, content = excluded.content`,
      [name, at, rows, bytes, compressed],
    );
    const count = await queries.first("SELECT COUNT(*) AS total FROM snapshots");
    if (Number(count?.total) > MAX_STORED_SNAPSHOTS)
      throw new SnapshotError(`there are ${MAX_STORED_SNAPSHOTS} snapshots, which is the maximum: delete some first`);
  });
  return { name, at, rows, bytes };
}

/** Returns undefined when no snapshot has this name. */
export async function readStoredSnapshot(queries: Queries, name: string): Promise<Uint8Array | undefined> {
  const row = await queries.first("SELECT content FROM snapshots WHERE name = $1", [name]);
  return row?.content instanceof Uint8Array ? promisify(gunzip)(row.content) : undefined;
}

/** Returns whether there was a snapshot of this name. */
export async function deleteStoredSnapshot(queries: Queries, name: string): Promise<boolean> {
  return (await queries.run("DELETE FROM snapshots WHERE name = $1", [name])) === 1;
}
