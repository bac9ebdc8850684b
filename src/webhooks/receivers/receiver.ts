import { type EventStore, memoryStore } from "../event-store.js";
import { parseEvent, type UnknownEvent, type WebhookEvent } from "../events.js";
import { type Secrets, verify } from "../signature.js";

export type ReceiverOptions = {
  readonly secrets: Secrets;
  /** Handles an event, once. It may take longer than `acknowledgeAfter`: the acknowledgement does not wait for it. */
  readonly onEvent: (event: WebhookEvent | UnknownEvent) => unknown;
  /**
   * Called when `onEvent` or the store throws. When `acknowledged` is true, the service has already received 200 and
   * does not deliver the event again, so you have to keep it. Otherwise the response is 500, and the service delivers
   * it again. It is not called for requests that are refused, such as those with a wrong signature.
   */
  readonly onError: (error: unknown, about: { readonly event: unknown; readonly acknowledged: boolean }) => unknown;
  /** Detects repeated deliveries; in this process only by default. */
  readonly store?: EventStore;
  /**
   * Milliseconds after which an event that is still being handled is acknowledged; 1000 by default, of 2000 allowed.
   */
  readonly acknowledgeAfter?: number;
  /** Maximum length of a payload in bytes; 1 MiB by default. */
  readonly maxBytes?: number;
};

/** The response to a delivery, and the work that may continue after it. */
export type Acknowledgement = { readonly status: 200 | 400 | 401 | 500 | 503; readonly work: Promise<unknown> };

export type Receive = (payload: Uint8Array, signature: string | null | undefined) => Promise<Acknowledgement>;

/**
 * Creates a receiver that verifies deliveries, drops repeated ones, handles the others, and returns the status of the
 * response. After any status other than 200 the service delivers again (seed, "Delivery", 3).
 *
 * - 200: the event was handled, now or earlier, or `acknowledgeAfter` has passed;
 * - 400: the payload is not an event;
 * - 401: the signature is wrong;
 * - 500: handling failed;
 * - 503: the event is being handled by another call.
 *
 * @throws {TypeError} when a secret is missing or empty.
 */
export function receiver(options: ReceiverOptions): Receive {
  const secrets = [options.secrets].flat();
  if (secrets.length === 0 || !secrets.every(Boolean)) throw new TypeError("The secret is missing or empty");
  const settings = { store: memoryStore(), acknowledgeAfter: 1000, ...options };
  return async (payload, signature) => {
    if (!(await verify(payload, signature, settings.secrets))) return { status: 401, work: Promise.resolve() };
    let event: WebhookEvent | UnknownEvent;
    try {
      event = parseEvent(payload);
    } catch {
      return { status: 400, work: Promise.resolve() };
    }
    // An event without id is identified by its signature, which is the same for the same bytes.
    return acknowledge(event, event.id ?? String(signature), settings);
  };
}

type ReceiverSettings = ReceiverOptions & { readonly store: EventStore; readonly acknowledgeAfter: number };

async function acknowledge(
  event: WebhookEvent | UnknownEvent,
  id: string,
  { store, onEvent, onError, acknowledgeAfter }: ReceiverSettings,
): Promise<Acknowledgement> {
  const state = { claimed: false, acknowledged: false };
  // Ignores errors of `onError` itself.
  const reportError = (error: unknown): Promise<void> =>
    runCatching(
      () => onError(error, { event, acknowledged: state.acknowledged }),
      () => undefined,
    );
  const handle = async (): Promise<Acknowledgement["status"]> => {
    try {
      const claim = await store.claim(id);
      if (claim !== "new") return claim === "handled" ? 200 : 503;
      state.claimed = true;
      await onEvent(event);
    } catch (error) {
      if (state.claimed) await runCatching(() => store.release(id), reportError);
      await reportError(error);
      return 500;
    }
    await runCatching(() => store.complete(id), reportError);
    return 200;
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<undefined>((done) => {
    timer = setTimeout(done, acknowledgeAfter, undefined);
  });
  const work = handle();
  const status = await Promise.race([work, timeout]);
  clearTimeout(timer);
  if (status !== undefined) return { status, work };
  state.acknowledged = state.claimed;
  return { status: state.claimed ? 200 : 503, work };
}

async function runCatching(action: () => unknown, onError: (error: unknown) => unknown): Promise<void> {
  try {
    await action();
  } catch (error) {
    await onError(error);
  }
}

/** Default maximum length of a payload; events are about a thousand times shorter. */
export const MAX_PAYLOAD_BYTES = 1_048_576;

/** Concatenates chunks. @param length the total number of bytes */
export function concatBytes(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
