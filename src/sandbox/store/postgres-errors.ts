import { DatabaseError } from "./database-error.js";

/** Network errors and SQLSTATE codes that mean a lost or temporarily unavailable connection. */
const CONNECTION_LOSS_CODES = new Set([
  ...["ECONNREFUSED", "ECONNRESET", "ECONNABORTED", "EPIPE", "ETIMEDOUT", "ENOENT", "EHOSTUNREACH", "ENETUNREACH"],
  // Terminated by an administrator or a crash, server starting or shutting down, too many connections, idle timeout.
  ...["57P01", "57P02", "57P03", "57P05", "53300", "25P03", "08000", "08001", "08003", "08004", "08006"],
]);
const CONNECTION_LOSS_MESSAGE =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Query read timeout|timeout expired)/;

/** SQLSTATE codes of transactions that were rolled back because of others and can be retried. */
const COLLISION_CODES = new Set(["40001", "40P01"]);

export function isConnectionLoss(error: unknown): boolean {
  return (
    CONNECTION_LOSS_CODES.has(codeOf(error)) || (error instanceof Error && CONNECTION_LOSS_MESSAGE.test(error.message))
  );
}

export function isCollision(error: unknown): boolean {
  return COLLISION_CODES.has(codeOf(error));
}

/**
 * Converts an error that is not caused by the SQL to a DatabaseError (PostgreSQL, appendix A); returns others
 * unchanged.
 *
 * @param server host and port, for the message
 */
export function toPostgresDatabaseError(error: unknown, server: string): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseError) return error;
  const code = codeOf(error);
  const create = (kind: DatabaseError["kind"], message: string): DatabaseError =>
    new DatabaseError(kind, `PostgreSQL at ${server}: ${message} (${error.message})`, { cause: error });
  if (code === "28P01" || code === "28000" || error.message.startsWith("SASL"))
    return create("refused", "authentication failed: check the user and password in the address");
  if (code === "3D000") return create("unsuitable", "the database does not exist: create it with createdb");
  if (code === "42501")
    return create("refused", "permission denied: allow the user to create and use tables in the database");
  if (code === "57014" || code === "55P03") return create("busy", "other clients hold locks for too long");
  if (code.startsWith("23")) return create("constraint", "a row violates a constraint");
  if (code === "53100") return create("full", "the disk is full");
  if (code === "25006") return create("read-only", "the database is read-only: use the address of the primary server");
  if (isCollision(error)) return create("busy", "other clients repeatedly changed the same rows at the same time");
  if (isConnectionLoss(error) || code === "ENOTFOUND" || code === "EAI_AGAIN")
    return create("unreachable", "no response: check the host and port, and that the server is running");
  return error;
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : "";
}
