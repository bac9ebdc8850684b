import { DatabaseError } from "./database-error.js";

/** Errors of the network, and SQLSTATE codes, by which a connection is lost or cannot be had for now. */
const CONNECTION_LOSS_CODES = new Set([
  ...["ECONNREFUSED", "ECONNRESET", "ECONNABORTED", "EPIPE", "ETIMEDOUT", "ENOENT", "EHOSTUNREACH", "ENETUNREACH"],
  // Ended by an administrator, by a crash, starting up or shutting down, too many connections, idle for too long.
  ...["57P01", "57P02", "57P03", "57P05", "53300", "25P03", "08000", "08001", "08003", "08004", "08006"],
]);
const CONNECTION_LOSS_MESSAGE =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Query read timeout|timeout expired)/;

/** SQLSTATE codes of transactions that were undone because of others, and may be run again. */
const COLLISION_CODES = new Set(["40001", "40P01"]);

export function isConnectionLoss(error: unknown): boolean {
  return (
    CONNECTION_LOSS_CODES.has(codeOf(error)) || (error instanceof Error && CONNECTION_LOSS_MESSAGE.test(error.message))
  );
}

export function isCollision(error: unknown): boolean {
  return COLLISION_CODES.has(codeOf(error));
}

/** The same error, told in terms of the database when it is not about the question (PostgreSQL, appendix A). */
export function toPostgresDatabaseError(error: unknown, place: string): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseError) return error;
  const code = codeOf(error);
  const tell = (problem: DatabaseError["kind"], message: string): DatabaseError =>
    new DatabaseError(problem, `PostgreSQL at ${place}: ${message} (${error.message})`, { cause: error });
  if (code === "28P01" || code === "28000" || error.message.startsWith("SASL"))
    return tell("refused", "it refuses this user: look at the user and the password of the address");
  if (code === "3D000") return tell("unsuitable", "it has no such database: make one with createdb");
  if (code === "42501")
    return tell("refused", "this user may not do that: let it create and use tables in the database");
  if (code === "57014" || code === "55P03") return tell("busy", "other clients hold it for too long");
  if (code.startsWith("23")) return tell("constraint", "a row does not fit to the others, or lacks a value");
  if (code === "53100") return tell("full", "its disk is full");
  if (code === "25006") return tell("read-only", "it cannot be written: give the address of the primary server");
  if (isCollision(error)) return tell("busy", "other clients wrote the same at the same time, again and again");
  if (isConnectionLoss(error) || code === "ENOTFOUND" || code === "EAI_AGAIN")
    return tell("unreachable", "it does not answer: look at host and port, and whether it runs");
  return error;
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : "";
}
