import { BodyReader } from "./body-reader.js";
import type { Draft } from "./draft.js";
import { responseFraming } from "./framing.js";
import { endOfHead, LONGEST_HEAD, readHead, statusOf } from "./head.js";
import type { KeptBody } from "./kept-body.js";

export type ResponseMeans = {
  /** The first request that has no whole answer yet. */
  readonly first: () => Draft | undefined;
  /** The answer is known to be the last one (after 1xx) of its request. */
  readonly answering: (draft: Draft) => void;
  readonly answered: (draft: Draft) => void;
  readonly lost: (why: string) => void;
  readonly newBody: () => KeptBody;
};

/** What a target answers, taken apart as it passes; the bytes themselves are passed on by others. */
export class ResponseSide {
  readonly #means: ResponseMeans;
  #state: "head" | "body" | "unread" = "head";
  #head: Buffer = Buffer.alloc(0);
  #reader: BodyReader | undefined;
  #draft: Draft | undefined;

  constructor(means: ResponseMeans) {
    this.#means = means;
  }

  /** Whether the next byte begins another answer. */
  get isBetween(): boolean {
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
      const end = endOfHead(this.#head);
      if (end === -1) {
        if (this.#head.length > LONGEST_HEAD) this.#lose(`the head of the answer is longer than ${LONGEST_HEAD} bytes`);
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
    const head = readHead(bytes);
    const status = head && statusOf(head);
    const draft = this.#means.first();
    if (head === undefined || status === undefined) {
      this.#lose("the head of the answer is not one of HTTP/1.1");
      return;
    }
    if (draft === undefined) {
      this.#lose("an answer came that nobody had asked for");
      return;
    }
    // An interim answer; the one that counts is still to come.
    if (status < 200 && status !== 101) return;
    const framing = responseFraming({ method: draft.method, status, headers: head.headers });
    if (framing === undefined) {
      this.#lose("the answer says in two ways how long it is");
      return;
    }
    const body = this.#means.newBody();
    if (framing.kind === "chunked" && framing.coded) body.drop("the body is packed by a transfer coding");
    draft.status = status;
    draft.response = { head: bytes, body, isWhole: false };
    this.#draft = draft;
    this.#reader = new BodyReader(framing, (part) => body.add(part));
    this.#state = status === 101 ? "unread" : "body";
    this.#means.answering(draft);
    this.#endBody();
  }

  #endBody(): void {
    const draft = this.#draft;
    if (draft?.response === undefined || this.#reader?.state === "open") return;
    if (this.#reader?.state === "broken") {
      this.#lose("the body of the answer is not in the chunks that it says");
      return;
    }
    draft.response.isWhole = true;
    this.#draft = undefined;
    this.#reader = undefined;
    if (this.#state === "body") this.#state = "head";
    this.#means.answered(draft);
  }

  #lose(why: string): void {
    this.#state = "unread";
    this.#means.lost(why);
  }
}
