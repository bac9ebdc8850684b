import type { ClientConfig } from "pg";
import { DatabaseError } from "./database-error.js";

/** Timeout of a statement, and of an idle client in a transaction, in milliseconds. */
const STATEMENT_TIMEOUT = 30_000;

/** Settings of every session: commits are durable regardless of the server's setting; no JIT for short statements. */
const SESSION_OPTIONS = "-c synchronous_commit=on -c jit=off";

/**
 * Builds the connection settings from an address.
 *
 * @throws DatabaseError when the address is invalid; the message omits it because it may contain a password
 */
export function buildPostgresSettings(address: string, pg: typeof import("pg")): ClientConfig {
  const [base = "", query = ""] = address.split("?", 2);
  const parameters = new URLSearchParams(query);
  parameters.set("options", [parameters.get("options") ?? "", SESSION_OPTIONS].join(" ").trim());
  if (!parameters.has("application_name")) parameters.set("application_name", "commerce-contract sandbox");
  const settings: ClientConfig = {
    connectionString: `${base}?${parameters.toString().replaceAll("+", "%20")}`,
    types: { getTypeParser: (oid: number, format?: "text" | "binary") => chooseTypeParser(oid, format, pg) },
    connectionTimeoutMillis: 15_000,
    statement_timeout: STATEMENT_TIMEOUT,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT,
    query_timeout: STATEMENT_TIMEOUT + 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  };
  try {
    new pg.Client(settings);
  } catch {
    throw new DatabaseError(
      "unsuitable",
      "invalid database address: expected postgres://user:password@host:port/database, with special characters percent-encoded",
    );
  }
  return settings;
}

/** Returns numbers as numbers and booleans as 0 and 1, as SQLite does; for these connections only. */
function chooseTypeParser(
  oid: number,
  format: "text" | "binary" | undefined,
  pg: typeof import("pg"),
): (text: string) => unknown {
  const { builtins } = pg.types;
  if (oid === builtins.INT8 || oid === builtins.NUMERIC) return parseWholeNumber;
  if (oid === builtins.BOOL) return (text) => (text === "t" ? 1 : 0);
  return pg.types.getTypeParser(oid, format) as (text: string) => unknown;
}

function parseWholeNumber(text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && !Number.isSafeInteger(number))
    throw new RangeError(`the database contains a number that cannot be represented exactly: ${text}`);
  return number;
}
