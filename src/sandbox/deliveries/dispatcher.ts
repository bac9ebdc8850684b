import type { AppContext } from "../context/app-context.js";
import { getDomainTime, readDomainTime } from "../context/domain-clock.js";
import {
  applyFaultRules,
  type FaultAction,
  type FaultRule,
  isFaultMatch,
  readClockAndFaults,
  readFaultRules,
} from "../faults/fault-rules.js";
import { createMutex } from "../store/cluster-lock.js";
import type { Database } from "../store/database.js";
import { createAddressLookup } from "./dns-lookup.js";
import { createHookSlots } from "./hook-slots.js";
import { findNextDue, type LeasedDelivery, leaseDueDeliveries, leaseNextDelivery } from "./lease-deliveries.js";
import { recordOutcome, releaseHeld, releaseLease } from "./record-outcome.js";
import {
  createFailureOutcome,
  type DeliveryOutcome,
  rejectOnAbort,
  SERVICE_STYLE,
  type SendOptions,
  sendDelivery,
} from "./send-delivery.js";

export type DispatcherOptions = AttemptOptions & {
  /** Interval in milliseconds at which the dispatcher looks for due deliveries without being woken. */
  readonly pollEvery?: number;
  /** Called with errors of the database. Deliveries in progress are leased again when their lease expires. */
  readonly onDefect?: (error: unknown) => void;
};

/** Sends deliveries. Every replica has one, on the same database. */
export type Dispatcher = ReturnType<typeof createDispatcher>;

export function createDispatcher(options: DispatcherOptions) {
  const names = createAddressLookup();
  const sender = createSender({ ...options, resolve: options.resolve ?? names.resolve }, () => wake());
  const onDefect = options.onDefect ?? (() => undefined);
  let timer: NodeJS.Timeout | undefined;
  let pumping: Promise<void> | undefined;
  let isRerunRequested = false;
  let drains = 0;
  const drainInTurn = createMutex();
  let isStopped = false;

  const wake = (): void => {
    if (timer === undefined || drains > 0 || isStopped) return;
    isRerunRequested = true;
    pumping ??= pump()
      .catch(onDefect)
      .finally(() => {
        pumping = undefined;
        if (isRerunRequested) wake();
      });
  };
  const pump = async (): Promise<void> => {
    while (isRerunRequested && !isStopped && drains === 0) {
      isRerunRequested = false;
      for (const delivery of await sender.leaseFree()) sender.launch(delivery).catch(onDefect);
    }
  };
  const drain = async (until: number, signal: AbortSignal): Promise<void> => {
    await pumping;
    await rejectOnAbort(sender.whenIdle(), signal).catch(() => undefined);
    const since = await sender.now();
    while (!isStopped && !signal.aborted && (await sender.runInstant(since, until, signal)));
  };

  return {
    start: () => {
      if (timer !== undefined || isStopped) return;
      timer = setInterval(wake, options.pollEvery ?? POLL_INTERVAL);
      wake();
    },
    /** Looks for due deliveries immediately instead of at the next poll. */
    wake,
    /**
     * Sends deliveries that are due at a domain time in order of due time and id, including retries that fall due by
     * then. Those of one instant are sent side by side as soon as a listener is slow. A delivery that falls due after the present time of the clock is
     * sent as of its due time. While this runs, the dispatcher sends nothing else. When the signal aborts, deliveries in
     * progress become pending again.
     */
    drainDue: (until: number, signal: AbortSignal = new AbortController().signal) => {
      drains += 1;
      return drainInTurn(() => drain(until, signal)).finally(() => {
        drains -= 1;
        wake();
      });
    },
    /** Stops leasing, waits up to four seconds for deliveries in progress, and releases the leases of the rest. */
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      await pumping;
      const timeout = setTimeout(sender.abort, STOP_TIMEOUT);
      await Promise.all([sender.whenIdle(), drainInTurn(async () => undefined)]);
      clearTimeout(timeout);
      names.end();
    },
  };
}

function createSender(options: DispatcherOptions, wake: () => void) {
  const { database, app, limits } = options;
  const realNow = app.realClock.now;
  const name = Buffer.from(app.realClock.randomBytes(12)).toString("hex");
  let leases = 0;
  // Every lease has a new owner: after a reset the same delivery can be leased again while its former attempt still
  // runs.
  const createLeaseOwner = (): string => `${name}-${++leases}`;
  const underWay = new Map<Promise<unknown>, AbortController>();

  const slots = createHookSlots(wake);
  const attempt = createAttempter(options);
  let rules: readonly FaultRule[] = [];
  const readNow = async (): Promise<number> => {
    const settings = await readClockAndFaults(database);
    rules = settings.rules;
    return getDomainTime(settings.clock, realNow());
  };
  const launch = (
    delivery: LeasedDelivery,
    { at, signals = [] }: { readonly at?: number; readonly signals?: readonly AbortSignal[] } = {},
  ): Promise<boolean | undefined> => {
    const stop = new AbortController();
    const signal = AbortSignal.any([stop.signal, ...signals]);
    const running = attempt({ delivery, signal, at, rules }).finally(() => underWay.delete(running));
    underWay.set(running, stop);
    return running;
  };

  return {
    /** The domain time. */
    now: readNow,
    leaseFree: async (): Promise<readonly LeasedDelivery[]> => {
      const now = await readDomainTime(database, app);
      const leased = await leaseDueDeliveries(database, { leaseOwner: createLeaseOwner(), now, slots, limits });
      // After the lease, so that a rule applies to all deliveries that were created after it.
      if (leased.length > 0) rules = await readFaultRules(database);
      return leased;
    },
    launch: async (delivery: LeasedDelivery): Promise<void> => {
      const end = slots.start(delivery.hookId, delivery.queue);
      let isAcknowledged: boolean | undefined;
      try {
        isAcknowledged = await launch(delivery);
      } finally {
        end(isAcknowledged);
      }
    },
    /** Sends all deliveries of the next instant at which one is due, as of that instant. Returns whether there was one. */
    runInstant: async (since: number, until: number, signal: AbortSignal): Promise<boolean> => {
      const due = await findNextDue(database, until);
      if (due === undefined) return false;
      const at = Math.max(Number(due.next_at), since);
      const leaseNext = () => leaseNextDelivery(database, { leaseOwner: createLeaseOwner(), since, until: at, limits });
      await sendSideBySide({ leaseNext, launch: (delivery) => launch(delivery, { at, signals: [signal] }), signal });
      return true;
    },
    /** Resolves when no delivery is in progress. */
    whenIdle: async (): Promise<void> => {
      await Promise.allSettled(underWay.keys());
    },
    abort: (): void => {
      for (const stop of underWay.values()) stop.abort(STOPPED_REASON);
    },
  };
}

const STOPPED_REASON = "the sandbox was stopped before a response arrived";

/** In milliseconds. */
const POLL_INTERVAL = 250;
const STOP_TIMEOUT = 4000;

type AttemptOptions = Pick<SendOptions, "resolve" | "trustedCertificates" | "limits"> & {
  readonly database: Database;
  readonly app: AppContext;
};

/** One attempt to send a leased delivery. */
type DeliveryAttempt = {
  readonly delivery: LeasedDelivery;
  /** Its reason becomes that of the attempt. */
  readonly signal: AbortSignal;
  /** The domain time of its end; the present time by default. */
  readonly at: number | undefined;
  /** The fault rules of the sandbox. */
  readonly rules: readonly FaultRule[];
};

/**
 * Creates a function that sends a delivery once and records the outcome. It returns whether the listener acknowledged;
 * undefined when the attempt was postponed or aborted.
 */
export function createAttempter(options: AttemptOptions): (attempt: DeliveryAttempt) => Promise<boolean | undefined> {
  const { database, app } = options;
  const realNow = app.realClock.now;
  const readNow = async (at: number | undefined): Promise<number> => at ?? (await readDomainTime(database, app));
  const send = async ({ delivery, signal }: DeliveryAttempt, fault?: FaultRule): Promise<DeliveryOutcome> => {
    if (fault?.do.drop === true) return createFailureOutcome(`fault rule ${fault.id}: nothing was sent`);
    const style = app.getDeliveryStyle?.(delivery.eventType) ?? SERVICE_STYLE;
    const altered = fault && (await applyAlteration(database, delivery, fault.do, style));
    const { url, secret, payload } = delivery;
    const sending = { url, secret, payload, signal, ...(altered && { payload: altered.payload, altered }) };
    const sendOptions = { ...options, profile: app.deliveryProfile, realNow, style };
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
      await releaseLease(database, delivery, { nextAt, reason: formatPostponement(fault), isHeld, now });
      return undefined;
    }
    const outcome = await send(attempt, fault);
    if (signal.aborted && outcome.status === undefined) {
      await releaseLease(database, delivery, { reason: String(signal.reason), now: await readNow(at) });
      return undefined;
    }
    const duration = Math.max(0, realNow() - start);
    const reason = fault === undefined ? outcome.reason : formatFaultReason(fault, outcome.reason);
    const finished = { delivery, outcome: { ...outcome, reason }, duration, ...(at !== undefined && { now: at }) };
    await recordOutcome(database, app, finished);
    if (rules.some(({ on }) => on === "deliveries")) await releaseHeld(database, delivery.hookId, await readNow(at));
    return outcome.acknowledged;
  };
}

function formatFaultReason({ id, do: action }: FaultRule, reason: string): string {
  if (reason.startsWith("fault rule")) return reason;
  const [[name = "", value = ""] = []] = Object.entries(action);
  return `fault rule ${id} (${name}: ${value}): ${reason}`;
}

/** How long a delivery waits for another one of its hook, in milliseconds of domain time. */
const MAX_HELD_TIME = 60_000;

type SideBySideOptions = {
  /** Leases the next delivery; undefined when none is left. */
  readonly leaseNext: () => Promise<LeasedDelivery | undefined>;
  readonly launch: (delivery: LeasedDelivery) => Promise<unknown>;
  /** When it aborts, no more deliveries are launched. */
  readonly signal: AbortSignal;
};

/** Sends deliveries until none is left. Quick listeners get them in order; behind a slow one, nothing waits. */
export async function sendSideBySide({ leaseNext, launch, signal }: SideBySideOptions): Promise<void> {
  const running = new Set<Promise<unknown>>();
  const startNext = async (): Promise<boolean> => {
    if (signal.aborted || running.size >= MAX_SIDE_BY_SIDE) return false;
    const delivery = await leaseNext();
    if (delivery === undefined) return false;
    const run = launch(delivery).finally(() => running.delete(run));
    running.add(run);
    return true;
  };
  try {
    for (let isSlow = false; ; ) {
      const hasStarted = await startNext();
      if (!hasStarted && running.size === 0) break;
      if (!hasStarted) await Promise.race(running);
      else if (!isSlow) {
        const late = new Promise<boolean>((done) => void setTimeout(done, MAX_ORDERED_WAIT, false).unref());
        isSlow = !(await Promise.race([Promise.allSettled(running).then(() => true), late]));
      }
    }
  } finally {
    await Promise.allSettled(running);
  }
}

const MAX_SIDE_BY_SIDE = 32;
/** In milliseconds. */
const MAX_ORDERED_WAIT = 500;

/** The rule that applies to an attempt. Its delivery is not postponed twice by one rule. */
export async function findDeliveryFault(
  database: Database,
  rules: readonly FaultRule[],
  delivery: LeasedDelivery,
  seed: string,
): Promise<FaultRule | undefined> {
  const matching = rules.filter(({ on, match }) => on === "deliveries" && isFaultMatch(match, delivery));
  if (matching.length === 0) return undefined;
  const sql = "SELECT reason FROM attempts WHERE delivery_id = $1 AND attempt = $2";
  const former = delivery.attempt === 1 ? undefined : await database.first(sql, [delivery.id, delivery.attempt - 1]);
  const open = matching.filter((rule) => formatPostponement(rule) !== former?.reason);
  return applyFaultRules(database, open, delivery, seed);
}

/** The reason of an attempt that a rule postponed. */
function formatPostponement({ id, do: { delay } }: FaultRule): string {
  const how = delay === undefined ? "held until another delivery of the hook has been sent" : `delayed by ${delay} ms`;
  return `fault rule ${id}: ${how}`;
}

/** What is sent instead of the delivery. Without `signature`, no header is sent. */
type AlteredDelivery = { readonly payload: Uint8Array; readonly signature: string | undefined };

/** Alters the body or the signature as a rule says; undefined when the rule alters neither. */
export async function applyAlteration(
  database: Database,
  delivery: LeasedDelivery,
  { signature, truncate }: FaultAction,
  { sign } = SERVICE_STYLE,
): Promise<AlteredDelivery | undefined> {
  const { payload, secret } = delivery;
  if (truncate !== undefined) return { payload: payload.subarray(0, truncate), signature: await sign(payload, secret) };
  if (signature === "missing") return { payload, signature: undefined };
  if (signature === "wrong") return { payload, signature: await sign(payload, `another ${secret}`) };
  if (signature === "old")
    return { payload, signature: await sign(await readOtherPayload(database, delivery), secret) };
  return undefined;
}

/** The payload of the latest other delivery of the hook; that of an empty object if there is none. */
async function readOtherPayload(database: Database, { id, hookId }: LeasedDelivery): Promise<Uint8Array> {
  const sql = "SELECT payload FROM deliveries WHERE hook_id = $1 AND id <> $2 ORDER BY created_at DESC, id LIMIT 1";
  const payload = (await database.first(sql, [hookId, id]))?.payload;
  return payload instanceof Uint8Array ? payload : Buffer.from("{}");
}
