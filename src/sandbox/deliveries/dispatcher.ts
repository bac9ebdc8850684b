import { getDomainTime, readClock } from "../context/domain-clock.js";
import { readClockAndFaults, readFaultRules, type StoredFaultRule } from "../requests/faults.js";
import { type AttemptOptions, createAttempter } from "./attempt-delivery.js";
import { createAddressLookup } from "./dns-lookup.js";
import { createHookSlots } from "./hook-slots.js";
import { findNextDueTime, type LeasedDelivery, leaseDueDeliveries, leaseNextDelivery } from "./lease-deliveries.js";
import { sendSideBySide } from "./send-side-by-side.js";

export type DispatcherOptions = AttemptOptions & {
  /** Interval in milliseconds at which the dispatcher looks for due deliveries without being woken. */
  readonly pollEvery?: number;
  /** Called with errors of the database. Deliveries in progress are leased again when their lease expires. */
  readonly onDefect?: (error: unknown) => void;
};

/** Sends deliveries. Every replica has one, on the same database. */
export type Dispatcher = {
  readonly start: () => void;
  /** Looks for due deliveries immediately instead of at the next poll. */
  readonly wake: () => void;
  /**
   * Sends deliveries that are due at a domain time in order of due time and id, including retries that fall due by
   * then. Those of one instant are sent side by side as soon as a listener is slow. A delivery that falls due after the present time of the clock is
   * sent as of its due time. While this runs, the dispatcher sends nothing else. When the signal aborts, deliveries in
   * progress become pending again.
   */
  readonly drainDue: (until: number, signal?: AbortSignal) => Promise<void>;
  /** Stops leasing, waits up to four seconds for deliveries in progress, and releases the leases of the rest. */
  readonly stop: () => Promise<void>;
};

export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const names = createAddressLookup();
  const sender = createSender({ resolve: names.resolve, ...options }, () => wake());
  const onDefect = options.onDefect ?? (() => undefined);
  let timer: NodeJS.Timeout | undefined;
  let pumping: Promise<void> | undefined;
  let isRerunRequested = false;
  let drains = 0;
  let lastDrain: Promise<void> = Promise.resolve();
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
    await waitUnlessAborted(sender.whenIdle(), signal);
    const since = await sender.now();
    while (!isStopped && !signal.aborted && (await sender.runInstant(since, until, signal)));
  };

  return {
    start: () => {
      if (timer !== undefined || isStopped) return;
      timer = setInterval(wake, options.pollEvery ?? POLL_INTERVAL);
      options.database.onWake(wake);
      wake();
    },
    wake,
    drainDue: (until, signal = new AbortController().signal) => {
      drains += 1;
      const run = lastDrain.then(() => drain(until, signal));
      lastDrain = run
        .catch(() => undefined)
        .finally(() => {
          drains -= 1;
          wake();
        });
      return run;
    },
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      await pumping;
      const timeout = setTimeout(sender.abort, STOP_TIMEOUT);
      await Promise.all([sender.whenIdle(), lastDrain]);
      clearTimeout(timeout);
      names.end();
    },
  };
}

type Sender = {
  readonly leaseFree: () => Promise<readonly LeasedDelivery[]>;
  readonly launch: (delivery: LeasedDelivery) => Promise<void>;
  /**
   * Sends all deliveries of the next instant at which one is due, as of that instant. Returns whether there was one.
   */
  readonly runInstant: (since: number, until: number, signal: AbortSignal) => Promise<boolean>;
  /** The domain time. */
  readonly now: () => Promise<number>;
  /** Resolves when no delivery is in progress. */
  readonly whenIdle: () => Promise<void>;
  readonly abort: () => void;
};

function createSender(options: DispatcherOptions, wake: () => void): Sender {
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
  let rules: readonly StoredFaultRule[] = [];
  const readNow = async (): Promise<number> => {
    const settings = await readClockAndFaults(database);
    rules = settings.rules;
    return getDomainTime(settings.clock, realNow());
  };
  const launch = (
    delivery: LeasedDelivery,
    { at, stop = new AbortController() }: { readonly at?: number; readonly stop?: AbortController } = {},
  ): Promise<boolean | undefined> => {
    const running = attempt({ delivery, signal: stop.signal, at, rules }).finally(() => underWay.delete(running));
    underWay.set(running, stop);
    return running;
  };

  return {
    now: readNow,
    leaseFree: async () => {
      const now = getDomainTime(await readClock(database), realNow());
      const leased = await leaseDueDeliveries(database, { leaseOwner: createLeaseOwner(), now, slots, limits });
      // After the lease, so that a rule applies to all deliveries that were created after it.
      if (leased.length > 0) rules = await readFaultRules(database);
      return leased;
    },
    launch: async (delivery) => {
      const end = slots.start(delivery.hookId, delivery.queue);
      let isAcknowledged: boolean | undefined;
      try {
        isAcknowledged = await launch(delivery);
      } finally {
        end(isAcknowledged);
      }
    },
    runInstant: async (since, until, signal) => {
      const due = await findNextDueTime(database, until);
      if (due === undefined) return false;
      const at = Math.max(due, since);
      const leaseNext = () => leaseNextDelivery(database, { leaseOwner: createLeaseOwner(), since, until: at, limits });
      await sendSideBySide({ leaseNext, launch: (delivery, stop) => launch(delivery, { at, stop }), signal });
      return true;
    },
    whenIdle: async () => {
      await Promise.allSettled(underWay.keys());
    },
    abort: () => {
      for (const stop of underWay.values()) stop.abort(STOPPED_REASON);
    },
  };
}

/** Waits for work until the signal aborts. */
async function waitUnlessAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  let stopWaiting = (): void => undefined;
  const aborted = new Promise<void>((resolve) => {
    stopWaiting = resolve;
    signal.addEventListener("abort", stopWaiting);
  });
  await Promise.race([work, aborted]);
  signal.removeEventListener("abort", stopWaiting);
}

const STOPPED_REASON = "the sandbox was stopped before a response arrived";

/** In milliseconds. */
const POLL_INTERVAL = 250;
const STOP_TIMEOUT = 4000;
