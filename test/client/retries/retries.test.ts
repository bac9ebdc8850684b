/** Which requests are retried, and when. Time and randomness are fixed, so that every wait is exact. */
import { describe, expect, test } from "vitest";
import {
  type AnyResult,
  type BusinessId,
  CallError,
  type Client,
  createClient,
  type OrderId,
} from "../../../src/index.js";
import { createScriptedClient, createScriptedServer, START, type Step } from "../scripted-server.js";

const businessId = "7f3c1d52-4b8e-4a57-9c1e-2d6a8b0f4e11" as BusinessId;
const orderId = "3e5a7c91-0b2d-4f68-a1c3-5d7e9f0b2c41" as OrderId;
const order = { path: { businessId, orderId } };

const CALLS = {
  GET: (client) => client.getOrder({ params: order }),
  PUT: (client) => client.recordOrder({ params: order, body: { id: orderId } as never }),
  PATCH: (client) => client.updateOrder({ params: order, body: [{ op: "remove", path: "/amounts" }] as never }),
  POST: (client) => client.createHook({ body: {} as never }),
  /** Not retried: its request id is not an idempotency key, and an assertion is valid once. */
  "POST /token": (client) => client.createToken({ body: { grantType: "PASSWORD" } as never }),
} satisfies Record<string, (client: Client) => Promise<AnyResult>>;

type Case = {
  readonly title: string;
  readonly steps: readonly Step[];
  readonly call?: keyof typeof CALLS;
  readonly limits?: { readonly timeout?: number; readonly totalTimeout?: number; readonly retries?: number };
  /** Milliseconds at which each request is sent. The bound of the first wait is 500, and the random number is 0.5. */
  readonly sentAt: readonly number[];
  /** Status of the response, or kind of the error. */
  readonly end: number | string;
};

const good: Step = { status: 200 };
const busy: Step = { status: 503 };

const CASES: readonly Case[] = [
  { title: "a successful response ends it", steps: [good], sentAt: [0], end: 200 },
  { title: "503 is tried again", steps: [busy, good], sentAt: [0, 250], end: 200 },
  { title: "the wait's bound doubles", steps: [busy, busy, good], sentAt: [0, 250, 750], end: 200 },
  { title: "the number of retries is bounded", steps: [busy], sentAt: [0, 250, 750], end: 503 },
  { title: "no retries are asked for", steps: [busy], limits: { retries: 0 }, sentAt: [0], end: 503 },
  {
    title: "the wait's bound ends growing at 20 s",
    steps: [busy],
    limits: { retries: 8 },
    sentAt: [0, 250, 750, 1750, 3750, 7750, 15750, 25750, 35750],
    end: 503,
  },
  { title: "500 is tried again", steps: [{ status: 500 }, good], sentAt: [0, 250], end: 200 },
  ...[502, 504].map((status) => ({
    ...{ title: `${status} is tried again`, steps: [{ status }, good], sentAt: [0, 250], end: 200 },
  })),
  ...[404, 409, 501, 505, 506, 507, 508, 510, 511, 599].map((status) => ({
    ...{ title: `${status}, which no waiting changes, is not`, steps: [{ status }, good], sentAt: [0], end: status },
  })),
  { title: "429 is tried again", steps: [{ status: 429 }, good], sentAt: [0, 250], end: 200 },
  {
    title: "408, a request that came too slowly, is tried again",
    steps: [{ status: 408 }, good],
    sentAt: [0, 250],
    end: 200,
  },
  { title: "a broken connection is tried again", steps: ["broken", good], sentAt: [0, 250], end: 200 },
  { title: "the last connection error is thrown", steps: ["broken"], sentAt: [0, 250, 750], end: "connection" },
  { title: "a response after connection errors is returned", steps: ["broken", busy], sentAt: [0, 250, 750], end: 503 },
  {
    title: "silence is tried again after the time of an attempt",
    steps: ["silence", good],
    limits: { timeout: 1000 },
    sentAt: [0, 1250],
    end: 200,
  },
  {
    title: "so is a fetch that hears no signal",
    steps: ["deaf", good],
    limits: { timeout: 1000 },
    sentAt: [0, 1250],
    end: 200,
  },
  {
    title: "silence ends as a timeout",
    steps: ["silence"],
    limits: { timeout: 1000, retries: 1 },
    sentAt: [0, 1250],
    end: "timeout",
  },
  {
    title: "a response just in time",
    steps: [{ after: 999, status: 200 }],
    limits: { timeout: 1000 },
    sentAt: [0],
    end: 200,
  },
  {
    title: "the time of a call bounds the attempts",
    steps: ["silence"],
    limits: { timeout: 1000, totalTimeout: 1100, retries: 5 },
    sentAt: [0],
    end: "timeout",
  },
  {
    title: "the time of a call bounds its last attempt",
    steps: ["silence"],
    limits: { timeout: 1000, totalTimeout: 1300, retries: 5 },
    sentAt: [0, 1250],
    end: "timeout",
  },
  {
    title: "Retry-After in seconds is waited for, and a little more",
    steps: [{ status: 429, headers: { "retry-after": "3" } }, good],
    sentAt: [0, 3250],
    end: 200,
  },
  {
    title: "Retry-After as a date is compared with the service's own",
    steps: [
      {
        status: 503,
        headers: { date: "Mon, 01 Jan 2035 00:00:00 GMT", "retry-after": "Mon, 01 Jan 2035 00:00:07 GMT" },
      },
      good,
    ],
    sentAt: [0, 7250],
    end: 200,
  },
  {
    title: "Retry-After as a date without a Date is compared with ours",
    steps: [{ status: 503, headers: { "retry-after": new Date(START + 2000).toUTCString() } }, good],
    sentAt: [0, 2250],
    end: 200,
  },
  {
    title: "Retry-After that is past is as none",
    steps: [{ status: 503, headers: { "retry-after": "Mon, 01 Jan 2001 00:00:00 GMT" } }, good],
    sentAt: [0, 250],
    end: 200,
  },
  {
    title: "Retry-After that is nonsense is as none",
    steps: [{ status: 503, headers: { "retry-after": "soon" } }, good],
    sentAt: [0, 250],
    end: 200,
  },
  ...["-5", "1.5", "1e3", "0x10", "Infinity", "NaN", "3 seconds"].map(
    (value): Case => ({
      title: `Retry-After of ${value} is as none`,
      steps: [{ status: 503, headers: { "retry-after": value } }, good],
      sentAt: [0, 250],
      end: 200,
    }),
  ),
  {
    title: "a response with a Retry-After beyond all numbers is returned at once",
    steps: [{ status: 503, headers: { "retry-after": "9".repeat(400) } }, good],
    sentAt: [0],
    end: 503,
  },
  {
    title: "a response with a Retry-After beyond the time of the call is returned at once",
    steps: [{ status: 429, headers: { "retry-after": "3600" } }, good],
    sentAt: [0],
    end: 429,
  },
  { title: "PUT is repeated", call: "PUT", steps: [busy, "broken", good], sentAt: [0, 250, 750], end: 200 },
  { title: "PATCH is repeated", call: "PATCH", steps: [busy, "broken", good], sentAt: [0, 250, 750], end: 200 },
  {
    title: "POST is repeated under its key",
    call: "POST",
    steps: [busy, "broken", good],
    sentAt: [0, 250, 750],
    end: 200,
  },
  { title: "a token is not asked for twice", call: "POST /token", steps: [busy, good], sentAt: [0], end: 503 },
  {
    title: "nor after a broken connection",
    call: "POST /token",
    steps: ["broken", good],
    sentAt: [0],
    end: "connection",
  },
];

describe("a request that meets", () => {
  test.each(CASES)("$title", async ({ steps, call = "GET", limits = {}, sentAt, end }) => {
    const service = createScriptedServer(steps);
    const client = createScriptedClient(service, limits);
    const outcome = await service.runUntilDone<AnyResult>(CALLS[call](client)).catch((error: unknown) => error);
    expect(service.sent.map(({ at }) => at)).toEqual(sentAt);
    expect(outcome).toMatchObject({
      attempts: sentAt.length,
      ...(typeof end === "number" ? { status: end } : { kind: end }),
    });
    expect(outcome instanceof CallError).toBe(typeof end === "string");
    // Retries are identical to the byte.
    const [first] = service.sent;
    for (const again of service.sent) expect({ ...again, at: 0 }).toEqual({ ...first, at: 0 });
  });
});

test("full jitter: a random wait is at most its bound", async () => {
  for (const [randomValue, sentAt] of [
    [0, [0, 0]],
    [0.999, [0, 499.5]],
  ] as const) {
    const service = createScriptedServer([busy, good], randomValue);
    await service.runUntilDone(CALLS.GET(createScriptedClient(service)));
    expect(service.sent.map(({ at }) => at)).toEqual(sentAt);
  }
});

test("a call has one request id, and another call has another", async () => {
  const service = createScriptedServer([busy, good]);
  const client = createScriptedClient(service);
  const result = await service.runUntilDone(CALLS.PUT(client));
  await service.runUntilDone(CALLS.PUT(client));
  const ids = service.sent.map(({ headers }) => headers.get("service-request-id"));
  expect(ids).toEqual([result.requestId, result.requestId, expect.stringMatching(/0002$/)]);
});

test("a request id of the caller is used", async () => {
  const service = createScriptedServer([busy, good]);
  const params = { ...order, header: { "Service-Request-Id": "mine" } };
  const result = await service.runUntilDone(createScriptedClient(service).getOrder({ params }));
  expect(service.sent.map(({ headers }) => headers.get("service-request-id"))).toEqual(["mine", "mine"]);
  expect(result.requestId).toBe("mine");
});

test("an infinite limit works, although timers are limited", async () => {
  const { fetch } = createScriptedServer([good]);
  const slow: typeof globalThis.fetch = async (url, init) => {
    await new Promise((later) => setTimeout(later, 30));
    return fetch(url, init);
  };
  const limits = { timeout: Number.POSITIVE_INFINITY, totalTimeout: Number.POSITIVE_INFINITY };
  const client = createClient({
    baseUrl: "https://api.example",
    signIn: { oauth2: "token" },
    fetch: slow,
    retries: 0,
    ...limits,
  });
  expect((await client.getOrder({ params: order })).status).toBe(200);
});
