/** An https target: the recorder negotiates HTTP/1.1 and verifies the certificate unless that is disabled. */
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { TLSSocket } from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import { parseProxyTarget } from "../../src/record/index.js";
import { CERTIFICATE } from "./certificate.js";
import { startRecorder } from "./dialogue.js";

test.each([
  ["a certificate that is not verified", true, 200, ["http/1.1"], "{}"],
  ["a certificate that is not trusted", false, 502, [], "self-signed certificate\n"],
])("%s", async (_, insecure, status, protocols, message) => {
  const chosen: unknown[] = [];
  const server = createServer({ ...CERTIFICATE, ALPNProtocols: ["h2", "http/1.1"] }, ({ socket }, response) => {
    chosen.push((socket as TLSSocket).alpnProtocol);
    response.setHeader("Content-Type", "application/json").end("{}");
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const target = parseProxyTarget(origin, { insecure });
  if (target === undefined) throw new Error(origin);
  const recorder = await startRecorder(origin, { target });
  const response = await fetch(`http://127.0.0.1:${recorder.port}/v1/books/7`);
  const expected = insecure ? message : `no response from ${origin}: ${message}`;
  // Node 24 adds a hint to the reason.
  const text = (await response.text()).replace(/; if the root CA .*/, "");
  expect([response.status, text]).toEqual([status, expected]);
  expect(chosen).toEqual(protocols);
  const { exchanges } = await recorder.end();
  expect(exchanges.map((it) => it.response.status)).toEqual([insecure ? 200 : 0]);
});
