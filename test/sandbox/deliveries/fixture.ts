/** A database with hooks, and an app context whose clock the test moves. */
import { onTestFinished } from "vitest";
import { loadDocument } from "../../../src/document/index.js";
import { type AppContext, DEFAULT_POLICIES } from "../../../src/sandbox/context/app-context.js";
import { writeClock } from "../../../src/sandbox/context/domain-clock.js";
import {
  createDispatcher,
  type Dispatcher,
  type DispatcherOptions,
} from "../../../src/sandbox/deliveries/dispatcher.js";
import { enqueueEvents } from "../../../src/sandbox/deliveries/enqueue-events.js";
import {
  createDeliveryProfile,
  type DeliveryProfileOptions,
} from "../../../src/sandbox/delivery-urls/delivery-profile.js";
import { REAL_CLOCK } from "../../../src/sandbox/real-clock.js";
import type { Database, Row } from "../../../src/sandbox/store/database.js";
import { createSchemas } from "../../../src/schema/index.js";

export { PATIENT } from "../patient-limits.js";

export const BUSINESS = "7f3c1d52-4b8e-4a57-9c1e-2d6a8b0f4e11";
export const ORDER = "4f6b8da2-1c3e-4079-b2d4-6e8f0a1c3d52";
export const APPLICATION = "urn:aid:6d8f0b2a-afc2-48e9-9bed-5f7b9d1c3ad1";
export const SECRET = "a-long-random-signing-secret";
/** The frozen domain time of these tests. */
export const START = Date.UTC(2026, 2, 14, 12);

export const SECOND = 1000;
export const DAY = 24 * 3600 * SECOND;

const schemas = createSchemas(loadDocument("spec/openapi.yaml"));

type ContextOptions = {
  readonly retrySchedule?: readonly number[];
  readonly profile?: DeliveryProfileOptions;
  readonly seed?: string;
};

export function createTestContext({
  retrySchedule = [],
  profile = { reach: "local" },
  seed = "test",
}: ContextOptions = {}): AppContext {
  return {
    seed,
    baseUrl: () => "https://services.commerce-cloud.example",
    billingUrl: () => "https://billing.commerce-cloud.example",
    schemas,
    policies: { ...DEFAULT_POLICIES, retrySchedule },
    deliveryProfile: createDeliveryProfile(profile),
    realClock: REAL_CLOCK,
    wake: () => undefined,
  };
}

export type HookRow = {
  readonly id: string;
  readonly url: string;
  readonly businessId?: string;
  readonly eventTypes?: readonly string[];
  readonly active?: boolean;
  readonly createdAt?: number;
};

export async function addHook(database: Database, hook: HookRow): Promise<void> {
  const { id, url, businessId = BUSINESS, eventTypes = ["ORDER_OPENED"], active = true, createdAt = START } = hook;
  await database.run(
    `INSERT INTO hooks (id, application_id, business_id, delivery_url, secret, event_types, active, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8)`,
    [id, APPLICATION, businessId, url, SECRET, JSON.stringify(eventTypes), active ? 1 : 0, createdAt],
  );
}

/** An id of a hook, such as 00000000-0000-4000-8000-000000000007. */
export function hookId(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
}

let writes = 0;

/** Enqueues the event of an opened order, as a write does. */
export async function open(database: Database, world: AppContext, change: Partial<Change> = {}): Promise<void> {
  writes += 1;
  const whole = {
    businessId: BUSINESS,
    orderId: ORDER,
    eventTypes: ["ORDER_OPENED"],
    purpose: `write ${writes}`,
    now: START,
  };
  await database.transaction((queries) => enqueueEvents(queries, world, { ...whole, ...change }));
}

type Change = Parameters<typeof enqueueEvents>[2];

/** Freezes the domain clock at a time. */
export async function freeze(database: Database, at = START): Promise<void> {
  await writeClock(database, { mode: "frozen", at });
}

/** A database whose leases never expire. */
export function withoutLeaseEnd(database: Database): Database {
  return { ...database, leaseNow: async () => 1 };
}

/** A dispatcher that is stopped at the end of the test. */
export function dispatcherOf(options: DispatcherOptions): Dispatcher {
  const dispatcher = createDispatcher({
    onDefect: (problem) => {
      throw problem;
    },
    ...options,
  });
  onTestFinished(() => dispatcher.stop());
  return dispatcher;
}

export async function deliveries(database: Database): Promise<readonly Row[]> {
  return database.all("SELECT * FROM deliveries ORDER BY created_at, id");
}

export async function states(database: Database): Promise<readonly unknown[]> {
  return (await deliveries(database)).map(({ state }) => state);
}

/** Deletes the data of a test before the next one. */
export async function clear(database: Database): Promise<void> {
  for (const table of ["settings", "hooks", "events", "deliveries", "attempts"])
    await database.run(`DELETE FROM ${table}`);
}
