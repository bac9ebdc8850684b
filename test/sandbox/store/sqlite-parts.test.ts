/** Errors and waits of SQLite, and the work of a transaction, without a database. */
import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { DatabaseError, type Queries, runTransactionWork } from "../../../src/sandbox/store/database.js";
import { createReadGate, isBusy, toSqliteDatabaseError, tryUntilFree } from "../../../src/sandbox/store/sqlite.js";
import { recordQueries } from "../record-queries.js";

const fail = (message: string, members: object = {}): Error => Object.assign(new Error(message), members);
const show = (error: unknown): unknown => (error instanceof DatabaseError ? `${error.kind} ${error.message}` : error);

describe("an error of the file (sqlite)", () => {
  test.each([
    [5, "busy database f: other processes hold locks for too long (m)"],
    [6, "busy database f: other processes hold locks for too long (m)"],
    [261, "busy database f: other processes hold locks for too long (m)"],
    [8, "read-only database f: the database is read-only: make the file and its directory writable for this user (m)"],
    [10, "unreachable database f: reading or writing failed: check the disk (m)"],
    [11, "damaged database f: the file is damaged: restore it from a backup or use another path (m)"],
    [13, "full database f: the disk is full or the file cannot grow (m)"],
    [14, "unreachable database f: cannot open the file: its directory must exist and be writable for this user (m)"],
    [1555, "constraint database f: a row violates a constraint (m)"],
    [26, "damaged database f: the file is not a SQLite database: use another path (m)"],
  ])("with the code %i", (errcode, shown) => {
    const error = fail("m", { errcode });
    expect(show(toSqliteDatabaseError(error, "f"))).toBe(shown);
    expect(isBusy(error)).toBe(shown.startsWith("busy"));
  });

  test.each([fail("m", { errcode: 1 }), fail("m", { errcode: "5" }), fail("m"), { errcode: 5 }])(
    "that is none of these stays the same: %s",
    (error) => {
      expect(toSqliteDatabaseError(error, "f")).toBe(error);
      expect(isBusy(error)).toBe(false);
    },
  );
});

describe("waits (sqlite)", () => {
  test("reads run at once, or after the transaction in progress", async () => {
    const gate = createReadGate();
    const order: string[] = [];
    const read = (name: string) => gate.read(async () => void order.push(name));
    await read("before");
    const waiting: Promise<void>[] = [];
    const failed = gate.runTransaction(async () => {
      waiting.push(read("after"));
      waiting.push(gate.read(() => Promise.reject(fail("read failed"))));
      await turn();
      order.push("transaction");
      throw fail("work failed");
    });
    await expect(failed).rejects.toThrow("work failed");
    expect(await Promise.allSettled(waiting)).toEqual([
      { status: "fulfilled", value: undefined },
      { status: "rejected", reason: fail("read failed") },
    ]);
    await read("later");
    expect(order).toEqual(["before", "transaction", "after", "later"]);
    expect(await gate.runTransaction(async () => 7)).toBe(7);
  });

  test("a step is repeated while the file is locked, until it is late", async () => {
    const busy = fail("locked", { errcode: 5 });
    const steps = [busy, busy, undefined];
    const step = async (): Promise<string> => {
      const error = steps.shift();
      if (error !== undefined) throw error;
      return "done";
    };
    expect(await tryUntilFree(step)).toBe("done");
    steps.push(busy, busy);
    await expect(tryUntilFree(step, () => true)).rejects.toBe(busy);
    expect(steps).toHaveLength(1);
    const other = fail("other", { errcode: 1 });
    steps.unshift(other);
    await expect(tryUntilFree(step)).rejects.toBe(other);
    expect(steps).toHaveLength(1);
  });
});

describe("the work of a transaction (both)", () => {
  const failing = (): Queries => ({ ...recordQueries().queries, run: () => Promise.reject(fail("statement failed")) });

  test("uses the queries until its end", async () => {
    const { statements, queries } = recordQueries({ all: [[{ a: 1 }]], first: [{ b: 2 }], run: [3] });
    let kept: Queries | undefined;
    const result = await runTransactionWork(queries, async (given) => {
      kept = given;
      return [given.engine, await given.all("A", [1]), await given.first("B", [2]), await given.run("C", [3])];
    });
    expect(result).toEqual(["sqlite", [{ a: 1 }], { b: 2 }, 3]);
    expect(statements).toEqual([
      ["A", [1]],
      ["B", [2]],
      ["C", [3]],
    ]);
    await expect(kept?.all("D")).rejects.toThrow(
      new DatabaseError("closed", "the transaction has ended: await every query within its work"),
    );
    expect(statements).toHaveLength(3);
  });

  test("fails with its own error, or with that of the first failed statement", async () => {
    await expect(
      runTransactionWork(failing(), async ({ run }) => {
        await run("A").catch(() => undefined);
        throw fail("work failed");
      }),
    ).rejects.toThrow("work failed");
    await expect(
      runTransactionWork(failing(), async ({ run }) => {
        await run("A").catch(() => undefined);
      }),
    ).rejects.toThrow("statement failed");
  });
});
