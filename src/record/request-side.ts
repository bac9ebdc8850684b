import { headerValues } from "../exchange/index.js";
import { BodyReader } from "./body-reader.js";
import type { Draft } from "./draft.js";
import { requestFraming } from "./framing.js";
import { endOfHead, type Head, LONGEST_HEAD, type RequestLine, readHead, requestLine, withHost } from "./head.js";
import type { KeptBody } from "./kept-body.js";

const NOTHING = Buffer.alloc(0);

export type RequestMeans = {
  readonly send: (bytes: Buffer) => void;
  readonly begin: (draft: Draft) => void;
  /** All of its request has passed by. */
  readonly sent: (draft: Draft) => void;
  /** Nothing more of this connection can be told apart; what comes is sent on unread. */
  readonly lost: (why: string, line?: RequestLine) => void;
  readonly refuse: (status: 400 | 501, why: string) => void;
  readonly newBody: () => KeptBody;
  readonly now: () => number;
  /** What the Host header says to the target; undefined leaves it as it came. */
  readonly host: string | undefined;
};

/** What a client sends, passed on byte for byte but for the Host, and taken apart into requests as it passes. */
export class RequestSide {
  readonly #means: RequestMeans;
  #state: "head" | "body" | "upgrade" | "unread" | "refused" = "head";
  #head: Buffer = NOTHING;
  #reader: BodyReader | undefined;
  #draft: Draft | undefined;

  constructor(means: RequestMeans) {
    this.#means = means;
  }

  /** Whether an answer is awaited that says what the next bytes are. */
  get isHeld(): boolean {
    return this.#state === "upgrade";
  }

  /** Whether the next byte begins another request. */
  get isBetween(): boolean {
    return this.#state === "head" && this.#head.length === 0;
  }

  push(bytes: Buffer): void {
    let rest = this.#head.length === 0 ? bytes : Buffer.concat([this.#head, bytes]);
    this.#head = NOTHING;
    while (rest.length > 0 && this.#state !== "refused") {
      if (this.#isUnread()) {
        this.#means.send(rest);
        return;
      }
      const taken = this.#state === "body" ? this.#takeBody(rest) : this.#state === "head" ? this.#takeHead(rest) : 0;
      rest = rest.subarray(taken);
      if (taken > 0 || this.#isUnread()) continue;
      this.#head = rest;
      return;
    }
  }

  /** The client sends nothing more. */
  end(): void {
    if (this.#state !== "head" || this.#head.length === 0) return;
    this.#lose("the request ends within its head");
    this.push(NOTHING);
  }

  /** The answer has come that says whether the connection goes on as something other than HTTP. */
  goOn(isUpgraded: boolean): void {
    if (isUpgraded) this.#state = "unread";
    else if (this.#state === "upgrade") this.#state = "head";
    this.push(NOTHING);
  }

  /** How many bytes the head has that they begin with; 0 while it has no end, or is not to be read at all. */
  #takeHead(bytes: Buffer): number {
    const end = endOfHead(bytes);
    if (end === -1 && bytes.length <= LONGEST_HEAD) return 0;
    const head = end === -1 ? undefined : readHead(bytes.subarray(0, end));
    const line = head && requestLine(head);
    const framing = head && requestFraming(head.headers);
    if (head === undefined || line === undefined || framing === undefined) {
      const why = end === -1 ? `is longer than ${LONGEST_HEAD} bytes` : "can be read in more than one way, or in none";
      this.#lose(`the head of the request ${why}`, line);
      return 0;
    }
    const refusal = whyRefused(line);
    if (refusal !== undefined) {
      this.#state = "refused";
      this.#means.refuse(...refusal);
      return end;
    }
    const draft = this.#draftOf(bytes.subarray(0, end), head, line);
    if (framing.kind === "chunked" && framing.coded) draft.request.body.drop("the body is packed by a transfer coding");
    this.#draft = draft;
    this.#reader = new BodyReader(framing, (part) => draft.request.body.add(part));
    this.#state = "body";
    this.#means.begin(draft);
    const passed = bytes.subarray(0, end);
    this.#means.send(this.#means.host === undefined ? passed : withHost(passed, this.#means.host));
    this.#endBody();
    return end;
  }

  #draftOf(head: Buffer, { headers }: Head, { method, target }: RequestLine): Draft {
    return {
      startedAt: this.#means.now(),
      method: method.toUpperCase(),
      target,
      request: { head, body: this.#means.newBody(), isWhole: false },
      asksForUpgrade: headerValues(headers, "upgrade").length > 0,
      status: 0,
      response: undefined,
    };
  }

  #takeBody(bytes: Buffer): number {
    const to = this.#reader?.read(bytes, 0) ?? bytes.length;
    this.#means.send(bytes.subarray(0, to));
    this.#endBody();
    return to;
  }

  #endBody(): void {
    const draft = this.#draft;
    if (draft === undefined || this.#reader?.state === "open") return;
    this.#draft = undefined;
    if (this.#reader?.state === "broken") {
      this.#lose("the body of the request is not in the chunks that it says");
      return;
    }
    draft.request.isWhole = true;
    this.#state = draft.asksForUpgrade && draft.response === undefined ? "upgrade" : "head";
    this.#means.sent(draft);
  }

  #isUnread(): boolean {
    return this.#state === "unread";
  }

  #lose(why: string, line?: RequestLine): void {
    this.#state = "unread";
    this.#means.lost(why, line);
  }
}

/** This stands for one server; a proxy that is asked for any server is another thing. */
function whyRefused({ method, target }: RequestLine): [400 | 501, string] | undefined {
  if (method === "CONNECT") return [501, "opens no tunnels: it stands for one server, whose paths are asked of it"];
  if (target.startsWith("/") || target === "*") return undefined;
  return [400, "is no forward proxy: give it as the base address of the service, not as the proxy of the client"];
}
