import { getCombinedHeader } from "../../exchange/index.js";
import type { SerializedRequest } from "../requests/serialize-request.js";
import type { ProbeBudget } from "./budget.js";
import { RunEndedError } from "./run-ended-error.js";
import type { SendResult } from "./send.js";

export type RetryOptions = {
  readonly source: string;
  readonly send: (request: SerializedRequest, signal: AbortSignal) => Promise<SendResult>;
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly budget: ProbeBudget;
  readonly signal: AbortSignal;
};

/**
 * Sends within the budget, retries with delays, and ends the run if the target is unreachable. That is after several requests in
 * a row without a response, if a GET that got a response before gets none either.
 */
export type RetryingSender = {
  readonly send: (request: SerializedRequest) => Promise<SendResult>;
  readonly end: (reason: string) => never;
  readonly getEndReason: () => string | undefined;
};

const MAX_FAILURES = 5;
const MAX_RETRIES = 2;

export function createRetryingSender(options: RetryOptions): RetryingSender {
  const { signal, pause, source } = options;
  let endReason: string | undefined;
  let responseCount = 0;
  let failureCount = 0;
  let known: SerializedRequest | undefined;
  const end = (reason: string): never => {
    endReason ??= reason;
    throw new RunEndedError(reason);
  };
  const countResult = async (request: SerializedRequest, sent: SendResult): Promise<SendResult> => {
    if (sent.kind === "response") {
      if (request.method === "GET") known = request;
      responseCount += 1;
      failureCount = 0;
      return sent;
    }
    failureCount += 1;
    const { cause, reason } = sent;
    if (cause === "refused")
      end(
        responseCount > 0
          ? `${source} became unreachable after ${responseCount} responses: ${reason}`
          : `${source}: ${reason}`,
      );
    if (failureCount < MAX_FAILURES) return sent;
    if (known === undefined || (await sendWithinBudget(options, known)).kind === "failed")
      end(`${source} sent no response to ${failureCount} requests in a row: ${reason}`);
    failureCount = 0;
    return sent;
  };
  const sendWithRetries = async (request: SerializedRequest, attempt = 0): Promise<SendResult> => {
    if (endReason !== undefined) throw new RunEndedError(endReason);
    const sent = await sendWithinBudget(options, request);
    const wait = attempt < MAX_RETRIES ? getRetryDelayMs(sent, attempt) : undefined;
    if (wait === undefined) return countResult(request, sent);
    await pause(wait, signal);
    return sendWithRetries(request, attempt + 1);
  };
  return { send: sendWithRetries, end, getEndReason: () => endReason };
}

async function sendWithinBudget(
  { budget, signal, send }: RetryOptions,
  request: SerializedRequest,
): Promise<SendResult> {
  if (!(await budget.take(signal)))
    throw new RunEndedError(budget.getExceededLimit() ?? "the requests of this phase are used up");
  const sent = await send(request, signal);
  if (sent.kind === "failed" && sent.cause === "aborted") throw new RunEndedError(sent.reason);
  return sent;
}

/** The delay before a retry: `Retry-After`, or a backoff while a service starts. Undefined means no retry. */
function getRetryDelayMs(sent: SendResult, attempt: number): number | undefined {
  if (sent.kind === "failed") return sent.cause === "refused" ? 200 * 4 ** attempt : undefined;
  const { status, headers } = sent.response;
  if (status !== 429 && status !== 503) return undefined;
  const seconds = Number(getCombinedHeader(headers, "retry-after"));
  return Number.isFinite(seconds) && getCombinedHeader(headers, "retry-after") !== undefined
    ? Math.min(seconds, 5) * 1000
    : undefined;
}
