/** The statements that fill a database. */
import { expect, test } from "vitest";
import type { JsonObject } from "../../../src/document/index.js";
import { createBuiltInService } from "../../../src/sandbox/commerce.js";
import { deriveUuid } from "../../../src/sandbox/context/derived-ids.js";
import { initializeDatabase, readOrCreateSeed, reseedDatabase } from "../../../src/sandbox/open-engine.js";
import { fillDatabase } from "../../../src/sandbox/seed-data/fill-database.js";
import { fillStatement as fill, recordDatabase, recordQueries } from "../record-queries.js";
import { makeContext } from "./make-context.js";

const app = makeContext({ now: 5000 });
const NONE = {
  tenants: { applications: [], businesses: [], users: [] },
  orders: [],
  plans: [],
  subscriptions: [],
  hooks: [],
};
const ONE_SECOND = "1970-01-01T00:00:01Z";
const DAY = 86_400_000;

const order = (id: string, businessId: string, ...transactions: readonly string[]): JsonObject => ({
  ...{ id, context: { businessId } },
  transactions: [...transactions.map((it) => ({ id: it })), 7],
});

test("orders have consecutive numbers in their business, shared with their transactions", async () => {
  const { statements, queries } = recordQueries();
  const orders = [order("O1", "b", "t1", "t2"), order("o2", "c"), order("o3", "b", "t3")];
  await fillDatabase(queries, app, { ...NONE, orders }, 5000);
  const rows = (table: string, columns: number) => {
    const values = statements.find(([sql]) => sql.startsWith(`INSERT INTO ${table} `))?.[1] ?? [];
    return Array.from({ length: values.length / columns }, (_, at) => values.slice(at * columns, at * columns + 4));
  };
  const OPEN = 9_000_000_000_000_000;
  expect(rows("orders", 11)).toEqual([
    ["b", "o1", 1, OPEN],
    ["c", "o2", 1, OPEN],
    ["b", "o3", 4, OPEN],
  ]);
  expect(rows("transactions", 24)).toEqual([
    ["b", "t1", 2, OPEN],
    ["b", "t2", 3, OPEN],
    ["b", "t3", 5, OPEN],
  ]);
  expect(statements.slice(-2).map(fill)).toEqual([
    'UPDATE businesses SET sequence = 5 WHERE id = "b"',
    'UPDATE businesses SET sequence = 1 WHERE id = "c"',
  ]);
});

test.each([
  [4999, 0],
  [5000, 1],
])("with %i orders, indexes are rebuilt: %i", async (count, rebuilt) => {
  const { statements, queries } = recordQueries();
  const orders = Array.from({ length: count }, () => ({}));
  await fillDatabase(queries, app, { ...NONE, orders }, 5000);
  const sql = statements.map(([text]) => text);
  const dropped = sql.filter((text) => text.startsWith("DROP INDEX ")).map((text) => text.split(" ")[2]);
  const created = sql.filter((text) => text.startsWith("CREATE INDEX ")).map((text) => text.split(" ")[2]);
  expect(dropped.length > 5).toBe(rebuilt === 1);
  expect(created).toEqual(dropped);
  expect(sql.filter((text) => text.startsWith("INSERT INTO orders"))).toHaveLength(100);
});

test("plans, subscriptions with the ends of their trials, and hooks", async () => {
  const { statements, queries } = recordQueries();
  const plan: JsonObject = { appId: "a", planId: "p", createdAt: ONE_SECOND, trialPeriodDays: 2 };
  const ids = { appId: "a", businessId: "b", startAt: ONE_SECOND };
  const subscriptions: readonly JsonObject[] = [
    { ...ids, subscriptionId: "1", phase: "TRIAL", planId: "p", createdAt: ONE_SECOND, status: "CANCELLED" },
    { ...ids, subscriptionId: "2", phase: "FULL", planId: "p" },
    { ...ids, subscriptionId: "3", phase: "TRIAL" },
  ];
  const hook = { applicationId: "a", businessId: "b", deliveryUrl: "u", secret: "s" };
  const hooks = [
    { ...hook, eventTypes: ["t"], active: true },
    { ...hook, active: false },
  ];
  await fillDatabase(queries, app, { ...NONE, plans: [plan], subscriptions, hooks }, 5000);
  const [first, second, third] = subscriptions.map((it) => JSON.stringify(it));
  expect(statements).toEqual([
    [
      "INSERT INTO plans (application_id, id, created_at, body) VALUES ($1,$2,$3,$4)",
      ["a", "p", 1000, JSON.stringify(plan)],
    ],
    [
      "INSERT INTO subscriptions (application_id, id, business_id, status, created_at, trial_ends_at, body) VALUES ($1,$2,$3,$4,$5,$6,$7), ($8,$9,$10,$11,$12,$13,$14), ($15,$16,$17,$18,$19,$20,$21)",
      [
        ...["a", "1", "b", "CANCELLED", 1000, 1000 + 2 * DAY, first],
        ...["a", "2", "b", "ACTIVE", 0, null, second],
        ...["a", "3", "b", "ACTIVE", 0, null, third],
      ],
    ],
    [
      "INSERT INTO hooks (id, application_id, business_id, delivery_url, secret, event_types, active, created_at, updated_at) VALUES ($1,$2,$3,$4,$5,$6,$7,$8,$9), ($10,$11,$12,$13,$14,$15,$16,$17,$18)",
      [
        ...[deriveUuid("test", "seed hook", "0"), "a", "b", "u", "s", '["t"]', 1, 5000, 5000],
        ...[deriveUuid("test", "seed hook", "1"), "a", "b", "u", "s", "[]", 0, 5000, 5000],
      ],
    ],
  ]);
});

const CLOCK = 'SELECT value FROM settings WHERE name = "clock"';
const setClock = (state: object): string =>
  `INSERT INTO settings (name, value) VALUES ("clock", ${JSON.stringify(JSON.stringify(state))}) ON CONFLICT (name) DO UPDATE SET value = excluded.value`;

test.each<[startAt: { time?: number; freeze?: boolean }, statements: readonly string[]]>([
  [{}, [CLOCK]],
  [{ freeze: false }, [CLOCK]],
  [{ freeze: true }, [setClock({ mode: "frozen", at: 5000 }), CLOCK]],
  [{ time: 7000 }, [setClock({ mode: "running", offset: 2000 }), CLOCK]],
  [{ time: 0, freeze: true }, [setClock({ mode: "frozen", at: 0 }), CLOCK]],
])("the clock of a sandbox that starts with %j", async (startAt, expected) => {
  const { statements, queries } = recordQueries();
  await reseedDatabase(queries, app, { data: {}, startAt }, createBuiltInService());
  expect(statements.map(fill)).toEqual(expected);
});

test.each([
  ["is filled when it is new", { data: {} }, "inline", { name: "filled" }, [CLOCK]],
  ["stays as it is otherwise", { data: {} }, "inline", undefined, []],
  ["keeps the name of its data", { data: "none" }, "none", undefined, []],
  ["has the small fixture by default", {}, "small", undefined, []],
])("a database %s", async (_, options, value, row, rest) => {
  const { statements, database } = recordDatabase({ first: [row] });
  await initializeDatabase(database, app, options, createBuiltInService());
  expect(statements.map(fill)).toEqual([
    `INSERT INTO settings (name, value) VALUES ('filled', "${value}") ON CONFLICT (name) DO NOTHING RETURNING name`,
    ...rest,
  ]);
});

test("a random seed has 32 bytes", async () => {
  const { statements, database } = recordDatabase({ first: [{ value: "stored" }] });
  expect(await readOrCreateSeed(database, {}, app.realClock)).toBe("stored");
  expect(statements[0]?.[1]).toEqual(["A".repeat(43)]);
});
