import type { Operation } from "../document/index.js";
import type { Contract } from "../gate/index.js";
import { randomRequests } from "./arbitraries.js";
import type { Bases } from "./bases.js";
import { judgeAnswer } from "./judges/answer.js";
import type { Unit } from "./run-units.js";
import type { Asking } from "./session.js";
import type { Asked } from "./story.js";

export type RandomMeans = {
  readonly contract: Contract;
  readonly bases: Bases;
  readonly seed: number;
  readonly runs: number;
};

/**
 * Requests at random, the same ones for the same seed. The first that goes wrong is made smaller as long as it stays wrong, and
 * only the smallest is told.
 */
export function randomUnits(operations: readonly Operation[], means: RandomMeans): Unit[] {
  return operations.flatMap((operation): Unit[] => {
    const base = means.bases.of(operation)?.accepted;
    if (base === undefined) return [];
    return [{ id: `random/${operation.id}`, run: (asking) => search(means, operation, base, asking) }];
  });
}

async function search(
  { contract, seed, runs }: RandomMeans,
  operation: Operation,
  base: Asked,
  asking: Asking,
): Promise<void> {
  // Loaded by those who need it: it is large.
  const fc = await import("fast-check");
  const wrong: Asked[] = [];
  const property = fc.asyncProperty(randomRequests(fc, contract, operation, base.request), async (request) => {
    const asked = await asking.ask({ operation, request });
    const isWrong = judgeAnswer(asked) !== undefined || contract.check(asked.exchange).verdict === "failed";
    if (isWrong) wrong.push(asked);
    return !isWrong;
  });
  try {
    await fc.check(property, { seed, numRuns: runs, endOnFailure: false, maxSkipsPerRun: 0 });
  } finally {
    const smallest = wrong.pop();
    for (const asked of wrong) asking.forget(asked);
    if (smallest !== undefined) asking.tell(smallest, judgeAnswer(smallest));
  }
}
