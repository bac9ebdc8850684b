import { expect, test, vi } from "vitest";
import { writeFaultRules } from "../../../src/sandbox/faults/fault-rules.js";
import type { Database } from "../../../src/sandbox/store/database.js";
import { describeEachEngine } from "../engines.js";
import { addHook, createTestContext, dispatcherOf, freeze, hookId, open } from "./fixture.js";
import { listen } from "./listener.js";

describeEachEngine("fault rules", (makeDatabase) => {
  test("apply to deliveries that were created after them, also while the dispatcher is looking", async () => {
    const database = await makeDatabase();
    await freeze(database);
    const app = createTestContext();
    const listener = await listen();
    await addHook(database, { id: hookId(1), url: listener.url });
    let isLooking = false;
    /** Adds the rule and the delivery as soon as the clock has been read. */
    const addLate = async <Rows>(sql: string, values: readonly unknown[] | undefined, rows: Rows): Promise<Rows> => {
      const isClock = sql.includes("'clock'") || values?.[0] === "clock";
      if (isLooking || !isClock) return rows;
      isLooking = true;
      const rules = [{ id: "r", on: "deliveries", match: {}, do: { drop: true } }] as const;
      await writeFaultRules(database, { former: [], rules });
      await open(database, app);
      return rows;
    };
    const late: Database = {
      ...database,
      first: async (sql, values) => addLate(sql, values, await database.first(sql, values)),
      all: async (sql, values) => addLate(sql, values, await database.all(sql, values)),
    };
    dispatcherOf({ database: late, app, pollEvery: 3_600_000 }).start();
    const attempts = () => database.all("SELECT reason FROM attempts");
    const isDropped = async () => expect(await attempts()).toEqual([{ reason: "fault rule r: nothing was sent" }]);
    await vi.waitFor(isDropped, { timeout: 30_000 });
  });
});
