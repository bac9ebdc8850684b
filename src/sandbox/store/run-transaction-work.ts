import type { Queries } from "./database.js";
import { DatabaseError } from "./database-error.js";

/**
 * Runs the work of one transaction. Throws when a statement failed, even if the work caught the error: otherwise
 * PostgreSQL would silently roll back, and SQLite would commit the rest. Rejects queries after the end, which would run
 * outside the transaction.
 *
 * @throws the error of the work, or of the first failed statement
 */
export async function runTransactionWork<T>(queries: Queries, work: (queries: Queries) => Promise<T>): Promise<T> {
  let ended = false;
  let failure: { readonly error: unknown } | undefined;
  const guarded = async <R>(query: () => Promise<R>): Promise<R> => {
    if (ended) throw new DatabaseError("closed", "the transaction has ended: await every query within its work");
    try {
      return await query();
    } catch (error) {
      failure ??= { error };
      throw error;
    }
  };
  try {
    const result = await work({
      engine: queries.engine,
      all: (sql, values) => guarded(() => queries.all(sql, values)),
      first: (sql, values) => guarded(() => queries.first(sql, values)),
      run: (sql, values) => guarded(() => queries.run(sql, values)),
    });
    if (failure !== undefined) throw failure.error;
    return result;
  } finally {
    ended = true;
  }
}
