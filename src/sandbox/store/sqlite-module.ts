import { isBuiltin } from "node:module";
import { DatabaseError } from "./database-error.js";

/** The part of the `node:sqlite` API that the sandbox uses. */
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
 * Loads `node:sqlite` (Node.js 22.13 and newer), or else the optional peer dependency `@photostructure/sqlite`, which
 * has the same API.
 *
 * @throws DatabaseError with the install command when neither is available
 */
export async function loadSqlite(): Promise<SqliteModule> {
  // A variable, so that neither the compiler nor a bundler resolves a module that the runtime may lack.
  const builtin = "node:sqlite";
  if (isBuiltin(builtin)) return (await import(builtin)) as SqliteModule;
  try {
    return (await import("@photostructure/sqlite")) as unknown as SqliteModule;
  } catch (cause) {
    throw new DatabaseError("unsuitable", isNotInstalled(cause) ? NOT_INSTALLED : formatLoadError(cause), { cause });
  }
}

const NOT_INSTALLED =
  "the sandbox needs SQLite, which this version of Node.js does not include; " +
  "run: npm install --save-dev @photostructure/sqlite@1.2.1 (or use Node.js 22.13 or newer, or a postgres:// database)";

function isNotInstalled(error: unknown): boolean {
  return (error as NodeJS.ErrnoException | undefined)?.code === "ERR_MODULE_NOT_FOUND";
}

function formatLoadError(error: unknown): string {
  return `cannot load @photostructure/sqlite: ${error instanceof Error ? error.message : String(error)}`;
}
