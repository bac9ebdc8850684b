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
 * Creates tasks that send random requests, the same for the same seed. The first failing request is shrunk, and only
 * the smallest failing one is reported.
 */
export function createRandomTasks(operations: readonly Operation[], options: RandomTaskOptions): ProbeTask[] {
  return operations.flatMap((operation): ProbeTask[] => {
    const base = options.seeds.get(operation)?.accepted;
    if (base === undefined) return [];
    return [{ id: `random/${operation.id}`, run: (session) => findSmallestFailure(options, operation, base, session) }];
  });
}

async function findSmallestFailure(
  { contract, seed, runs }: RandomTaskOptions,
  operation: Operation,
  base: ProbeExchange,
  session: TaskSession,
): Promise<void> {
  // Imported on demand because it is large.
  const fc = await import("fast-check");
  const wrong: ProbeExchange[] = [];
  const property = fc.asyncProperty(createRequestArbitrary(fc, contract, operation, base.request), async (request) => {
    const result = await session.send({ operation, request });
    // What is wrong with the request, such as missing credentials, says nothing about the service.
    const { findings } = contract.check(result.exchange);
    const isResponseWrong = findings.some(({ code, level }) => level === "error" && !code.startsWith("request."));
    const isWrong = isResponseWrong || checkServiceResponse(result) !== undefined;
    if (isWrong) wrong.push(result);
    return !isWrong;
  });
  try {
    await fc.check(property, { seed, numRuns: runs, endOnFailure: false, maxSkipsPerRun: 0 });
  } finally {
    const smallest = wrong.pop();
    for (const result of wrong) session.discard(result);
    if (smallest !== undefined) session.report(smallest, checkServiceResponse(smallest));
  }
}
