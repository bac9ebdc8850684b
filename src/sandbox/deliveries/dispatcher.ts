import type { AppContext } from "../context/app-context.js";
import { getDomainTime, readClock } from "../context/domain-clock.js";
import type { Database } from "../store/database.js";
import { createAddressLookup } from "./dns-lookup.js";
import { type DeliveryQueue, type LeasedDelivery, leaseDueDeliveries, leaseNextDelivery } from "./lease-deliveries.js";
import { createOutcomeRecorder, releaseLease } from "./record-outcome.js";
import { type SendOptions, sendDelivery } from "./send-delivery.js";

export type DispatcherOptions = Pick<SendOptions, "resolve" | "trustedCertificates" | "limits"> & {
  readonly database: Database;
  readonly app: AppContext;
  /** In milliseconds: how often it is looked whether something is due, though nobody has said so. */
  readonly pollEvery?: number;
  /** Hears of what went wrong with the database; what was under way is claimed again when its lease has ended. */
  readonly onDefect?: (problem: unknown) => void;
};

/** What sends deliveries; every replica has one, on the same database. */
export type Dispatcher = {
  readonly start: () => void;
  /** Looks for what is due at once; without it that takes a quarter of a second at most. */
  readonly wake: () => void;
  /**
   * Runs what is due at a domain time, one after the other in the order of due time and id, with the attempts that follow
   * from failures, until nothing more is due. What falls due behind the present time of the clock is run at that later time.
   * While it runs nothing else is sent from here.
   */
  readonly drainDue: (until: number) => Promise<void>;
  /** Claims nothing more, lets what is under way come to its end, and gives back what has not done so within four seconds. */
  readonly stop: () => Promise<void>;
};

export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const names = createAddressLookup();
  const sender = createSender({ resolve: names.resolve, ...options });
  const onDefect = options.onDefect ?? (() => undefined);
  let timer: NodeJS.Timeout | undefined;
  let pumping: Promise<void> | undefined;
  let isAgain = false;
  let drains = 0;
  let lastDrain: Promise<void> = Promise.resolve();
  let isStopped = false;

  const wake = (): void => {
    if (timer === undefined || drains > 0 || isStopped) return;
    isAgain = true;
    pumping ??= pump()
      .catch(onDefect)
      .finally(() => {
        pumping = undefined;
        if (isAgain) wake();
      });
  };
  const pump = async (): Promise<void> => {
    while (isAgain && !isStopped && drains === 0) {
      isAgain = false;
      for (const claim of await sender.leaseFree()) sender.launch(claim).catch(onDefect).finally(wake);
    }
  };
  const drain = async (until: number): Promise<void> => {
    await pumping;
    await sender.whenIdle();
    const since = await sender.now();
    while (!isStopped && (await sender.runNext(since, until)));
  };

  return {
    start: () => {
      if (timer !== undefined || isStopped) return;
      timer = setInterval(wake, options.pollEvery ?? POLL_INTERVAL);
      options.database.onWake(wake);
      wake();
    },
    wake,
    drainDue: (until) => {
      drains += 1;
      const run = lastDrain.then(() => drain(until));
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
  readonly launch: (claim: LeasedDelivery) => Promise<void>;
  /** Sends what is due next, at the time at which it falls due; whether there was anything. */
  readonly runNext: (since: number, until: number) => Promise<boolean>;
  /** The domain time. */
  readonly now: () => Promise<number>;
  /** When nothing is under way any more. */
  readonly whenIdle: () => Promise<void>;
  readonly abort: () => void;
};

function createSender(options: DispatcherOptions): Sender {
  const { database, app } = options;
  const { now: realNow, randomBytes: chance } = app.realClock;
  const name = Buffer.from(chance(12)).toString("hex");
  let claims = 0;
  // Another every time: after a reset the same delivery may come again while the former is under way.
  const leaseBy = (): string => `${name}-${++claims}`;
  const underWay = new Map<Promise<unknown>, { readonly lane: DeliveryQueue; readonly stop: AbortController }>();

  const settle = createOutcomeRecorder(database, app);
  const now = async (): Promise<number> => getDomainTime(await readClock(database), realNow());
  const attempt = async (delivery: LeasedDelivery, signal: AbortSignal, at?: number): Promise<void> => {
    const start = realNow();
    const sending = { url: delivery.url, secret: delivery.secret, payload: delivery.payload, signal };
    const outcome = await sendDelivery(sending, { ...options, profile: app.deliveryProfile, realNow });
    if (signal.aborted && outcome.status === undefined) return releaseLease(database, delivery, realNow());
    const duration = Math.max(0, realNow() - start);
    await settle({ delivery, outcome, duration, ...(at === undefined ? {} : { now: at }) });
  };
  const launch = (claim: LeasedDelivery, at?: number): Promise<void> => {
    const stop = new AbortController();
    const running = attempt(claim, stop.signal, at).finally(() => underWay.delete(running));
    underWay.set(running, { lane: claim.queue, stop });
    return running;
  };
  const count = (lane: DeliveryQueue): number => [...underWay.values()].filter((other) => other.lane === lane).length;

  return {
    now,
    leaseFree: async () => {
      const activeCounts = { healthy: count("healthy"), failing: count("failing") };
      return leaseDueDeliveries(database, { replica: name, leaseOwner: leaseBy(), now: await now(), activeCounts });
    },
    launch: (claim) => launch(claim),
    runNext: async (since, until) => {
      const claim = await leaseNextDelivery(database, { leaseOwner: leaseBy(), since, until });
      if (claim === undefined) return false;
      await launch(claim, claim.startedAt);
      return true;
    },
    whenIdle: async () => {
      await Promise.allSettled(underWay.keys());
    },
    abort: () => {
      for (const { stop } of underWay.values()) stop.abort();
    },
  };
}

const POLL_INTERVAL = 250;

const STOP_TIMEOUT = 4000;
