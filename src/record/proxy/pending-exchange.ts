import type { CapturedBody } from "./captured-body.js";

/** An exchange in progress, with the parts captured so far. */
export type PendingExchange = {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Milliseconds from the head of the request to the end of the response, or to the end of the connection. */
  durationMs: number;
  readonly method: string;
  readonly target: string;
  readonly request: PendingMessage;
  readonly isUpgradeRequest: boolean;
  status: number;
  response: PendingMessage | undefined;
};

/** A message in progress. The validator parses the raw head later. */
export type PendingMessage = { readonly head: Buffer; readonly body: CapturedBody; isComplete: boolean };

/** Estimates the memory of an exchange in bytes. */
export function estimateMemory({ request, response, target }: PendingExchange): number {
  const heads = request.head.length + (response?.head.length ?? 0) + target.length;
  return BASE_SIZE + heads + request.body.size + (response?.body.size ?? 0);
}

const BASE_SIZE = 1000;
