import type { History, Kill, Reception, Write } from "./history.js";

/** What a run comes to: `violations` are broken promises, in words; the rest are figures. */
export type Outcome = {
  readonly violations: readonly string[];
  readonly kills: number;
  readonly writes: number;
  readonly requests: number;
  readonly reads: number;
  readonly lostWrites: number;
  readonly lostWebhooks: number;
  readonly doubledEffects: number;
  readonly unequalAnswers: number;
  readonly staleReads: number;
  readonly deliveries: number;
  readonly duplicates: number;
  readonly badDeliveries: number;
  readonly writeMs: Quantiles;
  /** From the acknowledgement of a write to the first attempt of its delivery. */
  readonly deliveryMs: Quantiles;
  /** The same, of those between which nobody was killed. */
  readonly calmDeliveryMs: Quantiles;
  /** From the death of a replica to the next attempt of each delivery that it had begun or held. */
  readonly resumeMs: Quantiles;
  readonly startMs: Quantiles;
};

export type Quantiles = { readonly count: number; readonly p50: number; readonly p99: number; readonly max: number };

/** The longest that deliveries may rest after the death of their replica, in milliseconds. */
export const LONGEST_RESUME = 5_000;

/** Judges a history: nothing that was acknowledged is lost, and everything has had its effect once. */
export function judge(history: History, longestResume = LONGEST_RESUME): Outcome {
  const { writes, reads, receptions, kills, unexpected } = history;
  const lostWrites = lost(history);
  const { lostWebhooks, doubled } = compareEvents(history);
  const unequal = writes.filter(({ answers }) => new Set(answers).size > 1);
  const stale = reads.filter(({ expected, seen }) => seen !== expected);
  const bad = badDeliveries(receptions);
  const resume = quantiles(resumptions(history));
  const late =
    resume.max > longestResume ? [`deliveries rested ${resume.max} ms after the death of their replica`] : [];
  const delays = firstDelays(history);
  return {
    violations: [
      ...(writes.length === 0 ? ["nothing was written: nothing was shown"] : []),
      ...lostWrites.map((what) => `lost write: ${what}`),
      ...lostWebhooks.map((what) => `lost webhook: ${what}`),
      ...history.undelivered.map((what) => `a delivery has not come to its end: ${what}`),
      ...doubled.map((what) => `more than one effect: ${what}`),
      ...unequal.map(({ requestId }) => `answers to the request id ${requestId} differ`),
      ...stale.map(({ orderId, seen }) => `order ${orderId} was read as ${seen} after a later write was acknowledged`),
      ...bad.map((what) => `bad delivery: ${what}`),
      ...late,
      ...unexpected.map((what) => `unexpected answer: ${what}`),
    ],
    kills: kills.length,
    writes: writes.length,
    requests: sum(writes.map(({ requests }) => requests)),
    reads: reads.length,
    lostWrites: lostWrites.length,
    lostWebhooks: lostWebhooks.length,
    doubledEffects: doubled.length,
    unequalAnswers: unequal.length,
    staleReads: stale.length,
    deliveries: new Set(receptions.map(({ id }) => id)).size,
    duplicates: duplicates(receptions),
    badDeliveries: bad.length,
    writeMs: quantiles(writes.map(({ startedAt, acknowledgedAt }) => acknowledgedAt - startedAt)),
    deliveryMs: quantiles(delays.map(({ delay }) => delay)),
    calmDeliveryMs: quantiles(delays.filter(({ calm }) => calm).map(({ delay }) => delay)),
    resumeMs: resume,
    startMs: quantiles(kills.map(({ startMs }) => startMs)),
  };
}

/** Acknowledged orders that are not there, or are not as their last write has left them; and orders that nobody wrote. */
function lost({ writes, orders }: History): string[] {
  const stored = new Map(orders.map(({ orderId, value }) => [orderId, value]));
  const last = new Map(writes.map((write) => [write.orderId, write]));
  const missing = [...last.values()].flatMap(({ orderId, value }) => {
    if (!stored.has(orderId)) return [`order ${orderId} is not there`];
    return stored.get(orderId) === value ? [] : [`order ${orderId} has ${stored.get(orderId)}, not ${value}`];
  });
  const unknown = orders.filter(({ orderId }) => !last.has(orderId));
  const repeated = orders.length - stored.size;
  return [
    ...missing,
    ...unknown.map(({ orderId }) => `order ${orderId} is there, and nobody has written it`),
    ...(repeated > 0 ? [`${repeated} orders are listed twice`] : []),
  ];
}

/** Every write has one event, in the database as at the listener; an event more is an effect more. */
function compareEvents({ writes, events, receptions }: History): { lostWebhooks: string[]; doubled: string[] } {
  const expected = countBy(writes, eventOf);
  const stored = new Map(events.map(({ orderId, eventType, count }) => [`${eventType} of ${orderId}`, count]));
  const acknowledged = receptions.filter(({ answered }) => answered === "acknowledged");
  const delivered = countBy(
    [...firstById(acknowledged).values()],
    ({ eventType, orderId }) => `${eventType} of ${orderId}`,
  );
  const lostWebhooks = [...expected].flatMap(([what, count]) => {
    const seen = Math.min(stored.get(what) ?? 0, delivered.get(what) ?? 0);
    return seen < count ? [`${what}: ${seen} of ${count}`] : [];
  });
  const doubled = [...new Set([...stored.keys(), ...delivered.keys()])].flatMap((what) => {
    const seen = Math.max(stored.get(what) ?? 0, delivered.get(what) ?? 0);
    const count = expected.get(what) ?? 0;
    return seen > count ? [`${what}: ${seen}, not ${count}`] : [];
  });
  return { lostWebhooks, doubled };
}

function eventOf({ kind, orderId }: Write): string {
  return `${kind === "record" ? "ORDER_OPENED" : "ORDER_UPDATED"} of ${orderId}`;
}

/** Every attempt is signed rightly, and sends the bytes of the first one. */
function badDeliveries(receptions: readonly Reception[]): string[] {
  const first = firstById(receptions);
  return receptions.flatMap(({ id, isSigned, digest }) => {
    if (!isSigned) return [`${id} is signed wrongly`];
    return first.get(id)?.digest === digest ? [] : [`${id} came again with other bytes`];
  });
}

/** Attempts after one that was acknowledged. */
function duplicates(receptions: readonly Reception[]): number {
  const acknowledged = receptions.filter(({ answered }) => answered === "acknowledged");
  return acknowledged.length - firstById(acknowledged).size;
}

type Delay = { readonly delay: number; readonly calm: boolean };

function firstDelays({ writes, receptions, kills }: History): Delay[] {
  return pairs(writes, receptions).map(({ from, to }) => ({
    delay: Math.max(to - from, 0),
    // A death long before is felt as well: its deliveries wait for their lease.
    calm: !kills.some(({ at }) => at > from - LONGEST_RESUME && at < to),
  }));
}

/** When each event's first attempt came after its write. Updates of one order are told apart by their order in time. */
function pairs(writes: readonly Write[], receptions: readonly Reception[]): { from: number; to: number }[] {
  const first = groupBy([...firstById(receptions).values()], ({ eventType, orderId }) => `${eventType} of ${orderId}`);
  return [...groupBy(writes, eventOf)].flatMap(([what, group]) => {
    const times = (first.get(what) ?? []).map(({ at }) => at).sort((a, b) => a - b);
    const starts = group.map(({ acknowledgedAt }) => acknowledgedAt).sort((a, b) => a - b);
    return starts.flatMap((from, index) => {
      const to = times[index];
      return to === undefined ? [] : [{ from, to }];
    });
  });
}

/**
 * How long deliveries rested after a replica died alone: those whose write was acknowledged before and whose first attempt
 * came after, and those that were acknowledged before and came again after, since nobody had noted it.
 */
function resumptions({ writes, receptions, kills }: History): number[] {
  const alone = kills.filter((kill) => kill.alone);
  const waiting = pairs(writes, receptions);
  const again = [...groupBy(receptions, ({ id }) => id).values()].flatMap((attempts) =>
    attempts.slice(1).flatMap(({ at }, index) => {
      const before = attempts[index];
      return before?.answered === "acknowledged" ? [{ from: before.at, to: at }] : [];
    }),
  );
  return [...waiting, ...again].flatMap(({ from, to }) =>
    alone.filter(({ at }: Kill) => from <= at && at < to).map(({ at }) => to - at),
  );
}

function quantiles(values: readonly number[]): Quantiles {
  const sorted = values.map(Math.round).sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), max: sorted.at(-1) ?? 0 };
}

function firstById(receptions: readonly Reception[]): Map<string, Reception> {
  const first = new Map<string, Reception>();
  for (const reception of receptions) if (!first.has(reception.id)) first.set(reception.id, reception);
  return first;
}

function groupBy<T>(items: readonly T[], name: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(name(item), [...(groups.get(name(item)) ?? []), item]);
  return groups;
}

function countBy<T>(items: readonly T[], name: (item: T) => string): Map<string, number> {
  return new Map([...groupBy(items, name)].map(([key, group]) => [key, group.length]));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
