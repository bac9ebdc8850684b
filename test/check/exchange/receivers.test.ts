/** Addresses that receive webhooks, and their registrations in recordings. */
import { expect, test } from "vitest";
import { createReceiverMatcher } from "../../../src/check/exchange/webhook.js";
import { normalizeAddress } from "../../../src/check/rules/webhook.js";
import { createExchange, createInlineContract, type ExchangeInput } from "../inline-contract.js";

test.each([
  ["https://A.example:443/b//?c#d", "https://a.example/b"],
  ["https://a.example", "https://a.example"],
  ["nowhere/", "nowhere/"],
])("the address %s", (url, address) => {
  expect(normalizeAddress(url)).toBe(address);
});

test.each([
  ["https://a.example/hooks", true],
  ["https://a.example/hooks/", true],
  ["https://a.example/hooks/1?x", true],
  ["https://a.example/hooks2", false],
  ["https://a.example", false],
  ["http://b.example/x", true],
  ["https://c.example/hooks", false],
])("%s belongs to a receiver: %s", (url, isReceiver) => {
  expect(createReceiverMatcher(["https://a.example/hooks/", "http://b.example"])(url)).toBe(isReceiver);
  expect(createReceiverMatcher([])(url)).toBe(false);
  expect(createReceiverMatcher()(url)).toBe(false);
});

const register = (registers: unknown): object => ({ post: { "x-registers-webhooks": registers, responses: {} } });
const createReader = (paths: object): ((exchange: ExchangeInput) => unknown) => {
  const spec = { openapi: "3.1.0", info: { title: "T", version: "1" }, servers: [{ url: "https://a.example" }], paths };
  const contract = createInlineContract({ "spec.json": JSON.stringify(spec) });
  return (written) => contract.findRegistration(createExchange({ method: "POST", ...written }));
};
const read = createReader({
  "/a": register({ url: "/to/0", secret: "/key" }),
  "/b": register({ url: "/to" }),
  "/c": register({ secret: "/key" }),
  "/d": register("url"),
});
const A = "https://a.example/a";
const B = "https://a.example/b";
const HOOK = "https://hook.example/x/?y";

test.each<[what: string, exchange: ExchangeInput, found: unknown]>([
  ["address and secret", { url: A, body: JSON.stringify({ to: [HOOK], key: "s" }) }, ["https://hook.example/x", "s"]],
  ["no secret", { url: A, body: JSON.stringify({ to: [HOOK] }) }, ["https://hook.example/x"]],
  ["an empty secret", { url: A, body: JSON.stringify({ to: [HOOK], key: "" }) }, ["https://hook.example/x"]],
  ["a masked secret", { url: A, body: JSON.stringify({ to: [HOOK], key: "***" }) }, ["https://hook.example/x"]],
  ["a secret that is no text", { url: A, body: JSON.stringify({ to: [HOOK], key: 1 }) }, ["https://hook.example/x"]],
  ["no place of a secret", { url: B, body: JSON.stringify({ to: HOOK, key: "s" }) }, ["https://hook.example/x"]],
  ["status 299", { url: B, status: 299, body: JSON.stringify({ to: HOOK }) }, ["https://hook.example/x"]],
  ["status 300", { url: B, status: 300, body: JSON.stringify({ to: HOOK }) }, undefined],
  ["status 199", { url: B, status: 199, body: JSON.stringify({ to: HOOK }) }, undefined],
  ["no address", { url: B, body: "{}" }, undefined],
  ["an address that is no URL", { url: B, body: JSON.stringify({ to: "x" }) }, undefined],
  ["an address that is no text", { url: B, body: JSON.stringify({ to: 1 }) }, undefined],
  ["a body that is no JSON", { url: B, body: "{" }, undefined],
  ["no body", { url: B }, undefined],
  ["no place of an address", { url: "https://a.example/c", body: JSON.stringify({ key: HOOK }) }, undefined],
  ["a declaration of another form", { url: "https://a.example/d", body: JSON.stringify({ url: HOOK }) }, undefined],
  ["another path", { url: "https://a.example/e", body: JSON.stringify({ to: HOOK }) }, undefined],
])("a registration with %s", (_, exchange, found) => {
  const [address, secret] = (found ?? []) as string[];
  expect(read(exchange)).toEqual(
    address && { address, delivers: [], leadsTo: {}, ...(secret === undefined ? {} : { secret }) },
  );
});

test("a spec without registrations", () => {
  expect(createReader({ "/b": register(undefined) })({ url: B, body: JSON.stringify({ to: HOOK }) })).toBeUndefined();
});
