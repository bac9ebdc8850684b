import type { Json, Operation, Parameter } from "../../../document/index.js";
import type { CaseRequest } from "../../requests/probe-case.js";
import type { ProbeExchange } from "../../session/probe-exchange.js";
import type { TaskSession } from "../../session/session.js";
import { reportShrunk } from "../../tasks/case-tasks.js";
import type { ScenarioContext, ScenarioRun } from "../scenario-context.js";
import {
  checkListingFilter,
  type FilteredListing,
  findUnknownValue,
  type ListingFilter,
  listSelectiveValues,
  putParameter,
  setFilter,
} from "./filter-values.js";
import { listIncludeFlags } from "./flags.js";
import { FUTURE, listWindowParameters, PAST } from "./windows.js";

const MAX_PAIRS = 60;
/** The number of values of a filter that are combined with those of another one. */
const MAX_COMBINED = 8;

/** Combines each filter with each other one, and with parameters that leave the items as they are. Both must apply. */
export async function probeFilterPairs(
  run: ScenarioRun,
  listing: FilteredListing,
  filters: readonly ListingFilter[],
): Promise<void> {
  const pairs = filters.flatMap((one, at) => filters.slice(at + 1).map((other) => [one, other] as const));
  for (const [one, other] of pairs.slice(0, MAX_PAIRS))
    for (const values of choosePairs(run, listing, one, other)) {
      const request = setFilter(setFilter(listing.request, one, values[0]), other, values[1]);
      await probe(
        run,
        listing.operation,
        request,
        (it) => checkListingFilter(it, one, undefined) ?? checkListingFilter(it, other, undefined),
      );
    }
  for (const filter of filters) {
    await probeBesideAll(run, { ...listing, filter }, filters);
    await probeBesideOthers(run, { ...listing, filter });
  }
}

type FilterProbe = FilteredListing & { readonly filter: ListingFilter };

/** Combines the values that one item has of all other filters with a value that it lacks. */
async function probeBesideAll(
  run: ScenarioRun,
  { filter, ...listing }: FilterProbe,
  filters: readonly ListingFilter[],
): Promise<void> {
  const { items, operation, request } = listing;
  const others = filters.filter((it) => it !== filter);
  const countValues = (item: Json): number => others.filter((it) => it.getOwnValues(item).length > 0).length;
  const [item] = [...items].sort((a, b) => countValues(b) - countValues(a));
  if (item === undefined || others.length < 2) return;
  const lacking = listFilterValues(run, listing, filter).find((it) => !filter.getValues(item).includes(it));
  if (lacking === undefined) return;
  const own = others.reduce((it, other) => {
    const [value] = other.getOwnValues(item).filter((it) => it !== false);
    return value === undefined ? it : setFilter(it, other, value);
  }, request);
  await probe(run, operation, setFilter(own, filter, lacking), (it) => checkListingFilter(it, filter, undefined));
}

/** Values that items have, the rarest first, and one that none has. */
function listFilterValues(context: ScenarioContext, listing: FilteredListing, filter: ListingFilter): readonly Json[] {
  const unknown = findUnknownValue(context, listing, filter);
  const known = listSelectiveValues(filter, listing.items).slice(0, MAX_COMBINED);
  return [...known, ...(unknown === undefined ? [] : [unknown])];
}

type PairValues = readonly [Json, Json];

/**
 * Chooses values that some items have only one of, so that a filter which is ignored beside the other one shows them. Values
 * that one item has both of come first.
 */
function choosePairs(
  context: ScenarioContext,
  listing: FilteredListing,
  one: ListingFilter,
  other: ListingFilter,
): readonly PairValues[] {
  const { items } = listing;
  const values = (filter: ListingFilter): readonly Json[] => listFilterValues(context, listing, filter);
  const has = (filter: ListingFilter, value: Json, item: Json): boolean => filter.getValues(item).includes(value);
  const combined = values(one).flatMap((first) =>
    values(other).map((second) => {
      const sides = items.map((item) => [has(one, first, item), has(other, second, item)] as const);
      return {
        values: [first, second] as const,
        showsFirst: sides.some(([isFirst, isSecond]) => !isFirst && isSecond),
        showsSecond: sides.some(([isFirst, isSecond]) => isFirst && !isSecond),
        isShared: sides.some(([isFirst, isSecond]) => isFirst && isSecond),
      };
    }),
  );
  const sorted = [...combined].sort((a, b) => Number(b.isShared) - Number(a.isShared));
  const both = sorted.find((it) => it.showsFirst && it.showsSecond);
  const chosen =
    both === undefined ? [sorted.find((it) => it.showsFirst), sorted.find((it) => it.showsSecond)] : [both];
  return chosen.flatMap((it) => (it === undefined ? [] : [it.values]));
}

/** Combines a filter with time windows that contain all items and with flags that include more of each item. */
async function probeBesideOthers(run: ScenarioRun, { filter, ...listing }: FilterProbe): Promise<void> {
  const { operation, request } = listing;
  const [value] = listFilterValues(run, listing, filter);
  const windows = listWindowParameters(run.document, operation);
  const neutral: readonly (readonly [Parameter, Json])[] = [
    ...windows.map(({ parameter, bound }) => [parameter, bound === "from" ? PAST : FUTURE] as const),
    ...listIncludeFlags(run.document, operation).map((it) => [it, true] as const),
  ];
  if (value === undefined || neutral.length === 0) return;
  const filtered = setFilter(request, filter, value);
  const check = (it: ProbeExchange) => checkListingFilter(it, filter, undefined);
  const beside = neutral.filter(([{ name }]) => name !== filter.parameter.name);
  const all = beside.reduce((it, [parameter, own]) => putParameter(it, parameter, own), filtered);
  if (await probe(run, operation, all, check)) return;
  for (const [parameter, own] of beside) await probe(run, operation, putParameter(filtered, parameter, own), check);
}

/** Returns whether the service accepted the request. */
async function probe(
  session: TaskSession,
  operation: Operation,
  request: CaseRequest,
  check: Parameters<typeof reportShrunk>[2],
): Promise<boolean> {
  const probeRequest = { operation, request };
  const result = await session.sendChecked(probeRequest);
  await reportShrunk(session, { result, probeRequest }, check);
  return result.isAccepted;
}
