import { EXCHANGE_PART_POINTERS, type Exchange, type HeaderField, type RecordedBody } from "../exchange.js";
import { getBodyBytes, getCombinedHeader, getMediaType, toHeaderFields } from "../message.js";

type WritableMessage = { write: (...args: never[]) => boolean; end: (...args: never[]) => unknown };

type BodyCollector = ReturnType<typeof createBodyCollector>;

/** Collects the chunks of a body up to a limit. */
export function createBodyCollector(maxBytes = Number.POSITIVE_INFINITY) {
  const chunks: Uint8Array[] = [];
  let size = 0;
  return {
    add: (chunk: Uint8Array): void => {
      size += chunk.length;
      if (size <= maxBytes) chunks.push(chunk);
      else chunks.length = 0;
    },
    finish: (): RecordedBody => {
      if (size === 0) return { kind: "none" };
      if (size > maxBytes) return { kind: "missing", reason: `the body is larger than ${maxBytes} bytes` };
      return { kind: "bytes", bytes: Buffer.concat(chunks) };
    },
  };
}

/** Collects the chunks written to a message of node:http, and calls `onEnd` after `end()`. */
export function captureWrites(message: WritableMessage, body: BodyCollector, onEnd: () => void): void {
  const { write, end } = message;
  // In HTTP/2, end() calls write().
  let isEnding = false;
  const copy = (chunk: unknown, encoding: unknown): void => {
    if (isEnding) return;
    if (typeof chunk === "string")
      body.add(Buffer.from(chunk, typeof encoding === "string" ? (encoding as BufferEncoding) : "utf8"));
    else if (chunk instanceof Uint8Array) body.add(chunk);
  };
  message.write = (...args: never[]) => {
    copy(args[0], args[1]);
    return write.apply(message, args);
  };
  message.end = (...args: never[]) => {
    copy(args[0], args[1]);
    isEnding = true;
    const result = end.apply(message, args);
    onEnd();
    return result;
  };
}

/** The members of the `IncomingMessage` of node:http that are used here. */
export type ServerRequest = ParsedRequest & {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly rawHeaders: readonly string[];
  readonly complete?: boolean;
  readonly readableDidRead?: boolean;
  readonly readableEncoding?: string | null;
  readonly readableLength?: number;
  readonly socket?: unknown;
  readonly stream?: unknown;
  readonly read?: () => unknown;
  emit?: (...args: never[]) => boolean;
  /** Receives the chunks from the connection, independently of when the application reads them. */
  push: (...args: never[]) => boolean;
};

/** What frameworks know about a request. */
type ParsedRequest = {
  /** The request target as sent, where a framework removes the path of a mounted router from `url`. */
  readonly originalUrl?: string | undefined;
  /** The body as left by a parser that ran earlier. */
  readonly body?: unknown;
  /** The body as received, if the parser keeps it. */
  readonly rawBody?: unknown;
};

/** The members of the `ServerResponse` of node:http that are used here. */
export type ServerResponse = {
  readonly statusCode: number;
  readonly getHeaders: () => Readonly<Record<string, number | string | readonly string[] | undefined>>;
  readonly once?: (event: "close", listener: () => void) => unknown;
  write: (...args: never[]) => boolean;
  end: (...args: never[]) => unknown;
};

/** @property parsed what the framework knows, if it keeps that elsewhere. Default: the request. */
export type ServerCall = {
  readonly request: ServerRequest;
  readonly response: ServerResponse;
  readonly parsed?: ParsedRequest;
};

export type CaptureOptions = {
  /** The origin that clients use, such as `https://api.example`. Default: that of the connection. */
  readonly origin?: string;
  /** Bytes; longer bodies are recorded as missing. */
  readonly maxBody?: number;
};

/** An exchange whose place in its source is not known yet. */
export type CapturedExchange = Pick<Exchange, "request" | "response" | "incomplete">;

/** Captures the exchange of a server, with the URL that the client sent. The request and the response are not modified. */
export function captureServerExchange(
  { request, response, parsed = request }: ServerCall,
  { origin, maxBody = Number.POSITIVE_INFINITY }: CaptureOptions,
  onExchange: (exchange: CapturedExchange) => void,
): void {
  const fields = toHeaderFields(request.rawHeaders);
  const isAnnounced = isBodyAnnounced(request, fields);
  const readBody = captureRequestBody({ request, parsed }, isAnnounced, maxBody);
  const sent = {
    method: request.method ?? "GET",
    url: getClientUrl(request, parsed.originalUrl ?? request.url ?? "/", origin),
    // HTTP/2 has the method and the URL as fields.
    headers: fields.filter(([name]) => !name.startsWith(":")),
  };
  const body = createBodyCollector(maxBody);
  let isOver = false;
  const finish = (end: Pick<Exchange, "incomplete">): void => {
    if (isOver) return;
    isOver = true;
    const { statusCode: status } = response;
    const content: RecordedBody = canHaveContent(sent.method, status) ? body.finish() : { kind: "none" };
    const received = { status, headers: readResponseHeaders(response), body: content };
    const isReceived = request.complete !== false || !isAnnounced;
    const add = (): void =>
      onExchange({ request: { ...sent, body: readBody(isReceived) }, response: received, ...end });
    // The rest of the request may be in the bytes that node:http is parsing.
    if (isReceived) add();
    else setImmediate(add);
  };
  captureWrites(response, body, () => finish({}));
  response.once?.("close", () => finish({ incomplete: "the connection closed before the response ended" }));
}

/** The place of the exchange with this index in a source. */
export function createCapturedOrigin(source: string, index: number): Exchange["origin"] {
  return { source, index, pointer: "", parts: EXCHANGE_PART_POINTERS };
}

function getClientUrl({ rawHeaders, socket }: ServerRequest, target: string, origin: string | undefined): string {
  // Requests to a proxy have the absolute form (RFC 9112, section 3.2.2).
  const [, named, path = target] = /^(https?:\/\/[^/?#]*)(.*)$/is.exec(target) ?? [];
  if (origin !== undefined) return origin + path;
  const fields = toHeaderFields(rawHeaders);
  const host = getCombinedHeader(fields, ":authority") ?? getCombinedHeader(fields, "host") ?? "localhost";
  const { encrypted } = Object(socket) as { readonly encrypted?: unknown };
  return (named ?? `${encrypted === true ? "https" : "http"}://${host}`) + path;
}

function readResponseHeaders(response: ServerResponse): readonly HeaderField[] {
  // What node:http has sent includes fields that only writeHead() received, and those that it added.
  const { _header: section } = response as { readonly _header?: unknown };
  if (typeof section !== "string") return toHeaderFields(response.getHeaders());
  const lines = section.trimEnd().split("\r\n").slice(1);
  return lines.map((line): HeaderField => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
}

function isBodyAnnounced({ stream }: ServerRequest, headers: readonly HeaderField[]): boolean {
  const { endAfterHeaders } = Object(stream) as { readonly endAfterHeaders?: unknown };
  return (
    endAfterHeaders === false ||
    getCombinedHeader(headers, "transfer-encoding") !== undefined ||
    Number(getCombinedHeader(headers, "content-length") ?? 0) > 0
  );
}

/** Returns a function that reads the body. It is missing if the request was not received when the response ended. */
function captureRequestBody(
  { request, parsed }: { readonly request: ServerRequest; readonly parsed: ParsedRequest },
  isAnnounced: boolean,
  maxBody: number,
): (isReceived: boolean) => RecordedBody {
  if (!isAnnounced) return () => ({ kind: "none" });
  if (request.readableDidRead === true) {
    const restored = restoreBody(parsed.rawBody ?? parsed.body, toHeaderFields(request.rawHeaders));
    return () => restored;
  }
  const body = createBodyCollector(maxBody);
  const isBuffered = Number(request.readableLength ?? 0) > 0;
  if (isBuffered) captureReads(request, body);
  else capturePushes(request, body);
  const length = Number(getCombinedHeader(toHeaderFields(request.rawHeaders), "content-length"));
  return (isReceived) => {
    // After the response, the application does not read it.
    if (isBuffered && isReceived && request.readableDidRead === false) request.read?.();
    const read = body.finish();
    const isWhole = isReceived ? !isBuffered || request.readableLength === 0 : getBodyBytes(read)?.length === length;
    return isWhole ? read : { kind: "missing", reason: "the response ended before the body was read" };
  };
}

/** Returns a body from what a parser made of it: text and bytes as they are, other values written again. */
export function restoreBody(value: unknown, headers: readonly HeaderField[]): RecordedBody {
  if (value === "") return { kind: "none" };
  if (typeof value === "string") return { kind: "text", text: value };
  if (value instanceof Uint8Array) return { kind: "bytes", bytes: value };
  const { essence, suffix } = getMediaType(headers) ?? {};
  const isStream = typeof value === "object" && value !== null && Symbol.asyncIterator in value;
  if (value !== undefined && !isStream && (essence === "application/json" || suffix === "json"))
    return { kind: "text", text: JSON.stringify(value) };
  const fields = toHeaderFields(value);
  if (essence === "application/x-www-form-urlencoded" && !fields.some(([, it]) => it.startsWith("[object ")))
    return { kind: "text", text: new URLSearchParams(fields.map(([...pair]) => pair)).toString() };
  return { kind: "missing", reason: "the body was parsed before it was recorded, so that its bytes are not known" };
}

/** Whether a response has content (RFC 9110, section 6.4.1). node:http discards what is written to others. */
export function canHaveContent(method: string, status: number): boolean {
  return method !== "HEAD" && status !== 204 && status !== 304;
}

/** Collects the chunks that a message of node:http receives, and calls `onEnd` when there are no more. */
export function capturePushes(message: Pick<ServerRequest, "push">, body: BodyCollector, onEnd = (): void => {}): void {
  const { push } = message;
  message.push = (...args: never[]) => {
    const [chunk]: readonly unknown[] = args;
    if (chunk instanceof Uint8Array) body.add(Uint8Array.from(chunk));
    if (chunk === null) onEnd();
    return push.apply(message, args);
  };
}

/** Captures what the application reads, because chunks that arrived earlier are already in the buffer of the request. */
function captureReads(request: ServerRequest, body: BodyCollector): void {
  const { emit } = request;
  request.emit = (...args: never[]) => {
    const [event, chunk]: readonly unknown[] = args;
    const encoding = (request.readableEncoding ?? "utf8") as BufferEncoding;
    if (event === "data" && chunk instanceof Uint8Array) body.add(Uint8Array.from(chunk));
    if (event === "data" && typeof chunk === "string") body.add(Buffer.from(chunk, encoding));
    return emit?.apply(request, args) ?? false;
  };
}
