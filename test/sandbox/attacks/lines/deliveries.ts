import { expect } from "vitest";
import { acknowledge, type Behaviour, listen, listenTcp, listenTls } from "../../deliveries/listener.js";
import type { Attack } from "../attack.js";
import { type NameLookup, pair, withNames, withSender } from "../sender.js";
import { A, B } from "../tenants.js";

const names = (line: string, title: string, looks: readonly (readonly string[])[], delivered: number): Attack => ({
  line,
  title,
  run: (field) =>
    withSender(field, async (sender) => {
      const { port, received, delivered: count, close } = await pair();
      let look = 0;
      const lookup: NameLookup = () => {
        look += 1;
        return looks[Math.min(look, looks.length) - 1] ?? [];
      };
      await withNames(lookup, async () => {
        await sender.register(`http://rebinding.example:${port}/`);
        await sender.write();
        const [delivery] = await sender.tried(1);
        if (delivered === 0) expect(delivery?.attempts[0]?.reason).toMatch(/^the delivery URL is not allowed/);
      }).finally(close);
      expect([received(), count()]).toEqual([0, delivered]);
    }),
});

const respondWith =
  (status: number, headers: Record<string, string> = {}, body = ""): Behaviour =>
  (response) =>
    void response.writeHead(status, headers).end(body);
const endless: Behaviour = (response) => {
  response.writeHead(400);
  const write = (): void => {
    while (!response.destroyed && response.write("x".repeat(65_536)));
    if (!response.destroyed) response.once("drain", write);
  };
  write();
};
const late =
  (ms: number): Behaviour =>
  (response) =>
    void setTimeout(() => response.writeHead(200).end(), ms);

/** Expects a reason in the delivery history; undefined means an acknowledgement. */
const LISTENERS: readonly (readonly [title: string, behaviour: Behaviour, reason: RegExp | undefined])[] = [
  ...[201, 204, 202, 206, 300, 304, 400, 500, 503].map(
    (status) => [`${status}`, respondWith(status), new RegExp(`^responded with ${status}`)] as const,
  ),
  ["199", (response) => void response.socket?.end("HTTP/1.1 199 X\r\n\r\n"), /./],
  ["101", (response) => void response.socket?.end("HTTP/1.1 101 X\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n"), /./],
  // test/sandbox/deliveries/send-delivery.test.ts tests the exact limit with its own clock.
  ["200 at 1 s", late(1000), undefined],
  ["200 at 3 s", late(3000), /within 2 s/],
  ["no response at all", () => undefined, /within 2 s/],
  ["a head at once, a body never", (response) => void response.writeHead(200).flushHeaders(), undefined],
  ["a body without end", endless, /^responded with 400/],
  ["a bomb of gzip", respondWith(400, { "Content-Encoding": "gzip" }, "\x1f\x8b\x08\x00"), /^responded with 400/],
  ["a head of 1 MB", respondWith(200, { "X-Large": "x".repeat(1_000_000) }), /longer than 16 KiB/],
  ["a reset", (response) => void response.socket?.resetAndDestroy(), /reset|closed/],
  ["garbage", (response) => void response.socket?.end("\0\0\0garbage"), /./],
  [
    "a redirect to itself",
    (response) => void response.writeHead(302, { Location: "/" }).end(),
    /^responded with 302; redirects are not followed/,
  ],
  [
    "a response with terminal control sequences",
    respondWith(400, {}, "\u001b]0;x\u0007<script>"),
    /^responded with 400/,
  ],
];

export const DELIVERY_LINES: readonly Attack[] = [
  names(
    "W4",
    "a name that is public first and private then: what was looked up is connected to",
    [["127.0.0.1"], ["127.0.0.2"]],
    1,
  ),
  names("W4", "a name that is private when it is looked up", [["127.0.0.2"], ["127.0.0.1"]], 0),
  names("W5", "a public and a private address", [["127.0.0.1", "127.0.0.2"]], 0),
  names("W5", "a private and a public address", [["127.0.0.2", "127.0.0.1"]], 0),
  names("W5", "the metadata service", [["169.254.169.254"]], 0),
  {
    line: "W6",
    title: "redirects to a private address",
    run: (field) =>
      withSender(field, async (sender) => {
        const { port, received, close } = await pair();
        for (const status of [301, 302, 303, 307, 308]) {
          const listener = await listen(respondWith(status, { Location: `http://127.0.0.2:${port}/` }));
          await sender.register(listener.url);
        }
        await sender.write();
        const reasons = (await sender.tried(5)).map(({ attempts }) => attempts[0]?.reason);
        for (const reason of reasons) expect(reason).toMatch(/redirects are not followed/);
        expect(received()).toBe(0);
        close();
      }),
  },
  {
    line: "W11",
    title: `${LISTENERS.length} listeners that misbehave, and five below HTTP, at once`,
    run: (field) =>
      withSender(field, async (sender) => {
        const expected = new Map<string, RegExp | undefined>();
        for (const [, behaviour, reason] of LISTENERS)
          expected.set(await sender.register((await listen(behaviour)).url), reason);
        for (const isExpired of [false, true]) {
          const { url } = await listenTls(isExpired ? "127.0.0.1" : "other.example", isExpired);
          expected.set(await sender.register(url), /certificate/);
        }
        expected.set(await sender.register((await listenTls("127.0.0.1")).url), /certificate/);
        expected.set(await sender.register((await listen()).url.replace("http:", "https:")), /./);
        expected.set(await sender.register((await listenTcp((socket) => void socket.destroy())).url), /reset|closed/);
        await sender.write();
        for (const { hookId, attempts, state } of await sender.tried(expected.size)) {
          const reason = expected.get(hookId);
          if (reason === undefined) expect(state).toBe("done");
          else expect(attempts[0]?.reason).toMatch(reason);
        }
      }),
  },
  {
    // Scaled down from 1 000 hooks and 1 000 events.
    line: "W14",
    title:
      "five dead hooks and twenty events: the hook that listens has them all while some of the dead ones have not been tried",
    run: (field) =>
      withSender(field, async (sender) => {
        for (let dead = 0; dead < 5; dead += 1) await sender.register((await listen(() => undefined)).url);
        const listener = await listen(acknowledge);
        const alive = await sender.register(listener.url);
        for (let event = 0; event < 20; event += 1) await sender.write({ notes: `event ${event}` });
        const all = await sender.done(alive, 20);
        expect(listener.received).toHaveLength(20);
        expect(all).toHaveLength(6 * 20);
        expect(all.filter(({ attempts }) => attempts.length === 0)).not.toEqual([]);
      }),
  },
  {
    line: "W16",
    title: "CR and LF in the ids of store and device: they stand in the body, and nowhere else",
    run: (field) =>
      withSender(field, async (sender) => {
        const listener = await listen();
        await sender.register(listener.url);
        const storeId = A.storeId;
        await sender.write({
          context: { businessId: A.businessId, storeId, sourceApp: "a\r\nX-Injected: 1" },
          orderNumber: "a\r\nX-Injected: 1",
        });
        await sender.tried(1);
        expect(listener.received.map(({ headers }) => headers["x-injected"])).toEqual([undefined]);
      }),
  },
  {
    line: "B9",
    title: "a listener of A hears nothing of B's orders, nor B's of A's",
    run: (field) =>
      withSender(field, async (sender) => {
        const [ours, theirs] = [await listen(), await listen()];
        await sender.register(ours.url);
        const { applicationId, businessId } = B;
        await sender.register(theirs.url, { applicationId, businessId }, sender.theirs);
        await sender.write();
        await sender.writeTheirs();
        await sender.tried(2);
        const countReceived = [ours, theirs].map(({ received }) =>
          received.map(({ body }) => JSON.parse(String(body)).businessId),
        );
        expect(countReceived).toEqual([[A.businessId], [B.businessId]]);
      }),
  },
];
