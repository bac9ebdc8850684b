import { DatabaseError, type DatabaseErrorKind } from "./database-error.js";

/** Primary result codes (https://sqlite.org/rescode.html) that are not caused by the SQL. */
const RESULT_CODES: Readonly<Record<number, readonly [kind: DatabaseErrorKind, message: string]>> = {
  5: ["busy", "other processes hold locks for too long"],
  6: ["busy", "other processes hold locks for too long"],
  8: ["read-only", "the database is read-only: make the file and its directory writable for this user"],
  10: ["unreachable", "reading or writing failed: check the disk"],
  11: ["damaged", "the file is damaged: restore it from a backup or use another path"],
  13: ["full", "the disk is full or the file cannot grow"],
  14: ["unreachable", "cannot open the file: its directory must exist and be writable for this user"],
  19: ["constraint", "a row violates a constraint"],
  26: ["damaged", "the file is not a SQLite database: use another path"],
};

/** Whether another process has locked the file. */
export function isBusy(error: unknown): boolean {
  const code = primaryCode(error);
  return code === 5 || code === 6;
}

/** Converts an error that is not caused by the SQL to a DatabaseError; returns others unchanged. */
export function toSqliteDatabaseError(error: unknown, path: string): unknown {
  const known = RESULT_CODES[primaryCode(error) ?? 0];
  if (known === undefined) return error;
  const [kind, message] = known;
  const detail = error instanceof Error ? ` (${error.message})` : "";
  return new DatabaseError(kind, `database ${path}: ${message}${detail}`, { cause: error });
}

function primaryCode(error: unknown): number | undefined {
  const code = error instanceof Error && "errcode" in error ? error.errcode : undefined;
  return typeof code === "number" ? code & 0xff : undefined;
}
