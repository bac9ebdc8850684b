import { BodyReader } from "./body-reader.js";
import type { CapturedBody } from "./captured-body.js";
import { getResponseFraming } from "./framing.js";
import { findHeadEnd, MAX_HEAD_BYTES, parseHead, parseStatusLine } from "./message-head.js";
import type { PendingExchange } from "./pending-exchange.js";

type ResponseStreamContext = {
  /** Returns the first exchange without a complete response. */
  readonly getCurrent: () => PendingExchange | undefined;
  /** The head of the final response (after any 1xx responses) is complete. */
  readonly onFinalHead: (exchange: PendingExchange) => void;
  readonly onComplete: (exchange: PendingExchange) => void;
  readonly onLost: (reason: string) => void;
  readonly createBody: () => CapturedBody;
};

/** Parses the responses of a target. The connection forwards the bytes. */
export class ResponseStream {
  readonly #context: ResponseStreamContext;
  #state: "head" | "body" | "unparsed" = "head";
  #head: Buffer = Buffer.alloc(0);
  #reader: BodyReader | undefined;
  #exchange: PendingExchange | undefined;

  constructor(context: ResponseStreamContext) {
    this.#context = context;
  }

  /** Whether the next byte starts a new response. */
  get isIdle(): boolean {
    return this.#state === "head" && this.#head.length === 0;
  }

  push(bytes: Buffer): void {
    let at = 0;
    while (at < bytes.length && this.#state !== "unparsed") {
      if (this.#state === "body") {
        at = this.#reader?.read(bytes, at) ?? bytes.length;
        this.#endBody();
        continue;
      }
      const buffered = this.#head.length;
      this.#head = buffered === 0 ? bytes.subarray(at) : Buffer.concat([this.#head, bytes.subarray(at)]);
      const end = findHeadEnd(this.#head);
      if (end === -1) {
        if (this.#head.length > MAX_HEAD_BYTES)
          this.#abandon(`the response head is longer than ${MAX_HEAD_BYTES} bytes`);
        return;
      }
      at += end - buffered;
      const head = this.#head.subarray(0, end);
      this.#head = Buffer.alloc(0);
      this.#readHead(head);
    }
  }

  /** Handles the end of the target stream. */
  end(): void {
    if (this.#reader?.end() === true) this.#endBody();
  }

  #readHead(bytes: Buffer): void {
    const head = parseHead(bytes);
    const status = head && parseStatusLine(head);
    const exchange = this.#context.getCurrent();
    if (head === undefined || status === undefined) {
      this.#abandon("the response head is not valid HTTP/1.1");
      return;
    }
    if (exchange === undefined) {
      this.#abandon("the target sent a response without a request");
      return;
    }
    // An interim response; the final one follows.
    if (status < 200 && status !== 101) return;
    const framing = getResponseFraming({ method: exchange.method, status, headers: head.headers });
    if (framing === undefined) {
      this.#abandon("the length of the response body is ambiguous");
      return;
    }
    const body = this.#context.createBody();
    if (framing.kind === "chunked" && framing.hasOtherCodings)
      body.drop("the transfer coding of the body is not supported");
    exchange.status = status;
    exchange.response = { head: bytes, body, isComplete: false };
    this.#exchange = exchange;
    this.#reader = new BodyReader(framing, (part) => body.add(part));
    this.#state = status === 101 ? "unparsed" : "body";
    this.#context.onFinalHead(exchange);
    this.#endBody();
  }

  #endBody(): void {
    const exchange = this.#exchange;
    if (exchange?.response === undefined || this.#reader?.state === "reading") return;
    if (this.#reader?.state === "invalid") {
      this.#abandon("the response body has an invalid chunked encoding");
      return;
    }
    exchange.response.isComplete = true;
    this.#exchange = undefined;
    this.#reader = undefined;
    if (this.#state === "body") this.#state = "head";
    this.#context.onComplete(exchange);
  }

  #abandon(reason: string): void {
    this.#state = "unparsed";
    this.#context.onLost(reason);
  }
}
