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

/** Middleware for the frameworks of Node. Each signature is that of a group of frameworks. */
export type ServerMiddleware = {
  /** Hono. */
  (context: HonoContext, next: () => Promise<void>): Promise<void>;
  /** Koa. */
  (context: KoaContext, next: () => Promise<unknown>): Promise<unknown>;
  /** Fastify, as an `onRequest` hook. */
  (request: { readonly raw: ServerRequest }, reply: { readonly raw: ServerResponse }, done: () => void): void;
  /** node:http, Express, NestJS and others with the signature of Connect. */
  (request: ServerRequest, response: ServerResponse, next: () => void): void;
};

type HonoContext = {
  readonly req: { readonly raw: Request; readonly arrayBuffer: () => Promise<ArrayBuffer> };
  res: Response;
};

/** The arguments of each signature. */
type MiddlewareCall =
  | readonly [context: HonoContext | KoaContext, next: () => Promise<unknown>, absent?: undefined]
  | readonly [request: ServerRequest, response: ServerResponse, next: () => void]
  | readonly [request: { readonly raw: ServerRequest }, reply: { readonly raw: ServerResponse }, done: () => void];

type FetchHandler = (request: never, ...rest: never[]) => Response | Promise<Response>;

type KoaContext = {
  readonly req: ServerRequest;
  readonly res: ServerResponse;
  readonly originalUrl: string;
  readonly request: object;
};

/**
 * Creates middleware that checks the responses of a server. It can be registered anywhere: the URL is the one that the client
 * sent. Every request belongs to the service, so only the base paths of the servers count, not their hosts. Requests and
 * responses are not modified.
 *
 * `handler` wraps a function from `Request` to `Response`, such as a route handler of Next.js.
 */
export function createServerMiddleware(options: ExchangeCollectorOptions = {}): ExchangeCollector & {
  readonly middleware: ServerMiddleware;
  readonly handler: <Handler extends FetchHandler>(handler: Handler) => Handler;
} {
  const { begin, ...collector } = createExchangeCollector({ ...options, isOwnService: true });
  const start = (): ((captured: CapturedExchange) => void) => {
    const add = begin();
    return (captured) => {
      const source = new URL(captured.request.url).origin;
      add({ ...captured, origin: createCapturedOrigin(source, collector.exchanges.length) });
    };
  };
  const observe = (call: ServerCall): void => captureServerExchange(call, {}, start());
  const observeHono = async (context: HonoContext, next: () => Promise<unknown>): Promise<void> => {
    const respond = async (): Promise<Response> => {
      await next();
      return context.res;
    };
    const readAgain = (): Promise<ArrayBuffer> => context.req.arrayBuffer();
    context.res = await captureFetchCall({ request: context.req.raw, respond, readAgain }, start());
  };
  const middleware = (...call: MiddlewareCall): unknown => {
    if (call[2] === undefined) {
      const [context, next] = call;
      if (!("originalUrl" in context)) return observeHono(context, next);
      const { req, res, originalUrl, request } = context;
      observe({ request: req, response: res, parsed: { ...request, originalUrl } });
      return next();
    }
    const [request, response, next] = call;
    observe({
      request: "raw" in request ? request.raw : request,
      response: "raw" in response ? response.raw : response,
    });
    return next();
  };
  const handler = <Handler extends FetchHandler>(handle: Handler): Handler =>
    // The wrapper has the parameters and the result of any handler.
    ((request: Request, ...rest: never[]) =>
      captureFetchCall({ request, respond: () => handle(request as never, ...rest) }, start())) as unknown as Handler;
  return { ...collector, middleware: middleware as ServerMiddleware, handler };
}
