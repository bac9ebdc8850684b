import { getHeaderValues } from "../../recording/index.js";
import type { CapturedBody } from "./captured-body.js";
import {
  type Framing,
  findHeadEnd,
  getRequestFraming,
  getResponseFraming,
  MAX_HEAD_BYTES,
  type MessageHead,
  parseHead,
  parseRequestLine,
  parseStatusLine,
  type RequestLine,
  replaceHost,
} from "./message-head.js";
import type { PendingExchange, PendingMessage } from "./pending-exchange.js";

const NO_BYTES = Buffer.alloc(0);

/** Parses the messages of one direction of a connection. */
abstract class MessageStream {
  /**
   * `upgrade`: the response decides how to parse the next bytes. `unparsed`: the rest cannot be parsed. `rejected`: the rest is
   * discarded.
   */
  protected state: "head" | "body" | "upgrade" | "unparsed" | "rejected" = "head";
  #buffered: Buffer = NO_BYTES;
  #reader: BodyReader | undefined;
  #message: PendingMessage | undefined;

  /** Whether the next byte starts a new message. */
  get isIdle(): boolean {
    return this.state === "head" && this.#buffered.length === 0;
  }

  push(bytes: Buffer): void {
    let rest = this.#buffered.length === 0 ? bytes : Buffer.concat([this.#buffered, bytes]);
    this.#buffered = NO_BYTES;
    while (rest.length > 0 && this.state !== "rejected") {
      if (this.#isUnparsed()) {
        this.forward(rest);
        return;
      }
      const read = this.state === "body" ? this.#readBody(rest) : this.state === "head" ? this.#readHead(rest) : 0;
      rest = rest.subarray(read);
      if (read > 0 || this.#isUnparsed()) continue;
      this.#buffered = rest;
      return;
    }
  }

  /** @param problem why the head cannot be parsed */
  protected abstract beginMessage(bytes: Buffer, head: MessageHead | undefined, problem: string): void;
  protected abstract endMessage(): void;
  protected abstract forward(bytes: Buffer): void;
  protected abstract abandon(reason: string): void;

  protected beginBody(message: PendingMessage, framing: Framing): void {
    const { body } = message;
    if (framing.kind === "chunked" && framing.hasOtherCodings)
      body.drop("the transfer coding of the body is not supported");
    this.#message = message;
    this.#reader = new BodyReader(framing, (part) => body.add(part));
    this.state = "body";
  }

  protected endBody(): void {
    const message = this.#message;
    if (message === undefined || this.#reader?.state === "reading") return;
    this.#message = undefined;
    if (this.#reader?.state === "invalid") {
      this.abandon("body has an invalid chunked encoding");
      return;
    }
    message.isComplete = true;
    if (this.state === "body") this.state = "head";
    this.endMessage();
  }

  /** Handles the end of the connection, which may be the end of a body. */
  end(): void {
    if (this.#reader?.end() === true) this.endBody();
  }

  /** Returns the length of the head at the start of `bytes`, or 0 if it is incomplete or cannot be parsed. */
  #readHead(bytes: Buffer): number {
    const end = findHeadEnd(bytes);
    if (end === -1 && bytes.length <= MAX_HEAD_BYTES) return 0;
    const rawHead = bytes.subarray(0, Math.max(0, end));
    const head = end === -1 ? undefined : parseHead(rawHead);
    this.beginMessage(rawHead, head, end === -1 ? `head is longer than ${MAX_HEAD_BYTES} bytes` : "");
    return this.#isUnparsed() ? 0 : end;
  }

  #readBody(bytes: Buffer): number {
    const to = this.#reader?.read(bytes, 0) ?? bytes.length;
    this.forward(bytes.subarray(0, to));
    this.endBody();
    return to;
  }

  #isUnparsed(): boolean {
    return this.state === "unparsed";
  }
}

export type RequestStreamContext = {
  readonly send: (bytes: Buffer) => void;
  readonly onStart: (exchange: PendingExchange) => void;
  /** The request is complete. */
  readonly onSent: (exchange: PendingExchange) => void;
  /** The stream cannot be parsed any further; later bytes are forwarded without parsing. */
  readonly onLost: (reason: string, line?: RequestLine) => void;
  readonly reject: (status: 400 | 501, reason: string) => void;
  readonly createBody: () => CapturedBody;
  readonly now: () => number;
  /** The value of the Host header for the target; undefined leaves the header unchanged. */
  readonly host: string | undefined;
};

/** Parses the requests of a client and forwards all bytes unchanged, except for the Host header. */
export class RequestStream extends MessageStream {
  readonly #context: RequestStreamContext;
  #exchange: PendingExchange | undefined;

  constructor(context: RequestStreamContext) {
    super();
    this.#context = context;
  }

  /** Whether the response to an upgrade request decides how to parse the next bytes. */
  get isAwaitingUpgrade(): boolean {
    return this.state === "upgrade";
  }

  override end(): void {
    if (this.state !== "head" || this.isIdle) return;
    this.abandon("ends inside its head");
    this.push(NO_BYTES);
  }

  /** Handles the response to an upgrade request. After an upgrade, the connection is no longer HTTP. */
  resolveUpgrade(isUpgraded: boolean): void {
    if (isUpgraded) this.state = "unparsed";
    else if (this.state === "upgrade") this.state = "head";
    this.push(NO_BYTES);
  }

  protected beginMessage(bytes: Buffer, head: MessageHead | undefined, problem: string): void {
    const line = head && parseRequestLine(head);
    const framing = head && getRequestFraming(head.headers);
    if (head === undefined || line === undefined || framing === undefined) {
      this.abandon(problem || "head is invalid or ambiguous", line);
      return;
    }
    const rejection = findRejection(line);
    if (rejection !== undefined) {
      this.state = "rejected";
      this.#context.reject(...rejection);
      return;
    }
    const exchange: PendingExchange = {
      startedAt: this.#context.now(),
      durationMs: 0,
      method: line.method.toUpperCase(),
      target: line.target,
      request: { head: bytes, body: this.#context.createBody(), isComplete: false },
      isUpgradeRequest: getHeaderValues(head.headers, "upgrade").length > 0,
      status: 0,
      response: undefined,
    };
    this.#exchange = exchange;
    this.beginBody(exchange.request, framing);
    this.#context.onStart(exchange);
    this.#context.send(this.#context.host === undefined ? bytes : replaceHost(bytes, this.#context.host));
    this.endBody();
  }

  protected endMessage(): void {
    if (this.#exchange === undefined) return;
    if (this.#exchange.isUpgradeRequest && this.#exchange.response === undefined) this.state = "upgrade";
    this.#context.onSent(this.#exchange);
  }

  protected forward(bytes: Buffer): void {
    this.#context.send(bytes);
  }

  protected abandon(problem: string, line?: RequestLine): void {
    this.state = "unparsed";
    this.#context.onLost(`the request ${problem}`, line);
  }
}

/** Rejects requests to a forward proxy: this is a reverse proxy for one server. */
function findRejection({ method, target }: RequestLine): [400 | 501, string] | undefined {
  if (method === "CONNECT") return [501, "does not support CONNECT: it is a reverse proxy for one server"];
  if (target.startsWith("/") || target === "*") return undefined;
  return [400, "is not a forward proxy: use it as the base URL of the service, not as the proxy of the client"];
}

type ResponseStreamContext = {
  /** Returns the first exchange without a complete response. */
  readonly getCurrent: () => PendingExchange | undefined;
  /** The head of the final response (after any 1xx responses) is complete. */
  readonly onFinalHead: (exchange: PendingExchange) => void;
  readonly onComplete: () => void;
  readonly onLost: (reason: string) => void;
  readonly createBody: () => CapturedBody;
};

/** Parses the responses of a target. The connection forwards the bytes. */
export class ResponseStream extends MessageStream {
  readonly #context: ResponseStreamContext;

  constructor(context: ResponseStreamContext) {
    super();
    this.#context = context;
  }

  protected beginMessage(bytes: Buffer, head: MessageHead | undefined, problem: string): void {
    const status = head && parseStatusLine(head);
    const exchange = this.#context.getCurrent();
    if (head === undefined || status === undefined) this.abandon(problem || "head is not valid HTTP/1.1");
    else if (exchange === undefined) this.abandon("has no request");
    // After an interim response, the final one follows.
    else if (status >= 200 || status === 101) this.#beginFinal(exchange, status, [bytes, head]);
  }

  #beginFinal(exchange: PendingExchange, status: number, [bytes, { headers }]: readonly [Buffer, MessageHead]): void {
    const framing = getResponseFraming({ method: exchange.method, status, headers });
    if (framing === undefined) {
      this.abandon("body has an ambiguous length");
      return;
    }
    exchange.status = status;
    exchange.response = { head: bytes, body: this.#context.createBody(), isComplete: false };
    this.beginBody(exchange.response, framing);
    if (status === 101) this.state = "unparsed";
    this.#context.onFinalHead(exchange);
    this.endBody();
  }

  protected endMessage(): void {
    this.#context.onComplete();
  }

  protected forward(): void {
    // The connection has done it.
  }

  protected abandon(problem: string): void {
    this.state = "unparsed";
    this.#context.onLost(`the response ${problem}`);
  }
}

/** Finds the end of a message body in the bytes of a connection and delivers its data without chunked framing. */
export class BodyReader {
  readonly #framing: Framing;
  readonly #onData: (bytes: Buffer) => void;
  #state: "complete" | "reading" | "invalid";
  /** Remaining bytes of the body or of the current chunk. */
  #remaining: number;
  #partialLine = "";
  #expectedLine: "size" | "end of chunk" | "trailer" = "size";

  constructor(framing: Framing, onData: (bytes: Buffer) => void) {
    this.#framing = framing;
    this.#onData = onData;
    this.#remaining = framing.kind === "length" ? framing.length : 0;
    const isEmpty = framing.kind === "none" || (framing.kind === "length" && framing.length === 0);
    this.#state = isEmpty ? "complete" : "reading";
  }

  /** `invalid`: the chunked encoding is malformed. */
  get state(): "complete" | "reading" | "invalid" {
    return this.#state;
  }

  /** Reads the bytes that belong to the body and returns the offset after them. */
  read(bytes: Buffer, from: number): number {
    let at = from;
    while (at < bytes.length && this.#state === "reading") {
      const isReadingLine = this.#framing.kind === "chunked" && this.#remaining === 0;
      at = isReadingLine ? this.#readLine(bytes, at) : this.#readData(bytes, at);
    }
    return at;
  }

  /** Handles the end of the connection and returns whether the body is complete. */
  end(): boolean {
    if (this.#framing.kind === "until-close") this.#state = "complete";
    return this.#state === "complete";
  }

  #readData(bytes: Buffer, from: number): number {
    const to = this.#framing.kind === "until-close" ? bytes.length : Math.min(bytes.length, from + this.#remaining);
    this.#onData(bytes.subarray(from, to));
    if (this.#framing.kind === "until-close") return to;
    this.#remaining -= to - from;
    if (this.#remaining === 0 && this.#framing.kind === "length") this.#state = "complete";
    return to;
  }

  #readLine(bytes: Buffer, from: number): number {
    const lineFeed = bytes.indexOf(0x0a, from);
    const to = lineFeed === -1 ? bytes.length : lineFeed + 1;
    this.#partialLine += bytes.toString("latin1", from, to);
    if (this.#partialLine.length > MAX_CHUNK_LINE_LENGTH) this.#state = "invalid";
    else if (lineFeed !== -1) {
      const line = this.#partialLine.replace(/\r?\n$/, "");
      this.#partialLine = "";
      this.#processLine(line);
    }
    return to;
  }

  #processLine(line: string): void {
    if (this.#expectedLine === "trailer") {
      if (line === "") this.#state = "complete";
      return;
    }
    if (this.#expectedLine === "end of chunk") {
      if (line !== "") this.#state = "invalid";
      this.#expectedLine = "size";
      return;
    }
    const [, digits] = /^([0-9a-f]{1,12})[ \t]*(?:;.*)?$/i.exec(line) ?? [];
    if (digits === undefined) {
      this.#state = "invalid";
      return;
    }
    this.#remaining = Number.parseInt(digits, 16);
    this.#expectedLine = this.#remaining === 0 ? "trailer" : "end of chunk";
  }
}

const MAX_CHUNK_LINE_LENGTH = 64 * 1024;
