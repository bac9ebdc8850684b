/** Snapshots: complete or refused, named, and restored into other sandboxes. */
import { createHash } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import { type CheckedClient, openCheckedClient, signIn } from "../checked-client.js";
import { describeEachEngine } from "../engines.js";
import { PATIENT } from "../patient-limits.js";

const ORDER = "5b8f0a1c-7d2e-4c39-9a60-1f2e3d4c5b6a";

describeEachEngine("snapshots", (_, { newTarget }) => {
  const opened: CheckedClient[] = [];
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((client) => client.close()));
  });
  async function open(options = {}): Promise<CheckedClient> {
    const client = await openCheckedClient({
      ...{ database: await newTarget(), seed: "snapshots", deliveries: { allow: ["127.0.0.1"], ...PATIENT } },
      startAt: { time: Date.parse("2026-03-14T09:30:00Z"), freeze: true },
      ...options,
    });
    opened.push(client);
    return client;
  }
  const put = ({ call, businessId }: CheckedClient) =>
    call({
      method: "PUT",
      path: `/businesses/${businessId}/orders/${ORDER}`,
      body: { statuses: { status: "OPENED" } },
    });
  const take = async (client: CheckedClient) => (await client.admin("GET", "/snapshot")).text;
  const restore = (client: CheckedClient, text: string) => client.admin("PUT", "/snapshot", Buffer.from(text));
  const countOrders = async ({ call, businessId }: CheckedClient, id = businessId) =>
    (await call({ path: `/businesses/${id}/orders?limit=100&startAt=2020-01-01T00:00:00Z` })).json.count;

  test("are restored as a whole, or rejected with the reason and no change", async () => {
    const client = await open();
    await client.admin("POST", "/faults", { match: { operationId: "createToken" }, do: { delay: 1 } });
    const taken = await take(client);
    const lines = taken.trimEnd().split("\n");
    const { end, rows } = JSON.parse(lines.at(-1) ?? "");
    expect([end, rows]).toEqual([true, lines.length - 2]);
    await client.admin("POST", "/reset", { pack: "none" });
    const empty = await take(client);
    const last = lines.length;
    const middle = Math.floor(last / 2);
    const without = (line: number) => `${lines.filter((_, index) => index !== line - 1).join("\n")}\n`;
    const changed = [...lines];
    changed[middle - 1] = (changed[middle - 1] ?? "").replace(/\d(?=[^\d]*$)/, (digit) =>
      String((Number(digit) + 1) % 10),
    );
    const added = (row: object) => seal([...lines.slice(0, -1), JSON.stringify(row)]);
    const cut = "the file has no end line: it was cut off";
    const wasChanged = "the file was changed after the snapshot was taken";
    for (const [text, message] of [
      ["", "line 1: expected"],
      ["{}", "line 1: expected"],
      [lines[0] ?? "", cut],
      [`${lines.slice(0, middle).join("\n")}\n`, cut],
      [without(last), cut],
      [taken.slice(0, -20), cut],
      [taken.slice(0, Math.floor(taken.length / 2)), cut],
      [without(middle), wasChanged],
      [changed.join("\n"), wasChanged],
      [`${taken}${lines[1]}\n`, cut],
      [
        seal([(lines[0] ?? "").replace(/"version":\d+/, '"version":999')]),
        "restore it with the program that created it",
      ],
      [
        added({ table: "pg_user", row: {} }),
        `line ${last}: expected {"table": ..., "row": {...}} with a table of the sandbox`,
      ],
      [added({ table: "counters", row: { "name) VALUES ('x'); --": "x" } }), "has no column"],
      [added({ table: "counters", row: { name: "x", value: "many" } }), "of this type"],
      [added({ table: "counters", row: { name: "x" } }), "violate a database constraint"],
      [
        added({ table: "settings", row: { name: "seed", value: "x" } }),
        "expected one of the settings clock, faults, records",
      ],
    ] as const) {
      const refused = await restore(client, text);
      expect([refused.status, refused.json.message]).toEqual([400, expect.stringContaining(message)]);
    }
    expect(await take(client)).toBe(empty);
    const restored = await restore(client, taken);
    expect([restored.json, await take(client)]).toEqual([{ restored: true, rows }, taken]);
  });

  test("of another sandbox keep the credentials of this one valid", async () => {
    const other = await open({ seed: "another" });
    const orders = await countOrders(other);
    const client = await open();
    expect((await restore(client, await take(other))).status).toBe(200);
    const token = await signIn(client.sandbox, client.raw);
    const path = `/businesses/${other.businessId}/orders?limit=100&startAt=2020-01-01T00:00:00Z`;
    const headers = { "Api-Version": "1.2", Authorization: `Bearer ${token}` };
    expect((await client.raw({ path, headers })).json.count).toBe(orders);
    expect(await countOrders(client)).toBe(0);
    expect(
      (
        await put({
          ...client,
          call: (sent) => client.raw({ ...sent, headers: { ...headers, "Service-Request-Id": "1" } }),
        })
      ).status,
    ).toBe(201);
  });
});

/** Adds the end line, as docs/sandbox.md describes it. */
function seal(lines: readonly string[]): string {
  const all = lines.map((line) => `${line}\n`).join("");
  const sha256 = createHash("sha256").update(all).digest("hex");
  return `${all}${JSON.stringify({ end: true, rows: lines.length - 1, sha256 })}\n`;
}
