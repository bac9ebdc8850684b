/**
 * The database cannot be used, for a reason that lies outside the question. Messages say what to do, and never hold a
 * password. Mistakes in SQL and broken constraints come as the engine's own errors.
 */
export class DatabaseError extends Error {
  override readonly name = "DatabaseError";

  readonly reason: DatabaseProblem;

  constructor(reason: DatabaseProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

export type DatabaseProblem =
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
  /** The connection was lost while a commit was under way: it may have been kept, or not. */
  | "uncertain";
