/** Measures how late webhooks are while clients write without pause, beside listeners that never respond. */
import { chmodSync, mkdirSync, mkdtempSync } from "node:fs";
import { Agent, createServer, type Server } from "node:http";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { closeServer, listenOn } from "../../src/cli/process/listen-on.js";
import { findFreePort } from "../../test/free-port.js";
import { clusterAddress, postgresBinaries, startCluster, stopCluster } from "../../test/sandbox/postgres-cluster.js";
import { type Client, createClient } from "../long/chaos/client.js";
import { buildReplica } from "../long/chaos/program.js";
import { startReplicas } from "../long/chaos/replicas.js";
import { createOrderBody, createUuid } from "./bench-orders.js";
import { quantile } from "./figures.js";
import { send } from "./load.js";
import { getResidentMegabytes } from "./running.js";

export type DeliveryLoad = {
  /** A file or the URL of a PostgreSQL database. */
  readonly database: string;
  /** Arguments for Node that start a replica. */
  readonly program: readonly string[];
  readonly seconds: number;
  /** Clients that write without pause; with none, one client writes 20 times per second. */
  readonly writers: number;
  /** Number of listeners that acknowledge, and of listeners that do not: they hang, reject or do not exist. */
  readonly healthy: number;
  readonly dead: number;
};

export type DeliveryFigures = {
  readonly writesPerSecond: number;
  /** Milliseconds from sending a write to its first attempt at a listener, in ascending order. */
  readonly delays: readonly number[];
  /** Writes that a listener had not received five seconds after the last write. Their delay ends then. */
  readonly missing: number;
  readonly megabytes: number;
};

/** Starts a sandbox in a process of its own, and writes orders to it. */
export async function measureDeliveries(load: DeliveryLoad): Promise<DeliveryFigures> {
  const listeners = await startListeners(load);
  const replicas = await startReplicas({
    program: load.program,
    count: 1,
    options: { database: load.database, data: "none", deliveries: { allow: ["127.0.0.0/8"] } },
  });
  try {
    const client = await createClient(replicas, Math.random);
    for (const deliveryUrl of listeners.urls) await createHook(client, replicas.demo, deliveryUrl);
    const written = new Map<string, number>();
    const began = performance.now();
    let highest = 0;
    const watch = setInterval(() => {
      highest = Math.max(highest, ...replicas.processes().map(getResidentMegabytes));
    }, 500);
    await writeOrders(load, {
      url: replicas.urls[0] ?? "",
      businessId: replicas.demo.businessId,
      token: client.token,
      written,
    });
    const seconds = (performance.now() - began) / 1000;
    await pause(5000);
    clearInterval(watch);
    return { writesPerSecond: written.size / seconds, megabytes: highest, ...listeners.measureDelays(written) };
  } finally {
    await replicas.close();
    listeners.close();
  }
}

async function createHook(
  client: Client,
  { applicationId, businessId }: { readonly applicationId: string; readonly businessId: string },
  deliveryUrl: string,
): Promise<void> {
  const body = { applicationId, businessId, deliveryUrl, secret: "s3cret", eventTypes: ["ORDER_OPENED"] };
  const { status, text } = await client.sendUntilResponse({ method: "POST", path: "/hooks", body });
  if (status !== 201) throw new Error(`the hook was not registered: ${status} ${text}`);
}

type Writing = {
  readonly url: string;
  readonly businessId: string;
  readonly token: string;
  /** When each order was sent, by its id. */
  readonly written: Map<string, number>;
};

async function writeOrders(
  { writers, seconds }: DeliveryLoad,
  { url, businessId, token, written }: Writing,
): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  const headers = { Authorization: `Bearer ${token}`, "Api-Version": "1.2" };
  const end = performance.now() + seconds * 1000;
  const loadRequest = {
    method: "PUT",
    path: (nth: number) => `/businesses/${businessId}/orders/${createUuid(nth)}`,
    body: (nth: number) => JSON.stringify(createOrderBody(nth)),
  };
  let count = 0;
  const write = async (): Promise<void> => {
    while (performance.now() < end) {
      const nth = ++count;
      written.set(createUuid(nth), performance.now());
      await send(url, { agent, headers, loadRequest, nth });
      if (writers === 0) await pause(50);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, writers) }, write));
  agent.destroy();
}

type Listeners = {
  readonly urls: readonly string[];
  readonly measureDelays: (written: ReadonlyMap<string, number>) => Pick<DeliveryFigures, "delays" | "missing">;
  readonly close: () => void;
};

async function startListeners({ healthy, dead }: DeliveryLoad): Promise<Listeners> {
  const received = Array.from({ length: healthy }, () => new Map<string, number>());
  const servers: Server[] = [];
  const listen = async (server: Server): Promise<string> => {
    servers.push(server);
    return `${await listenOn(server)}/`;
  };
  const urls: string[] = [];
  for (const first of received) urls.push(await listen(createListener(first)));
  const kinds = [
    () => listen(createServer((message) => void message.resume())),
    () => listen(createServer((message, response) => void response.writeHead(500).end(message.resume() && ""))),
    async () => `http://127.0.0.1:${await findFreePort()}/`,
  ];
  for (let nth = 0; nth < dead; nth += 1) urls.push((await kinds[nth % kinds.length]?.()) ?? "");
  return {
    urls,
    measureDelays: (written) => {
      const end = performance.now();
      const times = received.flatMap((first) => [...written].map(([id, at]) => [at, first.get(id)] as const));
      const delays = times.map(([at, arrived = end]) => arrived - at).sort((left, right) => left - right);
      return { delays, missing: times.filter(([, arrived]) => arrived === undefined).length };
    },
    close: () => {
      for (const server of servers) void closeServer(server);
    },
  };
}

/** A listener that acknowledges, and notes when it first received each order. */
function createListener(first: Map<string, number>): Server {
  return createServer((message, response) => {
    const at = performance.now();
    const chunks: Buffer[] = [];
    message.on("data", (chunk: Buffer) => chunks.push(chunk));
    message.on("end", () => {
      const { resourceId } = JSON.parse(Buffer.concat(chunks).toString()) as { resourceId: string };
      if (!first.has(resourceId)) first.set(resourceId, at);
      response.writeHead(200).end();
    });
  });
}

/** Returns a Markdown table with rows of load, on SQLite and, if it is installed, on PostgreSQL. */
export async function createDeliveryTables(parent: string, seconds: number): Promise<string[]> {
  const folder = mkdtempSync(join(parent, "deliveries-"));
  // The user of PostgreSQL reads it.
  for (const path of [parent, folder]) chmodSync(path, 0o711);
  const cluster = join(folder, "cluster");
  const program = await buildReplica(folder);
  const rows = [
    `## Sandbox: time from a write to its first attempt at a listener that acknowledges, ${seconds} s each`,
    "",
    "Of the dead listeners, a third hangs, a third responds with 500, and a third does not exist. Without writers, one client",
    "writes 20 times per second.",
    "",
    "| | writers | listeners | dead listeners | writes/s | p50 ms | p99 ms | max ms | not received in 5 s | peak MB |",
    "|---|---|---|---|---|---|---|---|---|---|",
  ];
  const addRow = async (name: string, database: string, row: (typeof DELIVERY_LOADS)[number]): Promise<void> => {
    const [writers, healthy, dead] = row;
    const load = { database, program, seconds, writers, healthy, dead };
    const { writesPerSecond, delays, missing, megabytes } = await measureDeliveries(load);
    const times = [0.5, 0.99, 1].map((share) => (delays.length === 0 ? "–" : quantile(delays, share).toFixed(0)));
    const cells = [name, writers, healthy, dead, writesPerSecond.toFixed(0), ...times, missing, megabytes.toFixed(0)];
    rows.push(`| ${cells.join(" | ")} |`);
    process.stderr.write(`${rows.at(-1)}\n`);
  };
  try {
    for (const row of DELIVERY_LOADS) await addRow("SQLite", join(folder, `${row.join("-")}.db`), row);
    if (postgresBinaries === undefined) return [...rows, ""];
    mkdirSync(cluster);
    await startCluster({ folder: cluster, owner: process.pid, durable: true });
    const names = DELIVERY_LOADS.map((row) => `bench_${row.join("_")}`);
    await createDatabases(clusterAddress(cluster, "postgres"), names);
    for (const [at, row] of DELIVERY_LOADS.entries())
      await addRow("PostgreSQL", clusterAddress(cluster, names[at] ?? ""), row);
    return [...rows, ""];
  } finally {
    stopCluster(cluster);
  }
}

async function createDatabases(address: string, names: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  for (const name of names) await client.query(`CREATE DATABASE ${name}`);
  await client.end();
}

/** Writers, listeners that acknowledge, and dead listeners. */
const DELIVERY_LOADS: readonly (readonly [writers: number, healthy: number, dead: number])[] = [
  [0, 1, 0],
  [0, 1, 30],
  [4, 0, 0],
  [4, 1, 0],
  [4, 0, 30],
  [4, 1, 30],
];
