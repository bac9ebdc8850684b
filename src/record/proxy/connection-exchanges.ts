import type { MemoryBudget } from "./captured-body.js";
import { CapturedBody } from "./captured-body.js";
import type { RequestLine } from "./message-head.js";
import type { PendingExchange } from "./pending-exchange.js";
import { RequestStream } from "./request-stream.js";
import { ResponseStream } from "./response-stream.js";

export type ExchangeCompleteHandler = (draft: PendingExchange, incomplete?: string) => void;

export type ConnectionExchangesContext = {
  readonly send: (bytes: Buffer) => void;
  readonly refuse: (status: 400 | 501, why: string) => void;
  /** Called once for each request, when all of it and of its answer has passed by, or when it is over without that. */
  readonly onComplete: ExchangeCompleteHandler;
  readonly now: () => number;
  readonly host: string | undefined;
  readonly memoryBudget: MemoryBudget;
  readonly maxBody: number;
};

/** The exchanges of one connection, as they pass: requests may come before earlier ones are answered. */
export class ConnectionExchanges {
  readonly requests: RequestStream;
  readonly responses: ResponseStream;
  readonly #context: ConnectionExchangesContext;
  readonly #pending: PendingExchange[] = [];

  constructor(means: ConnectionExchangesContext) {
    this.#context = means;
    const newBody = (): CapturedBody => new CapturedBody(means.maxBody, means.memoryBudget);
    this.requests = new RequestStream({
      ...means,
      newBody,
      onLost: (why, line) => this.#abandon(why, line),
      onStart: (draft) => this.#pending.push(draft),
      onSent: () => this.#completeInOrder(),
    });
    this.responses = new ResponseStream({
      newBody,
      onLost: (why) => this.end(why),
      getCurrent: () => this.#pending.find(({ response }) => response?.isComplete !== true),
      onFinalHead: (draft) => {
        if (draft.isUpgradeRequest) this.requests.resolveUpgrade(draft.status === 101);
      },
      onComplete: () => this.#completeInOrder(),
    });
  }

  /** Whether a request waits for its answer. */
  get isAwaitingResponse(): boolean {
    return this.#pending.some(({ response }) => response?.isComplete !== true);
  }

  /** Whether all that was begun is done, and the next thing would be another request. */
  get isIdle(): boolean {
    return this.#pending.length === 0 && this.requests.isIdle && this.responses.isIdle;
  }

  /** The connection is over, and with it what is not whole. */
  end(why: string): void {
    for (const draft of this.#pending.splice(0)) {
      this.#context.onComplete(draft, draft.response?.isComplete === true ? undefined : why);
    }
  }

  #completeInOrder(): void {
    for (;;) {
      const [draft] = this.#pending;
      if (draft?.response?.isComplete !== true || !draft.request.isComplete) return;
      this.#pending.shift();
      this.#context.onComplete(
        draft,
        draft.status === 101 ? "the connection went on as another protocol (status 101)" : undefined,
      );
    }
  }

  #abandon(why: string, { method, target }: RequestLine = { method: "UNKNOWN", target: "/" }): void {
    if (this.#pending.length > 0) {
      this.end(why);
      return;
    }
    const body = new CapturedBody(0, this.#context.memoryBudget);
    const request = { head: Buffer.alloc(0), body, isComplete: true };
    const startedAt = this.#context.now();
    this.#context.onComplete(
      { startedAt, method, target, request, isUpgradeRequest: false, status: 0, response: undefined },
      why,
    );
  }
}
