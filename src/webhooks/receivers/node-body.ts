import { encodeUtf8 } from "../encodings.js";
import { concatBytes } from "./concat-bytes.js";

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
