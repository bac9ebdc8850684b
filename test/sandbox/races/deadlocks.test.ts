/** Lock order: there are no known deadlocks, and unexpected ones are retried. */
import { beforeEach, expect, test } from "vitest";
import { type AdminContext, runChange } from "../../../src/sandbox/admin/admin-route.js";
import { deleteFaults, postFault } from "../../../src/sandbox/admin/fault-routes.js";
import { createHookSlots } from "../../../src/sandbox/deliveries/hook-slots.js";
import { leaseDueDeliveries } from "../../../src/sandbox/deliveries/lease-deliveries.js";
import { recordOutcome } from "../../../src/sandbox/deliveries/record-outcome.js";
import { createResponseOutcome } from "../../../src/sandbox/deliveries/send-delivery.js";
import { emptyTables } from "../../../src/sandbox/snapshots/snapshot.js";
import type { Database } from "../../../src/sandbox/store/database.js";
import { addHook, createTestContext, freeze, hookId, open, START } from "../deliveries/fixture.js";
import { describeEachEngine, describeEngine } from "../engines.js";
import { APP, createApi, SHOP } from "../paging/api.js";
import { endOrLock, interleave } from "./interleave.js";

const app = createTestContext();
const claimant = { leaseOwner: "one-1", now: START, slots: createHookSlots() };

type Case = {
  readonly name: string;
  /** The statement after which a reset starts. */
  readonly after: RegExp;
  /** Prepares the case, and returns the work to run during a reset. */
  readonly prepare: (database: Database) => Promise<(slow: Database) => Promise<unknown>>;
};

const CASES: readonly Case[] = [
  {
    name: "an attempt is settled",
    after: /^UPDATE deliveries SET lease_by/,
    prepare: async (database) => {
      const [delivery] = await leaseDueDeliveries(database, claimant);
      if (delivery === undefined) throw new Error("nothing was claimed");
      return (slow) =>
        recordOutcome(slow, app, { delivery, outcome: createResponseOutcome(500, "", undefined), duration: 1 });
    },
  },
  {
    name: "deliveries are claimed",
    after: /^WITH due/,
    prepare: async () => (slow) => leaseDueDeliveries(slow, claimant),
  },
  {
    name: "what a dead sender had is given back",
    after: /^SELECT id, hook_id, attempt FROM deliveries/,
    prepare: async (database) => {
      await leaseDueDeliveries(database, claimant);
      await database.run("UPDATE deliveries SET lease_until = 1");
      return (slow) => leaseDueDeliveries(slow, claimant);
    },
  },
  {
    name: "a fault rule is added",
    after: /^INSERT INTO settings/,
    prepare: async () => (slow) => addFault(slow),
  },
  {
    name: "fault rules are deleted",
    after: /^INSERT INTO settings/,
    prepare: async (database) => {
      await addFault(database);
      return (slow) => runChange(controlOf(slow), (at) => deleteFaults(at, REQUEST));
    },
  },
  {
    name: "a hook is registered without a request id",
    after: /^INSERT INTO counters/,
    prepare: async (database) => {
      await database.run("DELETE FROM businesses");
      return async (slow) =>
        (await createApi(slow)).send({ method: "POST", path: "/hooks", body: HOOK, withoutRequestId: true });
    },
  },
];

describeEachEngine("everything is reset", (makeDatabase, { newTarget }) => {
  let database: Database;
  let replica: Database;
  beforeEach(async () => {
    const target = await newTarget();
    database = await makeDatabase(target);
    replica = await makeDatabase(target);
    await freeze(database);
    await addHook(database, { id: hookId(1), url: "http://127.0.0.1:1/" });
    await open(database, app);
  });

  test.each(CASES)("while $name: each waits for the other once, and neither restarts", async ({ after, prepare }) => {
    const work = await prepare(database);
    const [others, resets] = [counting(database), counting(replica)];
    const slow = interleave(others.database, { after }, () => resets.database.transaction(emptyTables));
    await work(slow);
    await slow.stepped();
    expect(resets.counts).toEqual({ begun: 1, run: 1 });
    expect(others.counts.run).toBe(others.counts.begun);
  });
});

describeEngine("postgres", "a statement of its own that is undone by a deadlock", (makeDatabase, { newTarget }) => {
  test("is repeated", async () => {
    const target = await newTarget();
    const [database, replica] = [await makeDatabase(target), await makeDatabase(target)];
    await database.run("INSERT INTO counters (name, value) VALUES ('a', 0), ('b', 0)");
    let other: Promise<number> | undefined;
    await database.transaction(async (queries) => {
      // The other transaction detects the deadlock first, so it is rolled back.
      await queries.run("SET LOCAL deadlock_timeout = '20s'");
      await queries.run("UPDATE counters SET value = value + 1 WHERE name = 'b'");
      other ??= replica.run("UPDATE counters SET value = value + 1 WHERE name IN ('a', 'b')");
      await endOrLock(database, other);
      await queries.run("UPDATE counters SET value = value + 1 WHERE name = 'a'");
    });
    expect(await other).toBe(2);
    expect(await database.all("SELECT value FROM counters ORDER BY name")).toEqual([{ value: 2 }, { value: 2 }]);
  });
});

/** A database that counts transactions and runs of their work. */
function counting(database: Database) {
  const counts = { begun: 0, run: 0 };
  const transaction: Database["transaction"] = (work) => {
    counts.begun += 1;
    return database.transaction((queries) => {
      counts.run += 1;
      return work(queries);
    });
  };
  return { counts, database: { ...database, transaction } };
}

function controlOf(database: Database) {
  return { database, app } as AdminContext;
}

function addFault(database: Database) {
  return runChange(controlOf(database), (at) => postFault(at, { ...REQUEST, body: RULE }));
}

const REQUEST = { method: "POST", path: "/faults", query: new URLSearchParams(), headers: {}, body: Buffer.of() };
const RULE = Buffer.from(JSON.stringify({ match: { operationId: "listOrders" }, do: { status: 503 } }));
const HOOK = {
  applicationId: APP,
  businessId: SHOP,
  deliveryUrl: "https://93.184.216.34/events",
  secret: "a-long-random-signing-secret",
  eventTypes: ["ORDER_OPENED"],
};
