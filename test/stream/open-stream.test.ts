/** Addresses and names of services that no stream has. */
import { expect, test } from "vitest";
import { openStream } from "../../src/stream/index.js";

test.each([
  [
    "http://127.0.0.1:4222",
    "a",
    "http://127.0.0.1:4222: expected the URL of a NATS server, such as nats://127.0.0.1:4222",
  ],
  ["nats://", "a", "nats://: expected the URL of a NATS server, such as nats://127.0.0.1:4222"],
  ["nats:///path", "a", "nats:///path: expected the URL of a NATS server, such as nats://127.0.0.1:4222"],
  ["nats://a b", "a", "nats://a b: expected the URL of a NATS server, such as nats://127.0.0.1:4222"],
  [
    "tls://127.0.0.1:port",
    "a",
    "tls://127.0.0.1:port: expected the URL of a NATS server, such as nats://127.0.0.1:4222",
  ],
  ["x nats://a", "a", "x nats://a: expected the URL of a NATS server, such as nats://127.0.0.1:4222"],
  ["nats://127.0.0.1:1", "", "service : expected up to 64 letters, digits, _ and -"],
  ["nats://127.0.0.1:1", "a.b", "service a.b: expected up to 64 letters, digits, _ and -"],
  ["nats://127.0.0.1:1", "a".repeat(65), `service ${"a".repeat(65)}: expected up to 64 letters, digits, _ and -`],
])("%s for %s", async (url, service, message) => {
  await expect(openStream({ url, service })).rejects.toMatchObject({ kind: "unsuitable", message });
});
