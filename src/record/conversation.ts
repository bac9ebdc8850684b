import type { Draft } from "./draft.js";
import type { RequestLine } from "./head.js";
import type { Allowance } from "./kept-body.js";
import { KeptBody } from "./kept-body.js";
import { RequestSide } from "./request-side.js";
import { ResponseSide } from "./response-side.js";

export type Ended = (draft: Draft, incomplete?: string) => void;

export type ConversationMeans = {
  readonly send: (bytes: Buffer) => void;
  readonly refuse: (status: 400 | 501, why: string) => void;
  /** Called once for each request, when all of it and of its answer has passed by, or when it is over without that. */
  readonly ended: Ended;
  readonly now: () => number;
  readonly host: string | undefined;
  readonly allowance: Allowance;
  readonly maxBody: number;
};

/** The exchanges of one connection, as they pass: requests may come before earlier ones are answered. */
export class Conversation {
  readonly requests: RequestSide;
  readonly responses: ResponseSide;
  readonly #means: ConversationMeans;
  readonly #pending: Draft[] = [];

  constructor(means: ConversationMeans) {
    this.#means = means;
    const newBody = (): KeptBody => new KeptBody(means.maxBody, means.allowance);
    this.requests = new RequestSide({
      ...means,
      newBody,
      lost: (why, line) => this.#lose(why, line),
      begin: (draft) => this.#pending.push(draft),
      sent: () => this.#settle(),
    });
    this.responses = new ResponseSide({
      newBody,
      lost: (why) => this.end(why),
      first: () => this.#pending.find(({ response }) => response?.isWhole !== true),
      answering: (draft) => {
        if (draft.asksForUpgrade) this.requests.goOn(draft.status === 101);
      },
      answered: () => this.#settle(),
    });
  }

  /** Whether a request waits for its answer. */
  get isWaiting(): boolean {
    return this.#pending.some(({ response }) => response?.isWhole !== true);
  }

  /** Whether all that was begun is done, and the next thing would be another request. */
  get isBetween(): boolean {
    return this.#pending.length === 0 && this.requests.isBetween && this.responses.isBetween;
  }

  /** The connection is over, and with it what is not whole. */
  end(why: string): void {
    for (const draft of this.#pending.splice(0)) {
      this.#means.ended(draft, draft.response?.isWhole === true ? undefined : why);
    }
  }

  #settle(): void {
    for (;;) {
      const [draft] = this.#pending;
      if (draft?.response?.isWhole !== true || !draft.request.isWhole) return;
      this.#pending.shift();
      this.#means.ended(
        draft,
        draft.status === 101 ? "the connection went on as another protocol (status 101)" : undefined,
      );
    }
  }

  #lose(why: string, { method, target }: RequestLine = { method: "UNKNOWN", target: "/" }): void {
    if (this.#pending.length > 0) {
      this.end(why);
      return;
    }
    const body = new KeptBody(0, this.#means.allowance);
    const request = { head: Buffer.alloc(0), body, isWhole: true };
    const startedAt = this.#means.now();
    this.#means.ended(
      { startedAt, method, target, request, asksForUpgrade: false, status: 0, response: undefined },
      why,
    );
  }
}
