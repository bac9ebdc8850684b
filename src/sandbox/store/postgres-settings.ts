import type { ClientConfig } from "pg";
import { DatabaseError } from "./database-error.js";

/** How long one statement may take, and one client may do nothing within a transaction, in milliseconds. */
const STATEMENT_TIMEOUT = 30_000;

/**
 * What every session has: commits are on the disk when they are acknowledged, whatever the server's own setting; plans of
 * short statements are not compiled.
 */
const SESSION_OPTIONS = "-c synchronous_commit=on -c jit=off";

/**
 * Settings of a connection, from the address.
 *
 * @throws DatabaseError when it is no address; the address is not shown, since it may hold a password
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
      "the address of the database cannot be read: give postgres://user:password@host:port/database, with %-escapes for special characters",
    );
  }
  return settings;
}

/** Numbers come as numbers and flags as 0 and 1, as they do from SQLite; for these connections only. */
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
    throw new RangeError(`the database holds a number that is too large to be told exactly: ${text}`);
  return number;
}
