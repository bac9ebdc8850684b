import { setTimeout as pause } from "node:timers/promises";
import { FAST_RETRIES } from "../../src/sandbox/index.js";
import { openDatabase } from "../../src/sandbox/store/index.js";
import { type Client, createClient } from "./client.js";
import type { History, Kill, StoredOrder, Write } from "./history.js";
import { type FlakyListener, listen, SECRET } from "./listener.js";
import { type Replicas, startReplicas } from "./replicas.js";
import { type Order, type WriterSettings, write } from "./writers.js";

export type ChaosSettings = {
  /** A file, or an address of PostgreSQL; new and empty. */
  readonly database: string;
  /** The program of a replica, as arguments of Node. */
  readonly program: readonly string[];
  readonly replicas: number;
  /** Kills at random moments, and kills after each of which the others are left alone. */
  readonly kills: number;
  readonly killsAlone: number;
  /** So many writes are acknowledged before each kill at random, however long a replica takes to start; none if not given. */
  readonly writesBetween?: number;
  readonly writers: number;
  readonly pauseMs: number;
  readonly random: () => number;
  readonly progress: (text: string) => void;
};

/** How long a replica lives at the least and at the most, in milliseconds. */
const LIFE = [300, 2_500] as const;
/** After a kill alone: longer than a delivery may rest. */
const ALONE_MS = 6_000;
const SETTLING_MS = 90_000;

/** Lets writers write and a listener listen while replicas are killed at random, and tells what was seen. */
export async function runChaos(settings: ChaosSettings): Promise<History & { readonly complaints: readonly string[] }> {
  const { database, program, random } = settings;
  const listener = await listen(random);
  const replicas = await startReplicas({
    program,
    count: settings.replicas,
    options: {
      database,
      data: "none",
      // The same at each of them, as behind a load balancer; nobody asks it.
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
    await settled(listener, writing.writes);
    const orders = await storedOrders(client, businessId);
    return {
      ...{ ...writing, kills, orders, receptions: listener.receptions, complaints: replicas.complaints },
      ...(await storedEvents(database)),
    };
  } finally {
    await replicas.close();
    listener.close();
  }
}

async function registerHook(client: Client, { demo }: Replicas, deliveryUrl: string): Promise<void> {
  const { applicationId, businessId } = demo;
  const eventTypes = ["ORDER_OPENED", "ORDER_COMPLETED", "ORDER_CANCELLED", "ORDER_UPDATED"];
  const { status, text } = await client.untilAnswered({
    method: "POST",
    path: "/hooks",
    requestId: "chaos",
    body: { applicationId, businessId, deliveryUrl, secret: SECRET, eventTypes },
  });
  if (status !== 201) throw new Error(`the hook was not registered: ${status} ${text}`);
}

/** Kills those that are up, and does not wait for the others: at times several are down at once. */
async function killAtRandom(settings: ChaosSettings, replicas: Replicas, acknowledged: () => number): Promise<Kill[]> {
  const { random, progress, writesBetween = 0 } = settings;
  const kills: Kill[] = [];
  const up = new Set(replicas.urls.keys());
  const starts = new Set<Promise<void>>();
  const kill = async (alone: boolean): Promise<void> => {
    while (up.size === 0) await Promise.race(starts);
    const replica = [...up][Math.floor(random() * up.size)] ?? 0;
    up.delete(replica);
    const at = Date.now();
    // Of several, the one that died alone stays away for long enough that the others must take over.
    const rest = alone && settings.replicas > 1 ? pause(ALONE_MS) : undefined;
    const start = replicas.kill(replica, rest).then((startMs) => {
      kills.push({ at, replica, alone, startMs });
      up.add(replica);
      starts.delete(start);
    });
    starts.add(start);
    if (alone) await start;
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

/** Waits until every write has been told of, and then for as long as a lease lasts: what comes again comes by then. */
async function settled({ receptions }: FlakyListener, writes: readonly Write[]): Promise<void> {
  for (let waited = 0; waited < SETTLING_MS; waited += 250) {
    const acknowledged = new Set(receptions.filter(({ answered }) => answered === "acknowledged").map(({ id }) => id));
    if (acknowledged.size >= writes.length) break;
    await pause(250);
  }
  await pause(ALONE_MS);
}

/** Every order of the business, by the listing and its links. */
async function storedOrders(client: Client, businessId: string): Promise<StoredOrder[]> {
  const found: StoredOrder[] = [];
  for (let path: string | undefined = `/businesses/${businessId}/orders?limit=100`; path !== undefined; ) {
    const { status, text } = await client.untilAnswered({ method: "GET", path });
    if (status !== 200) throw new Error(`${status} to GET ${path}: ${text}`);
    const page = JSON.parse(text) as { orders: Order[]; links: { rel: string; href: string }[] };
    found.push(...page.orders.map(({ id, amounts }) => ({ orderId: id, value: amounts?.netTotal })));
    path = page.links.find(({ rel }) => rel === "next")?.href;
  }
  return found;
}

/** Events and deliveries, from the database itself: no call of the service tells of all of them. */
async function storedEvents(address: string): Promise<Pick<History, "events" | "undelivered">> {
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
