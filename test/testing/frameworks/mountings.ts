/**
 * Running servers of a service at /v2/orders, for each framework and place of the middleware. Each reads the request, and sends
 * the reply of the test with the functions of its framework.
 */
import "reflect-metadata";
import { createServer as createHttpServer, type RequestListener } from "node:http";
import { connect as connectHttp2, createServer as createHttp2Server } from "node:http2";
import { createRequire } from "node:module";
import type { AddressInfo, Server } from "node:net";
import { text } from "node:stream/consumers";
import middie from "@fastify/middie";
import KoaRouter from "@koa/router";
import { All, Body, Controller, type MiddlewareConsumer, Module, Res } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import compression from "compression";
import connect from "connect";
import express from "express";
import fastify, { type FastifyInstance } from "fastify";
import { Hono } from "hono";
import Koa from "koa";
import mount from "koa-mount";
import { listenOn } from "../../../src/cli/process/listen-on.js";
import type { FrameworkMiddleware } from "../../../src/testing/index.js";
import { startFetch } from "./hono-server.js";

export type Reply = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

export type Service = FrameworkMiddleware & {
  /** Called once for each request, with the parsed body. */
  readonly respond: (body: unknown) => Reply;
};

export type Running = {
  /** Without the base path. */
  readonly url: string;
  readonly close: () => unknown;
  readonly send?: (path: string, init: SentRequest) => Promise<string>;
};

export type SentRequest = {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
};

type Start = (service: Service) => Promise<Running>;

async function listen(server: Server): Promise<Running> {
  return { url: await listenOn(server), close: () => server.close() };
}

const listenTo = (listener: RequestListener): Promise<Running> => listen(createHttpServer(listener));

const parse = (body: string): unknown => (body === "" ? undefined : JSON.parse(body));

// The other versions have the same functions.
const require = createRequire(import.meta.url);
const EXPRESS = { "Express 5": express, "Express 4": require("express4") as typeof express };
const FASTIFY = { "Fastify 5": fastify, "Fastify 4": require("fastify4") as typeof fastify };

type Express = typeof express;

const handleExpress =
  ({ respond }: Service): express.RequestHandler =>
  (request, response) => {
    const { status, headers, body } = respond(request.body);
    response.status(status).set(headers).send(body);
  };

const routeExpress = (x: Express, service: Service): express.Router =>
  x.Router().use(x.json()).all("/orders", handleExpress(service));

const EXPRESS_PLACES: Readonly<Record<string, (x: Express, service: Service) => express.Application>> = {
  "before the router": (x, it) => x().use(it.middleware).use("/v2", routeExpress(x, it)),
  "with the path of the router": (x, it) => x().use("/v2", it.middleware, routeExpress(x, it)),
  "in the router": (x, it) => x().use("/v2", x.Router().use(it.middleware).use(routeExpress(x, it))),
  "in a nested router": (x, it) => {
    const orders = x.Router().use(it.middleware).use(x.json()).all("/", handleExpress(it));
    return x().use("/v2", x.Router().use("/orders", orders));
  },
  "in a sub-application": (x, it) => x().use("/v2", x().use(it.middleware).use(routeExpress(x, it))),
  "at a path with a parameter": (x, it) => x().use("/:version", it.middleware, routeExpress(x, it)),
  "at a route": (x, it) => x().all("/v2/orders", it.middleware, x.json(), handleExpress(it)),
  "after the URL was rewritten": (x, it) => {
    const rewrite: express.RequestHandler = (request, _, next) => {
      request.url = request.url.replace("/v2", "/internal");
      next();
    };
    return x().use(rewrite).use("/internal", it.middleware, routeExpress(x, it));
  },
  "after the body parser": (x, it) => x().use(x.json()).use(it.middleware).use("/v2", routeExpress(x, it)),
  "after a parser of text": (x, it) => {
    const parseText: express.RequestHandler = (request, _, next) => {
      if (typeof request.body === "string") request.body = parse(request.body);
      next();
    };
    const parsers = [x.text({ type: "*/*" }), it.middleware, parseText];
    return x().use(parsers).use("/v2", routeExpress(x, it));
  },
  "after a middleware that waits": (x, it) =>
    x()
      .use((_request, _response, next) => setTimeout(next, 5))
      .use(it.middleware)
      .use("/v2", routeExpress(x, it)),
  "before compression": (x, it) =>
    x()
      .use(it.middleware, compression({ threshold: 0 }))
      .use("/v2", routeExpress(x, it)),
  "after compression": (x, it) =>
    x()
      .use(compression({ threshold: 0 }), it.middleware)
      .use("/v2", routeExpress(x, it)),
  "before an error handler": (x, it) => {
    const fail: express.RequestHandler = (request) => {
      throw Object.assign(new Error("no order"), { reply: it.respond(request.body) });
    };
    const handleError: express.ErrorRequestHandler = ({ reply }: { reply: Reply }, _request, response, _next) => {
      response.status(reply.status).set(reply.headers).send(reply.body);
    };
    return x().use("/v2", it.middleware, x.json(), fail).use(handleError);
  },
  "before handlers that end twice": (x, it) =>
    x()
      .use(it.middleware)
      .use("/v2", routeExpress(x, it), (_, response) => response.end())
      .use("/v2", (_, response) => response.end()),
};

const handleFastify =
  ({ respond }: Service) =>
  (app: FastifyInstance): void => {
    app.all("/orders", async (request, reply) => {
      const { status, headers, body } = respond(request.body);
      return reply.code(status).headers(headers).send(body);
    });
  };

const FASTIFY_PLACES: Readonly<Record<string, (app: FastifyInstance, service: Service) => unknown>> = {
  "hook of the server": (app, it) => {
    app.addHook("onRequest", it.fastifyHook);
    return app.register(async (api) => handleFastify(it)(api), { prefix: "/v2" });
  },
  "hook in a plugin with a prefix": (app, it) =>
    app.register(
      async (api) => {
        api.addHook("onRequest", it.fastifyHook);
        handleFastify(it)(api);
      },
      { prefix: "/v2" },
    ),
  "hook in a nested plugin": (app, it) =>
    app.register(
      async (outer) => {
        outer.register(
          async (api) => {
            api.addHook("onRequest", it.fastifyHook);
            handleFastify(it)(api);
          },
          { prefix: "/v2" },
        );
      },
      { prefix: "" },
    ),
  "hook of a route": (app, it) => {
    const route = { url: "/v2/orders", onRequest: it.fastifyHook };
    app.route({
      ...{ ...route, method: ["GET", "POST", "PUT"] },
      handler: async (request, reply) => {
        const { status, headers, body } = it.respond(request.body);
        return reply.code(status).headers(headers).send(body);
      },
    });
  },
  "before an error handler": (app, it) => {
    app.addHook("onRequest", it.fastifyHook);
    app.setErrorHandler(({ reply: { status, headers, body } }: Error & { reply: Reply }, _, reply) =>
      reply.code(status).headers(headers).send(body),
    );
    app.all("/v2/orders", async (request) => {
      throw Object.assign(new Error("no order"), { reply: it.respond(request.body) });
    });
  },
};

const handleKoa =
  ({ respond }: Service): Koa.Middleware =>
  async (context) => {
    const read = (context.request as { body?: unknown }).body ?? parse(await text(context.req));
    const { status, headers, body } = respond(read);
    context.status = status;
    context.set(headers);
    context.body = body;
  };

const parseKoa: Koa.Middleware = async (context, next) => {
  Object.assign(context.request, { body: parse(await text(context.req)) });
  await next();
};

const KOA_PLACES: Readonly<Record<string, (service: Service) => Pick<Koa, "callback">>> = {
  "before a router with a prefix": (it) =>
    new Koa().use(it.koaMiddleware).use(new KoaRouter({ prefix: "/v2" }).all("/orders", handleKoa(it)).routes()),
  "in a router with a prefix": (it) =>
    new Koa().use(new KoaRouter({ prefix: "/v2" }).use(it.koaMiddleware).all("/orders", handleKoa(it)).routes()),
  "in a nested router": (it) => {
    const orders = new KoaRouter().use(it.koaMiddleware).all("/orders", handleKoa(it));
    return new Koa().use(new KoaRouter().use("/v2", orders.routes()).routes());
  },
  "in a mounted application": (it) => {
    const api = new Koa().use(it.koaMiddleware).use(mount("/orders", handleKoa(it)));
    return new Koa().use(mount("/v2", api));
  },
  "in nested mounts": (it) => {
    const orders = new Koa().use(it.koaMiddleware).use(handleKoa(it));
    return new Koa().use(mount("/v2", new Koa().use(mount("/orders", orders))));
  },
  "after the body parser": (it) =>
    new Koa()
      .use(parseKoa)
      .use(it.koaMiddleware)
      .use(mount("/v2/orders", handleKoa(it))),
};

const handleHono = (service: Service) => async (context: { req: { text: () => Promise<string> } }) => {
  const { status, headers, body } = service.respond(parse(await context.req.text()));
  return new Response(body, { status, headers });
};

const HONO_PLACES: Readonly<Record<string, (service: Service) => { readonly fetch: (request: Request) => unknown }>> = {
  "before the routes": (it) => new Hono().use(it.honoMiddleware).all("/v2/orders", handleHono(it)),
  "with a base path": (it) => new Hono().basePath("/v2").use(it.honoMiddleware).all("/orders", handleHono(it)),
  "in a routed application": (it) =>
    new Hono().route("/v2", new Hono().use(it.honoMiddleware).all("/orders", handleHono(it))),
  "at a route": (it) => new Hono().all("/v2/orders", it.honoMiddleware, handleHono(it)),
  "after the body was read": (it) =>
    new Hono()
      .use(async (context, next) => {
        await context.req.text();
        await next();
      })
      .use(it.honoMiddleware)
      .all("/v2/orders", handleHono(it)),
  "in a mounted application": (it) =>
    new Hono().mount("/v2", new Hono().use(it.honoMiddleware).all("/orders", handleHono(it)).fetch),
  "around the application": (it) => ({ fetch: it.wrapHandler(new Hono().all("/v2/orders", handleHono(it)).fetch) }),
};

/** A module of NestJS. Functions of decorators need no syntax of decorators. */
function createNestModule(service: Service, isInModule: boolean): new () => object {
  class Orders {
    handle(sent: unknown, response: express.Response): void {
      const { status, headers, body } = service.respond(sent);
      response.status(status).set(headers).send(body);
    }
  }
  const handle = Object.getOwnPropertyDescriptor(Orders.prototype, "handle") as PropertyDescriptor;
  All()(Orders.prototype, "handle", handle);
  Body()(Orders.prototype, "handle", 0);
  Res()(Orders.prototype, "handle", 1);
  Controller("orders")(Orders);
  class Root {
    configure(consumer: MiddlewareConsumer): void {
      if (isInModule) consumer.apply(service.middleware).forRoutes("orders");
    }
  }
  Module({ controllers: [Orders] })(Root);
  return Root;
}

const startNest =
  (isInModule: boolean): Start =>
  async (service) => {
    const app = await NestFactory.create(createNestModule(service, isInModule), { logger: false });
    if (!isInModule) app.use(service.middleware);
    app.setGlobalPrefix("v2");
    await app.listen(0, "127.0.0.1");
    const { port } = app.getHttpServer().address() as AddressInfo;
    return { url: `http://127.0.0.1:${port}`, close: () => app.close() };
  };

const handleNode =
  ({ respond }: Service): RequestListener =>
  async (request, response) => {
    const { status, headers, body } = respond(parse(await text(request)));
    response.writeHead(status, headers).end(body);
  };

const listenNode =
  (service: Service): RequestListener =>
  (request, response) =>
    service.middleware(request, response, () => handleNode(service)(request, response));

const startHttp2: Start = async ({ middleware, respond }) => {
  const server = createHttp2Server((request, response) =>
    middleware(request, response, async () => {
      const { status, headers, body } = respond(parse(await text(request)));
      response.writeHead(status, headers);
      response.end(body);
    }),
  );
  const running = await listen(server);
  const session = connectHttp2(running.url);
  const close = (): void => {
    session.close();
    running.close();
  };
  const send = (path: string, { method, headers, body }: SentRequest): Promise<string> => {
    const stream = session.request({ ":method": method, ":path": path, ...headers });
    stream.end(body);
    return text(stream);
  };
  return { url: running.url, close, send };
};

/** A proxy that removes /v2, as `proxy_pass http://service/` of nginx does. */
const startBehindProxy: Start = async (service) => {
  const inner = await listenTo(listenNode(service));
  const proxy = await listenTo(async (request, response) => {
    const { method = "GET", url = "", headers } = request;
    const body = await text(request);
    const sent = {
      method,
      headers: { "content-type": headers["content-type"] ?? "" },
      ...(body === "" ? {} : { body }),
    };
    const relayed = await fetch(inner.url + url.replace("/v2", ""), sent);
    response.writeHead(relayed.status, [...relayed.headers].flat()).end(await relayed.text());
  });
  return {
    ...proxy,
    close: () => {
      inner.close();
      proxy.close();
    },
  };
};

const entries = <Value>(places: Readonly<Record<string, Value>>): [string, Value][] => Object.entries(places);

export const MOUNTINGS: readonly (readonly [framework: string, place: string, start: Start])[] = [
  ...entries(EXPRESS).flatMap(([name, x]) =>
    entries(EXPRESS_PLACES).map(([place, create]) => [name, place, (it: Service) => listenTo(create(x, it))] as const),
  ),
  ...entries(FASTIFY).flatMap(([name, create]) =>
    entries(FASTIFY_PLACES).map(([place, register]) => {
      const start: Start = async (service) => {
        const app = create();
        register(app, service);
        return { url: await app.listen({ port: 0, host: "127.0.0.1" }), close: () => app.close() };
      };
      return [name, place, start] as const;
    }),
  ),
  [
    "Fastify 5",
    "middie",
    async (service) => {
      const app = fastify();
      await app.register(middie);
      app.use("/v2", service.middleware);
      app.register(async (api) => handleFastify(service)(api), { prefix: "/v2" });
      return { url: await app.listen({ port: 0, host: "127.0.0.1" }), close: () => app.close() };
    },
  ],
  ...entries(KOA_PLACES).map(
    ([place, create]) => ["Koa", place, (it: Service) => listenTo(create(it).callback())] as const,
  ),
  ...entries(HONO_PLACES).map(
    ([place, create]) => ["Hono", place, (it: Service) => startFetch(create(it).fetch)] as const,
  ),
  ["NestJS", "before the application", startNest(false)],
  ["NestJS", "in a module", startNest(true)],
  ["Connect", "at a path", (it) => listenTo(connect().use("/v2", connect().use(it.middleware).use(handleNode(it))))],
  ["node:http", "around the listener", (it) => listenTo(listenNode(it))],
  ["node:http", "behind a proxy that removes the base path", startBehindProxy],
  ["HTTP/2", "around the listener", startHttp2],
  [
    "Next.js",
    "a route handler",
    (it) => {
      const route = it.wrapHandler(async (request: Request, { params }: { params: Promise<{ id: string }> }) => {
        const { status, headers, body } = it.respond(parse(await request.text()));
        return new Response(body, { status, headers: { ...headers, "x-id": (await params).id } });
      });
      return startFetch((request) => route(request, { params: Promise.resolve({ id: "7" }) }));
    },
  ],
];
