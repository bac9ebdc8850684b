/** Lines W1 to W16 of the attack catalogue for sending deliveries, independently of the checks at registration. */
import type { LookupAddress } from "node:dns";
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { DeliveryProfileOptions } from "../../../src/sandbox/delivery-urls/delivery-profile.js";
import type { Database } from "../../../src/sandbox/store/database.js";
import { verify } from "../../../src/webhooks/index.js";
import { describeEachEngine } from "../engines.js";
import {
  addHook,
  clear,
  createTestContext,
  dispatcherOf,
  freeze,
  hookId,
  open,
  SECRET,
  START,
  states,
} from "./fixture.js";
import { type Behaviour, listen } from "./listener.js";

type Line = {
  readonly line: string;
  /** `PORT` is the port of a loopback listener, which must receive nothing. */
  readonly urls: readonly string[];
  readonly reach?: "local" | "shared";
  /** Results of consecutive lookups, for every name. */
  readonly addresses?: readonly (readonly string[])[];
  readonly reason: RegExp;
};

const refused = /^the delivery URL is not allowed: /;
const LINES: readonly Line[] = [
  { line: "W1", urls: ["http://127.0.0.1:PORT/", "http://localhost:PORT/"], reach: "shared", reason: refused },
  {
    line: "W1",
    urls: ["http://2130706433:PORT/", "http://0177.1:PORT/", "http://0x7f.1:PORT/", "http://１２７.1:PORT/"],
    reason: refused,
  },
  {
    line: "W2",
    urls: ["http://[::ffff:127.0.0.1]:PORT/", "http://[::]:PORT/", "http://0.0.0.0:PORT/"],
    reason: refused,
  },
  { line: "W2", urls: ["http://[64:ff9b::7f00:1]:PORT/", "http://[2002:7f00:1::]:PORT/"], reason: refused },
  { line: "W2", urls: ["http://[::1]:PORT/"], reach: "shared", reason: refused },
  { line: "W3", urls: ["http://169.254.169.254/latest", "http://metadata.google.internal/"], reason: refused },
  { line: "W3", urls: ["http://names.example/"], addresses: [["169.254.169.254"]], reason: refused },
  {
    line: "W4",
    urls: ["http://rebinding.example:PORT/"],
    reach: "shared",
    addresses: [["127.0.0.1"], ["8.8.8.8"]],
    reason: refused,
  },
  {
    line: "W5",
    urls: ["http://mixed.example:PORT/"],
    reach: "shared",
    addresses: [["8.8.8.8", "127.0.0.1"]],
    reason: refused,
  },
  {
    line: "W7",
    urls: ["file:///etc/passwd", "gopher://127.0.0.1:PORT/", "data:,x", "ftp://127.0.0.1:PORT/"],
    reason: refused,
  },
  {
    line: "W8",
    urls: ["http://a:b@127.0.0.1:PORT/", "http://127.0.0.1:PORT\\@a.example/", "http://local\thost:PORT/"],
    reason: refused,
  },
  {
    line: "W9",
    urls: ["http://127.0.0.1:0/", "http://127.0.0.1:22/", "http://127.0.0.1:25/", "http://127.0.0.1:65536/"],
    reason: refused,
  },
  { line: "W10", urls: ["http://127.0.0.1:4010/hooks", "http://localhost:4011/_sandbox"], reason: refused },
];

const REDIRECTS = [301, 302, 303, 307, 308];

describeEachEngine("attacks by deliveries", (makeDatabase) => {
  let database: Database;
  beforeAll(async () => {
    database = await makeDatabase();
  });
  beforeEach(async () => {
    await clear(database);
    await freeze(database);
  });

  const reasons = async (): Promise<readonly string[]> =>
    (await database.all("SELECT reason FROM attempts ORDER BY delivery_id, attempt")).map(({ reason }) =>
      String(reason),
    );

  test.each(LINES)("$line $urls", async ({ urls, reach = "local", addresses = [], reason }) => {
    const innocent = await listen();
    const listOwnUrls = (): readonly string[] => ["http://127.0.0.1:4010", "http://127.0.0.1:4011"];
    const profile: DeliveryProfileOptions = { reach, listOwnUrls };
    const looks = [...addresses];
    const resolve = async (): Promise<LookupAddress[]> =>
      (looks.shift() ?? []).map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
    for (const [index, url] of urls.entries())
      await addHook(database, { id: hookId(index), url: url.replace("PORT", String(innocent.port)) });
    const app = createTestContext({ profile });
    await open(database, app);
    await dispatcherOf({ database, app, resolve }).drainDue(START);
    const output = await reasons();
    expect(output.length).toBe(urls.length);
    for (const each of output) expect(each).toMatch(reason);
    expect(innocent.received).toEqual([]);
    expect(new Set(await states(database))).toEqual(new Set(["exhausted"]));
  });

  test("W6 a redirect is a failed attempt, and is not followed", async () => {
    const innocent = await listen();
    const redirecting: Behaviour = (response, index) =>
      void response.writeHead(REDIRECTS[index] ?? 302, { Location: innocent.url }).end();
    const listener = await listen(redirecting);
    await addHook(database, { id: hookId(1), url: listener.url });
    const app = createTestContext({ retrySchedule: [1000, 1000, 1000, 1000] });
    await open(database, app);
    await dispatcherOf({ database, app }).drainDue(START + 60_000);
    const expected = REDIRECTS.map(
      (status) => `responded with ${status}; redirects are not followed, and only 200 acknowledges`,
    );
    expect(await reasons()).toEqual(expected);
    expect(innocent.received).toEqual([]);
    expect(listener.received.map(({ method }) => method)).toEqual(REDIRECTS.map(() => "POST"));
  });

  test("W12, W16 with any secrets and ids, headers are valid and the signature is correct", async () => {
    const listener = await listen();
    const secrets = ["x", "s".repeat(10_000), "sécrèt ✓", " \r\nX-Injected: 1 "];
    const ids = ["a\r\nX-Injected: 1", 'q"\\', "../../etc", "😀".repeat(100)];
    for (const [index, secret] of secrets.entries()) {
      await addHook(database, { id: hookId(index), url: listener.url });
      await database.run("UPDATE hooks SET secret = $1 WHERE id = $2", [secret, hookId(index)]);
    }
    const app = createTestContext();
    for (const orderId of ids) await open(database, app, { orderId });
    await dispatcherOf({ database, app }).drainDue(START);
    expect(listener.received.length).toBe(16);
    for (const { headers, body } of listener.received) {
      const event = JSON.parse(body.toString());
      const secret = secrets[Number(event.hookId.slice(-1))] ?? "";
      expect(headers["x-injected"]).toBeUndefined();
      expect(ids).toContain(event.resourceId);
      expect(URL.canParse(event.links[0].href)).toBe(true);
      expect(await verify(body, String(headers["service-webhook-signature"]), secret)).toBe(true);
    }
  });

  test("no secret is stored in an attempt", async () => {
    const listener = await listen((response) => void response.writeHead(400).end(`you sent ${SECRET}`));
    await addHook(database, { id: hookId(1), url: `${listener.url}?token=planted-canary` });
    await open(database, createTestContext());
    await dispatcherOf({ database, app: createTestContext() }).drainDue(START);
    const kept = JSON.stringify(await database.all("SELECT * FROM attempts"));
    expect(kept).toContain("you sent [redacted]");
    expect(kept).not.toContain(SECRET);
    expect(kept).not.toContain("planted-canary");
  });
});
