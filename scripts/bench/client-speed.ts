/** Measures calls through the client, bare fetch and openapi-fetch to a service that returns a fixed response. */
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import type * as Ours from "../../src/index.js";
import { median } from "./figures.js";

const ROOT = join(import.meta.dirname, "../..");
const BUSINESS = "7f3c1d52-4b8e-4a57-9c1e-2d6a8b0f4e11";
const ORDER = "4f6b8da2-1c3e-4079-b2d4-6e8f0a1c3d52";
const TOKEN = "a-token-that-is-not-checked";
const CONCURRENT = 16;

export type Speed = { readonly name: string; readonly perSecond: number; readonly cpuMicroseconds: number };

type Call = () => Promise<unknown>;

/** Measures the clients in turn, `calls` calls in each round. Returns medians of the rounds. */
export async function measureClientSpeeds(
  folder: string,
  { rounds, calls }: { readonly rounds: number; readonly calls: number },
): Promise<ReadonlyMap<string, readonly Speed[]>> {
  const responseFile = join(folder, "answer.json");
  const order = { id: ORDER, orderNumber: "A-1", statuses: { status: "OPENED" }, items: [], discounts: [] };
  writeFileSync(responseFile, JSON.stringify({ links: [], count: 5, orders: Array.from({ length: 5 }, () => order) }));
  const server = spawn(process.execPath, [join(import.meta.dirname, "fixed-response.mjs"), responseFile]);
  try {
    const url = await new Promise<string>((ready) =>
      server.stdout.once("data", (output) => ready(String(output).trim())),
    );
    const kinds = await createCalls(folder, url);
    const speeds = new Map<string, readonly Speed[]>();
    for (const [kind, otherTools] of Object.entries(kinds))
      speeds.set(kind, await measureInTurn(otherTools, rounds, calls));
    return speeds;
  } finally {
    server.kill();
  }
}

async function measureInTurn(
  otherTools: Readonly<Record<string, Call>>,
  rounds: number,
  calls: number,
): Promise<Speed[]> {
  const seen = new Map<string, Speed[]>();
  // Round -1 is the warm-up.
  for (let round = -1; round < rounds; round += 1) {
    for (const [name, call] of Object.entries(otherTools)) {
      const speed = await measureCalls(name, call, calls);
      if (round >= 0) seen.set(name, [...(seen.get(name) ?? []), speed]);
    }
  }
  return [...seen].map(([name, all]) => ({
    name,
    perSecond: median(all.map((it) => it.perSecond)),
    cpuMicroseconds: median(all.map((it) => it.cpuMicroseconds)),
  }));
}

async function measureCalls(name: string, call: Call, calls: number): Promise<Speed> {
  let left = calls;
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await call();
    }
  };
  const cpu = process.cpuUsage();
  const start = performance.now();
  await Promise.all(Array.from({ length: CONCURRENT }, worker));
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  return { name, perSecond: calls / seconds, cpuMicroseconds: (user + system) / calls };
}

type ByPath = (path: string, init: unknown) => Promise<{ readonly data?: unknown }>;

/** Returns the calls of each client, written as in its documentation. Every call reads the body and fails without one. */
async function createCalls(
  folder: string,
  url: string,
): Promise<Readonly<Record<string, Readonly<Record<string, Call>>>>> {
  const ours = (await importBundled(folder, join(ROOT, "src/index.ts"))) as typeof Ours;
  const client = ours.createClient({ baseUrl: url, signIn: { oauth2: TOKEN } });
  const openapiFetch = (await importBundled(folder, "openapi-fetch")) as {
    readonly default: (options: object) => { readonly GET: ByPath; readonly PUT: ByPath };
  };
  const headers = { "Api-Version": "1.2", Authorization: `Bearer ${TOKEN}` };
  const typed = openapiFetch.default({ baseUrl: url, headers });
  const businessId = BUSINESS as Ours.BusinessId;
  const orderId = ORDER as Ours.OrderId;
  const list = { path: { businessId }, query: { limit: 5, orderStatus: "OPENED" } };
  const body: Parameters<typeof client.recordOrder>[0]["body"] = { orderNumber: "A-1", items: [], discounts: [] };
  const one = { path: { businessId, orderId } };
  const bare = async (path: string, init: object, more: object = {}): Promise<unknown> =>
    (await fetch(url + path, { ...init, headers: { ...headers, ...more } })).json();
  const createRequestIdHeader = (): object => ({ "Service-Request-Id": crypto.randomUUID() });
  const path = `/businesses/${BUSINESS}/orders`;
  return {
    "GET of a list, with a query": {
      "openapi-fetch": async () =>
        assertResponse((await typed.GET("/businesses/{businessId}/orders", { params: list })).data),
      ours: async () => assertResponse(ours.orThrow(await client.listOrders({ params: list }))),
      "bare fetch": async () => assertResponse(await bare(`${path}?limit=5&orderStatus=OPENED`, {})),
    },
    "PUT of an order, with an id for the request": {
      "openapi-fetch": async () => {
        const params = { ...one, header: createRequestIdHeader() };
        return assertResponse((await typed.PUT("/businesses/{businessId}/orders/{orderId}", { params, body })).data);
      },
      ours: async () => assertResponse(ours.orThrow(await client.recordOrder({ params: one, body }))),
      "bare fetch": async () => {
        const more = { ...createRequestIdHeader(), "Content-Type": "application/json" };
        return assertResponse(await bare(`${path}/${ORDER}`, { method: "PUT", body: JSON.stringify(body) }, more));
      },
    },
  };
}

function assertResponse(data: unknown): void {
  if ((data as { readonly count?: unknown } | undefined)?.count !== 5)
    throw new Error("the call did not return the expected response");
}

async function importBundled(folder: string, entry: string): Promise<unknown> {
  const file = join(folder, `bundle-${entry.replaceAll(/\W+/g, "-")}.mjs`);
  await build({
    entryPoints: [entry],
    absWorkingDir: folder,
    outfile: file,
    bundle: true,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    target: "es2022",
    logLevel: "error",
  });
  return import(pathToFileURL(file).href);
}
