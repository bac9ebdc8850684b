import type { Failure } from "./report.js";

/** Counts failed exchanges by the errors that they have, so that a baseline can decide later which of them still fail. */
export type FailureTally = {
  readonly counts: Map<string, number>;
  /** The last key in alphabetical order, once there are as many as allowed. */
  last: string;
};

export function createFailureTally(): FailureTally {
  return { counts: new Map(), last: "" };
}

/** Keeps the alphabetically first sets of errors, so that the result does not depend on the order or sharding of traffic. */
export function addFailure(tally: FailureTally, { fingerprints, exchanges }: Failure): void {
  const { counts } = tally;
  const key = [...new Set(fingerprints)].sort().join(" ");
  const known = counts.get(key);
  if (known === undefined && counts.size >= MAX_FAILURES) {
    if (key > tally.last) return;
    counts.delete(tally.last);
  }
  counts.set(key, (known ?? 0) + exchanges);
  if (known !== undefined || counts.size < MAX_FAILURES) return;
  tally.last = "";
  for (const it of counts.keys()) if (it > tally.last) tally.last = it;
}

export function mergeFailureTally(tally: FailureTally, part: FailureTally): void {
  for (const failure of listFailures(part)) addFailure(tally, failure);
}

export function listFailures({ counts }: FailureTally): Failure[] {
  return [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, exchanges]) => ({ fingerprints: key.split(" "), exchanges }));
}

export function mergeFailures(parts: readonly Failure[]): Failure[] {
  const tally = createFailureTally();
  for (const failure of parts) addFailure(tally, failure);
  return listFailures(tally);
}

const MAX_FAILURES = 1000;
