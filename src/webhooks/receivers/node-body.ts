import { encodeUtf8 } from "../encodings.js";
import { concatBytes } from "./concat-bytes.js";

/** What is used of an `IncomingMessage` of node:http, and of what frameworks add to it. */
export type NodeRequest = {
  readonly method?: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly readableEnded: boolean;
  readonly on: (event: string, listener: (chunk: Uint8Array) => void) => unknown;
  readonly resume: () => unknown;
  /** The body as a parser has left it: bytes or text are taken as they are. */
  readonly body?: unknown;
  /** The bytes as cloud functions leave them beside a parsed body. */
  readonly rawBody?: unknown;
};

/** How much of a body is read and thrown away before the connection is closed. */
const MAX_DISCARDED_BYTES = 16 * 1024 * 1024;

/**
 * Reads the bytes of a request. Returns 413 if there are more than `limit`, and 400 if the body broke off. A body that is too
 * long is read to its end first: see `discardBody`.
 *
 * @throws {TypeError} when something has read and parsed the body before.
 */
export async function readNodeBody(request: NodeRequest, limit: number): Promise<Uint8Array | 413 | 400> {
  const read = [request.rawBody, request.body].find((body) => typeof body === "string" || body instanceof Uint8Array);
  if (read !== undefined) {
    const bytes = typeof read === "string" ? encodeUtf8(read) : (read as Uint8Array);
    return bytes.length > limit ? 413 : bytes;
  }
  if (request.readableEnded) {
    throw new TypeError(
      'The body was read and parsed before, and its bytes are gone: put this route before express.json(), or express.raw({ type: "*/*" }) before it',
    );
  }
  const body = Number(request.headers["content-length"]) > limit ? 413 : await readBytesUpTo(request, limit);
  if (body === 413) await discardBody(request);
  return body;
}

/**
 * Reads what is left of a body, so that the client gets the response: closing a connection with unread bytes resets it, and
 * the client may then lose a response that was sent already (RFC 9112, section 9.6). Stops after 16 MiB.
 */
export function discardBody(request: NodeRequest): Promise<void> {
  if (request.readableEnded) return Promise.resolve();
  return new Promise((done) => {
    let length = 0;
    request.on("data", (chunk) => {
      length += chunk.length;
      if (length > MAX_DISCARDED_BYTES) done();
    });
    for (const end of ["end", "error", "close"]) request.on(end, () => done());
    request.resume();
  });
}

function readBytesUpTo(request: NodeRequest, limit: number): Promise<Uint8Array | 413 | 400> {
  return new Promise((done) => {
    const chunks: Uint8Array[] = [];
    let length = 0;
    request.on("data", (chunk) => {
      length += chunk.length;
      if (length <= limit) chunks.push(chunk);
      else done(413);
    });
    request.on("end", () => {
      if (length <= limit) done(concatBytes(chunks, length));
    });
    // Also after the end, when it changes nothing any more.
    for (const broken of ["error", "close"]) request.on(broken, () => done(400));
  });
}
