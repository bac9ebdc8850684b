import type { Exchange, RecordedBody } from "../exchange.js";
import {
  type CapturedExchange,
  type CaptureOptions,
  captureServerExchange,
  createBodyCollector,
  type ServerCall,
  type ServerRequest,
  type ServerResponse,
} from "./server-exchange.js";

/** Middleware that records the exchanges of a server, in the form that each framework expects. */
export type FrameworkMiddleware = {
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
 * Creates middleware that can be registered anywhere: the URL is the one that the client sent. Requests and responses are not
 * modified.
 *
 * @param begin called with each request; returns the function that receives the exchange
 */
export function createFrameworkMiddleware(
  options: CaptureOptions,
  begin: () => (exchange: CapturedExchange) => void,
): FrameworkMiddleware {
  const observe = (call: ServerCall): void => {
    if (!Array.isArray(call.request.rawHeaders)) throw new TypeError(WRONG_FORM);
    captureServerExchange(call, options, begin());
  };
  return {
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
      context.res = await captureFetchCall({ request, respond, readAgain }, options, begin());
    },
    wrapHandler:
      (handler) =>
      (request, ...rest) =>
        captureFetchCall({ request, respond: () => handler(request, ...rest) }, options, begin()),
  };
}

const WRONG_FORM =
  "middleware() expects a request of node:http: pass fastifyHook to Fastify, koaMiddleware to Koa, honoMiddleware to Hono, and route handlers to wrapHandler()";

/** A request to a server of fetch handlers. */
type FetchCall = {
  readonly request: Request;
  readonly respond: () => Response | Promise<Response>;
  /** Reads the body again if it was read earlier. */
  readonly readAgain?: (() => Promise<ArrayBuffer>) | undefined;
};

/**
 * Responds to a request and captures the exchange. It is complete before the client sees the end of the response, which streams
 * as before.
 */
async function captureFetchCall(
  { request, respond, readAgain }: FetchCall,
  { origin, maxBody }: CaptureOptions,
  onExchange: (exchange: CapturedExchange) => void,
): Promise<Response> {
  const readSentBody = captureSentBody({ request, readAgain }, maxBody);
  const body = createBodyCollector(maxBody);
  let response = Response.error();
  let isOver = false;
  const finish = (end: Pick<Exchange, "incomplete">): void => {
    if (isOver) return;
    isOver = true;
    const { method, headers } = request;
    const { origin: requested, pathname, search } = new URL(request.url);
    const { status } = response;
    onExchange({
      request: { method, url: (origin ?? requested) + pathname + search, headers: [...headers], body: readSentBody() },
      response: {
        ...{ status, headers: [...response.headers] },
        body: method === "HEAD" ? { kind: "none" } : body.finish(),
      },
      ...end,
    });
  };
  try {
    response = await respond();
  } catch (error) {
    finish({ incomplete: "the handler threw an error" });
    throw error;
  }
  // Bodies that are in memory arrive in this turn.
  const turn = new Promise((resolve) => setImmediate(resolve));
  const reader = response.body?.getReader();
  if (reader === undefined) {
    await turn;
    finish({});
    return response;
  }
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    const part = await reader.read().catch((error: unknown) => {
      finish(CLOSED);
      throw error;
    });
    if (!part.done) {
      body.add(part.value);
      controller.enqueue(part.value);
      return;
    }
    await turn;
    finish({});
    controller.close();
  };
  const cancel = (reason: unknown): Promise<void> => {
    finish(CLOSED);
    return reader.cancel(reason);
  };
  // Without a limit of memory, the body is read although the client does not.
  const observed = new ReadableStream<Uint8Array>(
    { pull, cancel },
    { highWaterMark: maxBody ?? Number.POSITIVE_INFINITY, size: (chunk) => chunk.length },
  );
  await turn;
  return new Response(observed, response);
}

const CLOSED = { incomplete: "the connection closed before the response ended" };

function captureSentBody(
  { request, readAgain }: Pick<FetchCall, "request" | "readAgain">,
  maxBody: number | undefined,
): () => RecordedBody {
  if (request.body === null) return () => ({ kind: "none" });
  const copy = request.bodyUsed ? undefined : request.clone().body;
  const body = createBodyCollector(maxBody);
  let isWhole = false;
  const read = async (): Promise<void> => {
    for await (const chunk of copy ?? []) body.add(chunk);
    if (copy === undefined && readAgain !== undefined) body.add(new Uint8Array(await readAgain()));
    isWhole = copy !== undefined || readAgain !== undefined;
  };
  read().catch(() => undefined);
  return () => (isWhole ? body.finish() : { kind: "missing", reason: "the body was read before it could be recorded" });
}
