import { CallError, type CallErrorKind } from "./call-error.js";
import type { Clock } from "./clock.js";
import { isTransient, retryDelay } from "./retry-delay.js";

/** How long is waited, and how often asked again. */
export type Limits = {
  readonly timeout?: number | undefined;
  readonly totalTimeout?: number | undefined;
  readonly retries?: number | undefined;
};

/** A request that is ready to be sent, and the token that it carries. */
export type Ready = { readonly url: string; readonly init: RequestInit; readonly token?: string | undefined };

export type Delivery = {
  readonly operation: string;
  /** Under which the service can find the request that was made last. */
  readonly requestId: () => string | undefined;
  /** Whether the request may reach the service more than once. */
  readonly isRepeatable: boolean;
  /** Limits and signal of the call; those of the client stand in for limits that it has not. */
  readonly settings: Limits & { readonly signal?: AbortSignal | undefined };
  /** Makes the request of one attempt. */
  readonly prepare: () => Promise<Ready>;
  /** Hears that a token was refused with 401; the request is then prepared once more. */
  readonly refused?: ((token: string) => void) | undefined;
};

/** An answer, read to its end. */
export type Delivered = { readonly response: Response; readonly text: string; readonly attempts: number };

/** What sends, and what it is told about limits. */
export type Machine = { readonly clock: Clock; readonly fetch: typeof fetch; readonly limits: Limits };

type Outcome = Partial<Delivered> & { readonly token?: string | undefined; readonly failure?: CallError };

/** A longer timer ends at once. */
const LONGEST = 2 ** 31 - 1;

/**
 * Sends a request until there is an answer that will do, or no more attempts: after a connection error, a timeout, 429 or
 * 5xx where the request is repeatable; after 401 once, with another token.
 *
 * @throws CallError when there is no answer, and whatever `prepare` throws
 */
export async function deliver({ clock, fetch, limits }: Machine, delivery: Delivery): Promise<Delivered> {
  const { settings, prepare, refused } = delivery;
  const { signal } = settings;
  const limit = (name: keyof Limits, usual: number) => settings[name] ?? limits[name] ?? usual;
  const deadline = clock.now() + limit("totalTimeout", 120_000);
  let repeats = 0;
  let unauthorized: Outcome | undefined;
  for (let attempts = 1; ; attempts += 1) {
    const failed = (kind: CallErrorKind, what: string, cause?: unknown) => {
      const { operation, requestId } = delivery;
      return new CallError(kind, what, { operation, requestId: requestId(), attempts, cause });
    };
    const aborted = () => failed("aborted", "aborted by the caller", signal?.reason);
    const within = (ms: number, work?: (end: AbortSignal) => Promise<Outcome>) => {
      if (signal?.aborted) throw aborted();
      return race(clock, ms, signal, work).catch((cause) => {
        throw signal?.aborted ? aborted() : cause;
      });
    };
    const exchange = async (end: AbortSignal): Promise<Outcome> => {
      const { url, init, token } = await prepare();
      // The same token again would be refused again.
      if (unauthorized && token === unauthorized.token) return unauthorized;
      try {
        const response = await fetch(url, { ...init, signal: end });
        return { response, text: await response.text(), attempts, token };
      } catch (cause) {
        return {
          failure: failed("connection", `no connection to the service, or it broke off${codeOf(cause)}`, cause),
        };
      }
    };
    const time = Math.min(limit("timeout", 30_000), deadline - clock.now());
    const outcome = (await within(time, exchange)) ?? {
      failure: failed("timeout", "no answer in time"),
    };
    const { response, token, failure } = outcome;
    if (response?.status === 401 && token && refused && !unauthorized) {
      refused(token);
      unauthorized = outcome;
      continue;
    }
    const delay = retryDelay(repeats, response?.headers, clock);
    // What could only be tried again when the time is over is answered with at once.
    if (
      (response && !isTransient(response.status)) ||
      !delivery.isRepeatable ||
      !(repeats < limit("retries", 2)) ||
      !(clock.now() + delay < deadline)
    ) {
      if (failure) throw failure;
      return outcome as Delivered;
    }
    repeats += 1;
    await within(delay);
  }
}

/** What some work comes to before the time is over, or undefined; whichever ends first ends the other. */
async function race<Value>(
  clock: Clock,
  ms: number,
  signal: AbortSignal | undefined,
  work?: (end: AbortSignal) => Promise<Value>,
): Promise<Value | undefined> {
  const end = new AbortController();
  const wake = new AbortController();
  const abort = () => wake.abort();
  let isDone = false;
  const aborts = signal && abortsOf(signal);
  aborts?.add(abort);
  // Not every work hears the signal; the sleep does.
  const over = clock.sleep(Math.min(ms, LONGEST), wake.signal) as Promise<undefined>;
  const done = (value: Value) => {
    isDone = true;
    return value;
  };
  try {
    return await (work ? Promise.race([work(end.signal).then(done), over]) : over);
  } finally {
    abort();
    // A fetch that is over need not hear of its end.
    if (!isDone) end.abort();
    aborts?.delete(abort);
  }
}

const heard = new WeakMap<AbortSignal, Set<() => void>>();

/** What a signal ends. It may serve many calls for long: it has one listener, and nothing of a call that is over. */
function abortsOf(signal: AbortSignal): Set<() => void> {
  const known = heard.get(signal);
  if (known) return known;
  const aborts = new Set<() => void>();
  heard.set(signal, aborts);
  signal.addEventListener("abort", () => {
    for (const abort of aborts) abort();
  });
  return aborts;
}

/** Node says in the cause of its error what went wrong, such as ECONNREFUSED. */
function codeOf(error: unknown): string {
  const code: unknown = (error as { cause?: { code?: unknown } } | undefined)?.cause?.code;
  return typeof code === "string" ? `: ${code}` : "";
}
