import { getHeaderValues } from "../../recording/index.js";
import { BodyReader } from "./body-reader.js";
import type { CapturedBody } from "./captured-body.js";
import { getRequestFraming } from "./framing.js";
import {
  findHeadEnd,
  MAX_HEAD_BYTES,
  type MessageHead,
  parseHead,
  parseRequestLine,
  type RequestLine,
  replaceHost,
} from "./message-head.js";
import type { PendingExchange } from "./pending-exchange.js";

const NO_BYTES = Buffer.alloc(0);

type RequestStreamContext = {
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
export class RequestStream {
  readonly #context: RequestStreamContext;
  #state: "head" | "body" | "upgrade" | "unparsed" | "rejected" = "head";
  #head: Buffer = NO_BYTES;
  #reader: BodyReader | undefined;
  #exchange: PendingExchange | undefined;

  constructor(context: RequestStreamContext) {
    this.#context = context;
  }

  /** Whether the response to an upgrade request decides how to parse the next bytes. */
  get isAwaitingUpgrade(): boolean {
    return this.#state === "upgrade";
  }

  /** Whether the next byte starts a new request. */
  get isIdle(): boolean {
    return this.#state === "head" && this.#head.length === 0;
  }

  push(bytes: Buffer): void {
    let rest = this.#head.length === 0 ? bytes : Buffer.concat([this.#head, bytes]);
    this.#head = NO_BYTES;
    while (rest.length > 0 && this.#state !== "rejected") {
      if (this.#isUnparsed()) {
        this.#context.send(rest);
        return;
      }
      const read = this.#state === "body" ? this.#readBody(rest) : this.#state === "head" ? this.#readHead(rest) : 0;
      rest = rest.subarray(read);
      if (read > 0 || this.#isUnparsed()) continue;
      this.#head = rest;
      return;
    }
  }

  /** Handles the end of the client stream. */
  end(): void {
    if (this.#state !== "head" || this.#head.length === 0) return;
    this.#abandon("the request ends inside its head");
    this.push(NO_BYTES);
  }

  /** Handles the response to an upgrade request. After an upgrade, the connection is no longer HTTP. */
  resolveUpgrade(isUpgraded: boolean): void {
    if (isUpgraded) this.#state = "unparsed";
    else if (this.#state === "upgrade") this.#state = "head";
    this.push(NO_BYTES);
  }

  /** Returns the length of the head at the start of `bytes`, or 0 if it is incomplete or cannot be parsed. */
  #readHead(bytes: Buffer): number {
    const end = findHeadEnd(bytes);
    if (end === -1 && bytes.length <= MAX_HEAD_BYTES) return 0;
    const head = end === -1 ? undefined : parseHead(bytes.subarray(0, end));
    const line = head && parseRequestLine(head);
    const framing = head && getRequestFraming(head.headers);
    if (head === undefined || line === undefined || framing === undefined) {
      const problem = end === -1 ? `is longer than ${MAX_HEAD_BYTES} bytes` : "is invalid or ambiguous";
      this.#abandon(`the request head ${problem}`, line);
      return 0;
    }
    const rejection = findRejection(line);
    if (rejection !== undefined) {
      this.#state = "rejected";
      this.#context.reject(...rejection);
      return end;
    }
    const rawHead = bytes.subarray(0, end);
    const exchange = this.#createExchange(rawHead, head, line);
    const { body } = exchange.request;
    if (framing.kind === "chunked" && framing.hasOtherCodings)
      body.drop("the transfer coding of the body is not supported");
    this.#exchange = exchange;
    this.#reader = new BodyReader(framing, (part) => body.add(part));
    this.#state = "body";
    this.#context.onStart(exchange);
    this.#context.send(this.#context.host === undefined ? rawHead : replaceHost(rawHead, this.#context.host));
    this.#endBody();
    return end;
  }

  #createExchange(head: Buffer, { headers }: MessageHead, { method, target }: RequestLine): PendingExchange {
    return {
      startedAt: this.#context.now(),
      durationMs: 0,
      method: method.toUpperCase(),
      target,
      request: { head, body: this.#context.createBody(), isComplete: false },
      isUpgradeRequest: getHeaderValues(headers, "upgrade").length > 0,
      status: 0,
      response: undefined,
    };
  }

  #readBody(bytes: Buffer): number {
    const to = this.#reader?.read(bytes, 0) ?? bytes.length;
    this.#context.send(bytes.subarray(0, to));
    this.#endBody();
    return to;
  }

  #endBody(): void {
    const exchange = this.#exchange;
    if (exchange === undefined || this.#reader?.state === "reading") return;
    this.#exchange = undefined;
    if (this.#reader?.state === "invalid") {
      this.#abandon("the request body has an invalid chunked encoding");
      return;
    }
    exchange.request.isComplete = true;
    this.#state = exchange.isUpgradeRequest && exchange.response === undefined ? "upgrade" : "head";
    this.#context.onSent(exchange);
  }

  #isUnparsed(): boolean {
    return this.#state === "unparsed";
  }

  #abandon(reason: string, line?: RequestLine): void {
    this.#state = "unparsed";
    this.#context.onLost(reason, line);
  }
}

/** Rejects requests to a forward proxy: this is a reverse proxy for one server. */
function findRejection({ method, target }: RequestLine): [400 | 501, string] | undefined {
  if (method === "CONNECT") return [501, "does not support CONNECT: it is a reverse proxy for one server"];
  if (target.startsWith("/") || target === "*") return undefined;
  return [400, "is not a forward proxy: use it as the base URL of the service, not as the proxy of the client"];
}
