import { UNPAIRED_REQUEST } from "../../exchange/index.js";
import type { MemoryBudget } from "./captured-body.js";
import { CapturedBody } from "./captured-body.js";
import type { RequestLine } from "./message-head.js";
import type { PendingExchange } from "./pending-exchange.js";
import { RequestStream } from "./request-stream.js";
import { ResponseStream } from "./response-stream.js";

export type ExchangeCompleteHandler = (exchange: PendingExchange, incomplete?: string) => void;

export type ConnectionExchangesContext = {
  readonly send: (bytes: Buffer) => void;
  readonly reject: (status: 400 | 501, reason: string) => void;
  /** Called once for each request: when request and response are complete, or when the exchange is aborted. */
  readonly onComplete: ExchangeCompleteHandler;
  readonly now: () => number;
  readonly host: string | undefined;
  readonly memoryBudget: MemoryBudget;
  readonly maxBody: number;
};

/** Tracks the exchanges of one connection. Requests can be pipelined. */
export class ConnectionExchanges {
  readonly requests: RequestStream;
  readonly responses: ResponseStream;
  readonly #context: ConnectionExchangesContext;
  readonly #pending: PendingExchange[] = [];

  constructor(context: ConnectionExchangesContext) {
    this.#context = context;
    const createBody = (): CapturedBody => new CapturedBody(context.maxBody, context.memoryBudget);
    this.requests = new RequestStream({
      ...context,
      createBody,
      onLost: (reason, line) => this.#abandon(`${UNPAIRED_REQUEST}: ${reason}`, line),
      onStart: (exchange) => this.#pending.push(exchange),
      onSent: () => this.#completeInOrder(),
    });
    this.responses = new ResponseStream({
      createBody,
      onLost: (reason) => this.end(`${UNPAIRED_REQUEST}: ${reason}`),
      getCurrent: () => this.#pending.find(({ response }) => response?.isComplete !== true),
      onFinalHead: (exchange) => {
        if (exchange.isUpgradeRequest) this.requests.resolveUpgrade(exchange.status === 101);
      },
      onComplete: () => this.#completeInOrder(),
    });
  }

  /** Whether a request has no complete response yet. */
  get isAwaitingResponse(): boolean {
    return this.#pending.some(({ response }) => response?.isComplete !== true);
  }

  /** Whether all exchanges are complete and the connection waits for the next request. */
  get isIdle(): boolean {
    return this.#pending.length === 0 && this.requests.isIdle && this.responses.isIdle;
  }

  /** Handles the end of the connection. Incomplete exchanges are completed with `reason`. */
  end(reason: string): void {
    for (const exchange of this.#pending.splice(0)) {
      this.#complete(exchange, exchange.response?.isComplete === true ? undefined : reason);
    }
  }

  #completeInOrder(): void {
    for (;;) {
      const [exchange] = this.#pending;
      if (exchange?.response?.isComplete !== true || !exchange.request.isComplete) return;
      this.#pending.shift();
      const hasSwitched = exchange.status === 101;
      this.#complete(exchange, hasSwitched ? "the connection switched protocols (status 101)" : undefined);
    }
  }

  #complete(exchange: PendingExchange, incomplete: string | undefined): void {
    exchange.durationMs = this.#context.now() - exchange.startedAt;
    this.#context.onComplete(exchange, incomplete);
  }

  #abandon(reason: string, { method, target }: RequestLine = { method: "UNKNOWN", target: "/" }): void {
    if (this.#pending.length > 0) {
      this.end(reason);
      return;
    }
    const body = new CapturedBody(0, this.#context.memoryBudget);
    const request = { head: Buffer.alloc(0), body, isComplete: true };
    const startedAt = this.#context.now();
    this.#context.onComplete(
      { startedAt, durationMs: 0, method, target, request, isUpgradeRequest: false, status: 0, response: undefined },
      reason,
    );
  }
}
