/** The ready-made receivers, each in its server. */
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import express from "express";
import fastify from "fastify";
import { onTestFinished } from "vitest";
import {
  expressHandler,
  fastifyReceiver,
  fetchHandler,
  nodeHandler,
  type ReceiverOptions,
} from "../../../src/webhooks/index.js";
import { serveForTest } from "../../serve.js";

/** Starts a server with the receiver at `/events`, and returns its URL. */
export type Serve = (options: ReceiverOptions) => Promise<string>;

export const SERVERS: Readonly<Record<string, Serve>> = {
  "node:http": (options) => listening(createServer(nodeHandler(options))),
  Express: (options) => {
    const app = express();
    app.all("/events", expressHandler(options));
    app.use(express.json());
    return listening(createServer(app));
  },
  "Express behind express.raw()": (options) => {
    const app = express();
    app.all("/events", express.raw({ type: "*/*" }), expressHandler(options));
    return listening(createServer(app));
  },
  Fastify: async (options) => {
    const app = fastify({ keepAliveTimeout: KEEP_ALIVE });
    app.register(fastifyReceiver({ path: "/events", ...options }));
    // Bodies of other routes are still parsed.
    app.post("/parsed", async ({ body }) => ({ parsed: typeof body }));
    onTestFinished(() => app.close());
    return `${await app.listen({ host: "127.0.0.1", port: 0 })}/events`;
  },
  fetch: (options) => listening(createServer(bridged(fetchHandler(options)))),
};

/** In milliseconds. A test that is held up must not reuse a connection at the moment when the server closes it. */
const KEEP_ALIVE = 600_000;

export async function listening(server: Server): Promise<string> {
  server.keepAliveTimeout = KEEP_ALIVE;
  return `${await serveForTest(server)}/events`;
}

/** Runs a fetch handler with node:http. */
function bridged(handle: (request: Request) => Promise<Response>): RequestListener {
  return async (incoming, outgoing) => {
    const hasBody = incoming.method !== "GET" && incoming.method !== "HEAD";
    const request = new Request(`http://${incoming.headers.host}${incoming.url}`, {
      method: incoming.method ?? "GET",
      headers: Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]),
      ...(hasBody ? { body: bodyOf(incoming), duplex: "half" } : {}),
    } as RequestInit);
    const response = await handle(request);
    outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end();
  };
}

/** Discards the rest of a cancelled body, so that the connection stays open for the response. */
function bodyOf(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (controller) => {
      incoming.on("data", (chunk: Uint8Array) => controller.enqueue(chunk));
      incoming.on("end", () => controller.close());
    },
    cancel: () => {
      incoming.removeAllListeners("data").removeAllListeners("end").resume();
    },
  });
}
