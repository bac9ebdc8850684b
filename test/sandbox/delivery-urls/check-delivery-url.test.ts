import { readFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "js-yaml";
import { expect, test } from "vitest";
import {
  checkAddress,
  checkDeliveryUrl,
  createDeliveryProfile,
} from "../../../src/sandbox/delivery-urls/delivery-profile.js";

const listOwnUrls = (): readonly string[] => [
  "http://127.0.0.1:4010",
  "http://127.0.0.1:4011/billing",
  "https://sandbox.example",
];
const local = createDeliveryProfile({ reach: "local", listOwnUrls });
const shared = createDeliveryProfile({ reach: "shared", listOwnUrls });

/** URLs refused in both profiles: lines W1 to W3 and W7 to W10 of the attack catalogue. */
const { loopback: _, ...LISTS } = load(readFileSync(join(import.meta.dirname, "refused-urls.yaml"), "utf8")) as Record<
  string,
  readonly string[]
>;
const REFUSED: readonly string[] = [
  ...Object.values(LISTS).flat(),
  ...["http://listener.example/#fragment", "http://listener.example/#", "http://listener.example:0/"],
  ...["http://listener.example:22/", "http://listener.example:25/", "http://listener.example:65536/"],
  ...["http://listener.example:-1/", "http://listener.example:abc/", "http://127.0.0.1:4010/hooks"],
  ...["http://localhost:4010/", "http://[::1]:4010/", "http://127.0.0.2:4010/", "http://127.0.0.1:4011/"],
  ...["http://LOCALHOST:4011/", "http://a.localhost:4010/", "https://sandbox.example/x"],
  ...["https://sandbox.example:443/", `https://listener.example/${"x".repeat(2048)}`],
];

test.each(REFUSED)("%j is rejected", (url) => {
  expect(checkDeliveryUrl(url, local)).toMatch(/^\S/);
  expect(checkDeliveryUrl(url, shared)).toMatch(/^\S/);
});

test.each([
  [`https://a.example/${"x".repeat(2031)}`, "it has 2049 characters; expected at most 2048"],
  [
    "http://\u0430.example/",
    "it has characters other than printable ASCII; percent-encode them, or use Punycode in the host",
  ],
  ["http://a.example\\b", "it has a backslash; use slashes"],
  ["/events", "it is not an absolute URL; expected a URL such as https://listener.example/events"],
  ["ftp://a.example/", "its scheme is ftp; expected http or https"],
  ["http:a.example", "its scheme must be followed by two slashes"],
  ["http://user@a.example/", "it has user information; remove it, deliveries are authenticated by their signature"],
  ["http://a.example/#", "it has a fragment; remove it, fragments are never sent"],
  ["http://a.example:22/", "port 22 is blocked because another protocol uses it"],
  ["http://2130706433/", "its host is parsed as 127.0.0.1; write it that way"],
  ["http://metadata.goog./", "metadata.goog is a cloud metadata service"],
  ["http://instance-data/", "instance-data is a cloud metadata service"],
  ["https://sandbox.example/x", "it is a URL of the sandbox itself"],
  ["http://0.0.0.0:4010/", "0.0.0.0 is not a public address; only loopback and public addresses are allowed"],
])("why %j is rejected", (url, reason) => {
  expect(checkDeliveryUrl(url, local)).toBe(reason);
});

test.each([
  "https://listener.example/commerce/events",
  "http://listener.example:8080/events?token=1&b=%20",
  "https://xn--pple-43d.example/",
  "HTTPS://Listener.Example./events",
  "https://8.8.8.8/",
  "https://[2606:4700:4700::1111]:8443/",
])("%j is accepted", (url) => {
  expect(checkDeliveryUrl(url, local)).toBeUndefined();
  expect(checkDeliveryUrl(url, shared)).toBeUndefined();
});

test.each([
  "http://127.0.0.1:3000/",
  "http://127.9.9.9/",
  "http://localhost:3000/",
  "http://localhost./",
  "http://a.localhost/",
  "http://[::1]:3000/",
])("%j is for a sandbox on this machine only", (url) => {
  expect(checkDeliveryUrl(url, local)).toBeUndefined();
  expect(checkDeliveryUrl(url, shared)).toMatch(/is this machine/);
});

test("networks can be allowed in the shared profile", () => {
  const open = createDeliveryProfile({ reach: "shared", allow: ["10.1.0.0/16", "127.0.0.1", "fd00::/8"] });
  const responses = ["10.1.2.3", "10.2.0.1", "127.0.0.1", "127.0.0.2", "fd12::1", "fe80::1%eth0"].map(
    (address) => checkAddress(address, open) === undefined,
  );
  expect(responses).toEqual([true, false, true, false, true, false]);
  expect(checkDeliveryUrl("http://localhost:3000/", open)).toBeUndefined();
});

test.each(["10.0.0.0/33", "fd00::/129", "localhost", "", "10.0.0.0/", "10.0.0/8", "::/x"])(
  "%j is not a network",
  (text) => {
    expect(() => createDeliveryProfile({ reach: "shared", allow: [text] })).toThrow(/is not a network/);
  },
);

test("certificates are left unverified by a local sandbox only", () => {
  expect(() => createDeliveryProfile({ reach: "shared", insecureTls: true })).toThrow(/bound to loopback/);
});
