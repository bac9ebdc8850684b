import type { PendingExchange, PendingMessage } from "../proxy/pending-exchange.js";

/** Completed exchanges in the format for the validation thread: one block of bytes and the metadata. */
export type ExchangeBatch = { readonly bytes: Uint8Array<ArrayBuffer>; readonly items: readonly BatchedExchange[] };

export type BatchedExchange = Pick<PendingExchange, "startedAt" | "durationMs" | "method" | "target" | "status"> & {
  /** Why the exchange was aborted; undefined if it is complete. */
  readonly incomplete: string | undefined;
  readonly request: BatchedMessage;
  readonly response: BatchedMessage | undefined;
};

/** A message in the block: `head` and `body` are numbers of bytes, stored one after the other. */
export type BatchedMessage = ReturnType<typeof toBatchedMessage>;

export type CompletedExchange = { readonly exchange: PendingExchange; readonly incomplete: string | undefined };

/** Copies the captured bytes into one block, which can be transferred while the chunks are still sent to the client. */
export function packBatch(completed: readonly CompletedExchange[]): ExchangeBatch {
  const messages = completed.flatMap(({ exchange: { request, response } }) =>
    response ? [request, response] : [request],
  );
  const length = messages.reduce((sum, { head, body }) => sum + head.length + body.size, 0);
  const bytes = new Uint8Array(new ArrayBuffer(length));
  let at = 0;
  for (const { head, body } of messages) {
    for (const chunk of [head, ...body.chunks]) {
      bytes.set(chunk, at);
      at += chunk.length;
    }
  }
  return { bytes, items: completed.map(toBatchedExchange) };
}

/** Releases the memory of the captured bodies. */
export function releaseBodies({ exchange: { request, response } }: CompletedExchange): void {
  request.body.release();
  response?.body.release();
}

function toBatchedExchange({ exchange, incomplete }: CompletedExchange): BatchedExchange {
  const { request, response } = exchange;
  return {
    ...exchange,
    incomplete,
    request: toBatchedMessage(request),
    response: response && toBatchedMessage(response),
  };
}

function toBatchedMessage({ head, body, isComplete }: PendingMessage) {
  return { head: head.length, body: body.size, isComplete, missingReason: body.missingReason };
}
