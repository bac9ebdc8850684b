import { setTimeout as pause } from "node:timers/promises";
import { FAST_RETRIES } from "../../../src/sandbox/index.js";
import { openDatabase } from "../../../src/sandbox/store/open-database.js";
import { type Client, createClient } from "./client.js";
import type { History, Kill, StoredOrder, Write } from "./history.js";
import { type FlakyListener, listen, SECRET } from "./listener.js";
import { type Replicas, startReplicas } from "./replicas.js";
import { type Order, type WriterSettings, write } from "./writers.js";

export type ChaosSettings = {
  /** A file or the URL of a PostgreSQL database, which must be empty. */
  readonly database: string;
  /** Arguments for Node that start a replica. */
  readonly program: readonly string[];
  readonly replicas: number;
  /** Kills at random times, and further kills with a pause before and after each. */
  readonly kills: number;
  readonly killsAlone: number;
  /** Acknowledged writes to wait for before each random kill. Default: 0. */
  readonly writesBetween?: number;
  readonly writers: number;
  readonly pauseMs: number;
  readonly random: () => number;
  readonly progress: (text: string) => void;
};

/** Minimum and maximum time between two random kills, in milliseconds. */
const LIFE = [300, 2_500] as const;
/** Pause around a single kill: longer than a delivery may take to resume. */
const ALONE_MS = 6_000;
const SETTLING_MS = 90_000;

/** Runs writers and a webhook listener while replicas are killed at random, and returns what they observed. */
export async function runChaos(settings: ChaosSettings): Promise<History & { readonly complaints: readonly string[] }> {
  const { database, program, random } = settings;
  const listener = await listen(random);
  const replicas = await startReplicas({
    program,
    count: settings.replicas,
    options: {
      database,
      data: "none",
      // All replicas have one base URL, as behind a load balancer. No request is sent to it.
      baseUrl: "http://sandbox.example",
      deliveries: { allow: ["127.0.0.0/8"] },
      policies: { retrySchedule: [...FAST_RETRIES, ...Array.from({ length: 20 }, () => 1_000)] },
    },
  });
  try {
    const client = await createClient(replicas, random);
    const { businessId } = replicas.demo;
    await registerHook(client, replicas, listener.url);
    let over = false;
    const writing: WriterSettings["writing"] = { writes: [], reads: [], unexpected: [] };
    const writer: WriterSettings = {
      ...{ client, random, businessId, writing, pauseMs: settings.pauseMs, isOver: () => over },
    };
    const writers = Array.from({ length: settings.writers }, () => write(writer));
    const kills = await killAtRandom(settings, replicas, () => writing.writes.length);
    listener.recover();
    over = true;
    await Promise.all(writers);
    await waitUntilDelivered(listener, writing.writes);
    const orders = await readStoredOrders(client, businessId);
    return {
      ...{ ...writing, kills, orders, receptions: listener.receptions, complaints: replicas.complaints },
      ...(await readStoredEvents(database)),
    };
  } finally {
    await replicas.close();
    listener.close();
  }
}

async function registerHook(client: Client, { demo }: Replicas, deliveryUrl: string): Promise<void> {
  const { applicationId, businessId } = demo;
  const eventTypes = ["ORDER_OPENED", "ORDER_COMPLETED", "ORDER_CANCELLED", "ORDER_UPDATED"];
  const { status, text } = await client.sendUntilResponse({
    method: "POST",
    path: "/hooks",
    requestId: "chaos",
    body: { applicationId, businessId, deliveryUrl, secret: SECRET, eventTypes },
  });
  if (status !== 201) throw new Error(`the hook was not registered: ${status} ${text}`);
}

/** Kills running replicas without waiting for the restart of others, so that several can be down at once. */
async function killAtRandom(settings: ChaosSettings, replicas: Replicas, acknowledged: () => number): Promise<Kill[]> {
  const { random, progress, writesBetween = 0 } = settings;
  const kills: Kill[] = [];
  const up = new Set(replicas.urls.keys());
  const starts = new Set<Promise<void>>();
  const kill = async (isSingle: boolean): Promise<void> => {
    while (up.size === 0) await Promise.race(starts);
    const replica = [...up][Math.floor(random() * up.size)] ?? 0;
    up.delete(replica);
    const at = Date.now();
    // After a single kill, the replica stays down long enough for the others to take over.
    const restartDelay = isSingle && settings.replicas > 1 ? pause(ALONE_MS) : undefined;
    const start = replicas.kill(replica, restartDelay).then((startMs) => {
      kills.push({ at, replica, isSingle, startMs });
      up.add(replica);
      starts.delete(start);
    });
    starts.add(start);
    if (isSingle) await start;
  };
  for (let count = 1; count <= settings.kills; count += 1) {
    for (const wanted = acknowledged() + writesBetween; acknowledged() < wanted; ) await pause(10);
    await pause(LIFE[0] + (LIFE[1] - LIFE[0]) * random());
    await kill(false);
    if (count % 20 === 0) progress(`${count} kills`);
  }
  await Promise.all(starts);
  for (let count = 0; count < settings.killsAlone; count += 1) {
    await pause(ALONE_MS);
    await kill(true);
  }
  if (settings.killsAlone > 0) await pause(ALONE_MS);
  return kills;
}

/** Waits until every write has an acknowledged webhook, and then as long as a lease lasts, so that repeated deliveries arrive. */
async function waitUntilDelivered({ receptions }: FlakyListener, writes: readonly Write[]): Promise<void> {
  for (let waited = 0; waited < SETTLING_MS; waited += 250) {
    const acknowledged = new Set(receptions.filter(({ outcome }) => outcome === "acknowledged").map(({ id }) => id));
    if (acknowledged.size >= writes.length) break;
    await pause(250);
  }
  await pause(ALONE_MS);
}

/** Reads every order of the business, page by page. */
async function readStoredOrders(client: Client, businessId: string): Promise<StoredOrder[]> {
  const found: StoredOrder[] = [];
  for (let path: string | undefined = `/businesses/${businessId}/orders?limit=100`; path !== undefined; ) {
    const { status, text } = await client.sendUntilResponse({ method: "GET", path });
    if (status !== 200) throw new Error(`${status} to GET ${path}: ${text}`);
    const page = JSON.parse(text) as { orders: Order[]; links: { rel: string; href: string }[] };
    found.push(...page.orders.map(({ id, amounts }) => ({ orderId: id, value: amounts?.netTotal })));
    path = page.links.find(({ rel }) => rel === "next")?.href;
  }
  return found;
}

/** Reads events and deliveries from the database: no operation of the service lists all of them. */
async function readStoredEvents(address: string): Promise<Pick<History, "events" | "undelivered">> {
  const database = await openDatabase(address);
  try {
    const events = await database.all(
      "SELECT order_id, event_type, COUNT(*) AS count FROM events GROUP BY order_id, event_type",
    );
    const undelivered = await database.all(
      `SELECT d.id, d.state, d.attempt, a.reason FROM deliveries d
        LEFT JOIN attempts a ON a.delivery_id = d.id AND a.attempt = d.attempt
        WHERE d.state <> 'done' ORDER BY d.created_at, d.id`,
    );
    return {
      events: events.map((row) => ({
        orderId: String(row.order_id),
        eventType: String(row.event_type),
        count: Number(row.count),
      })),
      undelivered: undelivered.map(
        ({ id, state, attempt, reason }) => `${id} is ${state} after ${attempt} attempts (${reason ?? "none"})`,
      ),
    };
  } finally {
    await database.close();
  }
}
