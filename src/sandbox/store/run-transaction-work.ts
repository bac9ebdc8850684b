import type { Queries } from "./database.js";
import { DatabaseError } from "./database-error.js";

/**
 * Runs the work of one transaction. After a statement failed nothing of the transaction may be kept, even when the work has
 * caught the error: PostgreSQL would undo it without a word, and SQLite would keep the rest. What is asked after the end is
 * refused, since it would run outside.
 *
 * @throws what the work throws, or what the first failed statement did
 */
export async function runTransactionWork<T>(queries: Queries, work: (queries: Queries) => Promise<T>): Promise<T> {
  let ended = false;
  let failure: { readonly error: unknown } | undefined;
  const guarded = async <R>(ask: () => Promise<R>): Promise<R> => {
    if (ended) throw new DatabaseError("closed", "the transaction has ended: await every query within its work");
    try {
      return await ask();
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
