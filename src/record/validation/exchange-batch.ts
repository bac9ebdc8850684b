import type { PendingExchange, PendingMessage } from "../proxy/pending-exchange.js";

/** What passed, on its way to the thread that judges: one block of bytes, and of which exchanges it is. */
export type ExchangeBatch = { readonly bytes: Uint8Array<ArrayBuffer>; readonly items: readonly BatchedExchange[] };

export type BatchedExchange = Pick<PendingExchange, "startedAt" | "method" | "target" | "status"> & {
  /** Why it ended before it was whole. */
  readonly incomplete: string | undefined;
  readonly request: BatchedMessage;
  readonly response: BatchedMessage | undefined;
};

/** So many bytes of the block are its head, and so many behind them its body. */
export type BatchedMessage = {
  readonly head: number;
  readonly body: number;
  readonly isComplete: boolean;
  readonly missingReason: string | undefined;
};

export type CompletedExchange = { readonly exchange: PendingExchange; readonly incomplete: string | undefined };

/** Copies what was kept, once, so that the block can go to another thread while the pieces still go to the client. */
export function packBatch(passed: readonly CompletedExchange[]): ExchangeBatch {
  const halves = passed.flatMap(({ exchange: { request, response } }) => (response ? [request, response] : [request]));
  const length = halves.reduce((sum, { head, body }) => sum + head.length + body.size, 0);
  const bytes = new Uint8Array(new ArrayBuffer(length));
  let at = 0;
  for (const { head, body } of halves) {
    for (const piece of [head, ...body.chunks]) {
      bytes.set(piece, at);
      at += piece.length;
    }
  }
  return { bytes, items: passed.map(toBatchedExchange) };
}

/** Gives back the memory of the bodies. */
export function releaseBodies({ exchange: { request, response } }: CompletedExchange): void {
  request.body.release();
  response?.body.release();
}

function toBatchedExchange({ exchange, incomplete }: CompletedExchange): BatchedExchange {
  const { startedAt, method, target, status, request, response } = exchange;
  return {
    startedAt,
    method,
    target,
    status,
    incomplete,
    request: toBatchedMessage(request),
    response: response && toBatchedMessage(response),
  };
}

function toBatchedMessage({ head, body, isComplete }: PendingMessage): BatchedMessage {
  return { head: head.length, body: body.size, isComplete, missingReason: body.missingReason };
}
