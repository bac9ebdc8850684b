import { CallError, type CallErrorKind } from "./call-error.js";
import type { Clock } from "./clock.js";
import type { ResponseInfo } from "./result.js";
import { getRetryDelay } from "./retry-delay.js";

/** How long is waited, and how often asked again. */
export type RetryLimits = {
  readonly timeout?: number | undefined;
  readonly totalTimeout?: number | undefined;
  readonly retries?: number | undefined;
};

/** What sends, and the limits of a client. */
export type ClientRuntime = RetryLimits & { readonly clock: Clock; readonly fetch?: typeof fetch | undefined };

/** Limits and signal of a call; limits of the client stand in for those that it has not. */
export type SendSettings = RetryLimits & { readonly signal?: AbortSignal | undefined };

/** A request that is ready to be sent, the id that it carries, and its token. */
export type PreparedRequest = readonly [
  url: string,
  init: TextRequestInit,
  requestId?: string | undefined,
  token?: string | undefined,
];

type TextRequestInit = Omit<RequestInit, "body"> & { readonly body: string | undefined };

/** An answer, its text, and the token that it was had by. */
export type ReceivedResponse = readonly [answered: ResponseInfo, text: string, token?: string | undefined];

type AttemptOutcome = ReceivedResponse | readonly [answered?: undefined, failure?: CallError, token?: undefined];

/**
 * Sends a request until there is a final response, or no more attempts are left: after a connection error, a timeout or a status
 * that may pass ({@link getRetryDelay}); after 401 once, with another token. Where the wait would exceed `totalTimeout`, the last
 * response is returned at once.
 *
 * @param prepare makes the request of one attempt, with another token than one that was refused
 * @throws CallError when there is no answer, and whatever `prepare` throws
 */
export async function sendWithRetries(
  machine: ClientRuntime,
  operation: string,
  settings: SendSettings,
  prepare: (refused: string | undefined) => Promise<PreparedRequest>,
): Promise<ReceivedResponse> {
  const { clock, fetch: send = fetch } = machine;
  const { signal } = settings;
  const ends = signal && getAbortListeners(signal);
  const limit = (name: keyof RetryLimits, usual: number) => settings[name] ?? machine[name] ?? usual;
  const total = limit("totalTimeout", 120_000);
  const deadline = clock.now() + total;
  let unauthorized: AttemptOutcome | undefined;
  for (let attempts = 1, repeats = 0; ; attempts += 1) {
    const facts: { operation: string; attempts: number; requestId?: string | undefined } = { operation, attempts };
    const failed = (kind: CallErrorKind, cause?: unknown, what?: string) =>
      new CallError(kind, { ...facts, cause }, what);
    /** What some work comes to, or undefined where the time ends it. Not every work hears that it was ended. */
    const within = (ms: number, work?: (end: AbortSignal) => Promise<AttemptOutcome>) =>
      new Promise<AttemptOutcome | undefined>((resolve, reject) => {
        const controller = new AbortController();
        const free = () => {
          cancel();
          ends?.delete(end);
        };
        const end = () => {
          free();
          controller.abort();
          if (signal?.aborted) reject(failed("aborted", signal.reason));
          resolve(undefined);
        };
        const cancel = clock.after(ms, end);
        ends?.add(end);
        if (signal?.aborted) end();
        else work?.(controller.signal).then(resolve, reject).finally(free);
      });
    const exchange = async (end: AbortSignal): Promise<AttemptOutcome> => {
      const [url, init, requestId, token] = await prepare(unauthorized?.[2]);
      // The same token again would be refused again.
      if (unauthorized && token === unauthorized[2]) return unauthorized;
      facts.requestId = requestId;
      // Not every fetch hears a signal that was aborted before.
      if (end.aborted) return [];
      try {
        // A body that is undefined is none (Fetch Standard, RequestInit).
        const response = await send(url, { ...init, signal: end } as RequestInit);
        return [{ ...facts, response, status: response.status }, await response.text(), token];
      } catch (cause) {
        // Node says in the cause of its error what went wrong, such as ECONNREFUSED.
        return [undefined, failed("connection", cause, Object(cause).cause?.code)];
      }
    };
    const each = limit("timeout", 30_000);
    const left = deadline - clock.now();
    const outcome = (await within(Math.min(each, left), exchange)) ?? [];
    const exceeded = each < left ? `${each} ms` : `totalTimeout ${total} ms`;
    const [answered, failure = failed("timeout", undefined, exceeded), token] = outcome;
    if (answered?.status === 401 && token && !unauthorized) {
      unauthorized = outcome;
      continue;
    }
    const delay = getRetryDelay(repeats, answered?.response, clock);
    if (!(repeats < limit("retries", 2) && clock.now() + delay < deadline)) {
      if (answered) return outcome;
      throw failure;
    }
    repeats += 1;
    await within(delay);
  }
}

const abortListeners = new WeakMap<AbortSignal, Set<() => void>>();

/** What a signal ends. It may serve many calls for long: it has one listener, and nothing of a call that is over. */
function getAbortListeners(signal: AbortSignal): Set<() => void> {
  let ends = abortListeners.get(signal) as Set<() => void>;
  if (!ends) {
    ends = new Set();
    abortListeners.set(signal, ends);
    signal.addEventListener("abort", () => {
      for (const end of ends) end();
    });
  }
  return ends;
}
