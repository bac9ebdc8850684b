/** The consumer of an exchange: found before redaction, hashed if it is sensitive, and kept in each format. */
import { createServer } from "node:http";
import { expect, test } from "vitest";
import { findConsumer, parseConsumerRule, redactConsumer } from "../../src/recording/index.js";
import { startRecorder } from "../record/dialogue.js";
import { serveForTest } from "../serve.js";
import { createTestExchange } from "./create-test-exchange.js";

const token = (claims: object): string => `e30.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.s`;
const HASH = /^sha256:[0-9a-f]{12}$/;

test.each([
  ["a header", "header:X-Client-Id", [["x-client-id", " shop "]], "shop"],
  ["another header", "header:X-Client-Id", [["x-client", "shop"]], undefined],
  ["an empty header", "header:X-Client-Id", [["X-Client-Id", " "]], undefined],
  ["a masked header", "header:X-Client-Id", [["X-Client-Id", "[redacted]"]], undefined],
  ["a header with an address", "header:X-User", [["X-User", "a@b.example"]], HASH],
  ["a header with the name of a secret", "header:X-Api-Key", [["X-Api-Key", "k1"]], HASH],
  ["a claim of a program", "claim:client_id", [["Authorization", `Bearer ${token({ client_id: "erp" })}`]], "erp"],
  ["a claim of a person", "claim:sub", [["Authorization", `Bearer ${token({ sub: "u1" })}`]], HASH],
  ["a claim that is missing", "claim:sub", [["Authorization", `Bearer ${token({})}`]], undefined],
  ["a token that is no JWT", "claim:sub", [["Authorization", "Bearer abc"]], undefined],
  ["a user agent", "user-agent", [["User-Agent", "shop/2.1 (linux; x64)"]], "shop/2.1"],
] as const)("%s", (_, source, headers, expected) => {
  const rule = parseConsumerRule(source);
  const base = createTestExchange({});
  const found = findConsumer({ ...base, request: { ...base.request, headers } }, rule === undefined ? [] : [rule]);
  if (expected instanceof RegExp) expect(found).toMatch(expected);
  else expect(found).toBe(expected);
});

test.each([
  ["an address in the header of a rule", "header:X-User", "X-User", "a@b.example", "[redacted]"],
  ["a program in the header of a rule", "header:X-User", "X-User", "shop", "shop"],
  ["an address in another header", "header:X-User", "X-Other", "a@b.example", "a@b.example"],
  ["an address in the user agent", "user-agent", "User-Agent", "a@b.example/1", "[redacted]"],
  ["an address after the program", "user-agent", "User-Agent", "bot (a@b.example)", "bot (a@b.example)"],
])("a recording masks what it hashes: %s", (_, source, name, value, expected) => {
  const base = createTestExchange({});
  const rule = parseConsumerRule(source);
  const request = { ...base.request, headers: [[name, value]] as const };
  const { headers } = redactConsumer({ ...base, request }, rule === undefined ? [] : [rule]).request;
  expect(headers).toEqual([[name, expected]]);
});

test.each(["header:", "claim", "cookie:a", "agent", "header:a:b"])("no rule: %s", (text) => {
  expect(parseConsumerRule(text)).toBeUndefined();
});

test("the recorder writes the consumer, and redacts the token that names it", async () => {
  const server = createServer((_request, response) => response.end("{}"));
  const origin = await serveForTest(server);
  const rules = { spec: "test/cases/library.yaml", servers: [`${origin}/v1`] };
  const consumers = [{ kind: "claim", name: "client_id" }] as const;
  const recorder = await startRecorder(origin, { rules: { ...rules, consumers } });
  const Authorization = `Bearer ${token({ client_id: "erp", secret: "wolf3141" })}`;
  for (const headers of [{ Authorization }, {}])
    await (await fetch(`http://127.0.0.1:${recorder.port}/v1/books/7`, { headers })).text();
  const { exchanges, har } = await recorder.end();
  expect(exchanges.map(({ consumer }) => consumer)).toEqual(["erp", undefined]);
  expect(har).not.toContain(token({ client_id: "erp", secret: "wolf3141" }));
});
