import { encodeUtf8 } from "../encodings.js";
import { SIGNATURE_HEADER } from "../signature.js";
import { concatBytes, MAX_PAYLOAD_BYTES, type ReceiverOptions, receiver } from "./receiver.js";

/** The part of a `ServerResponse` of node:http that is used. */
export type NodeResponse = {
  readonly writeHead: (status: number, headers?: Record<string, string>) => { readonly end: () => unknown };
};

/**
 * Creates a receiver for `createServer` of node:http. Responds with the statuses of `receiver`, 405 to methods other
 * than POST, and 413 to a body longer than `maxBytes`.
 */
export function nodeHandler(options: ReceiverOptions): (request: NodeRequest, response: NodeResponse) => void {
  const respond = createNodeResponder(options);
  return (request, response) => {
    respond(request, response).catch((error: unknown) => {
      response.writeHead(500).end();
      return options.onError(error, { event: undefined, acknowledged: false });
    });
  };
}

/**
 * Creates a receiver for an Express route: `app.post("/events", expressHandler({ secrets, onEvent, onError }))`. It
 * reads the body, or uses the body read by `express.raw()`. A parsed body is an error, which is passed to `next`.
 */
export function expressHandler(
  options: ReceiverOptions,
): (request: NodeRequest, response: NodeResponse, next: (error: unknown) => void) => void {
  const respond = createNodeResponder(options);
  return (request, response, next) => {
    respond(request, response).catch(next);
  };
}

function createNodeResponder(
  options: ReceiverOptions,
): (request: NodeRequest, response: NodeResponse) => Promise<void> {
  const receive = receiver(options);
  return async (request, response) => {
    if (request.method !== "POST") {
      await discardBody(request);
      response.writeHead(405, { Allow: "POST", Connection: "close" }).end();
      return;
    }
    const payload = await readNodeBody(request, options.maxBytes ?? MAX_PAYLOAD_BYTES);
    if (!(payload instanceof Uint8Array)) {
      // Unread bytes would be parsed as the next request of the connection.
      response.writeHead(payload, { Connection: "close" }).end();
      return;
    }
    const signature = request.headers[SIGNATURE_HEADER];
    const { status } = await receive(payload, typeof signature === "string" ? signature : undefined);
    response.writeHead(status).end();
  };
}

/** The part of a Fastify instance that is used. Parsers and handlers are `never`, so that any Fastify type fits. */
export type FastifyInstanceLike = {
  readonly removeAllContentTypeParsers: () => unknown;
  readonly addContentTypeParser: (type: string, parser: never) => unknown;
  readonly all: (path: string, handler: never) => unknown;
};

type RequestHandler = (
  request: { readonly raw: NodeRequest },
  reply: { readonly raw: NodeResponse; readonly hijack: () => unknown },
) => void;

/**
 * Creates a receiver as a Fastify plugin: `app.register(fastifyReceiver({ path: "/events", secrets, onEvent, onError
 * }))`. Within the plugin, Fastify leaves bodies unread and responses unsent: `nodeHandler` reads and sends them.
 */
export function fastifyReceiver(
  options: ReceiverOptions & { readonly path: string },
): (instance: FastifyInstanceLike) => Promise<void> {
  const handle = nodeHandler(options);
  return async (instance) => {
    instance.removeAllContentTypeParsers();
    // The limit of Fastify closes the connection before the client has sent the body, so the client misses the
    // response.
    const leaveUnread = async () => undefined;
    instance.addContentTypeParser("*", leaveUnread as never);
    const handler: RequestHandler = (request, reply) => {
      reply.hijack();
      handle(request.raw, reply.raw);
    };
    instance.all(options.path, handler as never);
  };
}

/** The part of an `IncomingMessage` of node:http that is used, and members that frameworks add. */
export type NodeRequest = {
  readonly method?: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly readableEnded: boolean;
  readonly on: (event: string, listener: (chunk: Uint8Array) => void) => unknown;
  readonly resume: () => unknown;
  /** The body as left by a parser; used if it is bytes or text. */
  readonly body?: unknown;
  /** The raw body that cloud functions provide in addition to a parsed body. */
  readonly rawBody?: unknown;
};

/** Maximum number of bytes that are read and discarded before the connection is closed. */
const MAX_DISCARDED_BYTES = 16 * 1024 * 1024;

/**
 * Reads the body of a request. Returns 413 when it is longer than `limit`, and 400 when it is incomplete. A body that
 * is too long is read to its end first: see `readBytesUpTo`.
 *
 * @throws {TypeError} when the body was already read and parsed.
 */
export async function readNodeBody(request: NodeRequest, limit: number): Promise<Uint8Array | 413 | 400> {
  const read = [request.rawBody, request.body].find((body) => typeof body === "string" || body instanceof Uint8Array);
  if (read !== undefined) {
    const bytes = typeof read === "string" ? encodeUtf8(read) : (read as Uint8Array);
    return bytes.length > limit ? 413 : bytes;
  }
  if (request.readableEnded) {
    throw new TypeError(
      'The body was already parsed: put this route before express.json(), or express.raw({ type: "*/*" }) before this route',
    );
  }
  if (!(Number(request.headers["content-length"]) > limit)) return readBytesUpTo(request, limit);
  await discardBody(request);
  return 413;
}

/** Reads the rest of a body, unless it was read. */
export async function discardBody(request: NodeRequest): Promise<void> {
  if (!request.readableEnded) await readBytesUpTo(request, 0);
}

/**
 * Reads a body. One that is too long is read on, so that the client gets the response. Closing a connection with unread
 * bytes resets it, and the client may then lose the response (RFC 9112, section 9.6). Stops 16 MiB after the limit.
 */
function readBytesUpTo(request: NodeRequest, limit: number): Promise<Uint8Array | 413 | 400> {
  return new Promise((done) => {
    const chunks: Uint8Array[] = [];
    let length = 0;
    request.on("data", (chunk) => {
      length += chunk.length;
      if (length <= limit) chunks.push(chunk);
      if (length > limit + MAX_DISCARDED_BYTES) done(413);
    });
    request.on("end", () => done(length <= limit ? concatBytes(chunks, length) : 413));
    // No effect after the end, because the promise is already resolved.
    for (const event of ["error", "close"]) request.on(event, () => done(length <= limit ? 400 : 413));
    request.resume();
  });
}
