import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { setTimeout as pause } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { type DeliveryOutcome, sendDelivery } from "../../../src/sandbox/deliveries/send-delivery.js";
import { createDeliveryProfile } from "../../../src/sandbox/delivery-urls/delivery-profile.js";
import { verify } from "../../../src/webhooks/index.js";
import { type Behaviour, listen, listenTcp } from "./listener.js";
import { payload, SECRET, sendOnce } from "./send-once.js";

test("the exact bytes are sent, signed, with the headers of the seed", async () => {
  const listener = await listen();
  await sendOnce(`${listener.url}/a%20b?token=1`);
  const [received] = listener.received;
  expect(received?.body).toEqual(payload);
  expect(received).toMatchObject({ method: "POST", url: "/events/a%20b?token=1" });
  expect(received?.headers).toEqual({
    host: `127.0.0.1:${listener.port}`,
    "user-agent": "commerce-contract-sandbox",
    "content-type": "application/json",
    "content-length": String(payload.length),
    "accept-encoding": "identity",
    "service-webhook-signature": expect.stringMatching(/^[A-Za-z0-9+/]{27}=$/),
    connection: "close",
  });
  expect(await verify(payload, String(received?.headers["service-webhook-signature"]), SECRET)).toBe(true);
});

/** Line W11 of the attack catalogue, and other behavior of HTTP listeners. */
type Case = {
  readonly title: string;
  readonly behaviour: Behaviour;
  readonly outcome: Partial<DeliveryOutcome>;
  /**
   * Milliseconds by which the sender's clock advances at the request; otherwise it is frozen and no limit is reached.
   */
  readonly passes?: number;
};

const respond = (status: number, headers: Record<string, string> = {}, body = ""): Behaviour => {
  return (response) => void response.writeHead(status, headers).end(body);
};
const late =
  (ms: number): Behaviour =>
  (response) =>
    void setTimeout(() => response.writeHead(200).end(), ms);
const halfway: Behaviour = (response) => void response.writeHead(200, { "Content-Length": "5" }).write("a");

const CASES: readonly Case[] = [
  { title: "200", behaviour: respond(200), outcome: { acknowledged: true, status: 200, reason: "acknowledged" } },
  ...[199, 201, 202, 204, 300, 400, 404, 500].map((status) => ({
    title: String(status),
    // Node cannot send a final response below 200.
    behaviour: status === 199 ? raw("HTTP/1.1 199 Odd\r\n\r\n") : respond(status),
    outcome: status === 199 ? { acknowledged: false } : { acknowledged: false, status },
  })),
  ...[301, 302, 303, 307, 308].map((status) => ({
    title: `${status} to a private address`,
    behaviour: respond(status, { Location: "http://169.254.169.254/latest" }),
    outcome: {
      acknowledged: false,
      status,
      reason: `responded with ${status}; redirects are not followed, and only 200 acknowledges`,
    },
  })),
  { title: "200 in the last moment", behaviour: late(1999), outcome: { acknowledged: true }, passes: 1999 },
  {
    title: "200 when its time is over",
    behaviour: late(2000),
    outcome: { acknowledged: false, reason: "no response within 2 s" },
    passes: 2000,
  },
  {
    title: "a header in time and a body never",
    behaviour: halfway,
    outcome: { acknowledged: true, responseExcerpt: "a" },
    passes: 2000,
  },
  {
    title: "a body without end",
    behaviour: (response) => {
      const more = (): void => void (response.destroyed || response.write("x".repeat(65_536), more));
      more();
    },
    outcome: { acknowledged: true, responseExcerpt: `${"x".repeat(2042)} [cut]` },
  },
  {
    title: "a bomb of gzip",
    behaviour: (response) => {
      response.writeHead(200, { "Content-Encoding": "gzip" }).end(gzipSync(Buffer.alloc(50_000_000)));
    },
    outcome: { acknowledged: true, responseExcerpt: "[compressed, not shown]" },
  },
  {
    title: "a header of 1 MB",
    behaviour: raw(`HTTP/1.1 200 OK\r\nX: ${"x".repeat(1_000_000)}\r\n\r\n`),
    outcome: { acknowledged: false, reason: "the header of the response is longer than 16 KiB (HPE_HEADER_OVERFLOW)" },
  },
  {
    title: "a reset after the request",
    behaviour: (response) => void response.socket?.resetAndDestroy(),
    outcome: { acknowledged: false, reason: "the connection was reset before a response arrived (ECONNRESET)" },
  },
  {
    title: "a reset within the body, behind 200",
    behaviour: (response) => {
      response.writeHead(200, { "Content-Length": "9" }).write("some", () => response.socket?.destroy());
    },
    outcome: { acknowledged: true, responseExcerpt: "some" },
  },
  {
    title: "no HTTP",
    behaviour: raw("hello\r\n\r\n"),
    outcome: { acknowledged: false, reason: "sending failed (HPE_INVALID_CONSTANT)" },
  },
  {
    title: "a change of protocol",
    behaviour: raw("HTTP/1.1 101 X\r\nUpgrade: a\r\nConnection: upgrade\r\n\r\n"),
    outcome: { acknowledged: false, reason: "responded with 101; only 200 acknowledges" },
  },
  {
    title: "429 and patience",
    behaviour: respond(429, { "Retry-After": "120" }),
    outcome: { status: 429, retryAfter: 120_000 },
  },
  {
    title: "503 and a date",
    behaviour: respond(503, { "Retry-After": "Thu, 01 Jan 2026 00:01:00 GMT" }),
    outcome: { retryAfter: 60_000 },
  },
  {
    title: "429 and a day",
    behaviour: respond(429, { "Retry-After": "86400" }),
    outcome: { retryAfter: 3_600_000 },
  },
  { title: "503 and text", behaviour: respond(503, { "Retry-After": "soon" }), outcome: { retryAfter: undefined } },
  { title: "500 and 120 s", behaviour: respond(500, { "Retry-After": "120" }), outcome: { retryAfter: undefined } },
  {
    title: "secrets in the response",
    behaviour: respond(
      400,
      {},
      `{"password":"hunter2","got":"${SECRET}","pan":"4111 1111 1111 1111","n":1\u0000\u001b[31m\u202e}`,
    ),
    outcome: {
      responseExcerpt: '{"password":"[redacted]","got":"[redacted]","pan":"[redacted]","n":1\uFFFD\uFFFD[31m\uFFFD}',
    },
  },
  {
    title: "the secret in base64",
    behaviour: respond(400, {}, `x${Buffer.from(SECRET).toString("base64")}`),
    outcome: { responseExcerpt: "x[redacted]" },
  },
];

test.each(CASES)("a listener that sends $title", async ({ behaviour, outcome, passes = 0 }) => {
  stopClock();
  let isRequested = (): void => {};
  const request = new Promise<void>((resolve) => {
    isRequested = resolve;
  });
  const listener = await listen((response, index, received) => {
    behaviour(response, index, received);
    isRequested();
  });
  const headed = headOfResponse();
  const outcomes = sendOnce(listener.url);
  await request;
  if (behaviour === halfway) await headed;
  await vi.advanceTimersByTimeAsync(passes);
  expect(await outcomes).toMatchObject(outcome);
});

/** Resolves when the sender has received the head of a response. */
function headOfResponse(): Promise<void> {
  const channel = "http.client.response.finish";
  return new Promise((resolve) => {
    const hear = (): void => resolve();
    subscribe(channel, hear);
    onTestFinished(() => void unsubscribe(channel, hear));
  });
}

/** Timers are fake; connections are real. */
function stopClock(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
}

function raw(bytes: string): Behaviour {
  return (response) => void response.socket?.end(bytes);
}

describe("connections", () => {
  test("a port without a listener", async () => {
    const { url } = await listenTcp((socket) => socket.destroy());
    expect(await sendOnce(url)).toMatchObject({ acknowledged: false, status: undefined });
    expect(await sendOnce("http://127.0.0.1:9/").then(({ reason }) => reason)).toMatch(/port 9 is blocked/);
    expect(await sendOnce("http://127.0.0.1:1025/")).toMatchObject({
      reason: "nothing listens at the delivery URL (ECONNREFUSED)",
    });
  });

  test("an unknown name, and one whose lookup never ends", async () => {
    const url = "http://listener.example/";
    const unknown = Object.assign(new Error("secret detail"), { code: "ENOTFOUND" });
    expect(await sendOnce(url, { resolve: () => Promise.reject(unknown) })).toMatchObject({
      reason: "the host of the delivery URL is unknown (ENOTFOUND)",
    });
    stopClock();
    const never = sendOnce(url, { resolve: () => new Promise(() => undefined) });
    await vi.advanceTimersByTimeAsync(1500);
    expect((await never).reason).toBe("no connection within 1.5 s");
  });

  test("a process that pauses for longer than the limit does not shorten the listener's time", async () => {
    const listener = await listen(async (response) => {
      // Sender and listener run in this process, so both are blocked.
      const end = performance.now() + 600;
      while (performance.now() < end);
      await pause(20);
      response.writeHead(200).end();
    });
    const limits = { connect: 500, acknowledge: 500 };
    expect(await sendOnce(listener.url, { limits })).toMatchObject({ acknowledged: true });
  });

  test("a response that arrived while this process was busy arrived in time", async () => {
    stopClock();
    const listener = await listen((response) => {
      response.writeHead(200).end();
      // As after a long pause: the timer fires first, and the received data is read after it.
      setImmediate(() => vi.advanceTimersByTime(2000));
    });
    expect(await sendOnce(listener.url)).toMatchObject({ acknowledged: true });
  });

  test("a stopped attempt ends at once, with a reason", async () => {
    const stop = new AbortController();
    const listener = await listen(() => stop.abort("the sandbox was stopped"));
    const options = { profile: createDeliveryProfile({ reach: "local" }), realNow: () => 0 };
    const outcome = await sendDelivery({ url: listener.url, secret: SECRET, payload, signal: stop.signal }, options);
    expect(outcome.reason).toBe("the sandbox was stopped");
  });
});
