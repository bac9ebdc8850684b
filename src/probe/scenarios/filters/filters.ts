import { findPageSizeParameter } from "../../../checks/index.js";
import type { Json, Operation, Parameter } from "../../../document/index.js";
import { checkSameContent } from "../../checks/http/same-content.js";
import { checkListingFilter, inferListingFilter, type ListingFilter } from "../../checks/lists/filter.js";
import { checkFilteredPages, checkPartlyUnknown } from "../../checks/lists/filtered-pages.js";
import { checkEmptyListing, checkRepeatedItems } from "../../checks/lists/listing.js";
import { checkServiceResponse } from "../../checks/response.js";
import type { CaseEdit, CaseRequest } from "../../requests/probe-case.js";
import { findListedItems, findResponseLink } from "../../session/listing-body.js";
import { isAccepted } from "../../session/probe-exchange.js";
import type { ProbeTask } from "../../session/run-tasks.js";
import type { TaskSession } from "../../session/session.js";
import { reportShrunk } from "../../tasks/report-shrunk.js";
import { reportMissingPages, walkPages } from "../paging.js";
import { listReadOperations, type ScenarioContext } from "../scenario-context.js";
import { probeFilterPairs } from "./filter-pairs.js";
import {
  buildLargeListing,
  encodeLastLetter,
  type FilteredListing,
  findUnknownValue,
  listSelectiveValues,
  listSimilarValues,
  putPageSize,
  setFilter,
} from "./filter-values.js";
import { probeDefaults, probeFlags } from "./flags.js";
import { probeSearchTexts } from "./search-texts.js";
import { probeSorting } from "./sorting.js";
import { probeTimeWindows } from "./windows.js";

const MAX_VALUES = 2;
const MAX_SINGLE_VALUES = 5;
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
      const large = buildLargeListing(context, base);
      const whole = await session.send({ operation, request: large });
      const items = findListedItems(whole) ?? [];
      const all = findResponseLink(whole, "next") === undefined && isAccepted(whole) ? items : undefined;
      const listing: FilteredListing = { operation, request: large, plain: base.request, items, all };
      for (const filter of filters) {
        await probeFilterValues(session, { ...listing, filter });
        await probeUnknownValue(context, session, { ...listing, filter });
      }
      await probeFilterPairs(context, session, listing, filters);
      await probeNextPage(context, session, { operation, base: base.request, filters, items, size });
      await probeFlags(context, session, listing);
      await probeSorting(context, session, listing);
      await probeSearchTexts(context, session, listing);
      await probeDefaults(context, session, listing);
      const [frequent] = filters.flatMap((filter) => {
        const value = listSelectiveValues(filter, items).at(-1);
        return value === undefined ? [] : [setFilter(large, filter, value)];
      });
      await probeTimeWindows(context, session, { ...listing, filtered: frequent });
    };
    return [{ id: `stateful/${operation.id}/filters`, run }];
  });
}

type FilterProbe = FilteredListing & { readonly filter: ListingFilter };

/** A further value may be that of another property, such as a parent, so only the first one must show all items. */
async function probeFilterValues(session: TaskSession, probe: FilterProbe): Promise<void> {
  const { filter, items } = probe;
  // A filter by the name of a property of the items means at least that one.
  const isKnown = filter.isSingle || filter.isOwn;
  const own = isKnown ? { ...filter, getValues: filter.getOwnValues } : filter;
  const [first, ...others] = listSelectiveValues(own, items).slice(0, isKnown ? MAX_SINGLE_VALUES : MAX_VALUES);
  if (first !== undefined) await probeFilter(session, probe, first);
  for (const value of others) await probeFilter(session, isKnown ? probe : { ...probe, all: undefined }, value);
  if (probe.filter.isList && others.length > 0) await probeFilter(session, probe, [first ?? null, ...others]);
  if (first !== undefined) await probeSpellings(session, probe, first);
}

/** Repeats a value of a list, and encodes a letter of a single value (RFC 3986, section 6.2.2.2): both mean the same. */
async function probeSpellings(
  { send, report }: TaskSession,
  { operation, request, filter }: FilterProbe,
  value: Json,
): Promise<void> {
  const own = setFilter(request, filter, filter.isList ? [value, value] : value);
  const { parameter } = filter;
  const place = { part: "query", at: parameter.name, contract: parameter.pointer } as const;
  if (filter.isList) {
    const edit: CaseEdit = { ...place, what: `${parameter.name} with the same value twice` };
    const result = await send({ operation, request: own, edit, expect: "open" });
    report(result, checkServiceResponse(result) ?? checkRepeatedItems([result]));
    return;
  }
  const before = await send({ operation, request: own });
  const url = encodeLastLetter(before.exchange.request.url, parameter.name);
  if (url === undefined || !isAccepted(before)) return;
  const edit: CaseEdit = {
    ...place,
    what: `a percent-encoded letter in ${parameter.name} (RFC 3986, section 6.2.2.2)`,
  };
  const result = await send({ operation, request: own, url, edit, expect: "open" });
  report(result, checkServiceResponse(result));
  if (checkSameContent([before, before], result) !== undefined)
    report(result, checkSameContent([before, await send({ operation, request: own })], result));
}

/** Filters by a valid value that no item has, so that the listing has to be empty. */
async function probeUnknownValue(
  context: ScenarioContext,
  session: TaskSession,
  { filter, ...listing }: FilterProbe,
): Promise<void> {
  if (listing.items.length === 0) return;
  const unknown = findUnknownValue(context, listing, filter);
  for (const value of [...(unknown === undefined ? [] : [unknown]), ...listSimilarValues(context, listing, filter)]) {
    const probeRequest = { operation: listing.operation, request: setFilter(listing.request, filter, value) };
    const result = await session.send(probeRequest);
    session.report(result, checkServiceResponse(result));
    session.report(result, checkEmptyListing(result));
    // 0 may stand for none, such as the id of no parent.
    const own: ListingFilter = value === 0 ? { ...filter, getValues: (item) => getValuesOrZero(filter, item) } : filter;
    await reportShrunk(session, { result, probeRequest }, (it) => checkListingFilter(it, own, undefined));
  }
  const [known] = listSelectiveValues(filter, listing.items);
  if (!filter.isList || unknown === undefined || known === undefined) return;
  const request = setFilter(listing.plain, filter, [known, unknown]);
  const before = await session.send({
    operation: listing.operation,
    request: setFilter(listing.plain, filter, [known]),
  });
  const result = await session.send({ operation: listing.operation, request });
  session.report(result, checkServiceResponse(result));
  session.report(result, checkPartlyUnknown(before, result, filter));
}

function getValuesOrZero({ getValues }: ListingFilter, item: Json): readonly Json[] {
  const values = getValues(item);
  return values.length === 0 ? [0] : values;
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

type PageProbe = {
  readonly operation: Operation;
  readonly base: CaseRequest;
  readonly filters: readonly ListingFilter[];
  readonly items: readonly Json[];
  /** The parameter of the page size. */
  readonly size: Parameter | undefined;
};

/** Follows the next link of a filtered listing in pages of one item, because the filter must apply to every page. */
async function probeNextPage(
  context: ScenarioContext,
  session: TaskSession,
  { operation, base, filters, items, size }: PageProbe,
): Promise<void> {
  for (const filter of filters) {
    const frequent = listSelectiveValues(filter, items).at(-1);
    if (size === undefined || frequent === undefined) continue;
    const plain = putPageSize(context.document, base, size, 1);
    const request = setFilter(plain, filter, frequent);
    const pages = await walkPages(session, operation, request, MAX_PAGES);
    for (const page of pages) session.report(page, checkListingFilter(page, filter, undefined));
    if (!filter.isSingle) continue;
    const matching = items.filter((item) => filter.getOwnValues(item).includes(frequent)).length;
    await reportMissingPages(session, { pages, plain }, (it) =>
      checkFilteredPages(it, filter, Math.min(matching, MAX_PAGES)),
    );
  }
}
