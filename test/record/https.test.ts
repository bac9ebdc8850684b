/** An https target: the recorder negotiates HTTP/1.1 and verifies the certificate unless that is disabled. */
import { createSecureServer } from "node:http2";
import { createServer } from "node:https";
import type { TLSSocket } from "node:tls";
import { expect, test } from "vitest";
import { parseProxyTarget } from "../../src/record/index.js";
import { serveForTest } from "../serve.js";
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
  const origin = (await serveForTest(server)).replace("http:", "https:");
  const target = parseProxyTarget(origin, { insecure });
  if (target === undefined) throw new Error(origin);
  const recorder = await startRecorder(origin, { target });
  const response = await fetch(`http://127.0.0.1:${recorder.port}/v1/books/7`);
  const expected = insecure ? message : `no response from ${origin}: ${message}`;
  // Node 24 adds a hint to the reason.
  const text = (await response.text()).replace(/; (if the root CA|name a file) .*/, "");
  expect([response.status, text]).toEqual([status, expected]);
  expect(chosen).toEqual(protocols);
  const { exchanges } = await recorder.end();
  expect(exchanges.map((it) => it.response.status)).toEqual([insecure ? 200 : 0]);
});

test("a target that speaks only HTTP/2 is recorded", async () => {
  const received: string[] = [];
  const server = createSecureServer({ ...CERTIFICATE, allowHTTP1: false }, (request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (text: string) => {
      body += text;
    });
    request.on("end", () => {
      received.push(`${request.httpVersion} ${request.method} ${request.url} ${body}`);
      response.writeHead(201, { "content-type": "application/json", "x-a": "1" }).end('{"id":7}');
    });
  });
  const origin = (await serveForTest(server)).replace("http:", "https:");
  const target = parseProxyTarget(origin, { insecure: true });
  if (target === undefined) throw new Error(origin);
  const recorder = await startRecorder(origin, { target });
  const response = await fetch(`http://127.0.0.1:${recorder.port}/v1/books?a=1`, { method: "POST", body: "{}" });
  expect([response.status, response.headers.get("x-a"), await response.text()]).toEqual([201, "1", '{"id":7}']);
  expect(received).toEqual(["2.0 POST /v1/books?a=1 {}"]);
  const { exchanges } = await recorder.end();
  expect(exchanges.map((it) => it.response.status)).toEqual([201]);
});
