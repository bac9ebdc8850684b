import type { Operation } from "../../document/index.js";
import type { Contract } from "../../gate/index.js";
import { createRequestArbitrary } from "../cases/random-requests.js";
import { checkServiceResponse } from "../checks/response.js";
import type { ProbeExchange } from "../session/probe-exchange.js";
import type { ProbeTask } from "../session/run-tasks.js";
import type { TaskSession } from "../session/session.js";
import type { SeedRequests } from "./seed-requests.js";

export type RandomTaskOptions = {
  readonly contract: Contract;
  readonly seeds: SeedRequests;
  readonly seed: number;
  readonly runs: number;
};

/**
 * Requests at random, the same ones for the same seed. The first that goes wrong is made smaller as long as it stays wrong, and
 * only the smallest is told.
 */
export function createRandomTasks(operations: readonly Operation[], means: RandomTaskOptions): ProbeTask[] {
  return operations.flatMap((operation): ProbeTask[] => {
    const base = means.seeds.get(operation)?.accepted;
    if (base === undefined) return [];
    return [{ id: `random/${operation.id}`, run: (asking) => findSmallestFailure(means, operation, base, asking) }];
  });
}

async function findSmallestFailure(
  { contract, seed, runs }: RandomTaskOptions,
  operation: Operation,
  base: ProbeExchange,
  asking: TaskSession,
): Promise<void> {
  // Loaded by those who need it: it is large.
  const fc = await import("fast-check");
  const wrong: ProbeExchange[] = [];
  const property = fc.asyncProperty(createRequestArbitrary(fc, contract, operation, base.request), async (request) => {
    const asked = await asking.send({ operation, request });
    const isWrong = checkServiceResponse(asked) !== undefined || contract.check(asked.exchange).verdict === "failed";
    if (isWrong) wrong.push(asked);
    return !isWrong;
  });
  try {
    await fc.check(property, { seed, numRuns: runs, endOnFailure: false, maxSkipsPerRun: 0 });
  } finally {
    const smallest = wrong.pop();
    for (const asked of wrong) asking.discard(asked);
    if (smallest !== undefined) asking.report(smallest, checkServiceResponse(smallest));
  }
}
