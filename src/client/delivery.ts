import { CallError, type CallErrorKind } from "./call-error.js";
import type { Clock } from "./clock.js";
import { isTransient, retryDelay } from "./retry-delay.js";

/** How long is waited, and how often asked again. */
export type Limits = { readonly timeout: number; readonly totalTimeout: number; readonly retries: number };

/** A request that is ready to be sent, and the token that it carries. */
export type Ready = { readonly url: string; readonly init: RequestInit; readonly token?: string | undefined };

export type Delivery = {
  readonly operation: string;
  readonly requestId: string | undefined;
  /** Whether the request may reach the service more than once. */
  readonly isRepeatable: boolean;
  readonly limits: Limits;
  readonly signal: AbortSignal | undefined;
  /** Makes the request of one attempt. */
  readonly prepare: (signal: AbortSignal) => Promise<Ready>;
  /** Hears that a token was refused with 401; the request is then prepared once more. */
  readonly refused?: ((token: string) => void) | undefined;
};

/** An answer, read to its end. */
export type Delivered = { readonly response: Response; readonly text: string; readonly attempts: number };

type Machine = { readonly clock: Clock; readonly fetch: typeof fetch };

/**
 * Sends a request until there is an answer that will do, or no more attempts: after a connection error, a timeout, 429 or
 * 5xx where the request is repeatable; after 401 once, with another token.
 *
 * @throws CallError when there is no answer, and whatever `prepare` throws
 */
export async function deliver(machine: Machine, delivery: Delivery): Promise<Delivered> {
  const { clock } = machine;
  const { limits, signal, isRepeatable, refused } = delivery;
  const deadline = clock.now() + limits.totalTimeout;
  let repeats = 0;
  let unauthorized: (Delivered & { readonly token: string }) | undefined;
  for (let attempts = 1; ; attempts += 1) {
    const outcome = await attempt(machine, delivery, { attempts, deadline, unauthorized });
    const { answer, failure } = outcome;
    if (answer?.response.status === 401 && answer.token !== undefined && unauthorized === undefined && refused) {
      refused(answer.token);
      unauthorized = { ...answer, token: answer.token };
      continue;
    }
    const isOver = answer !== undefined && !isTransient(answer.response.status);
    const delay = retryDelay(repeats + 1, answer?.response.headers, clock);
    // What could only be tried again when the time is over is answered with at once.
    if (isOver || !isRepeatable || repeats >= limits.retries || clock.now() + delay >= deadline) {
      if (answer !== undefined) return answer;
      throw failure;
    }
    repeats += 1;
    await clock.sleep(delay, signal).catch((cause: unknown) => {
      throw callError(delivery, "aborted", attempts, cause);
    });
  }
}

/** A longer timer ends at once. */
const LONGEST = 2 ** 31 - 1;

type Outcome = {
  readonly answer?: Delivered & { readonly token: string | undefined };
  readonly failure?: CallError;
};

type Standing = {
  readonly attempts: number;
  readonly deadline: number;
  readonly unauthorized: (Delivered & { readonly token: string }) | undefined;
};

async function attempt(machine: Machine, delivery: Delivery, standing: Standing): Promise<Outcome> {
  const { clock } = machine;
  const { attempts, deadline, unauthorized } = standing;
  const failed = (kind: CallErrorKind, cause: unknown) => callError(delivery, kind, attempts, cause);
  const end = new AbortController();
  const limit = new AbortController();
  const abort = () => limit.abort();
  if (delivery.signal?.aborted) throw failed("aborted", delivery.signal.reason);
  delivery.signal?.addEventListener("abort", abort);
  const time = Math.min(delivery.limits.timeout, deadline - clock.now(), LONGEST);
  clock.sleep(time, end.signal).then(abort, () => {});
  let isPrepared = false;
  const exchange = async (): Promise<Outcome> => {
    const { url, init, token } = await delivery.prepare(limit.signal);
    // The same token again would be refused again.
    if (unauthorized !== undefined && token === unauthorized.token) return { answer: unauthorized };
    isPrepared = true;
    const response = await machine.fetch(url, { ...init, signal: limit.signal });
    return { answer: { response, text: await response.text(), attempts, token } };
  };
  try {
    return await Promise.race([exchange(), whenAborted(limit.signal)]);
  } catch (cause) {
    if (delivery.signal?.aborted) throw failed("aborted", delivery.signal.reason);
    if (limit.signal.aborted) return { failure: failed("timeout", undefined) };
    if (!isPrepared) throw cause;
    return { failure: failed("connection", cause) };
  } finally {
    end.abort();
    delivery.signal?.removeEventListener("abort", abort);
  }
}

/** For a `fetch` that does not hear the signal. */
function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
}

const SAID = {
  connection: "no connection to the service, or it broke off",
  timeout: "no answer in time",
  aborted: "aborted by the caller",
} as const;

function callError(delivery: Delivery, kind: CallErrorKind, attempts: number, cause: unknown): CallError {
  const { operation, requestId } = delivery;
  const code = reasonCode(cause);
  const what = SAID[kind as keyof typeof SAID] + (code === undefined ? "" : `: ${code}`);
  return new CallError(kind, what, { operation, requestId, attempts, cause });
}

/** Node says in the cause of its error what went wrong, such as ECONNREFUSED. */
function reasonCode(error: unknown): string | undefined {
  const code: unknown = (error as { cause?: { code?: unknown } } | undefined)?.cause?.code;
  return typeof code === "string" ? code : undefined;
}
