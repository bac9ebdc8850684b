/** A request delayed by a fault rule uses the clock after the delay. */
import { expect, test } from "vitest";
import { writeClock } from "../../../src/sandbox/context/domain-clock.js";
import { lockFaultRules, writeFaultRules } from "../../../src/sandbox/faults/fault-rules.js";
import { createRequestLog } from "../../../src/sandbox/requests/request-log.js";
import { createRequestPipeline } from "../../../src/sandbox/requests/request-pipeline.js";
import { createTestContext, DAY, freeze, START } from "../deliveries/fixture.js";
import { describeEachEngine } from "../engines.js";

describeEachEngine("a request that is kept waiting", (makeDatabase, { newTarget }) => {
  test("arrives at the time to which the clock was advanced meanwhile", async () => {
    const target = await newTarget();
    const [database, replica] = [await makeDatabase(target), await makeDatabase(target)];
    await freeze(database);
    await database.transaction(async (queries) => {
      const rules = [{ id: "slow", match: {}, do: { delay: 1 } }];
      await writeFaultRules(queries, { former: await lockFaultRules(queries), rules });
    });
    const times: number[] = [];
    const front = createRequestPipeline({
      database,
      app: createTestContext(),
      log: createRequestLog(),
      service: {
        locate: (request) => ({ request, path: new Map() }),
        serve: async (_, now) => {
          times.push(now);
          return { response: { status: 200, headers: [], body: new Uint8Array() } };
        },
      },
    });
    const request = { method: "GET", target: "/plans", headers: [], body: new Uint8Array() };
    await front({ kind: "request", request }, () => writeClock(replica, { mode: "frozen", at: START + DAY }));
    expect(times).toEqual([START + DAY]);
  });
});
