import { getHeaderValues } from "../../exchange/index.js";
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

export type RequestStreamContext = {
  readonly send: (bytes: Buffer) => void;
  readonly onStart: (draft: PendingExchange) => void;
  /** All of its request has passed by. */
  readonly onSent: (draft: PendingExchange) => void;
  /** Nothing more of this connection can be told apart; what comes is sent on unread. */
  readonly onLost: (why: string, line?: RequestLine) => void;
  readonly refuse: (status: 400 | 501, why: string) => void;
  readonly newBody: () => CapturedBody;
  readonly now: () => number;
  /** What the Host header says to the target; undefined leaves it as it came. */
  readonly host: string | undefined;
};

/** What a client sends, passed on byte for byte but for the Host, and taken apart into requests as it passes. */
export class RequestStream {
  readonly #context: RequestStreamContext;
  #state: "head" | "body" | "upgrade" | "unread" | "refused" = "head";
  #head: Buffer = NO_BYTES;
  #reader: BodyReader | undefined;
  #exchange: PendingExchange | undefined;

  constructor(means: RequestStreamContext) {
    this.#context = means;
  }

  /** Whether an answer is awaited that says what the next bytes are. */
  get isAwaitingUpgrade(): boolean {
    return this.#state === "upgrade";
  }

  /** Whether the next byte begins another request. */
  get isIdle(): boolean {
    return this.#state === "head" && this.#head.length === 0;
  }

  push(bytes: Buffer): void {
    let rest = this.#head.length === 0 ? bytes : Buffer.concat([this.#head, bytes]);
    this.#head = NO_BYTES;
    while (rest.length > 0 && this.#state !== "refused") {
      if (this.#isUnread()) {
        this.#context.send(rest);
        return;
      }
      const taken = this.#state === "body" ? this.#readBody(rest) : this.#state === "head" ? this.#readHead(rest) : 0;
      rest = rest.subarray(taken);
      if (taken > 0 || this.#isUnread()) continue;
      this.#head = rest;
      return;
    }
  }

  /** The client sends nothing more. */
  end(): void {
    if (this.#state !== "head" || this.#head.length === 0) return;
    this.#abandon("the request ends within its head");
    this.push(NO_BYTES);
  }

  /** The answer has come that says whether the connection goes on as something other than HTTP. */
  resolveUpgrade(isUpgraded: boolean): void {
    if (isUpgraded) this.#state = "unread";
    else if (this.#state === "upgrade") this.#state = "head";
    this.push(NO_BYTES);
  }

  /** How many bytes the head has that they begin with; 0 while it has no end, or is not to be read at all. */
  #readHead(bytes: Buffer): number {
    const end = findHeadEnd(bytes);
    if (end === -1 && bytes.length <= MAX_HEAD_BYTES) return 0;
    const head = end === -1 ? undefined : parseHead(bytes.subarray(0, end));
    const line = head && parseRequestLine(head);
    const framing = head && getRequestFraming(head.headers);
    if (head === undefined || line === undefined || framing === undefined) {
      const why =
        end === -1 ? `is longer than ${MAX_HEAD_BYTES} bytes` : "can be read in more than one way, or in none";
      this.#abandon(`the head of the request ${why}`, line);
      return 0;
    }
    const refusal = findRefusal(line);
    if (refusal !== undefined) {
      this.#state = "refused";
      this.#context.refuse(...refusal);
      return end;
    }
    const draft = this.#createExchange(bytes.subarray(0, end), head, line);
    if (framing.kind === "chunked" && framing.coded) draft.request.body.drop("the body is packed by a transfer coding");
    this.#exchange = draft;
    this.#reader = new BodyReader(framing, (part) => draft.request.body.add(part));
    this.#state = "body";
    this.#context.onStart(draft);
    const passed = bytes.subarray(0, end);
    this.#context.send(this.#context.host === undefined ? passed : replaceHost(passed, this.#context.host));
    this.#endBody();
    return end;
  }

  #createExchange(head: Buffer, { headers }: MessageHead, { method, target }: RequestLine): PendingExchange {
    return {
      startedAt: this.#context.now(),
      method: method.toUpperCase(),
      target,
      request: { head, body: this.#context.newBody(), isComplete: false },
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
    const draft = this.#exchange;
    if (draft === undefined || this.#reader?.state === "open") return;
    this.#exchange = undefined;
    if (this.#reader?.state === "broken") {
      this.#abandon("the body of the request is not in the chunks that it says");
      return;
    }
    draft.request.isComplete = true;
    this.#state = draft.isUpgradeRequest && draft.response === undefined ? "upgrade" : "head";
    this.#context.onSent(draft);
  }

  #isUnread(): boolean {
    return this.#state === "unread";
  }

  #abandon(why: string, line?: RequestLine): void {
    this.#state = "unread";
    this.#context.onLost(why, line);
  }
}

/** This stands for one server; a proxy that is asked for any server is another thing. */
function findRefusal({ method, target }: RequestLine): [400 | 501, string] | undefined {
  if (method === "CONNECT") return [501, "opens no tunnels: it stands for one server, whose paths are asked of it"];
  if (target.startsWith("/") || target === "*") return undefined;
  return [400, "is no forward proxy: give it as the base address of the service, not as the proxy of the client"];
}
