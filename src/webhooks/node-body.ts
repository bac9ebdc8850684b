import { utf8 } from "./encodings.js";
import { joined } from "./joined.js";

/** What is used of an `IncomingMessage` of node:http, and of what frameworks add to it. */
export type NodeRequest = {
  readonly method?: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly readableEnded: boolean;
  readonly on: (event: string, listener: (chunk: Uint8Array) => void) => unknown;
  readonly pause: () => unknown;
  /** The body as a parser has left it: bytes or text are taken as they are. */
  readonly body?: unknown;
  /** The bytes as cloud functions leave them beside a parsed body. */
  readonly rawBody?: unknown;
};

/**
 * The bytes of a request; or why there are none: 413 when they are more than they may be, 400 when they broke off.
 *
 * @throws {TypeError} when something has read and parsed the body before.
 */
export async function nodeBody(request: NodeRequest, limit: number): Promise<Uint8Array | 413 | 400> {
  const read = [request.rawBody, request.body].find((body) => typeof body === "string" || body instanceof Uint8Array);
  if (read !== undefined) {
    const bytes = typeof read === "string" ? utf8(read) : (read as Uint8Array);
    return bytes.length > limit ? 413 : bytes;
  }
  if (request.readableEnded) {
    throw new TypeError(
      'The body was read and parsed before, and its bytes are gone: put this route before express.json(), or express.raw({ type: "*/*" }) before it',
    );
  }
  if (Number(request.headers["content-length"]) > limit) return 413;
  return new Promise((done) => {
    const chunks: Uint8Array[] = [];
    let length = 0;
    request.on("data", (chunk) => {
      length += chunk.length;
      chunks.push(chunk);
      if (length <= limit) return;
      request.pause();
      chunks.length = 0;
      done(413);
    });
    request.on("end", () => done(joined(chunks, length)));
    // Also after the end, when it changes nothing any more.
    for (const broken of ["error", "close"]) request.on(broken, () => done(400));
  });
}
