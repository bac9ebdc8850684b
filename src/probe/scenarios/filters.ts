import { findPageSizeParameter } from "../../checks/index.js";
import { isObject, type Json, type Operation } from "../../document/index.js";
import { checkListingFilter, checkTimeWindow, inferListingFilter, type ListingFilter } from "../checks/filter.js";
import { checkServiceResponse } from "../checks/response.js";
import type { CaseRequest } from "../requests/probe-case.js";
import { findListedItems, findResponseLink } from "../session/listing-body.js";
import { isAccepted, type ProbeExchange } from "../session/probe-exchange.js";
import type { ProbeTask } from "../session/run-tasks.js";
import type { TaskSession } from "../session/session.js";
import { listReadOperations, type ScenarioContext } from "./scenario-context.js";

/**
 * Creates a scenario for each listing. It tests every filter that the spec relates to an item property, with an
 * existing value.
 */
export function createFilterScenarios(context: ScenarioContext): ProbeTask[] {
  return listReadOperations(context).flatMap((operation): ProbeTask[] => {
    const base = context.seeds.get(operation)?.accepted;
    if (base === undefined || findListedItems(base) === undefined) return [];
    const filters = operation.parameters.flatMap(
      (parameter) => inferListingFilter(context.document, operation, parameter) ?? [],
    );
    const run = async (session: TaskSession): Promise<void> => {
      const size = findPageSizeParameter({ document: context.document, operation });
      const large = size === undefined ? base.request : setQueryParameter(base.request, size.name, 100);
      const whole = await session.send({ operation, request: large });
      const items = findListedItems(whole) ?? [];
      const all = findResponseLink(whole, "next") === undefined && isAccepted(whole) ? items : undefined;
      for (const filter of filters) await probeFilter(session, { operation, request: large, filter, items, all });
      await probeTimeWindow(session, operation, large, items);
    };
    return [{ id: `stateful/${operation.id}/filters`, run }];
  });
}

type FilterProbe = {
  readonly operation: Operation;
  readonly request: CaseRequest;
  readonly filter: ListingFilter;
  readonly items: readonly Json[];
  readonly all: readonly Json[] | undefined;
};

async function probeFilter(
  { send, report }: TaskSession,
  { operation, request, filter, items, all }: FilterProbe,
): Promise<void> {
  const value = findSelectiveValue(filter, items);
  if (value === undefined) return;
  const { name } = filter.parameter;
  const isList = filter.parameter.schema !== undefined && name.endsWith("s") && filter.parameter.explode === false;
  const probeRequest = { operation, request: setQueryParameter(request, name, isList ? [value] : value) };
  const result = await send(probeRequest);
  report(result, checkServiceResponse(result));
  if (all === undefined || checkListingFilter(result, filter, all) === undefined) {
    report(result, checkListingFilter(result, filter, undefined));
    return;
  }
  // Another client may have written in between, so request both again.
  const whole = await send({ operation, request });
  const again = await send(probeRequest);
  report(again, checkServiceResponse(again));
  report(again, checkListingFilter(again, filter, findListedItems(whole)));
}

/**
 * Picks the rarest value, because a service that ignores the filter then returns the most wrong items. Skips false,
 * because it may mean no filter.
 */
function findSelectiveValue({ getValues }: ListingFilter, items: readonly Json[]): Json | undefined {
  const counts = new Map<Json, number>();
  for (const item of items)
    for (const value of new Set(getValues(item))) counts.set(value, (counts.get(value) ?? 0) + 1);
  const selective = [...counts].filter(([value, count]) => value !== false && count < items.length);
  return selective.sort(([, a], [, b]) => a - b)[0]?.[0];
}

const WINDOW_BOUNDS = [
  { place: "query", name: "startAt", bound: "from" },
  { place: "query", name: "endAt", bound: "to" },
  { place: "header", name: "If-Modified-Since", bound: "from" },
] as const;

/** Probes time windows that start or end in the middle of the items. */
async function probeTimeWindow(
  { send, report }: TaskSession,
  operation: Operation,
  request: CaseRequest,
  items: readonly Json[],
): Promise<void> {
  const times = items
    .flatMap((item) => (isObject(item) && typeof item.updatedAt === "string" ? [item.updatedAt] : []))
    .sort();
  const middle = times[Math.floor(times.length / 2)];
  if (middle === undefined || times[0] === times.at(-1)) return;
  for (const { place, name, bound } of WINDOW_BOUNDS) {
    const parameter = operation.parameters.find((it) => it.in === place && it.name === name);
    if (parameter === undefined) continue;
    const edit = { part: place, at: name, contract: parameter.pointer, what: `${name} ${middle}` } as const;
    const result: ProbeExchange = await send({
      operation,
      request: { ...request, [place]: { ...request[place], [name]: middle } },
      edit,
    });
    report(result, checkServiceResponse(result));
    report(result, checkTimeWindow(result, { [bound]: middle }));
  }
}

function setQueryParameter(request: CaseRequest, name: string, value: unknown): CaseRequest {
  return { ...request, query: { ...request.query, [name]: value } };
}
