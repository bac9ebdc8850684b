/** Measures a small request beside searches of many rows and lists of large orders. */
import { Agent, get } from "node:http";
import { join } from "node:path";
import { createClient } from "../long/chaos/client.js";
import { buildReplica } from "../long/chaos/program.js";
import { startReplicas } from "../long/chaos/replicas.js";
import { createOrderBody, createUuid, fillBenchDatabase, SEED } from "./bench-orders.js";
import { quantile } from "./figures.js";
import { send } from "./load.js";
import { getResidentMegabytes } from "./running.js";

const ORDERS = 100_000;
const LARGE_ORDERS = 100;
const LARGE_NOTES = 500_000;
const AT_ONCE = 8;
const SECONDS = 10;

/** Returns a Markdown table. The database is a SQLite file. */
export async function createLargeListTable(folder: string): Promise<string[]> {
  const database = join(folder, "large-lists.db");
  await fillBenchDatabase(database, ORDERS);
  const options = { database, seed: SEED };
  const replicas = await startReplicas({ program: await buildReplica(folder), count: 1, options });
  try {
    const { token } = await createClient(replicas, Math.random);
    const url = replicas.urls[0] ?? "";
    const headers = { Authorization: `Bearer ${token}`, "Api-Version": "1.2" };
    const base = `/businesses/${replicas.demo.businessId}`;
    const agent = new Agent({ keepAlive: true });
    for (let nth = 1; nth <= LARGE_ORDERS; nth += 1) {
      const body = { ...createOrderBody(nth), notes: "x".repeat(LARGE_NOTES), orderNumber: "LARGE" };
      const path = `${base}/orders/${createUuid(nth)}`;
      const loadRequest = { method: "PUT", path: () => path, body: () => JSON.stringify(body) };
      await send(url, { agent, headers, loadRequest, nth });
    }
    const small = `${url}${base}/orders?limit=1`;
    const rows = [
      `## Sandbox: a small list beside ${AT_ONCE} requests at a time, ${SECONDS} s each (SQLite file, ${ORDERS} orders)`,
      "",
      "| beside | finished | p50 ms | p99 ms | max ms | peak MB |",
      "|---|---|---|---|---|---|",
    ];
    for (const [name, path] of [
      ["nothing", undefined],
      ["searches that find nothing", `${base}/transactions?searchKey=nothing-has-this`],
      [`lists of ${LARGE_ORDERS} orders of ${LARGE_NOTES / 1000} kB`, `${base}/orders?orderNumber=LARGE&limit=100`],
    ] as const) {
      const memory = setInterval(() => {
        peak = Math.max(peak, ...replicas.processes().map(getResidentMegabytes));
      }, 100);
      let peak = 0;
      const { delays, finished } = await measureBeside(
        small,
        path === undefined ? undefined : `${url}${path}`,
        headers,
      );
      clearInterval(memory);
      const times = [0.5, 0.99, 1].map((share) => quantile(delays, share).toFixed(0));
      rows.push(`| ${[name, finished, ...times, peak.toFixed(0)].join(" | ")} |`);
    }
    agent.destroy();
    return [...rows, ""];
  } finally {
    await replicas.close();
  }
}

/** Measures one small request after the other, while the other requests are repeated. */
async function measureBeside(
  small: string,
  other: string | undefined,
  headers: Readonly<Record<string, string>>,
): Promise<{ readonly delays: readonly number[]; readonly finished: number }> {
  const end = performance.now() + SECONDS * 1000;
  const delays: number[] = [];
  let finished = 0;
  const repeat = async (): Promise<void> => {
    while (other !== undefined && performance.now() < end) {
      await download(other, headers);
      finished += 1;
    }
  };
  const measure = async (): Promise<void> => {
    while (performance.now() < end) {
      const began = performance.now();
      await download(small, headers);
      delays.push(performance.now() - began);
    }
  };
  await Promise.all([measure(), ...Array.from({ length: AT_ONCE }, repeat)]);
  return { delays: delays.sort((left, right) => left - right), finished };
}

function download(url: string, headers: Readonly<Record<string, string>>): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = get(url, { headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`GET ${url} got ${response.statusCode}`));
      response.on("end", resolve).on("error", reject).resume();
    });
    outgoing.on("error", reject);
  });
}
