import { findPageSizeParameter } from "../../checks/index.js";
import type { Json, Operation } from "../../document/index.js";
import { checkListingFilter, inferListingFilter, type ListingFilter } from "../checks/filter.js";
import { checkEmptyListing } from "../checks/listing.js";
import { checkServiceResponse } from "../checks/response.js";
import type { CaseRequest } from "../requests/probe-case.js";
import { findListedItems, findResponseLink } from "../session/listing-body.js";
import { isAccepted } from "../session/probe-exchange.js";
import type { ProbeTask } from "../session/run-tasks.js";
import type { TaskSession } from "../session/session.js";
import { reportShrunk } from "../tasks/report-shrunk.js";
import { probeFlags } from "./flags.js";
import { walkPages } from "./paging.js";
import { listReadOperations, type ScenarioContext } from "./scenario-context.js";
import { probeTimeWindows } from "./windows.js";

const MAX_VALUES = 2;
const MAX_PAIRS = 60;
const MAX_PAGES = 3;

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
      for (const filter of filters) {
        await probeFilterValues(session, { operation, request: large, filter, items, all });
        await probeUnknownValue(context, session, { operation, request: large, filter, items, all });
      }
      for (const pair of listPairs(filters)) await probeFilterPair(session, { operation, request: large, pair, items });
      await probeNextPage(session, { operation, base: base.request, filters, items, size: size?.name });
      await probeFlags(context, session, { operation, request: large });
      await probeTimeWindows(context, session, { operation, request: large, items, isWhole: all !== undefined });
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

/** A further value may be that of another property, such as a parent, so only the first one must show all items. */
async function probeFilterValues(session: TaskSession, probe: FilterProbe): Promise<void> {
  const [first, ...others] = listSelectiveValues(probe.filter, probe.items).slice(0, MAX_VALUES);
  if (first !== undefined) await probeFilter(session, probe, first);
  for (const value of others) await probeFilter(session, { ...probe, all: undefined }, value);
  if (probe.filter.isList && others.length > 0) await probeFilter(session, probe, [first ?? null, ...others]);
}

/** Filters by a valid value that no item has, so that the listing has to be empty. */
async function probeUnknownValue(
  { isValid, createId }: ScenarioContext,
  session: TaskSession,
  { operation, request, filter, items }: FilterProbe,
): Promise<void> {
  const known = new Set(items.flatMap((item) => filter.getValues(item)));
  const candidates = ["NONE_HAS_THIS", createId(`no ${filter.parameter.name}`), "0000", 987_654_321];
  const value = candidates.find((it) => !known.has(it) && isValid(operation, setFilter(request, filter, it)));
  if (value === undefined || items.length === 0) return;
  const probeRequest = { operation, request: setFilter(request, filter, value) };
  const result = await session.send(probeRequest);
  session.report(result, checkServiceResponse(result));
  session.report(result, checkEmptyListing(result));
  await reportShrunk(session, { result, probeRequest }, (it) => checkListingFilter(it, filter, undefined));
}

async function probeFilter(
  session: TaskSession,
  { operation, request, filter, all }: FilterProbe,
  value: Json,
): Promise<void> {
  const { send, report } = session;
  const probeRequest = { operation, request: setFilter(request, filter, value) };
  const result = await send(probeRequest);
  report(result, checkServiceResponse(result));
  if (all === undefined || checkListingFilter(result, filter, all) === undefined) {
    await reportShrunk(session, { result, probeRequest }, (it) => checkListingFilter(it, filter, undefined));
    return;
  }
  // Another client may have written in between, so request both again.
  const whole = await send({ operation, request });
  const again = await send(probeRequest);
  report(again, checkServiceResponse(again));
  report(again, checkListingFilter(again, filter, findListedItems(whole)));
}

function setFilter(request: CaseRequest, { parameter, isList }: ListingFilter, value: Json): CaseRequest {
  return setQueryParameter(request, parameter.name, isList ? [value].flat() : value);
}

type FilterPair = readonly [ListingFilter, ListingFilter];

function listPairs(filters: readonly ListingFilter[]): readonly FilterPair[] {
  const pairs = filters.flatMap((one, at) => filters.slice(at + 1).map((other): FilterPair => [one, other]));
  return pairs.slice(0, MAX_PAIRS);
}

/** Combines two filters with values of one item. Both must apply. */
async function probeFilterPair(
  session: TaskSession,
  { operation, request, pair, items }: Omit<FilterProbe, "filter" | "all"> & { readonly pair: FilterPair },
): Promise<void> {
  const [one, other] = pair;
  const [value] = listSelectiveValues(one, items);
  const item = items.find((it) => value !== undefined && one.getOwnValues(it).includes(value));
  const [second] = item === undefined ? [] : other.getOwnValues(item).filter((it) => it !== false);
  if (value === undefined || second === undefined) return;
  const probeRequest = { operation, request: setFilter(setFilter(request, one, value), other, second) };
  const result = await session.send(probeRequest);
  session.report(result, checkServiceResponse(result));
  await reportShrunk(
    session,
    { result, probeRequest },
    (it) => checkListingFilter(it, one, undefined) ?? checkListingFilter(it, other, undefined),
  );
}

type PageProbe = {
  readonly operation: Operation;
  readonly base: CaseRequest;
  readonly filters: readonly ListingFilter[];
  readonly items: readonly Json[];
  /** The parameter of the page size. */
  readonly size: string | undefined;
};

/** Follows the next link of a filtered listing in pages of one item, because the filter must apply to every page. */
async function probeNextPage(
  session: TaskSession,
  { operation, base, filters, items, size }: PageProbe,
): Promise<void> {
  for (const filter of filters) {
    const frequent = listSelectiveValues(filter, items).at(-1);
    if (size === undefined || frequent === undefined) continue;
    const request = setFilter(setQueryParameter(base, size, 1), filter, frequent);
    for (const page of await walkPages(session, operation, request, MAX_PAGES))
      session.report(page, checkListingFilter(page, filter, undefined));
  }
}

/**
 * Lists the rarest values first, because a service that ignores the filter then returns the most wrong items. Skips false,
 * because it may mean no filter.
 */
function listSelectiveValues({ getValues }: ListingFilter, items: readonly Json[]): readonly Json[] {
  const counts = new Map<Json, number>();
  for (const item of items)
    for (const value of new Set(getValues(item))) counts.set(value, (counts.get(value) ?? 0) + 1);
  const selective = [...counts].filter(([value, count]) => value !== false && count < items.length);
  return selective.sort(([, a], [, b]) => a - b).map(([value]) => value);
}

function setQueryParameter(request: CaseRequest, name: string, value: unknown): CaseRequest {
  return { ...request, query: { ...request.query, [name]: value } };
}
