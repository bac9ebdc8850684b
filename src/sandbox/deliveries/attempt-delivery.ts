import type { AppContext } from "../context/app-context.js";
import { getDomainTime, readClock } from "../context/domain-clock.js";
import type { StoredFaultRule } from "../requests/faults.js";
import type { Database } from "../store/database.js";
import { applyAlteration, type DeliveryFaultRule, findDeliveryFault, formatPostponement } from "./delivery-faults.js";
import { createFailureOutcome, type DeliveryOutcome } from "./delivery-outcome.js";
import type { LeasedDelivery } from "./lease-deliveries.js";
import { createOutcomeRecorder, movePostponedDelivery, releaseHeld, releaseLease } from "./record-outcome.js";
import { type SendOptions, sendDelivery } from "./send-delivery.js";

export type AttemptOptions = Pick<SendOptions, "resolve" | "trustedCertificates" | "limits"> & {
  readonly database: Database;
  readonly app: AppContext;
};

/** One attempt to send a leased delivery. */
export type DeliveryAttempt = {
  readonly delivery: LeasedDelivery;
  /** Its reason becomes that of the attempt. */
  readonly signal: AbortSignal;
  /** The domain time of its end; the present time by default. */
  readonly at: number | undefined;
  /** The fault rules of the sandbox. */
  readonly rules: readonly StoredFaultRule[];
};

/**
 * Creates a function that sends a delivery once and records the outcome. It returns whether the listener acknowledged;
 * undefined when the attempt was postponed or aborted.
 */
export function createAttempter(options: AttemptOptions): (attempt: DeliveryAttempt) => Promise<boolean | undefined> {
  const { database, app } = options;
  const realNow = app.realClock.now;
  const recordOutcome = createOutcomeRecorder(database, app);
  const readNow = async (at: number | undefined): Promise<number> =>
    at ?? getDomainTime(await readClock(database), realNow());
  const send = async ({ delivery, signal }: DeliveryAttempt, fault?: DeliveryFaultRule): Promise<DeliveryOutcome> => {
    if (fault?.do.drop === true) return createFailureOutcome(`fault rule ${fault.id}: nothing was sent`);
    const altered = fault && (await applyAlteration(database, delivery, fault.do));
    const { url, secret, payload } = delivery;
    const sending = { url, secret, payload, signal, ...(altered && { payload: altered.payload, altered }) };
    const sendOptions = { ...options, profile: app.deliveryProfile, realNow };
    const outcome = await sendDelivery(sending, sendOptions);
    const copies = fault?.do.duplicate ?? 0;
    for (let copy = 1; copy <= copies && !signal.aborted; copy += 1) await sendDelivery(sending, sendOptions);
    if (fault?.do.dropResponse !== true || signal.aborted) return outcome;
    return createFailureOutcome(`fault rule ${fault.id}: the response was dropped`);
  };

  return async (attempt) => {
    const { delivery, signal, at, rules } = attempt;
    const start = realNow();
    const fault = rules.length === 0 ? undefined : await findDeliveryFault(database, rules, delivery, app.seed);
    if (fault !== undefined && (fault.do.delay !== undefined || fault.do.reorder === true)) {
      const now = await readNow(at);
      const nextAt = now + (fault.do.delay ?? MAX_HELD_TIME);
      const isHeld = fault.do.reorder === true;
      await movePostponedDelivery(database, delivery, { nextAt, reason: formatPostponement(fault), isHeld, now });
      return undefined;
    }
    const outcome = await send(attempt, fault);
    if (signal.aborted && outcome.status === undefined) {
      await releaseLease(database, delivery, { reason: String(signal.reason), realNow: realNow() });
      return undefined;
    }
    const duration = Math.max(0, realNow() - start);
    const reason = fault === undefined ? outcome.reason : formatFaultReason(fault, outcome.reason);
    await recordOutcome({
      delivery,
      outcome: { ...outcome, reason },
      duration,
      ...(at === undefined ? {} : { now: at }),
    });
    if (rules.some((rule) => "on" in rule)) await releaseHeld(database, delivery.hookId, await readNow(at));
    return outcome.acknowledged;
  };
}

function formatFaultReason({ id, do: action }: DeliveryFaultRule, reason: string): string {
  if (reason.startsWith("fault rule")) return reason;
  const [[name = "", value = ""] = []] = Object.entries(action);
  return `fault rule ${id} (${name}: ${value}): ${reason}`;
}

/** How long a delivery waits for another one of its hook, in milliseconds of domain time. */
const MAX_HELD_TIME = 60_000;
