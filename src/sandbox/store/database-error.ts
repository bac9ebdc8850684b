/**
 * The database does not do as it is asked, for a reason that does not lie in the SQL. Messages say what to do, and never hold a
 * password. Mistakes in SQL come as the engine's own errors.
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
  /** It was closed by this process. */
  | "closed"
  /** Nothing answers, or the connection was lost and did not come back in time. */
  | "unreachable"
  /** User, password or rights. */
  | "refused"
  /** Not an address, too old a server, a schema of a newer version, no engine for this runtime. */
  | "unsuitable"
  /** Other processes held it for too long. */
  | "busy"
  | "full"
  | "read-only"
  | "damaged"
  /** A row would break a key or a NOT NULL. */
  | "constraint"
  /** The connection was lost while a commit was under way: it may have been kept, or not. */
  | "uncertain";
