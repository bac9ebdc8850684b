/** A file that another process has locked: reads go on, and writes are refused in time. */
import { expect, test } from "vitest";
import { loadSqlite } from "../../../src/sandbox/store/sqlite.js";
import { defects, openCheckedClient, sendUnchecked } from "../checked-client.js";
import { describeEngine } from "../engines.js";

describeEngine("sqlite", "a locked file", (_, { newTarget }) => {
  test("reads continue, and writes get 503 after five seconds", { timeout: 120_000 }, async () => {
    const database = await newTarget();
    const client = await openCheckedClient({
      database,
      startAt: { time: Date.parse("2026-03-14T09:30:00Z"), freeze: true },
    });
    const { DatabaseSync } = await loadSqlite();
    const other = new DatabaseSync(database);
    const orders = `/businesses/${client.businessId}/orders`;
    const headers = { "Api-Version": "1.2", Authorization: `Bearer ${client.token}` };
    const put = (number: number) =>
      sendUnchecked(client.sandbox.url, {
        method: "PUT",
        path: `${orders}/00000000-0000-4000-8000-00000000000${number}`,
        headers: { ...headers, "Service-Request-Id": String(number) },
        body: { statuses: { status: "OPENED" } },
      });
    // Compiles what the first request needs.
    await client.call({ path: `${orders}?limit=1` });
    other.exec("BEGIN IMMEDIATE");
    const started = performance.now();
    const refused = Promise.all([put(1), put(2), put(3)]);
    let longest = 0;
    for (let reads = 0; reads < 20; reads += 1) {
      const before = performance.now();
      expect((await client.call({ path: `${orders}?limit=1` })).json.count).toBe(1);
      longest = Math.max(longest, performance.now() - before);
    }
    expect(longest).toBeLessThan(4500);
    for (const { status, json, header } of await refused)
      expect([status, json.code, header("retry-after")]).toEqual([503, "DATABASE_BUSY", "1"]);
    expect(performance.now() - started).toBeGreaterThan(4500);
    // One after the other, they would take 15 s.
    expect(performance.now() - started).toBeLessThan(14_000);
    other.exec("COMMIT");
    other.close();
    expect((await put(1)).status).toBe(201);
    await client.close();
    expect(defects.filter((error) => !String(error).includes("locked"))).toEqual([]);
  });
});
