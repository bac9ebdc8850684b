/**
 * Random histories: three replicas get concurrent requests, and the final state must be consistent with their
 * responses. Set HISTORY_WORKERS, HISTORY_STEPS and HISTORY_SEED for a longer or another history.
 */
import { createServer } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { createRandom } from "../../../scripts/bench/random.js";
import type { Row } from "../../../src/sandbox/store/database.js";
import { NO_END_SEQUENCE } from "../../../src/sandbox/store/tables.js";
import { serveForTest } from "../../serve.js";
import { type CheckedClient, defects, openCheckedClient, sendUnchecked } from "../checked-client.js";
import { describeEachEngine } from "../engines.js";
import { loose, orderId, ordersPath, register, START } from "../promises/check-setup.js";

const { HISTORY_WORKERS = "6", HISTORY_STEPS = "30", HISTORY_SEED = "1" } = process.env;
const ORDERS = 8;
const MINUTE = 60_000;

describeEachEngine("a history of three replicas", (makeDatabase, { newTarget }) => {
  test("leaves what its responses report", async () => {
    const target = await newTarget();
    const options = {
      ...{ database: target, data: "none", baseUrl: "https://sandbox.example" },
      ...{ startAt: { time: START, freeze: true }, deliveries: { allow: ["127.0.0.0/8"] } },
    };
    const replicas = await Promise.all([1, 2, 3].map(() => openCheckedClient(options)));
    for (const replica of replicas) onTestFinished(() => replica.close());
    const random = createRandom(Number(HISTORY_SEED));
    const deliveryUrl = await listener(random);
    const [first] = replicas as [CheckedClient, CheckedClient, CheckedClient];
    const hooks: string[] = [];
    for (let number = 0; number < 3; number += 1)
      hooks.push((await register(first, { deliveryUrl, eventTypes: ["ORDER_OPENED", "ORDER_UPDATED"] })).json.id);
    const reported: Reported = { writes: new Map(), advanced: 0, rules: new Set(), wrong: [] };
    const workers = Array.from({ length: Number(HISTORY_WORKERS) }, async (_, worker) => {
      for (let step = 0; step < Number(HISTORY_STEPS); step += 1) {
        const replica = replicas[Math.floor(random() * 3)] as CheckedClient;
        await STEPS[pick(random)]?.({ replica, replicas, random, reported, hooks, name: `${worker}-${step}` });
      }
    });
    await Promise.all(workers);
    expect(reported.wrong).toEqual([]);
    const { time } = (await first.admin("GET", "/clock")).json;
    expect(Date.parse(time)).toBe(START + reported.advanced * MINUTE);
    const left = (await first.admin("GET", "/faults")).json.faults.map(({ id }: { id: string }) => id);
    expect(left.toSorted()).toEqual([...reported.rules].toSorted());
    // Completes all pending deliveries.
    await first.admin("PUT", "/clock", { mode: "advance", by: "P3D" });
    const database = await makeDatabase(target);
    expect(await database.all(WAITING)).toEqual([]);
    expect(await database.all(MISCOUNTED)).toEqual([]);
    expectVersions(await database.all("SELECT id, sequence, until_sequence FROM orders ORDER BY id, sequence"));
    for (const [order, writes] of reported.writes) {
      const row = await database.first("SELECT body FROM orders WHERE id = $1 AND until_sequence = $2", [
        order,
        NO_END_SEQUENCE,
      ]);
      expect(possibleLast(writes)).toContain(JSON.parse(String(row?.body)).notes);
    }
    const once = "SELECT order_id, COUNT(*) AS number FROM events WHERE event_type = 'ORDER_OPENED' GROUP BY order_id";
    expect((await database.all(once)).every(({ number }) => number === 1)).toBe(true);
    expect(defects).toEqual([]);
  }, 300_000);
});

type Write = { readonly notes: string; readonly begun: number; readonly ended: number };
type Reported = {
  readonly writes: Map<string, Write[]>;
  advanced: number;
  readonly rules: Set<string>;
  readonly wrong: string[];
};
type Step = {
  readonly replica: CheckedClient;
  readonly replicas: readonly CheckedClient[];
  readonly random: () => number;
  readonly reported: Reported;
  readonly hooks: readonly string[];
  readonly name: string;
};

let ticks = 0;

const STEPS: Readonly<Record<string, (step: Step) => Promise<void>>> = {
  /** Sends a write twice with one request id to random replicas, sometimes with another body, which is rejected. */
  write: async ({ replica, replicas, random, reported, name }) => {
    const number = Math.floor(random() * ORDERS);
    const headers = { "Service-Request-Id": name };
    const bodies = [name, random() < 0.3 ? `${name} otherwise` : name];
    ticks += 1;
    const begun = ticks;
    const sent = bodies.map((notes, index) =>
      loose(replicas[(index + Math.floor(random() * 2)) % replicas.length] as CheckedClient, {
        ...{ method: "PUT", path: ordersPath(replica, number), headers },
        body: { notes, statuses: { status: "OPENED" } },
      }),
    );
    const responses = await Promise.all(sent);
    ticks += 1;
    const kept = responses.filter(({ status }) => status < 300);
    const refused = responses.filter(({ status, json }) => status === 400 && json.code === "REQUEST_ID_REUSED");
    const isOne = new Set(kept.map(({ status, text }) => `${status} ${text}`)).size === 1;
    if (!isOne || refused.length !== new Set(bodies).size - 1)
      reported.wrong.push(`${name}: ${responses.map(({ status, text }) => `${status} ${text}`).join(" and ")}`);
    const write = { notes: String(kept[0]?.json.notes), begun, ended: ticks };
    reported.writes.set(orderId(number), [...(reported.writes.get(orderId(number)) ?? []), write]);
  },
  /** Checks that a list returns every order once, as at the first page. */
  page: async ({ replica, reported, name }) => {
    const seen: string[] = [];
    let path = `${ordersPath(replica)}?limit=2`;
    while (path !== "") {
      const got = await loose(replica, { path });
      if (got.status !== 200) reported.wrong.push(`${name}: ${got.status} ${got.text}`);
      seen.push(...(got.json.orders ?? []).map(({ id }: { id: string }) => id));
      path = got.json.links?.[0]?.href ?? "";
    }
    if (new Set(seen).size !== seen.length) reported.wrong.push(`${name}: ${seen} has an order twice`);
  },
  advance: async ({ replica, reported, name }) => {
    const got = await replica.admin("PUT", "/clock", { mode: "advance", by: "PT1M" });
    if (got.status === 200) reported.advanced += 1;
    else reported.wrong.push(`${name}: ${got.status} ${got.text}`);
  },
  toggle: async ({ replica, random, reported, hooks, name }) => {
    const id = hooks[Math.floor(random() * hooks.length)];
    const got = await replica.admin("PATCH", `/hooks/${id}`, { active: random() < 0.6 });
    if (got.status !== 200) reported.wrong.push(`${name}: ${got.status} ${got.text}`);
  },
  replay: async ({ replica, reported, name }) => {
    const got = await replica.admin("POST", "/deliveries/replay", { failedSince: new Date(START).toISOString() });
    if (got.status !== 200) reported.wrong.push(`${name}: ${got.status} ${got.text}`);
  },
  /** Rules that match no request of a history. */
  rule: async ({ replica, random, reported, name }) => {
    const [known] = reported.rules;
    const isDeleted = known !== undefined && random() < 0.5;
    if (isDeleted) reported.rules.delete(known);
    const got = isDeleted
      ? await replica.admin("DELETE", `/faults/${known}`, {})
      : await replica.admin("POST", "/faults", { match: { path: "/nowhere" }, do: { status: 503 } });
    if (got.status >= 300) reported.wrong.push(`${name}: ${got.status} ${got.text}`);
    if (!isDeleted) reported.rules.add(got.json.id);
  },
  snapshot: async ({ replica, reported, name }) => {
    const { text } = await sendUnchecked(replica.sandbox.adminUrl, { path: "/snapshot" });
    const rows = text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
    const orders = rows.filter(({ table }) => table === "orders").map(({ row }) => row);
    const events = new Set(rows.filter(({ table }) => table === "events").map(({ row }) => row.order_id));
    if (!orders.every(({ id }) => events.has(id)))
      reported.wrong.push(`${name}: the snapshot has an order without its event`);
  },
};

function pick(random: () => number): string {
  const randomValue = random() * 20;
  const names = ["write", "write", "write", "write", "write", "write", "write", "page", "page", "advance"];
  return [...names, "toggle", "toggle", "toggle", "toggle", "replay", "replay", "rule", "rule", "rule", "snapshot"][
    Math.floor(randomValue)
  ] as string;
}

/** The possible last writes: those that did not end before another acknowledged write started. */
function possibleLast(writes: readonly Write[]): readonly string[] {
  const latest = Math.max(...writes.map(({ begun }) => begun));
  return writes.filter(({ ended }) => ended >= latest).map(({ notes }) => notes);
}

/** Checks that each version ends with the write of the next one, and that the last one is current. */
function expectVersions(rows: readonly Row[]): void {
  for (const [index, row] of rows.entries()) {
    const next = rows[index + 1];
    const end = next?.id === row.id ? next?.sequence : NO_END_SEQUENCE;
    expect([row.id, row.sequence, row.until_sequence]).toEqual([row.id, row.sequence, end]);
  }
}

const WAITING = "SELECT id, state FROM deliveries WHERE state NOT IN ('done', 'exhausted', 'disabled')";
const MISCOUNTED = `SELECT d.id, d.attempt FROM deliveries d
  WHERE d.attempt <> (SELECT COUNT(*) FROM attempts a WHERE a.delivery_id = d.id)`;

/** A listener that rejects a third of the deliveries. */
async function listener(random: () => number): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().on("end", () => response.writeHead(random() < 0.33 ? 500 : 200).end());
  });
  return `${await serveForTest(server)}/`;
}
