import { createServer, request as sendRequest } from "node:http";
import express from "express";
import { describe, expect, onTestFinished, test } from "vitest";
import { createFeedMiddleware, type FeedMiddleware, type FeedMiddlewareOptions } from "../../src/middleware/index.js";
import { openStream } from "../../src/stream/index.js";
import { serveForTest } from "../serve.js";
import { natsServerPath, startNatsServer } from "../stream/nats-server.js";
import { readChunk } from "../stream/read-chunk.js";

/** Serves an application behind the middleware, which returns the body of a request. */
async function serve(options: FeedMiddlewareOptions): Promise<FeedMiddleware & { readonly url: string }> {
  const feed = createFeedMiddleware("https://api.example", options);
  const app = express().use("/:path", feed.middleware).use(express.json());
  app.all("/{*path}", (request, response) => {
    response.status(201).json({ received: request.body ?? null, password: "hunter22" });
  });
  onTestFinished(() => void feed.close(0));
  return { ...feed, url: await serveForTest(createServer(app)) };
}

const post = (url: string, body: object): Promise<Response> =>
  fetch(url, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });

describe.skipIf(natsServerPath === undefined)("with a server", () => {
  test("exchanges are fed as they were, without secrets", async () => {
    const nats = await startNatsServer();
    onTestFinished(nats.stop);
    const { url, close } = await serve({
      feed: nats.url,
      service: "orders",
      consumers: [{ kind: "header", name: "X-Missing" }, { kind: "user-agent" }],
      redact: (it) => ({ ...it, durationMs: 7 }),
    });
    const response = await post(`${url}/a?api_key=abcdef123456`, { name: "Emma", token: "abcdef123456" });
    expect(await response.json()).toEqual({ received: { name: "Emma", token: "abcdef123456" }, password: "hunter22" });
    await close();
    const stream = await openStream({ url: nats.url, service: "orders" });
    const claimed = await stream.claim(5000);
    await stream.close();
    const { readings, source } = await readChunk(claimed?.bytes ?? Buffer.of());
    expect(source).toMatch(/^https:\/\/api\.example#/);
    expect(readings).toEqual([
      {
        kind: "exchange",
        exchange: expect.objectContaining({
          request: expect.objectContaining({
            method: "POST",
            url: "https://api.example/a?api_key=[redacted]",
            body: { kind: "text", text: '{"name":"Emma","token":"[redacted]"}' },
          }),
          response: expect.objectContaining({
            status: 201,
            body: { kind: "text", text: '{"received":{"name":"Emma","token":"[redacted]"},"password":"[redacted]"}' },
          }),
          consumer: "node",
          durationMs: 7,
        }),
      },
    ]);
  });

  test("a server that comes back gets what it has missed", async () => {
    const nats = await startNatsServer();
    onTestFinished(nats.stop);
    await nats.kill();
    const { url, close } = await serve({ feed: nats.url });
    expect((await post(`${url}/a`, {})).status).toBe(201);
    await nats.start();
    const stream = await openStream({ url: nats.url, service: "default" });
    await expect.poll(async () => (await stream.countPending()).size).toBe(1);
    await stream.close();
    await close();
  });
});

test("while no server is there, the application does not notice", async () => {
  const errors: unknown[] = [];
  const { url, countUnfed } = await serve({ feed: "nats://127.0.0.1:1", onError: (error) => errors.push(error) });
  for (let index = 0; index < 20; index++) expect((await post(`${url}/${index}`, { index })).status).toBe(201);
  await expect.poll(() => String(errors[0])).toContain("cannot connect to 127.0.0.1:1");
  expect(countUnfed()).toEqual({ sampled: 0, dropped: 0 });
});

test("a large body is left out, and the application gets it whole", async () => {
  const { url } = await serve({ feed: "nats://127.0.0.1:1", maxBody: 10 });
  const body = "x".repeat(100_000);
  const received = await new Promise<string>((resolve, reject) => {
    const headers = { "Content-Type": "application/json" };
    const request = sendRequest(`${url}/large`, { method: "POST", headers }, (response) => {
      let text = "";
      response.on("data", (data) => {
        text += data;
      });
      response.on("end", () => resolve(text));
    });
    request.on("error", reject).end(JSON.stringify([body]));
  });
  expect(JSON.parse(received).received).toEqual([body]);
});
