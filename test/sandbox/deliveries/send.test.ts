import type { LookupAddress } from "node:dns";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { type DeliveryProfileOptions, deliveryProfile } from "../../../src/sandbox/deliveries/addresses.js";
import type { Outcome } from "../../../src/sandbox/deliveries/outcome.js";
import { send } from "../../../src/sandbox/deliveries/send.js";
import { verify } from "../../../src/webhooks/index.js";
import { type Behaviour, listen, listenTcp, listenTls } from "./listener.js";

const SECRET = "a-long-random-signing-secret";
const payload = Buffer.from('{"id":"1","name":"Größe"}');

type Extra = {
  readonly profile?: DeliveryProfileOptions;
  readonly trusted?: string;
  readonly resolve?: (host: string) => Promise<LookupAddress[]>;
};

async function sent(
  url: string,
  { profile = { reach: "local" }, ...rest }: Extra = {},
): Promise<Outcome & { ms: number }> {
  const start = performance.now();
  const options = {
    profile: deliveryProfile(profile),
    realNow: () => Date.UTC(2026, 0, 1),
    ...rest,
  };
  const outcome = await send({ url, secret: SECRET, payload, signal: new AbortController().signal }, options);
  return { ...outcome, ms: performance.now() - start };
}

test("the exact bytes are sent, signed, with the headers of the seed", async () => {
  const listener = await listen();
  await sent(`${listener.url}/a%20b?token=1`);
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
  expect(verify(payload, String(received?.headers["service-webhook-signature"]), SECRET)).toBe(true);
});

/** Line W11 of the attack catalogue, and what else a listener can do over HTTP. */
type Case = {
  readonly says: string;
  readonly behaviour: Behaviour;
  readonly outcome: Partial<Outcome>;
  readonly ms?: readonly [number, number];
};

const answer = (status: number, headers: Record<string, string> = {}, body = ""): Behaviour => {
  return (response) => void response.writeHead(status, headers).end(body);
};
const late =
  (ms: number): Behaviour =>
  (response) =>
    void setTimeout(() => response.writeHead(200).end(), ms);

const CASES: readonly Case[] = [
  { says: "200", behaviour: answer(200), outcome: { acknowledged: true, status: 200, reason: "acknowledged" } },
  ...[199, 201, 202, 204, 300, 400, 404, 500].map((status) => ({
    says: String(status),
    // Node writes no final answer below 200.
    behaviour: status === 199 ? raw("HTTP/1.1 199 Odd\r\n\r\n") : answer(status),
    outcome: status === 199 ? { acknowledged: false } : { acknowledged: false, status },
  })),
  ...[301, 302, 303, 307, 308].map((status) => ({
    says: `${status} to a private address`,
    behaviour: answer(status, { Location: "http://169.254.169.254/latest" }),
    outcome: {
      acknowledged: false,
      status,
      reason: `answered ${status}; redirects are not followed, and only 200 acknowledges`,
    },
  })),
  { says: "200 after 1.9 s", behaviour: late(1900), outcome: { acknowledged: true }, ms: [1850, 2050] },
  {
    says: "200 after 2.1 s",
    behaviour: late(2100),
    outcome: { acknowledged: false, reason: "no answer within 2 s" },
    ms: [1950, 2090],
  },
  {
    says: "a header after 1 s and a body never",
    behaviour: (response) => void setTimeout(() => response.writeHead(200, { "Content-Length": "5" }).write("a"), 1000),
    outcome: { acknowledged: true, answer: "a" },
    ms: [1950, 2200],
  },
  {
    says: "a body without end",
    behaviour: (response) => {
      const more = (): void => void (response.destroyed || response.write("x".repeat(65_536), more));
      more();
    },
    outcome: { acknowledged: true, answer: `${"x".repeat(2042)} [cut]` },
    ms: [0, 500],
  },
  {
    says: "a bomb of gzip",
    behaviour: (response) => {
      response.writeHead(200, { "Content-Encoding": "gzip" }).end(gzipSync(Buffer.alloc(50_000_000)));
    },
    outcome: { acknowledged: true, answer: "[compressed, not looked into]" },
    ms: [0, 1000],
  },
  {
    says: "a header of 1 MB",
    behaviour: raw(`HTTP/1.1 200 OK\r\nX: ${"x".repeat(1_000_000)}\r\n\r\n`),
    outcome: { acknowledged: false, reason: "the header of the answer is longer than 16 KiB (HPE_HEADER_OVERFLOW)" },
  },
  {
    says: "a reset after the request",
    behaviour: (response) => void response.socket?.resetAndDestroy(),
    outcome: { acknowledged: false, reason: "the connection was reset before an answer came (ECONNRESET)" },
  },
  {
    says: "a reset within the body, behind 200",
    behaviour: (response) => {
      response.writeHead(200, { "Content-Length": "9" }).write("some", () => response.socket?.destroy());
    },
    outcome: { acknowledged: true, answer: "some" },
  },
  {
    says: "no HTTP",
    behaviour: raw("hello\r\n\r\n"),
    outcome: { acknowledged: false, reason: "sending failed (HPE_INVALID_CONSTANT)" },
  },
  {
    says: "a change of protocol",
    behaviour: raw("HTTP/1.1 101 X\r\nUpgrade: a\r\nConnection: upgrade\r\n\r\n"),
    outcome: { acknowledged: false, reason: "answered 101; only 200 acknowledges" },
  },
  {
    says: "429 and patience",
    behaviour: answer(429, { "Retry-After": "120" }),
    outcome: { status: 429, retryAfter: 120_000 },
  },
  {
    says: "503 and a date",
    behaviour: answer(503, { "Retry-After": "Thu, 01 Jan 2026 00:01:00 GMT" }),
    outcome: { retryAfter: 60_000 },
  },
  { says: "429 and a day", behaviour: answer(429, { "Retry-After": "86400" }), outcome: { retryAfter: 3_600_000 } },
  { says: "503 and nonsense", behaviour: answer(503, { "Retry-After": "soon" }), outcome: { retryAfter: undefined } },
  { says: "500 and patience", behaviour: answer(500, { "Retry-After": "120" }), outcome: { retryAfter: undefined } },
  {
    says: "secrets in the answer",
    behaviour: answer(
      400,
      {},
      `{"password":"hunter2","got":"${SECRET}","pan":"4111 1111 1111 1111","n":1\u0000\u001b[31m\u202e}`,
    ),
    outcome: { answer: '{"password":"[redacted]","got":"[redacted]","pan":"[redacted]","n":1\uFFFD\uFFFD[31m\uFFFD}' },
  },
  {
    says: "the secret in base64",
    behaviour: answer(400, {}, `x${Buffer.from(SECRET).toString("base64")}`),
    outcome: { answer: "x[redacted]" },
  },
];

test.concurrent.each(CASES)("a listener that answers $says", async ({ behaviour, outcome, ms = [0, 1900] }) => {
  const { ms: taken, ...got } = await sent((await listen(behaviour)).url);
  expect(got).toMatchObject(outcome);
  expect(taken).toBeGreaterThanOrEqual(ms[0]);
  expect(taken).toBeLessThan(ms[1] + 250);
});

function raw(bytes: string): Behaviour {
  return (response) => void response.socket?.end(bytes);
}

describe("connections", () => {
  test("a port where nothing listens", async () => {
    const { url } = await listenTcp((socket) => socket.destroy());
    expect(await sent(url)).toMatchObject({ acknowledged: false, status: undefined });
    expect(await sent("http://127.0.0.1:9/").then(({ reason }) => reason)).toMatch(/port 9 is not for HTTP/);
    expect(await sent("http://127.0.0.1:1025/")).toMatchObject({
      reason: "nothing listens at the delivery URL (ECONNREFUSED)",
    });
  });

  test("a name that nobody knows, and one that is never looked up to the end", async () => {
    const url = "http://listener.example/";
    const unknown = Object.assign(new Error("secret detail"), { code: "ENOTFOUND" });
    expect(await sent(url, { resolve: () => Promise.reject(unknown) })).toMatchObject({
      reason: "the host of the delivery URL is unknown (ENOTFOUND)",
    });
    const never = await sent(url, { resolve: () => new Promise(() => undefined) });
    expect(never.reason).toBe("no connection within 1.5 s");
    expect(never.ms).toBeLessThan(1800);
  });

  test("what is stopped ends at once, and says so", async () => {
    const listener = await listen(() => undefined);
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 100);
    const options = { profile: deliveryProfile({ reach: "local" }), realNow: () => 0 };
    const outcome = await send({ url: listener.url, secret: SECRET, payload, signal: stop.signal }, options);
    expect(outcome.reason).toBe("the sandbox was stopped before an answer came");
  });
});

describe("addresses of names", () => {
  const shared = { profile: { reach: "shared" } } as const;
  const at = (...addresses: readonly string[]) => {
    return async (): Promise<LookupAddress[]> =>
      addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  };

  test.each([
    ["127.0.0.1"],
    ["10.0.0.1"],
    ["169.254.169.254"],
    ["::1"],
    ["::ffff:127.0.0.1"],
    ["64:ff9b::7f00:1"],
    ["0.0.0.0"],
  ])("a name that stands for %s", async (address) => {
    const { reason } = await sent("http://listener.example/", { ...shared, resolve: at(address) });
    expect(reason).toMatch(/^the delivery URL is refused: its host stands for/);
  });

  test("a name that stands for a public and a private address", async () => {
    const { reason } = await sent("http://listener.example/", { ...shared, resolve: at("8.8.8.8", "10.0.0.1") });
    expect(reason).toMatch(/its host stands for 10\.0\.0\.1/);
  });

  test("a name that is public when it is checked and private after: it is looked up once", async () => {
    const listener = await listen();
    const answers = ["127.0.0.1", "10.0.0.1"];
    let asked = 0;
    const resolve = async (): Promise<LookupAddress[]> => [{ address: answers[asked++] ?? "", family: 4 }];
    const outcome = await sent(`http://listener.example:${listener.port}/`, { resolve });
    expect(outcome.acknowledged).toBe(true);
    expect(asked).toBe(1);
    expect(listener.received[0]?.headers.host).toBe(`listener.example:${listener.port}`);
    expect((await sent(`http://listener.example:${listener.port}/`, { resolve })).reason).toMatch(/refused/);
  });

  test("a name whose first address does not answer", async () => {
    const listener = await listen();
    const outcome = await sent(`http://listener.example:${listener.port}/`, { resolve: at("::1", "127.0.0.1") });
    expect(outcome.acknowledged).toBe(true);
  });

  test("a name that stands for the sandbox itself", async () => {
    const listener = await listen();
    const profile = { reach: "local", own: () => [`http://127.0.0.1:${listener.port}`] } as const;
    const outcome = await sent(`http://listener.example:${listener.port}/`, { profile, resolve: at("127.0.0.1") });
    expect(outcome.reason).toBe("the delivery URL is refused: it leads to the sandbox itself");
    expect(listener.received).toEqual([]);
  });

  test("a network that is allowed", async () => {
    const listener = await listen();
    const profile = { reach: "shared", allow: ["127.0.0.1/32"] } as const;
    const outcome = await sent(`http://listener.example:${listener.port}/`, { profile, resolve: at("127.0.0.1") });
    expect(outcome.acknowledged).toBe(true);
  });
});

describe("certificates", () => {
  test.each([
    { says: "of its own making", name: "127.0.0.1", trusted: false, reason: /\(DEPTH_ZERO_SELF_SIGNED_CERT\)$/ },
    { says: "for another name", name: "other.example", reason: /\(ERR_TLS_CERT_ALTNAME_INVALID\)$/ },
    { says: "that has expired", name: "127.0.0.1", isExpired: true, reason: /\(CERT_HAS_EXPIRED\)$/ },
    { says: "that verifies", name: "127.0.0.1", reason: /^acknowledged$/ },
  ])("one $says", async ({ name, isExpired, trusted = true, reason }) => {
    const listener = await listenTls(name, isExpired);
    const strict = await sent(listener.url, trusted ? { trusted: listener.certificate } : {});
    expect(strict.reason).toMatch(reason);
    expect(listener.received.length).toBe(strict.acknowledged ? 1 : 0);
    if (!strict.acknowledged) expect(strict.reason).toMatch(/^the certificate does not verify/);
    const lenient = await sent(listener.url, { profile: { reach: "local", insecureTls: true } });
    expect(lenient).toMatchObject({ acknowledged: true });
  });

  test("the name of a certificate is the name that is asked for", async () => {
    const listener = await listenTls("listener.example");
    const resolve = async (): Promise<LookupAddress[]> => [{ address: "127.0.0.1", family: 4 }];
    const extra = { trusted: listener.certificate, resolve };
    expect(await sent(`https://listener.example:${listener.port}/`, extra)).toMatchObject({ acknowledged: true });
    expect(await sent(`https://other.example:${listener.port}/`, extra)).toMatchObject({ acknowledged: false });
  });

  test("TLS that is not spoken", async () => {
    const listener = await listen();
    const { reason } = await sent(listener.url.replace("http:", "https:"));
    expect(reason).toMatch(/^(sending failed|the certificate does not verify|the connection was)/);
  });
});
