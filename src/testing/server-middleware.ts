import {
  type CapturedExchange,
  captureFetchCall,
  captureServerExchange,
  createCapturedOrigin,
  type ServerCall,
  type ServerRequest,
  type ServerResponse,
} from "../exchange/index.js";
import {
  createExchangeCollector,
  type ExchangeCollector,
  type ExchangeCollectorOptions,
} from "./exchange-collector.js";

/** Records the exchanges of a server, in the form that each framework expects. */
export type ServerMiddleware = ExchangeCollector & {
  /** For node:http, Express, NestJS, Connect and others with its signature. */
  readonly middleware: (request: ServerRequest, response: ServerResponse, next: () => void) => void;
  /** For Fastify: `app.addHook("onRequest", checked.fastifyHook)`. */
  readonly fastifyHook: (
    request: { readonly raw: ServerRequest },
    reply: { readonly raw: ServerResponse },
    done: () => void,
  ) => void;
  readonly koaMiddleware: (context: KoaContext, next: () => Promise<unknown>) => Promise<unknown>;
  readonly honoMiddleware: (context: HonoContext, next: () => Promise<void>) => Promise<void>;
  /** Wraps a function from `Request` to `Response`, such as a route handler of Next.js or the `fetch` of an application. */
  readonly wrapHandler: <Rest extends readonly unknown[]>(
    handler: (request: Request, ...rest: Rest) => Response | Promise<Response>,
  ) => (request: Request, ...rest: Rest) => Promise<Response>;
};

/** The members of the context of Koa that are used here. */
type KoaContext = {
  readonly req: ServerRequest;
  readonly res: ServerResponse;
  readonly originalUrl: string;
  readonly request: object;
};

/** The members of the context of Hono that are used here. */
type HonoContext = {
  readonly req: { readonly raw: Request; readonly arrayBuffer: () => Promise<ArrayBuffer> };
  res: Response;
};

/**
 * Creates middleware that checks the responses of a server. It can be registered anywhere: the URL is the one that the client
 * sent. Every request belongs to the service, so only the base paths of the servers count, not their hosts. Requests and
 * responses are not modified.
 */
export function createServerMiddleware(options: ExchangeCollectorOptions = {}): ServerMiddleware {
  const { begin, ...collector } = createExchangeCollector({ ...options, isOwnService: true });
  const start = (): ((captured: CapturedExchange) => void) => {
    const add = begin();
    return (captured) => {
      const { origin: source } = new URL(captured.request.url);
      add({ ...captured, origin: createCapturedOrigin(source, collector.exchanges.length) });
    };
  };
  const observe = (call: ServerCall): void => {
    if (!Array.isArray(call.request.rawHeaders)) throw new TypeError(WRONG_FORM);
    captureServerExchange(call, {}, start());
  };
  return {
    ...collector,
    middleware: (request, response, next) => {
      observe({ request, response });
      next();
    },
    fastifyHook: ({ raw: request }, { raw: response }, done) => {
      observe({ request, response });
      done();
    },
    koaMiddleware: ({ req, res, originalUrl, request }, next) => {
      observe({ request: req, response: res, parsed: { ...request, originalUrl } });
      return next();
    },
    honoMiddleware: async (context, next) => {
      const respond = async (): Promise<Response> => {
        await next();
        return context.res;
      };
      const { raw: request } = context.req;
      const readAgain = (): Promise<ArrayBuffer> => context.req.arrayBuffer();
      context.res = await captureFetchCall({ request, respond, readAgain }, start());
    },
    wrapHandler:
      (handler) =>
      (request, ...rest) =>
        captureFetchCall({ request, respond: () => handler(request, ...rest) }, start()),
  };
}

const WRONG_FORM =
  "middleware() expects a request of node:http: pass fastifyHook to Fastify, koaMiddleware to Koa, honoMiddleware to Hono, and route handlers to wrapHandler()";
