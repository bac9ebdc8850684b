import { isBuiltin } from "node:module";
import { DatabaseError } from "./database-error.js";

/** SQLite by the API of `node:sqlite`, as far as we use it. */
export type SqliteModule = { readonly DatabaseSync: new (path: string) => SqliteConnection };

export type SqliteConnection = {
  readonly exec: (sql: string) => void;
  readonly prepare: (sql: string) => SqliteStatement;
  readonly close: () => void;
};

export type SqliteStatement = {
  readonly all: (...values: readonly SqliteValue[]) => Record<string, string | number | null | Uint8Array>[];
  readonly run: (...values: readonly SqliteValue[]) => { readonly changes: number | bigint };
};

export type SqliteValue = string | bigint | null | Uint8Array;

/**
 * The runtime's own SQLite (Node 22.13 and newer), else `@photostructure/sqlite`, which has the same API.
 *
 * @throws DatabaseError that says what to install when there is neither
 */
export async function loadSqlite(): Promise<SqliteModule> {
  // Held in variables, so that neither compiler nor bundler asks for what a runtime may lack.
  const builtin = "node:sqlite";
  if (isBuiltin(builtin)) return (await import(builtin)) as SqliteModule;
  try {
    return (await import("@photostructure/sqlite")) as unknown as SqliteModule;
  } catch (cause) {
    throw new DatabaseError(
      "unsuitable",
      "this Node.js has no SQLite: run `npm install @photostructure/sqlite@1.2.1`, use Node.js 22.13 or newer, or give a postgres:// address",
      { cause },
    );
  }
}
