import type { LookupAddress } from "node:dns";
import { describe, expect, test } from "vitest";
import { listen, listenTls } from "./listener.js";
import { sendOnce } from "./send-once.js";

describe("addresses of host names", () => {
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
  ])("a name that resolves to %s", async (address) => {
    const { reason } = await sendOnce("http://listener.example/", { ...shared, resolve: at(address) });
    expect(reason).toMatch(/^the delivery URL is not allowed: its host address/);
  });

  test("a name that resolves to a public and a private address", async () => {
    const { reason } = await sendOnce("http://listener.example/", { ...shared, resolve: at("8.8.8.8", "10.0.0.1") });
    expect(reason).toMatch(/its host address 10\.0\.0\.1/);
  });

  test("a name that changes from a public to a private address: it is resolved once", async () => {
    const listener = await listen();
    const responses = ["127.0.0.1", "10.0.0.1"];
    let calls = 0;
    const resolve = async (): Promise<LookupAddress[]> => [{ address: responses[calls++] ?? "", family: 4 }];
    const outcome = await sendOnce(`http://listener.example:${listener.port}/`, { resolve });
    expect(outcome.acknowledged).toBe(true);
    expect(calls).toBe(1);
    expect(listener.received[0]?.headers.host).toBe(`listener.example:${listener.port}`);
    expect((await sendOnce(`http://listener.example:${listener.port}/`, { resolve })).reason).toMatch(/not allowed/);
  });

  test("a name whose first address does not respond", async () => {
    const listener = await listen();
    const outcome = await sendOnce(`http://listener.example:${listener.port}/`, { resolve: at("::1", "127.0.0.1") });
    expect(outcome.acknowledged).toBe(true);
  });

  test("a name that resolves to the sandbox itself", async () => {
    const listener = await listen();
    const profile = { reach: "local", listOwnUrls: () => [`http://127.0.0.1:${listener.port}`] } as const;
    const outcome = await sendOnce(`http://listener.example:${listener.port}/`, { profile, resolve: at("127.0.0.1") });
    expect(outcome.reason).toBe("the delivery URL is not allowed: it leads to the sandbox itself");
    expect(listener.received).toEqual([]);
  });

  test("an allowed network", async () => {
    const listener = await listen();
    const profile = { reach: "shared", allow: ["127.0.0.1/32"] } as const;
    const outcome = await sendOnce(`http://listener.example:${listener.port}/`, { profile, resolve: at("127.0.0.1") });
    expect(outcome.acknowledged).toBe(true);
  });
});

describe("certificates", () => {
  test.each([
    { title: "of its own making", name: "127.0.0.1", trusted: false, reason: /\(DEPTH_ZERO_SELF_SIGNED_CERT\)$/ },
    { title: "for another name", name: "other.example", reason: /\(ERR_TLS_CERT_ALTNAME_INVALID\)$/ },
    { title: "that has expired", name: "127.0.0.1", isExpired: true, reason: /\(CERT_HAS_EXPIRED\)$/ },
    { title: "that verifies", name: "127.0.0.1", reason: /^acknowledged$/ },
  ])("one $title", async ({ name, isExpired, trusted = true, reason }) => {
    const listener = await listenTls(name, isExpired);
    const strict = await sendOnce(listener.url, trusted ? { trustedCertificates: listener.certificate } : {});
    expect(strict.reason).toMatch(reason);
    expect(listener.received.length).toBe(strict.acknowledged ? 1 : 0);
    if (!strict.acknowledged) expect(strict.reason).toMatch(/^the certificate could not be verified/);
    const lenient = await sendOnce(listener.url, { profile: { reach: "local", insecureTls: true } });
    expect(lenient).toMatchObject({ acknowledged: true });
  });

  test("the certificate must match the host name", async () => {
    const listener = await listenTls("listener.example");
    const resolve = async (): Promise<LookupAddress[]> => [{ address: "127.0.0.1", family: 4 }];
    const extra = { trustedCertificates: listener.certificate, resolve };
    expect(await sendOnce(`https://listener.example:${listener.port}/`, extra)).toMatchObject({ acknowledged: true });
    expect(await sendOnce(`https://other.example:${listener.port}/`, extra)).toMatchObject({ acknowledged: false });
  });

  test("a server without TLS", async () => {
    const listener = await listen();
    const { reason } = await sendOnce(listener.url.replace("http:", "https:"));
    expect(reason).toMatch(/^(sending failed|the certificate could not be verified|the connection was)/);
  });
});
