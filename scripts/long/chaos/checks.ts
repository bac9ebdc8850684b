import type { History, Kill, Reception, Write } from "./history.js";

/** The result of a run: `violations` describes each violated guarantee, the rest are figures. */
export type Outcome = {
  readonly violations: readonly string[];
  readonly kills: number;
  readonly writes: number;
  readonly requests: number;
  readonly reads: number;
  readonly lostWrites: number;
  readonly lostWebhooks: number;
  readonly duplicateEffects: number;
  readonly differingResponses: number;
  readonly staleReads: number;
  readonly deliveries: number;
  readonly duplicates: number;
  readonly badDeliveries: number;
  readonly writeMs: Quantiles;
  /** From the acknowledgement of a write to the first attempt of its delivery. */
  readonly deliveryMs: Quantiles;
  /** The same, for deliveries that no kill could delay. */
  readonly undisturbedDeliveryMs: Quantiles;
  /** From the kill of a replica to the next attempt of each delivery that it had started or leased. */
  readonly resumeMs: Quantiles;
  readonly startMs: Quantiles;
};

export type Quantiles = { readonly count: number; readonly p50: number; readonly p99: number; readonly max: number };

/** Maximum time until deliveries resume after the kill of their replica, in milliseconds. */
export const MAX_RESUME_MS = 5_000;

/** Checks that no acknowledged write is lost, and that every write has exactly one effect. */
export function checkHistory(history: History, maxResumeMs = MAX_RESUME_MS): Outcome {
  const { writes, reads, receptions, kills, unexpected } = history;
  const lostWrites = findLostWrites(history);
  const { lostWebhooks, extraEvents } = compareEvents(history);
  const differing = writes.filter(({ responses }) => new Set(responses).size > 1);
  const stale = reads.filter(({ expected, seen }) => seen !== expected);
  const invalid = badDeliveries(receptions);
  const resume = quantiles(measureResumes(history));
  const late = resume.max > maxResumeMs ? [`deliveries resumed ${resume.max} ms after the kill of their replica`] : [];
  const delays = firstDelays(history);
  return {
    violations: [
      ...(writes.length === 0 ? ["no write was acknowledged: the run shows nothing"] : []),
      ...lostWrites.map((what) => `lost write: ${what}`),
      ...lostWebhooks.map((what) => `lost webhook: ${what}`),
      ...history.undelivered.map((what) => `unfinished delivery: ${what}`),
      ...extraEvents.map((what) => `more than one effect: ${what}`),
      ...differing.map(({ requestId }) => `responses to request id ${requestId} differ`),
      ...stale.map(({ orderId, seen }) => `order ${orderId} was read as ${seen} after a later write was acknowledged`),
      ...invalid.map((what) => `bad delivery: ${what}`),
      ...late,
      ...unexpected.map((what) => `unexpected response: ${what}`),
    ],
    kills: kills.length,
    writes: writes.length,
    requests: sum(writes.map(({ requests }) => requests)),
    reads: reads.length,
    lostWrites: lostWrites.length,
    lostWebhooks: lostWebhooks.length,
    duplicateEffects: extraEvents.length,
    differingResponses: differing.length,
    staleReads: stale.length,
    deliveries: new Set(receptions.map(({ id }) => id)).size,
    duplicates: duplicates(receptions),
    badDeliveries: invalid.length,
    writeMs: quantiles(writes.map(({ startedAt, acknowledgedAt }) => acknowledgedAt - startedAt)),
    deliveryMs: quantiles(delays.map(({ delay }) => delay)),
    undisturbedDeliveryMs: quantiles(delays.filter(({ isUndisturbed }) => isUndisturbed).map(({ delay }) => delay)),
    resumeMs: resume,
    startMs: quantiles(kills.map(({ startMs }) => startMs)),
  };
}

/** Finds acknowledged orders that are missing or lack their last write, and orders that no client wrote. */
function findLostWrites({ writes, orders }: History): string[] {
  const stored = new Map(orders.map(({ orderId, value }) => [orderId, value]));
  const last = new Map(writes.map((write) => [write.orderId, write]));
  const missing = [...last.values()].flatMap(({ orderId, value }) => {
    if (!stored.has(orderId)) return [`order ${orderId} is missing`];
    return stored.get(orderId) === value ? [] : [`order ${orderId} has ${stored.get(orderId)}, expected ${value}`];
  });
  const unknown = orders.filter(({ orderId }) => !last.has(orderId));
  const repeated = orders.length - stored.size;
  return [
    ...missing,
    ...unknown.map(({ orderId }) => `order ${orderId} exists, but no client wrote it`),
    ...(repeated > 0 ? [`${repeated} orders are listed twice`] : []),
  ];
}

/** Compares the writes with the events in the database and at the listener: each write must have exactly one. */
function compareEvents({ writes, events, receptions }: History): { lostWebhooks: string[]; extraEvents: string[] } {
  const expected = countBy(writes, eventOf);
  const stored = new Map(events.map(({ orderId, eventType, count }) => [`${eventType} of ${orderId}`, count]));
  const acknowledged = receptions.filter(({ outcome }) => outcome === "acknowledged");
  const delivered = countBy(
    [...firstById(acknowledged).values()],
    ({ eventType, orderId }) => `${eventType} of ${orderId}`,
  );
  const lostWebhooks = [...expected].flatMap(([what, count]) => {
    const seen = Math.min(stored.get(what) ?? 0, delivered.get(what) ?? 0);
    return seen < count ? [`${what}: ${seen} of ${count}`] : [];
  });
  const extraEvents = [...new Set([...stored.keys(), ...delivered.keys()])].flatMap((what) => {
    const seen = Math.max(stored.get(what) ?? 0, delivered.get(what) ?? 0);
    const count = expected.get(what) ?? 0;
    return seen > count ? [`${what}: ${seen}, expected ${count}`] : [];
  });
  return { lostWebhooks, extraEvents };
}

function eventOf({ kind, orderId }: Write): string {
  return `${kind === "record" ? "ORDER_OPENED" : "ORDER_UPDATED"} of ${orderId}`;
}

/** Finds attempts with a wrong signature, or with other bytes than the first attempt. */
function badDeliveries(receptions: readonly Reception[]): string[] {
  const first = firstById(receptions);
  return receptions.flatMap(({ id, isSigned, digest }) => {
    if (!isSigned) return [`${id} has a wrong signature`];
    return first.get(id)?.digest === digest ? [] : [`${id} was repeated with other bytes`];
  });
}

/** Counts attempts after an acknowledged one. */
function duplicates(receptions: readonly Reception[]): number {
  const acknowledged = receptions.filter(({ outcome }) => outcome === "acknowledged");
  return acknowledged.length - firstById(acknowledged).size;
}

type Delay = { readonly delay: number; readonly isUndisturbed: boolean };

function firstDelays({ writes, receptions, kills }: History): Delay[] {
  return pairWrites(writes, receptions).map(({ from, to }) => ({
    delay: Math.max(to - from, 0),
    // A kill delays deliveries until their lease expires.
    isUndisturbed: !kills.some(({ at }) => at > from - MAX_RESUME_MS && at < to),
  }));
}

/** Pairs each write with the first attempt of its event. Updates of one order are paired in the order of time. */
function pairWrites(writes: readonly Write[], receptions: readonly Reception[]): { from: number; to: number }[] {
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
 * Returns how long deliveries took to resume after a single kill. These are deliveries of writes from before the kill whose first
 * attempt came after it, and deliveries that were acknowledged before the kill and repeated after it.
 */
function measureResumes({ writes, receptions, kills }: History): number[] {
  const alone = kills.filter((kill) => kill.isSingle);
  const waiting = pairWrites(writes, receptions);
  const repeats = [...groupBy(receptions, ({ id }) => id).values()].flatMap((attempts) =>
    attempts.slice(1).flatMap(({ at }, index) => {
      const before = attempts[index];
      return before?.outcome === "acknowledged" ? [{ from: before.at, to: at }] : [];
    }),
  );
  return [...waiting, ...repeats].flatMap(({ from, to }) =>
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
