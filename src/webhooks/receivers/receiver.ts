import { type EventStore, memoryStore } from "../event-store.js";
import type { UnknownEvent, WebhookEvent } from "../events.js";
import { parseEvent } from "../parse-event.js";
import { type Secrets, verify } from "../verify.js";

export type ReceiverOptions = {
  readonly secrets: Secrets;
  /** Deals with an event, once. It may take its time: the acknowledgement does not wait for it longer than told below. */
  readonly onEvent: (event: WebhookEvent | UnknownEvent) => unknown;
  /**
   * Hears what went wrong: `onEvent` or the store threw. `acknowledged` says whether the service has been told that all is
   * well: then it does not deliver again, and the event is the caller's to keep. Otherwise it was told 500, and delivers
   * again.
   */
  readonly onError: (error: unknown, about: { readonly event: unknown; readonly acknowledged: boolean }) => unknown;
  /** Drops what is delivered again; within this process unless it is the caller's own. */
  readonly store?: EventStore;
  /** After how many milliseconds an event that is still being dealt with is acknowledged: 1000, of the 2 seconds there are. */
  readonly acknowledgeAfter?: number;
  /** The longest payload that is read, in bytes: one mebibyte. */
  readonly maxBytes?: number;
};

/** What a delivery is answered, and what still goes on behind it. */
export type Acknowledgement = { readonly status: 200 | 400 | 401 | 500 | 503; readonly work: Promise<unknown> };

export type Receive = (payload: Uint8Array, signature: string | null | undefined) => Promise<Acknowledgement>;

/**
 * Verifies deliveries, drops repetitions, deals with the others and says what to answer: 200 once an event was dealt with,
 * before, now, or long enough for the sender not to wait; 401 to a wrong signature, 400 to what is no event, 500 when dealing
 * with it failed, 503 while it is dealt with elsewhere. What is not 200 is delivered again (seed, "Delivery", 3).
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
    // The same bytes have the same signature: it stands for the id of an event that has none.
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
  // An onError that throws itself has nobody to tell.
  const failed = (error: unknown): Promise<void> =>
    runCatching(
      () => onError(error, { event, acknowledged: state.acknowledged }),
      () => undefined,
    );
  const deal = async (): Promise<Acknowledgement["status"]> => {
    try {
      const claim = await store.claim(id);
      if (claim !== "new") return claim === "handled" ? 200 : 503;
      state.claimed = true;
      await onEvent(event);
    } catch (error) {
      if (state.claimed) await runCatching(() => store.release(id), failed);
      await failed(error);
      return 500;
    }
    await runCatching(() => store.complete(id), failed);
    return 200;
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((done) => {
    timer = setTimeout(done, acknowledgeAfter, undefined);
  });
  const work = deal();
  const status = await Promise.race([work, late]);
  clearTimeout(timer);
  if (status !== undefined) return { status, work };
  state.acknowledged = state.claimed;
  return { status: state.claimed ? 200 : 503, work };
}

async function runCatching(action: () => unknown, failed: (error: unknown) => unknown): Promise<void> {
  try {
    await action();
  } catch (error) {
    await failed(error);
  }
}

/** The longest payload that is read unless told otherwise; events are a thousand times shorter. */
export const MAX_PAYLOAD_BYTES = 1_048_576;
