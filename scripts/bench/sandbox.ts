/** Measures the sandbox and Prism's mock in turn, with the same requests. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { Agent, createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { listenOn } from "../../src/cli/process/listen-on.js";
import { createSandbox } from "../../src/sandbox/index.js";
import { createCheckedClient } from "../../test/sandbox/checked-client.js";
import { clusterAddress, postgresBinaries, startCluster, stopCluster } from "../../test/sandbox/postgres-cluster.js";
import { createOrderBody, createUuid, fillBenchDatabase, SEED } from "./bench-orders.js";
import { median, quantile } from "./figures.js";
import { CONNECTIONS, type Load, type LoadRequest, measureLatency, measureLoad, SECONDS, send } from "./load.js";
import { getResidentMegabytes, signIn, start, stop } from "./running.js";

/** Returns Markdown tables: start and memory, load, delivery times, and list requests on growing tables. */
export async function createSandboxTables(): Promise<string[]> {
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
      ...(await createStartTable(folder)),
      ...(await createLoadTable(folder, postgres)),
      ...(await createDeliveryTable(folder, postgres)),
      ...(await createListTable(folder)),
    ];
  } finally {
    stopCluster(cluster);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function createStartTable(folder: string): Promise<string[]> {
  const rows = ["## Sandbox: start and memory", "", "| | start to ready, ms | resident, MB |", "|---|---|---|"];
  const row = async (name: string, args: readonly string[], runs: number): Promise<void> => {
    const samples: { milliseconds: number; memory: number }[] = [];
    for (let run = 0; run < runs; run += 1) {
      const it = await start(folder, args);
      await pause(1000);
      samples.push({ milliseconds: it.milliseconds, memory: getResidentMegabytes(it.process) });
      await stop(it);
    }
    rows.push(
      `| ${name} | ${median(samples.map(({ milliseconds }) => milliseconds)).toFixed(0)} | ${median(samples.map(({ memory }) => memory)).toFixed(0)} |`,
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
  await row("sandbox, existing file", file("small.db"), 5);
  await row("sandbox, new file with 100,000 orders", [...file("large.db"), "--data", "large"], 1);
  await row("sandbox, existing file with 100,000 orders", [...file("large.db"), "--data", "large"], 3);
  await row("Prism's mock", ["mock", "--port", "0"], 3);
  return [...rows, ""];
}

async function createLoadTable(folder: string, postgres: string | undefined): Promise<string[]> {
  const rows = [
    `## Sandbox and Prism's mock: ${CONNECTIONS} connections, ${SECONDS} s each`,
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
      const { businessId, headers, order } = await signIn(running);
      const base = `/businesses/${businessId}/orders`;
      const loads: Load[] = [];
      for (const loadRequest of [
        { method: "GET", path: () => `${base}/${order}` },
        {
          method: "PUT",
          path: (nth: number) => `${base}/${createUuid(nth)}`,
          body: (nth: number) => JSON.stringify(createOrderBody(nth)),
        },
        { method: "GET", path: () => `${base}?limit=10` },
      ] satisfies LoadRequest[])
        loads.push(await measureLoad(running.url, headers, loadRequest));
      rows.push(
        `| ${name} | ${loads.map(({ perSecond, p99 }) => `${perSecond.toFixed(0)}/s | ${p99.toFixed(1)}`).join(" | ")} |`,
      );
    } finally {
      await stop(running);
    }
  }
  return [...rows, ""];
}

/** Measures the time from a write to its first delivery, at fifty writes per second and one listener. */
async function createDeliveryTable(folder: string, postgres: string | undefined): Promise<string[]> {
  const rows = [
    "## Sandbox: time from a write to its first delivery, 50 writes per second",
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
    const origin = await listenOn(listener);
    const deliveryUrl = `${origin}/`;
    const sandbox = await createSandbox({ database, deliveries: { allow: ["127.0.0.0/8"] } });
    const client = await createCheckedClient(sandbox);
    const { applicationId, businessId, token } = client;
    await client.call({
      method: "POST",
      path: "/hooks",
      body: { applicationId, businessId, deliveryUrl, secret: "s3cret", eventTypes: ["ORDER_OPENED"] },
    });
    const agent = new Agent({ keepAlive: true });
    const headers = { Authorization: `Bearer ${token}`, "Api-Version": "1.2" };
    const loadRequest: LoadRequest = {
      method: "PUT",
      path: (nth) => `/businesses/${businessId}/orders/${createUuid(nth)}`,
      body: (nth) => JSON.stringify(createOrderBody(nth)),
    };
    for (let nth = 1; nth <= 50 * 20; nth += 1) {
      // The time starts when the write is sent: the first delivery can arrive before the response.
      written.set(createUuid(nth + 1_000_000), performance.now());
      void send(sandbox.url, { agent, headers, loadRequest, nth: nth + 1_000_000 });
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

/** Measures the same list requests with 1,000, 10,000 and 100,000 orders of one business. */
async function createListTable(folder: string): Promise<string[]> {
  const rows = [
    "## Sandbox: time for a page of ten as the table grows (SQLite file, ms, medians of 50)",
    "",
    "| orders | first page | middle page | by number | by store | by card number | transactions |",
    "|---|---|---|---|---|---|---|",
  ];
  for (const count of [1000, 10_000, 100_000]) {
    const database = join(folder, `${count}.db`);
    const { middle, orderNumber, storeId } = await fillBenchDatabase(database, count);
    const sandbox = await createSandbox({ database, seed: SEED });
    const client = await createCheckedClient(sandbox);
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
      costs.push(
        await measureLatency(sandbox.url, { Authorization: `Bearer ${client.token}`, "Api-Version": "1.2" }, path),
      );
    await client.close();
    rows.push(`| ${count.toLocaleString("en")} | ${costs.map((it) => it.toFixed(1)).join(" | ")} |`);
  }
  return [...rows, ""];
}
