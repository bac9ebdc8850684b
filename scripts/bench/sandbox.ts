/** The sandbox beside Prism's mock: the same requests to both, in turn, from one generator of load. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Agent, createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { JsonObject } from "../../src/document/index.js";
import { createSandbox } from "../../src/sandbox/index.js";
import { fill, packData } from "../../src/sandbox/seed-data/index.js";
import { merchants } from "../../src/sandbox/seed-data/merchant.js";
import { makeOrder } from "../../src/sandbox/seed-data/order.js";
import { migrate, openDatabase } from "../../src/sandbox/store/index.js";
import type { World } from "../../src/sandbox/world.js";
import { clientOf } from "../../test/sandbox/judged.js";
import { clusterAddress, postgresBinaries, startCluster, stopCluster } from "../../test/sandbox/postgres-cluster.js";

const CONTRACT = join(import.meta.dirname, "../../dist/cli/main.js");
const SECONDS = 5;
const CONNECTIONS = 8;

type Running = {
  readonly url: string;
  readonly process: ChildProcess;
  readonly milliseconds: number;
  readonly folder: string;
};
type Load = { readonly perSecond: number; readonly p50: number; readonly p99: number };
type Asked = {
  readonly method: string;
  readonly path: (nth: number) => string;
  readonly body?: (nth: number) => string;
};

/** Lines of Markdown: start and memory, load beside Prism, deliveries, and what a list costs as the table grows. */
export async function sandboxTables(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "bench-sandbox-"));
  chmodSync(folder, 0o711);
  const cluster = join(folder, "cluster");
  try {
    let postgres: string | undefined;
    if (postgresBinaries !== undefined) {
      mkdirSync(cluster);
      await startCluster({ folder: cluster, owner: process.pid, durable: true });
      postgres = clusterAddress(cluster, "postgres");
    }
    return [
      ...(await startTable(folder)),
      ...(await loadTable(folder, postgres)),
      ...(await deliveryTable(folder, postgres)),
      ...(await listTable(folder)),
    ];
  } finally {
    stopCluster(cluster);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function startTable(folder: string): Promise<string[]> {
  const rows = ["## Sandbox: start and memory", "", "| | start to ready, ms | resident, MB |", "|---|---|---|"];
  const row = async (name: string, args: readonly string[], runs: number): Promise<void> => {
    const seen: { milliseconds: number; memory: number }[] = [];
    for (let run = 0; run < runs; run += 1) {
      const it = await start(folder, args);
      await pause(1000);
      seen.push({ milliseconds: it.milliseconds, memory: residentMegabytes(it.process) });
      await stop(it);
    }
    rows.push(
      `| ${name} | ${median(seen.map(({ milliseconds }) => milliseconds)).toFixed(0)} | ${median(seen.map(({ memory }) => memory)).toFixed(0)} |`,
    );
  };
  const file = (name: string): string[] => [
    "sandbox",
    "--database",
    join(folder, name),
    "--port",
    "0",
    "--admin-port",
    "0",
  ];
  await row("sandbox, new file", ["sandbox", "--database", ":memory:", "--port", "0", "--admin-port", "0"], 5);
  await row("sandbox, a file that is there", file("small.db"), 5);
  await row("sandbox, 100,000 orders made", [...file("large.db"), "--data", "large"], 1);
  await row("sandbox, 100,000 orders there", [...file("large.db"), "--data", "large"], 3);
  await row("Prism's mock", ["mock", "--port", "0"], 3);
  return [...rows, ""];
}

async function loadTable(folder: string, postgres: string | undefined): Promise<string[]> {
  const rows = [
    `## Sandbox beside Prism's mock: ${CONNECTIONS} connections, ${SECONDS} s each`,
    "",
    "| | GET an order | p99 ms | PUT an order | p99 ms | list ten orders | p99 ms |",
    "|---|---|---|---|---|---|---|",
  ];
  const targets: [string, readonly string[]][] = [
    ["sandbox, SQLite file", ["sandbox", "--database", join(folder, "load.db"), "--port", "0", "--admin-port", "0"]],
    ...(postgres === undefined
      ? []
      : [
          ["sandbox, PostgreSQL", ["sandbox", "--database", postgres, "--port", "0", "--admin-port", "0"]] as [
            string,
            string[],
          ],
        ]),
    ["Prism's mock", ["mock", "--port", "0"]],
  ];
  for (const [name, args] of targets) {
    const running = await start(folder, args);
    try {
      const { businessId, headers, order } = await signedIn(running);
      const base = `/businesses/${businessId}/orders`;
      const loads: Load[] = [];
      for (const asked of [
        { method: "GET", path: () => `${base}/${order}` },
        {
          method: "PUT",
          path: (nth: number) => `${base}/${uuid(nth)}`,
          body: (nth: number) => JSON.stringify(orderBody(nth)),
        },
        { method: "GET", path: () => `${base}?limit=10` },
      ] satisfies Asked[])
        loads.push(await load(running.url, headers, asked));
      rows.push(
        `| ${name} | ${loads.map(({ perSecond, p99 }) => `${perSecond.toFixed(0)}/s | ${p99.toFixed(1)}`).join(" | ")} |`,
      );
    } finally {
      await stop(running);
    }
  }
  return [...rows, ""];
}

/** Fifty writes a second, each of which is delivered to one listener. */
async function deliveryTable(folder: string, postgres: string | undefined): Promise<string[]> {
  const rows = [
    "## Sandbox: from the write to its first delivery, 50 writes a second",
    "",
    "| | p50 ms | p99 ms | deliveries |",
    "|---|---|---|---|",
  ];
  const targets: [string, string][] = [
    ["SQLite", join(folder, "deliveries.db")],
    ...(postgres === undefined ? [] : [["PostgreSQL", postgres] as [string, string]]),
  ];
  for (const [name, database] of targets) {
    const written = new Map<string, number>();
    const delays: number[] = [];
    const listener = createServer((message, response) => {
      const chunks: Buffer[] = [];
      message.on("data", (chunk: Buffer) => chunks.push(chunk));
      message.on("end", () => {
        const at = written.get((JSON.parse(Buffer.concat(chunks).toString()) as { resourceId: string }).resourceId);
        if (at !== undefined) delays.push(performance.now() - at);
        response.writeHead(200).end();
      });
    });
    await new Promise<void>((ready) => listener.listen(0, "127.0.0.1", ready));
    const deliveryUrl = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/`;
    const sandbox = await createSandbox({ database, deliveries: { allow: ["127.0.0.0/8"] } });
    const client = await clientOf(sandbox);
    const { applicationId, businessId, token } = client;
    await client.call({
      method: "POST",
      path: "/hooks",
      body: { applicationId, businessId, deliveryUrl, secret: "s3cret", eventTypes: ["ORDER_OPENED"] },
    });
    const agent = new Agent({ keepAlive: true });
    const headers = { Authorization: `Bearer ${token}`, "Api-Version": "1.2" };
    const asked: Asked = {
      method: "PUT",
      path: (nth) => `/businesses/${businessId}/orders/${uuid(nth)}`,
      body: (nth) => JSON.stringify(orderBody(nth)),
    };
    for (let nth = 1; nth <= 50 * 20; nth += 1) {
      // From when the write is sent: its first delivery may come before its own answer.
      written.set(uuid(nth + 1_000_000), performance.now());
      void send(sandbox.url, { agent, headers, asked, nth: nth + 1_000_000 });
      await pause(20);
    }
    await pause(2000);
    delays.sort((a, b) => a - b);
    rows.push(
      `| ${name} | ${quantile(delays, 0.5).toFixed(0)} | ${quantile(delays, 0.99).toFixed(0)} | ${delays.length} |`,
    );
    agent.destroy();
    await client.close();
    await new Promise<void>((closed) => listener.close(() => closed()));
  }
  return [...rows, ""];
}

/** The same lists of one business with 1,000, 10,000 and 100,000 orders. */
async function listTable(folder: string): Promise<string[]> {
  const rows = [
    "## Sandbox: what a page of ten costs as the table grows (SQLite file, ms, medians of 50)",
    "",
    "| orders | first page | a page in the middle | by number | by store | by card number | transactions |",
    "|---|---|---|---|---|---|---|",
  ];
  for (const count of [1000, 10_000, 100_000]) {
    const database = join(folder, `${count}.db`);
    const { middle, orderNumber, storeId } = await filled(database, count);
    const sandbox = await createSandbox({ database, seed: SEED });
    const client = await clientOf(sandbox);
    const orders = `/businesses/${client.businessId}/orders`;
    const costs: number[] = [];
    for (const path of [
      orders,
      `${orders}?startAt=${middle}`,
      `${orders}?orderNumber=${orderNumber}`,
      `${orders}?storeId=${storeId}`,
      `${orders}?cardNumberLast4=0000`,
      `/businesses/${client.businessId}/transactions`,
    ])
      costs.push(await cost(sandbox.url, { Authorization: `Bearer ${client.token}`, "Api-Version": "1.2" }, path));
    await client.close();
    rows.push(`| ${count.toLocaleString("en")} | ${costs.map((it) => it.toFixed(1)).join(" | ")} |`);
  }
  return [...rows, ""];
}

const SEED = "bench";

type Filled = { readonly middle: string; readonly orderNumber: string; readonly storeId: string };

/** A database with so many orders of the first business, as a pack would have them. */
async function filled(path: string, count: number): Promise<Filled> {
  const now = Date.parse("2026-03-14T09:30:00Z");
  const [merchant] = merchants(SEED);
  const database = await openDatabase(path);
  await migrate(database);
  const world = { seed: SEED } as World;
  function* orders(): Generator<JsonObject> {
    for (let number = 0; number < count; number += 1)
      yield makeOrder(SEED, merchant, { number, updatedAt: now - (count - number) * 60_000, now });
  }
  await database.transaction(async (queries) => {
    await queries.run("INSERT INTO settings (name, value) VALUES ('seed', $1), ('filled', 'bench')", [SEED]);
    await fill(queries, world, { ...packData("none", SEED, now), orders: orders() }, now);
  });
  const row = await database.first("SELECT order_number, store_id FROM orders ORDER BY updated_at DESC LIMIT 1");
  await database.close();
  const middle = new Date(now - Math.floor(count / 2) * 60_000).toISOString().replace(/\.\d+/, "");
  return { middle, orderNumber: String(row?.order_number), storeId: String(row?.store_id) };
}

async function cost(url: string, headers: Readonly<Record<string, string>>, path: string): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const asked: Asked = { method: "GET", path: () => path };
  const seen: number[] = [];
  for (let nth = 0; nth < 60; nth += 1) {
    const start = performance.now();
    await send(url, { agent, headers, asked, nth });
    if (nth >= 10) seen.push(performance.now() - start);
  }
  agent.destroy();
  return median(seen);
}

/** As many requests as connections at any moment, for some seconds, after one of warming up. */
async function load(url: string, headers: Readonly<Record<string, string>>, asked: Asked): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const seen: number[] = [];
  let nth = 0;
  const begin = performance.now();
  const end = begin + (SECONDS + 1) * 1000;
  const worker = async (): Promise<void> => {
    while (performance.now() < end) {
      nth += 1;
      const start = performance.now();
      await send(url, { agent, headers, asked, nth });
      if (start > begin + 1000) seen.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  agent.destroy();
  seen.sort((a, b) => a - b);
  return { perSecond: seen.length / SECONDS, p50: quantile(seen, 0.5), p99: quantile(seen, 0.99) };
}

type Sending = {
  readonly agent: Agent;
  readonly headers: Readonly<Record<string, string>>;
  readonly asked: Asked;
  readonly nth: number;
};

/** @throws Error when the answer is no success: a load of refusals would be a fast one */
function send(url: string, { agent, headers, asked, nth }: Sending): Promise<void> {
  const body = asked.body?.(nth);
  const write =
    body === undefined
      ? {}
      : {
          "Content-Type": "application/json",
          "Content-Length": String(Buffer.byteLength(body)),
          "Service-Request-Id": `bench ${nth}`,
        };
  return new Promise((sent, failed) => {
    const outgoing = request(
      `${url}${asked.path(nth)}`,
      { agent, method: asked.method, headers: { ...headers, ...write } },
      (response) => {
        response.resume();
        response.on("end", () => {
          if ((response.statusCode ?? 500) < 300) sent();
          else failed(new Error(`${asked.method} ${asked.path(nth)} got ${response.statusCode}`));
        });
      },
    );
    outgoing.on("error", failed);
    outgoing.end(body);
  });
}

/** Prism takes any token; for the sandbox the demo application signs in as `contract token` does. */
async function signedIn({
  url,
  folder,
}: Running): Promise<{ businessId: string; headers: Record<string, string>; order: string }> {
  const version = { "Api-Version": "1.2" };
  const file = join(folder, ".commerce-sandbox/credentials.json");
  if (!existsSync(file)) {
    const businessId = "7f3c1d52-4b8e-4a57-9c1e-2d6a8b0f4e11";
    return {
      businessId,
      order: uuid(1),
      headers: { ...version, Authorization: "Bearer eyJhbGciOiJSUzI1NiJ9.e30.c2ln" },
    };
  }
  const { businessId } = JSON.parse(readFileSync(file, "utf8")) as { businessId: string };
  const token = execFileSync(process.execPath, [CONTRACT, "token"], { cwd: folder, encoding: "utf8" }).trim();
  const headers = { ...version, Authorization: `Bearer ${token}` };
  const response = await fetch(`${url}/businesses/${businessId}/orders?limit=1`, { headers });
  const { orders } = (await response.json()) as { orders: { id: string }[] };
  return { businessId, headers, order: orders[0]?.id ?? "" };
}

/** Started in a folder of its own, and ready when it has said where it listens. */
async function start(parent: string, args: readonly string[]): Promise<Running> {
  const folder = mkdtempSync(join(parent, "run-"));
  const began = performance.now();
  const child = spawn(process.execPath, [CONTRACT, ...args], { cwd: folder, stdio: ["ignore", "pipe", "ignore"] });
  const url = await new Promise<string>((ready, failed) => {
    let said = "";
    child.once("exit", (code) => failed(new Error(`contract ${args.join(" ")} ended with ${code}`)));
    child.stdout.on("data", (chunk) => {
      said += String(chunk);
      const found = /^(http:\S+)\n/.exec(said)?.[1];
      if (found !== undefined) ready(found);
    });
  });
  const milliseconds = performance.now() - began;
  // What the first client needs is written after the address is said.
  await pause(200);
  return { url, process: child, milliseconds, folder };
}

function stop({ process: child }: Running): Promise<void> {
  return new Promise((stopped) => {
    child.once("exit", () => stopped());
    child.kill("SIGTERM");
  });
}

function residentMegabytes({ pid }: ChildProcess): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

function orderBody(nth: number): JsonObject {
  const totals = {
    transactionFees: [],
    transactionAmount: 900,
    orderAmount: 900,
    tipAmount: 0,
    cashbackAmount: 0,
    currency: "USD",
  };
  return {
    orderNumber: `B-${nth}`,
    items: [{ id: 1, name: "Filter coffee", quantity: 2, unitPrice: 450, status: "ORDERED" }],
    discounts: [],
    fees: [],
    amounts: { subTotal: 900, netTotal: 900, currency: "USD", authorizedTotals: totals },
    statuses: { status: "OPENED" },
  };
}

function uuid(nth: number): string {
  return `${nth.toString(16).padStart(8, "0")}-1111-4222-8333-444444444444`;
}

function median(all: readonly number[]): number {
  return quantile(
    [...all].sort((a, b) => a - b),
    0.5,
  );
}

/** Of numbers in their order. */
function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
