import { DatabaseError, type DatabaseErrorKind } from "./database-error.js";

/** Primary result codes (https://sqlite.org/rescode.html) that are not about the question. */
const RESULT_CODES: Readonly<Record<number, readonly [problem: DatabaseErrorKind, message: string]>> = {
  5: ["busy", "other processes hold it for too long"],
  6: ["busy", "other processes hold it for too long"],
  8: ["read-only", "it cannot be written: make the file and its folder writable for this user"],
  10: ["unreachable", "reading or writing it failed: look at the disk"],
  11: ["damaged", "its content is damaged: restore it from a copy, or give another path"],
  13: ["full", "the disk is full, or the file may not grow"],
  14: ["unreachable", "it cannot be opened: the folder must be there, and this user must be allowed to write in it"],
  19: ["constraint", "a row does not fit to the others, or lacks a value"],
  26: ["damaged", "it is no SQLite database: give another path"],
};

/** Whether another process holds the file at the moment. */
export function isBusy(error: unknown): boolean {
  const code = primaryCode(error);
  return code === 5 || code === 6;
}

/** The same error, told in terms of the file when it is about the file. */
export function toSqliteDatabaseError(error: unknown, path: string): unknown {
  const known = RESULT_CODES[primaryCode(error) ?? 0];
  if (known === undefined) return error;
  const [problem, message] = known;
  const said = error instanceof Error ? ` (${error.message})` : "";
  return new DatabaseError(problem, `database ${path}: ${message}${said}`, { cause: error });
}

function primaryCode(error: unknown): number | undefined {
  const code = error instanceof Error && "errcode" in error ? error.errcode : undefined;
  return typeof code === "number" ? code & 0xff : undefined;
}
