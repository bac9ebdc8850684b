/** Snapshots of the state: taken, checked, restored, and kept in the database under a name. */

export { emptyTables } from "./empty-tables.js";
export { restoreSnapshot, takeSnapshot } from "./snapshot.js";
export { SnapshotError } from "./snapshot-lines.js";
export {
  deleteStoredSnapshot,
  listSnapshots,
  readStoredSnapshot,
  type StoredSnapshot,
  storeSnapshot,
} from "./stored-snapshots.js";
