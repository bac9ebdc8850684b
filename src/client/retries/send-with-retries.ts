import { CallError } from "../call-error.js";
import type { RequestBodyInit, ResponseReader, RetryLimits } from "../calls/call-settings.js";
import type { ReceivedResponse } from "../calls/result.js";
import { rejectRedirect } from "../response/read-response.js";
import type { Clock } from "./real-clock.js";

/** The clock, fetch function, limits and base URLs of a client. */
export type ClientRuntime = RetryLimits & { readonly clock: Clock; readonly fetch?: typeof fetch | undefined } & {
  /** Base URLs by their names in the spec, without a trailing slash. */
  readonly [name: string]: unknown;
};

/** Limits and signal of a call; limits of the client are the defaults. */
export type SendSettings = RetryLimits & {
  readonly signal?: AbortSignal | undefined;
  readonly read?: ResponseReader;
};

/** A request that is ready to be sent, with its request id and token. */
export type PreparedRequest = readonly [
  url: string,
  init: Omit<RequestInit, "body"> & { readonly body: RequestBodyInit | undefined },
  requestId?: string | undefined,
  token?: string | undefined,
];

/** Empty after a timeout. */
type AttemptOutcome =
  | ReceivedResponse
  | readonly [failure?: CallError, text?: undefined, token?: undefined, decoded?: undefined];

/**
 * Sends a request and retries it after connection errors, timeouts and temporary statuses ({@link getRetryDelay}). A
 * 401 response is retried once with another token. Returns the last response without waiting when the wait would exceed
 * `totalTimeout`.
 *
 * @param prepare creates the request of an attempt, with another token than the refused one
 * @throws CallError when there is no response or a redirect, and errors of `prepare`
 */
export async function sendWithRetries(
  runtime: ClientRuntime,
  operation: string,
  settings: SendSettings,
  prepare: (refused: string | undefined) => Promise<PreparedRequest>,
): Promise<ReceivedResponse> {
  const { clock, fetch: send = fetch } = runtime;
  const { signal } = settings;
  const listeners = signal && getAbortListeners(signal);
  const limit = (name: keyof RetryLimits, fallback: number) => settings[name] ?? runtime[name] ?? fallback;
  const total = limit("totalTimeout", 120_000);
  const deadline = clock.now() + total;
  let unauthorized: AttemptOutcome | undefined;
  for (let attempts = 1, repeats = 0; ; attempts++) {
    const facts: { operation: string; attempts: number; requestId?: string | undefined } = { operation, attempts };
    /** Runs work with a timeout; resolves to an empty outcome after it, even if the work ignores its signal. */
    const within = (ms: number, work?: (end: AbortSignal) => Promise<AttemptOutcome>) =>
      new Promise<AttemptOutcome>((resolve, reject) => {
        const controller = new AbortController();
        const cleanUp = () => {
          cancel();
          listeners?.delete(end);
        };
        const end = () => {
          cleanUp();
          controller.abort();
          if (signal?.aborted) reject(new CallError("aborted", { ...facts, cause: signal.reason }));
          resolve([]);
        };
        const cancel = clock.after(ms, end);
        listeners?.add(end);
        if (signal?.aborted) end();
        else work?.(controller.signal).then(resolve, reject).finally(cleanUp);
      });
    const own = limit("timeout", 30_000);
    const left = deadline - clock.now();
    const last = await within(Math.min(own, left), async (end: AbortSignal): Promise<AttemptOutcome> => {
      const [url, init, requestId, token] = await prepare(unauthorized?.[2]);
      // The same token would be refused again.
      if (unauthorized && token === unauthorized[2]) return unauthorized;
      facts.requestId = requestId;
      // Not every fetch implementation checks a signal that is already aborted.
      if (end.aborted) return [];
      try {
        // An undefined body means no body (Fetch Standard, RequestInit).
        const response = await send(url, { ...init, signal: end } as RequestInit);
        const info = { ...facts, response, status: response.status };
        const read = response.ok ? settings.read?.(response, signal) : undefined;
        return [info, read ? "" : await response.text(), token, read && [await read]];
      } catch (cause) {
        return [new CallError("connection", { ...facts, cause }, formatConnectionError(url, cause))];
      }
    });
    const [info = new CallError("timeout", facts, `${own < left ? own : `totalTimeout ${total}`} ms`), , token] = last;
    if (info.status === 401 && token && !unauthorized) {
      unauthorized = last;
      continue;
    }
    const delay = getRetryDelay(repeats, info.response, clock);
    if (!(repeats < limit("retries", 2) && clock.now() + delay < deadline)) {
      if (!info.response) throw info;
      return rejectRedirect(last as ReceivedResponse);
    }
    repeats++;
    await within(delay);
  }
}

/** Names the origin and the error code. Node puts the code, such as ECONNREFUSED, into the cause of its error. */
function formatConnectionError(url: string, cause: unknown): string {
  const { code } = Object((cause as Error | null | undefined)?.cause ?? cause);
  return `no full response from ${new URL(url).origin}${code?.at ? `: ${code}` : ""}`;
}

const abortListeners = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * The callbacks of a signal. A long-lived signal gets one listener for all calls, and finished calls leave nothing
 * behind.
 */
function getAbortListeners(signal: AbortSignal): Set<() => void> {
  let listeners = abortListeners.get(signal) as Set<() => void>;
  if (!listeners) {
    listeners = new Set();
    abortListeners.set(signal, listeners);
    signal.addEventListener("abort", () => {
      for (const listener of listeners) listener();
    });
  }
  return listeners;
}

/**
 * Returns the delay before a retry in milliseconds. Uses exponential backoff with full jitter: a random time up to
 * 0.5 s, doubled with every retry, at most 20 s. Adds `Retry-After` of the response (RFC 9110, section 10.2.3). Returns
 * NaN for statuses that a retry cannot change, such as 404 or 501 (RFC 9110, section 15.6.2).
 *
 * @param repeats number of retries so far
 * @param response undefined when there was none
 */
export function getRetryDelay(repeats: number, response: Response | undefined, clock: Clock): number {
  if (response && !/408|429|50[0234]/.test(`${response.status}`)) return NaN;
  const retryAfter = response?.headers.get("retry-after") as string;
  // A date is compared with the Date header, because the clocks of service and client may differ.
  const wait = /^\d+$/.test(retryAfter)
    ? +retryAfter * 1000
    : Date.parse(retryAfter) - (Date.parse(response?.headers.get("date") as string) || clock.now());
  return (wait > 0 ? wait : 0) + clock.random() * Math.min(20_000, 500 * 2 ** repeats);
}

/**
 * Sends requests whose body can be a stream. Fetch needs `duplex` for one (Fetch Standard, RequestInit). It is sent once, because it
 * cannot be read again.
 */
export const sendStreams: typeof sendWithRetries = (runtime, operation, settings, prepare) => {
  const { fetch: send = fetch } = runtime;
  let isStream = false;
  const sendBody: typeof fetch = (url, init) => {
    isStream = init?.body instanceof ReadableStream;
    return send(url, isStream ? ({ ...init, duplex: "half" } as RequestInit) : init);
  };
  const limits = {
    ...settings,
    get retries() {
      return isStream ? 0 : settings.retries;
    },
  };
  return sendWithRetries({ ...runtime, fetch: sendBody }, operation, limits, async (refused) => {
    const [url, init, requestId, token] = await prepare(isStream ? undefined : refused);
    // With the refused token, the request is not repeated.
    return [url, init, requestId, isStream ? refused : token];
  });
};

/** Returns what is wrong with the first limit that is invalid: its name, its value and what is expected. */
export function findInvalidLimit(limits: RetryLimits): string | undefined {
  for (const name of ["timeout", "totalTimeout", "retries"] as const) {
    const value = limits[name] ?? 1;
    const isCount = name === "retries";
    // NaN and strings are no numbers.
    if (value !== +value || value < 0 || (isCount ? value % 1 !== 0 : !value))
      return `${name} must be ${isCount ? "an integer >= 0" : "ms > 0"}, not ${value}`;
  }
  return undefined;
}
