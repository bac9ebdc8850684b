import { BodyReader } from "./body-reader.js";
import type { CapturedBody } from "./captured-body.js";
import { getResponseFraming } from "./framing.js";
import { findHeadEnd, MAX_HEAD_BYTES, parseHead, parseStatusLine } from "./message-head.js";
import type { PendingExchange } from "./pending-exchange.js";

export type ResponseStreamContext = {
  /** The first request that has no whole answer yet. */
  readonly getCurrent: () => PendingExchange | undefined;
  /** The answer is known to be the last one (after 1xx) of its request. */
  readonly onFinalHead: (draft: PendingExchange) => void;
  readonly onComplete: (draft: PendingExchange) => void;
  readonly onLost: (why: string) => void;
  readonly newBody: () => CapturedBody;
};

/** What a target answers, taken apart as it passes; the bytes themselves are passed on by others. */
export class ResponseStream {
  readonly #context: ResponseStreamContext;
  #state: "head" | "body" | "unread" = "head";
  #head: Buffer = Buffer.alloc(0);
  #reader: BodyReader | undefined;
  #exchange: PendingExchange | undefined;

  constructor(means: ResponseStreamContext) {
    this.#context = means;
  }

  /** Whether the next byte begins another answer. */
  get isIdle(): boolean {
    return this.#state === "head" && this.#head.length === 0;
  }

  push(bytes: Buffer): void {
    let at = 0;
    while (at < bytes.length && this.#state !== "unread") {
      if (this.#state === "body") {
        at = this.#reader?.read(bytes, at) ?? bytes.length;
        this.#endBody();
        continue;
      }
      const known = this.#head.length;
      this.#head = known === 0 ? bytes.subarray(at) : Buffer.concat([this.#head, bytes.subarray(at)]);
      const end = findHeadEnd(this.#head);
      if (end === -1) {
        if (this.#head.length > MAX_HEAD_BYTES)
          this.#abandon(`the head of the answer is longer than ${MAX_HEAD_BYTES} bytes`);
        return;
      }
      at += end - known;
      const head = this.#head.subarray(0, end);
      this.#head = Buffer.alloc(0);
      this.#readHead(head);
    }
  }

  /** The target sends nothing more. */
  end(): void {
    if (this.#reader?.end() === true) this.#endBody();
  }

  #readHead(bytes: Buffer): void {
    const head = parseHead(bytes);
    const status = head && parseStatusLine(head);
    const draft = this.#context.getCurrent();
    if (head === undefined || status === undefined) {
      this.#abandon("the head of the answer is not one of HTTP/1.1");
      return;
    }
    if (draft === undefined) {
      this.#abandon("an answer came that nobody had asked for");
      return;
    }
    // An interim answer; the one that counts is still to come.
    if (status < 200 && status !== 101) return;
    const framing = getResponseFraming({ method: draft.method, status, headers: head.headers });
    if (framing === undefined) {
      this.#abandon("the answer says in two ways how long it is");
      return;
    }
    const body = this.#context.newBody();
    if (framing.kind === "chunked" && framing.coded) body.drop("the body is packed by a transfer coding");
    draft.status = status;
    draft.response = { head: bytes, body, isComplete: false };
    this.#exchange = draft;
    this.#reader = new BodyReader(framing, (part) => body.add(part));
    this.#state = status === 101 ? "unread" : "body";
    this.#context.onFinalHead(draft);
    this.#endBody();
  }

  #endBody(): void {
    const draft = this.#exchange;
    if (draft?.response === undefined || this.#reader?.state === "open") return;
    if (this.#reader?.state === "broken") {
      this.#abandon("the body of the answer is not in the chunks that it says");
      return;
    }
    draft.response.isComplete = true;
    this.#exchange = undefined;
    this.#reader = undefined;
    if (this.#state === "body") this.#state = "head";
    this.#context.onComplete(draft);
  }

  #abandon(why: string): void {
    this.#state = "unread";
    this.#context.onLost(why);
  }
}
