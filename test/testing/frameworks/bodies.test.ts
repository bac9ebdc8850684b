/** What is recorded of bodies: however they are sent and read, the record has what the client sent and received. */
import { createServer, request as nodeRequest, type RequestListener } from "node:http";
import { connect as connectHttp2, createServer as createHttp2Server } from "node:http2";
import { connect } from "node:net";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer, text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { gzipSync } from "node:zlib";
import compression from "compression";
import express from "express";
import { expect, onTestFinished, test } from "vitest";
import { listenOn } from "../../../src/cli/process/listen-on.js";
import { decodeBody, type Exchange } from "../../../src/recording/index.js";
import { createServerMiddleware } from "../../../src/testing/index.js";
import { serveForTest } from "../../serve.js";

const SPEC = join(import.meta.dirname, "orders.yaml");
const URL_PATH = "/v2/orders";
const ORDERS = '[{"id":1,"state":"open"}]';
const NEW_ORDER = '{"item":"café"}';
const JSON_TYPE = { "Content-Type": "application/json" };
const checked = createServerMiddleware({ spec: SPEC });

async function start(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  return serveForTest(server);
}

const observed =
  (listener: RequestListener): RequestListener =>
  (request, response) =>
    checked.middleware(request, response, () => listener(request, response));

/** The last exchange, with its bodies as text, or the reason why one is missing. */
function lastBodies({ exchanges } = checked): { readonly sent: string; readonly received: string } {
  const { request, response } = exchanges.at(-1) as Exchange;
  const [sent = "", received = ""] = [request, response].map(({ body, headers }) => {
    const decoded = decodeBody(body, headers);
    if (decoded.kind === "bytes") return Buffer.from(decoded.bytes).toString();
    return decoded.kind === "text" ? decoded.text : decoded.kind === "missing" ? `missing: ${decoded.reason}` : "";
  });
  return { sent, received };
}

type Send = (url: string) => Promise<string>;

const get: Send = (url) => fetch(url + URL_PATH).then((it) => it.text());
const post =
  (body: string | Uint8Array<ArrayBuffer>, type = "application/json", more: Record<string, string> = {}): Send =>
  (url) =>
    fetch(url + URL_PATH, {
      method: "POST",
      headers: { "Content-Type": type, ...more },
      body,
      duplex: "half",
    } as RequestInit).then((it) => it.text());
const postJson = post(NEW_ORDER);
const chunked: Send = (url) =>
  new Promise((done, failed) => {
    const request = nodeRequest(url + URL_PATH, { method: "POST", headers: JSON_TYPE }, (it) => done(text(it)));
    request.on("error", failed).write(NEW_ORDER.slice(0, 5));
    setTimeout(() => request.end(NEW_ORDER.slice(5)), 5);
  });

const x = express;
const app = (...handlers: express.RequestHandler[]): RequestListener =>
  x().use(...(handlers as [express.RequestHandler]));
const send: express.RequestHandler = (_, response) => {
  response.status(201).set(JSON_TYPE).send(ORDERS);
};
const wait: express.RequestHandler = (_request, _response, next) => setTimeout(next, 5);
const FORM = "application/x-www-form-urlencoded";

const CASES: readonly (readonly [
  title: string,
  listener: RequestListener,
  send: Send,
  sent: string,
  received: string | undefined,
])[] = [
  [
    "a streamed response",
    observed((_, it) => void it.writeHead(200, JSON_TYPE).write(ORDERS.slice(0, 9), () => it.end(ORDERS.slice(9)))),
    get,
    "",
    ORDERS,
  ],
  [
    "a piped response",
    observed((_, it) => void Readable.from([ORDERS.slice(0, 9), ORDERS.slice(9)]).pipe(it)),
    get,
    "",
    ORDERS,
  ],
  ["a pipeline", observed((_, it) => void pipeline(Readable.from([Buffer.from(ORDERS)]), it)), get, "", ORDERS],
  [
    "a response in another encoding",
    observed((_, it) => void it.end(Buffer.from(ORDERS).toString("base64"), "base64")),
    get,
    "",
    ORDERS,
  ],
  [
    "a response that was compressed by the handler",
    observed((_, it) => void it.writeHead(200, { ...JSON_TYPE, "Content-Encoding": "gzip" }).end(gzipSync(ORDERS))),
    get,
    "",
    ORDERS,
  ],
  ["compression after the middleware", app(checked.middleware, compression({ threshold: 0 }), send), get, "", ORDERS],
  ["compression before the middleware", app(compression({ threshold: 0 }), checked.middleware, send), get, "", ORDERS],
  ["sendFile", app(checked.middleware, (_, it) => it.sendFile(SPEC)), get, "", undefined],
  [
    "HEAD",
    observed((_, it) => void it.writeHead(200, JSON_TYPE).end(ORDERS)),
    (url) => fetch(url + URL_PATH, { method: "HEAD" }).then((it) => it.text()),
    "",
    "",
  ],
  ["204", observed((_, it) => void it.writeHead(204).end(ORDERS)), get, "", ""],
  ["304", observed((_, it) => void it.writeHead(304).end(ORDERS)), get, "", ""],
  [
    "a request that is read",
    observed(async (it, response) => void response.end(await buffer(it))),
    postJson,
    NEW_ORDER,
    NEW_ORDER,
  ],
  [
    "a request in chunks",
    observed(async (it, response) => void response.end(await buffer(it))),
    chunked,
    NEW_ORDER,
    NEW_ORDER,
  ],
  ["a request that is not read", observed((_, it) => void it.end(ORDERS)), postJson, NEW_ORDER, ORDERS],
  [
    "a request that has not arrived",
    observed((_, it) => void it.end(ORDERS)),
    chunked,
    "missing: the response ended before the body was read",
    ORDERS,
  ],
  [
    "a compressed request",
    app(checked.middleware, x.json(), send),
    post(gzipSync(NEW_ORDER), "application/json", { "Content-Encoding": "gzip" }),
    NEW_ORDER,
    ORDERS,
  ],
  [
    "a compressed request that was parsed",
    app(x.json(), checked.middleware, send),
    post(gzipSync(NEW_ORDER), "application/json", { "Content-Encoding": "gzip" }),
    NEW_ORDER,
    ORDERS,
  ],
  ["a parser before the middleware", app(x.json(), checked.middleware, send), postJson, NEW_ORDER, ORDERS],
  [
    "a parser of bytes before the middleware",
    app(x.raw({ type: "*/*" }), checked.middleware, send),
    postJson,
    NEW_ORDER,
    ORDERS,
  ],
  [
    "a parser that keeps the bytes",
    app(x.json({ verify: (it, _, bytes) => Object.assign(it, { rawBody: bytes }) }), checked.middleware, send),
    post(' {"a":1.0}'),
    ' {"a":1.0}',
    ORDERS,
  ],
  [
    "a form that was parsed",
    app(x.urlencoded(), checked.middleware, send),
    post("item=a+b&count=1&count=2", FORM),
    "item=a+b&count=1&count=2",
    ORDERS,
  ],
  [
    "a nested form that was parsed",
    app(x.urlencoded({ extended: true }), checked.middleware, send),
    post("item[a]=b", FORM),
    "missing: the body was parsed before it was recorded, so that its bytes are not known",
    ORDERS,
  ],
  ["no body and a parser before the middleware", app(x.json(), checked.middleware, send), get, "", ORDERS],
  ["a middleware that waits before", app(wait, checked.middleware, x.json(), send), postJson, NEW_ORDER, ORDERS],
  [
    "a middleware that waits before, and a handler that reads text",
    app(wait, checked.middleware, async (it, response) => {
      it.setEncoding("utf8");
      response.send(await text(it));
    }),
    postJson,
    NEW_ORDER,
    NEW_ORDER,
  ],
  [
    "a middleware that waits before, and nothing that reads",
    app(wait, checked.middleware, send),
    postJson,
    NEW_ORDER,
    ORDERS,
  ],
];

test.each(CASES)("%s", async (_, listener, sendRequest, sent, received) => {
  const count = checked.exchanges.length;
  const body = await sendRequest(await start(listener));
  if (received !== undefined) expect(body).toBe(received);
  expect(lastBodies()).toEqual({ sent, received: body });
  expect(checked.exchanges.length).toBe(count + 1);
});

test("headers are those that the client received", async () => {
  const url = await start(
    observed((_, response) => {
      response.writeHead(200, ["X-List", "a", "X-List", "b"]).end("ok");
    }),
  );
  const { headers } = await fetch(url + URL_PATH);
  const recorded = new Headers();
  for (const [name, value] of checked.exchanges.at(-1)?.response.headers ?? []) recorded.append(name, value);
  expect([...recorded]).toEqual([...headers]);
  expect(recorded.get("x-list")).toBe("a, b");
});

test("the absolute form of a request target", async () => {
  const url = await start(observed((_, response) => void response.end()));
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.end("GET http://api.example/v2/orders?limit=1 HTTP/1.1\r\nHost: other.example\r\nConnection: close\r\n\r\n");
  await buffer(socket);
  expect(checked.exchanges.at(-1)?.request.url).toBe("http://api.example/v2/orders?limit=1");
});

test("HTTP/2, also if the handler does not read the body", async () => {
  const server = createHttp2Server((request, response) =>
    checked.middleware(request, response, () => void response.end(ORDERS)),
  );
  const origin = await listenOn(server);
  const session = connectHttp2(origin);
  onTestFinished(() => {
    session.close();
    server.close();
  });
  const post = session.request({ ":method": "POST", ":path": URL_PATH, ...JSON_TYPE });
  post.end(NEW_ORDER);
  expect(await text(post)).toBe(ORDERS);
  expect(lastBodies()).toEqual({ sent: "missing: the response ended before the body was read", received: ORDERS });
  expect(await text(session.request({ ":path": URL_PATH }).end())).toBe(ORDERS);
  expect(lastBodies()).toEqual({ sent: "", received: ORDERS });
  expect(checked.exchanges.at(-1)?.request.headers.map(([name]) => name)).not.toContain(":path");
});

test("a response that the client aborts is skipped with the reason", async () => {
  const { middleware, exchanges } = checked;
  const count = exchanges.length;
  const url = await start((request, response) =>
    middleware(request, response, () => void response.writeHead(200, JSON_TYPE).write(ORDERS.slice(0, 9))),
  );
  const abort = new AbortController();
  const { body } = await fetch(url + URL_PATH, { signal: abort.signal });
  await body?.getReader().read();
  abort.abort();
  await expect.poll(() => exchanges.length).toBe(count + 1);
  expect(exchanges.at(-1)?.incomplete).toBe("the connection closed before the response ended");
});

test("an open response makes the check inconclusive until it ends", async () => {
  const own = createServerMiddleware({ spec: SPEC });
  let end = (): unknown => undefined;
  const url = await start((request, response) =>
    own.middleware(request, response, () => {
      response.writeHead(200, { ...JSON_TYPE, "X-Total": "1" }).write(ORDERS.slice(0, 9));
      end = () => response.end(ORDERS.slice(9));
    }),
  );
  const response = await fetch(url + URL_PATH);
  expect(own.assertContract).toThrow("responses that have not ended: 1");
  end();
  expect(await response.text()).toBe(ORDERS);
  own.assertContract();
});

test("a wrapped handler streams as before, and is recorded when the stream ends", async () => {
  const own = createServerMiddleware({ spec: SPEC });
  let send: (part: string | undefined) => void = () => undefined;
  const handle = own.wrapHandler((request: Request) => {
    const body = new ReadableStream({
      start: (controller) => {
        send = (part) => (part === undefined ? controller.close() : controller.enqueue(Buffer.from(part)));
      },
    });
    const headers = { ...JSON_TYPE, "X-Total": "1" };
    return request.url.endsWith("fail") ? Promise.reject(new Error("no order")) : new Response(body, { headers });
  });
  const response = await handle(new Request(`http://a.example${URL_PATH}`));
  const reader = response.body?.getReader();
  send(ORDERS.slice(0, 9));
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe(ORDERS.slice(0, 9));
  expect(own.assertContract).toThrow("responses that have not ended: 1");
  send(ORDERS.slice(9));
  send(undefined);
  while ((await reader?.read())?.done === false);
  own.assertContract();
  expect(lastBodies(own)).toEqual({ sent: "", received: ORDERS });
  await expect(handle(new Request(`http://a.example${URL_PATH}/fail`))).rejects.toThrow("no order");
  expect(own.exchanges.at(-1)?.incomplete).toBe("the handler threw an error");
  const cancelled = await handle(new Request(`http://a.example${URL_PATH}`));
  await cancelled.body?.cancel();
  expect(own.exchanges.at(-1)?.incomplete).toBe("the connection closed before the response ended");
});

test("a response of a wrapped handler is recorded also if it is not read", async () => {
  const own = createServerMiddleware({ spec: SPEC });
  const handle = own.wrapHandler(() => new Response(ORDERS, { headers: { ...JSON_TYPE, "X-Total": "1" } }));
  await handle(new Request(`http://a.example${URL_PATH}`));
  own.assertContract();
});

test("the middleware of another framework is an error that names the right one", () => {
  const { middleware } = checked;
  expect(() => middleware({ req: {}, res: {} } as never, (() => undefined) as never, undefined as never)).toThrow(
    /pass fastifyHook to Fastify, koaMiddleware to Koa, honoMiddleware to Hono/,
  );
});
