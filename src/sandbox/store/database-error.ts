/**
 * The database failed for a reason other than the SQL. Messages say what to do and never contain a password. Mistakes
 * in SQL cause the engine's own errors.
 */
export class DatabaseError extends Error {
  override readonly name = "DatabaseError";

  readonly kind: DatabaseErrorKind;

  constructor(kind: DatabaseErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

export type DatabaseErrorKind =
  /** Closed by this process. */
  | "closed"
  /** The server does not respond, or a lost connection could not be restored in time. */
  | "unreachable"
  /** Invalid user, password or permissions. */
  | "refused"
  /** Invalid address, outdated server, schema of a newer version, or no engine for this runtime. */
  | "unsuitable"
  /** Locked by other processes for too long. */
  | "busy"
  | "full"
  | "read-only"
  | "damaged"
  /** A row violates a key or a NOT NULL constraint. */
  | "constraint"
  /** The connection was lost during a commit: the transaction may or may not be committed. */
  | "uncertain";
