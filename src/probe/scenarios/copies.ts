import { checkCopies, isAnyChanged } from "../checks/copies.js";
import { checkDeadLinks } from "../checks/dead-links.js";
import { checkServiceResponse } from "../checks/response.js";
import type { ProbeExchange } from "../session/probe-exchange.js";
import type { ProbeTask } from "../session/run-tasks.js";
import type { TaskSession } from "../session/session.js";
import { buildLargeListing } from "./filters/filter-values.js";
import { listReadOperations, type ScenarioContext } from "./scenario-context.js";

/** Creates a scenario that reads everything, and compares resources that several responses contain. */
export function createCopyScenarios(context: ScenarioContext): ProbeTask[] {
  const requests = listReadOperations(context).flatMap((operation) => {
    const base = context.seeds.get(operation)?.accepted;
    return base === undefined ? [] : [{ operation, request: buildLargeListing(context, base) }];
  });
  const run = async ({ send, report }: TaskSession): Promise<void> => {
    const readAll = async (): Promise<readonly ProbeExchange[]> => {
      const results: ProbeExchange[] = [];
      for (const it of requests) results.push(await send(it));
      return results;
    };
    const first = await readAll();
    for (const it of first) report(it, checkServiceResponse(it));
    for (const { result, finding } of checkDeadLinks(first)) report(result, finding);
    if (checkCopies(first) === undefined) return;
    const second = await readAll();
    const found = isAnyChanged(first, second) ? undefined : checkCopies(second);
    if (found !== undefined) report(found.result, found.finding);
  };
  return requests.length === 0 ? [] : [{ id: "stateful/copies", run }];
}
