import { findPageSizeParameter } from "../../../check/index.js";
import { isObject, type Json, type Operation, type Parameter } from "../../../document/index.js";
import { isPagingName, readSelections, splitWords } from "../../../resources/index.js";
import { toPrintable } from "../../../schema/index.js";
import type { ProbeTask } from "../../session/case-recorder.js";
import { type ProbeExchange, placeOf, type Rule } from "../../session/probe-exchange.js";
import type { TaskSession } from "../../session/session.js";
import { reportShrunk } from "../../tasks/case-tasks.js";
import { checkRepeatedItems, findStart } from "../page-starts.js";
import { checkEmptyListing, reportMissingPages, walkPages } from "../paging.js";
import {
  createOpenRequest,
  listReadOperations,
  planScenarios,
  type ScenarioContext,
  type ScenarioRun,
} from "../scenario-context.js";
import {
  buildLargeListing,
  checkFilteredPages,
  checkListingFilter,
  checkPartlyUnknown,
  type FilteredListing,
  findListingFilter,
  findUnknownValue,
  type ListingFilter,
  listAllowedFilterValues,
  listSelectiveValues,
  listSimilarValues,
  putPageSize,
  putParameter,
  setFilter,
} from "./filter-values.js";
import { listIncludeFlags, listWindowParameters, probeFlags, probeTimeWindows } from "./windows-and-flags.js";

const MAX_VALUES = 2;
const MAX_SINGLE_VALUES = 5;
const MAX_PAGES = 3;

/**
 * Creates a scenario for each listing. It tests every filter that the spec relates to an item property, with an
 * existing value.
 */
export function createFilterScenarios(context: ScenarioContext): ProbeTask[] {
  return planScenarios(context, listReadOperations(context), "filters", (base) => {
    const { operation } = base;
    if (base.list === undefined) return undefined;
    const filters = operation.parameters.flatMap(
      (parameter) => findListingFilter(context.document, operation, parameter) ?? [],
    );
    return async (run) => {
      const { request: large } = buildLargeListing(context, base);
      const whole = await run.send({ operation, request: large });
      const items = whole.items;
      const all = whole.nextLink === undefined && whole.isAccepted ? items : undefined;
      const listing: FilteredListing = { operation, request: large, plain: base.request, items, all };
      for (const filter of filters) {
        await probeFilterValues(run, { ...listing, filter });
        await probeUnknownValue(run, { ...listing, filter });
      }
      await probeFilterPairs(run, listing, filters);
      await probeNextPage(run, listing, filters);
      await probeFlags(run, listing);
      await probeSorting(run, listing);
      const [frequent] = filters.flatMap((filter) => {
        const value = listSelectiveValues(filter, items).at(-1);
        return value === undefined ? [] : [setFilter(listing, filter, value).request];
      });
      await probeTimeWindows(run, { ...listing, filtered: frequent });
    };
  });
}

/** Names the parameters of an accepted listing of which neither the spec nor a name says what they select: no scenario tests these. */
export function listUntestedParameters(accepted: ProbeExchange | undefined): readonly string[] {
  if (accepted?.list === undefined || accepted.operation.method !== "GET") return [];
  const { document, operation } = accepted;
  const tested = [
    findPageSizeParameter({ document, operation }),
    findStart(document, operation).start,
    findSortParameter(operation),
    ...listIncludeFlags(document, operation),
    ...listWindowParameters(document, operation).map(({ parameter }) => parameter),
  ];
  const isTested = (it: Parameter): boolean =>
    it.in !== "query" ||
    isPagingName(it.name) ||
    tested.includes(it) ||
    readSelections(document, it).length > 0 ||
    findListingFilter(document, operation, it) !== undefined;
  const names = operation.parameters.filter((it) => !isTested(it)).map(({ name }) => name);
  return names.length === 0 ? [] : [`${operation.id}: ${names.join(", ")}`];
}

type FilterProbe = FilteredListing & { readonly filter: ListingFilter };

/** A further value may be that of another property, such as a parent, so only the first one must show all items. */
async function probeFilterValues(session: TaskSession, probe: FilterProbe): Promise<void> {
  const { filter, items } = probe;
  const isKnown = filter.paths.length === 1;
  const [first, ...others] = listSelectiveValues(filter, items).slice(0, isKnown ? MAX_SINGLE_VALUES : MAX_VALUES);
  if (first !== undefined) await probeFilter(session, probe, first);
  for (const value of others) await probeFilter(session, isKnown ? probe : { ...probe, all: undefined }, value);
  if (probe.filter.isList && others.length > 0) await probeFilter(session, probe, [first ?? null, ...others]);
  if (filter.isList && first !== undefined) await probeRepeatedValue(session, probe, first);
}

/** Repeats a value of a list, which means the same as the value alone. */
async function probeRepeatedValue({ sendChecked }: TaskSession, probe: FilterProbe, value: Json): Promise<void> {
  const { name, pointer: contract } = probe.filter.parameter;
  const edit = { part: "query", at: name, contract, what: `${name} with the same value twice` } as const;
  const open = createOpenRequest(setFilter(probe, probe.filter, [value, value]), edit);
  await sendChecked(open, (it) => checkRepeatedItems([it]));
}

/** Filters by a valid value that no item has, so that the listing has to be empty. */
async function probeUnknownValue(run: ScenarioRun, { filter, ...listing }: FilterProbe): Promise<void> {
  if (listing.items.length === 0) return;
  const unknown = findUnknownValue(run, listing, filter);
  for (const value of [...(unknown === undefined ? [] : [unknown]), ...listSimilarValues(run, listing, filter)]) {
    const probeRequest = setFilter(listing, filter, value);
    const result = await run.sendChecked(probeRequest, checkEmptyListing);
    // 0 may stand for none, such as the id of no parent.
    const own: ListingFilter = value === 0 ? { ...filter, getValues: (item) => getValuesOrZero(filter, item) } : filter;
    await reportShrunk(run, { result, probeRequest }, (it) => checkListingFilter(it, own, undefined));
  }
  const [known] = listSelectiveValues(filter, listing.items);
  if (!filter.isList || unknown === undefined || known === undefined) return;
  const plain = { ...listing, request: listing.plain };
  const before = await run.send(setFilter(plain, filter, [known]));
  await run.sendChecked(setFilter(plain, filter, [known, unknown]), (it) => checkPartlyUnknown(before, it, filter));
}

function getValuesOrZero({ getValues }: ListingFilter, item: Json): readonly Json[] {
  const values = getValues(item);
  return values.length === 0 ? [0] : values;
}

async function probeFilter(session: TaskSession, probe: FilterProbe, value: Json): Promise<void> {
  const { send, sendChecked } = session;
  const probeRequest = setFilter(probe, probe.filter, value);
  const result = await sendChecked(probeRequest);
  if (probe.all === undefined || checkListingFilter(result, probe.filter, probe.all) === undefined) {
    await reportShrunk(session, { result, probeRequest }, (it) => checkListingFilter(it, probe.filter, undefined));
    return;
  }
  // Another client may have written in between, so request both again.
  const whole = await send({ operation: probe.operation, request: probe.request });
  await sendChecked(probeRequest, (it) => checkListingFilter(it, probe.filter, whole.list));
}

/** Follows the next link of a filtered listing in pages of one item, because the filter must apply to every page. */
async function probeNextPage(
  run: ScenarioRun,
  { operation, plain: whole, items }: FilteredListing,
  filters: readonly ListingFilter[],
): Promise<void> {
  const size = findPageSizeParameter({ document: run.document, operation });
  for (const filter of filters) {
    const frequent = listSelectiveValues(filter, items).at(-1);
    if (size === undefined || frequent === undefined) continue;
    const plain = putPageSize(run.document, whole, size, 1);
    const pages = await walkPages(run, setFilter({ operation, request: plain }, filter, frequent), MAX_PAGES);
    for (const page of pages) run.report(page, checkListingFilter(page, filter, undefined));
    if (filter.paths.length > 1) continue;
    const matching = items.filter((item) => filter.getValues(item).includes(frequent)).length;
    await reportMissingPages(run, pages, plain, (it) => checkFilteredPages(it, filter, Math.min(matching, MAX_PAGES)));
  }
}

/** Sorts a listing by each name that the spec lists and, if it lists none, by the numbers and times of the items. */
async function probeSorting(run: ScenarioRun, { operation, request, items }: FilteredListing): Promise<void> {
  const parameter = findSortParameter(operation);
  if (parameter === undefined || items.length < 3) return;
  const sort = async (value: string): Promise<ProbeExchange | undefined> => {
    const own = putParameter(request, parameter, value);
    if (!run.isValid(operation, own)) return undefined;
    const { name, pointer: contract } = parameter;
    const edit = { part: "query", at: name, contract, what: `${name}=${value}` } as const;
    const result = await run.sendChecked(createOpenRequest({ operation, request: own }, edit));
    return result.isAccepted ? result : undefined;
  };
  const listed = listAllowedFilterValues(run.document, parameter).filter((it) => typeof it === "string");
  const isKnown = listed.length > 0 || (await sort("none_has_this")) === undefined;
  for (const name of listed.length > 0 ? listed : listSortNames(items)) {
    const result = await sort(name);
    if (result === undefined) continue;
    run.report(result, checkSorted(result, parameter, isKnown));
    const opposite = /^[-+]/.test(name) || !isKnown ? undefined : await sort(`-${name}`);
    if (opposite === undefined) continue;
    run.report(opposite, checkSorted(opposite, parameter, isKnown) ?? checkSortDirection(result, opposite, parameter));
  }
}

/** The parameter of a listing that names the property to sort by. */
function findSortParameter({ parameters }: Operation): Parameter | undefined {
  return parameters.find((it) => it.in === "query" && /^(sort|order)(_?by|_?key|_?field|_?on)?$/i.test(it.name));
}

/** Numbers and times of items by their names, without those inside of lists. */
type Keys = ReadonlyMap<string, number | string>;

function readKeys(item: Json): Keys {
  const keys = new Map<string, number | string>();
  // Properties of the item itself come first.
  const visit = (value: Json): void => {
    const entries = isObject(value) ? Object.entries(value) : [];
    for (const [name, it] of entries) {
      const isTime = typeof it === "string" && /^\d{4}-\d\d-\d\dT/.test(it);
      if ((typeof it === "number" || isTime) && !keys.has(name)) keys.set(name, isTime ? String(it) : Number(it));
    }
    for (const [, it] of entries) visit(it);
  };
  visit(item);
  return keys;
}

/** Names of numbers and times that a listing may be sorted by: those of properties, and `amount` for `totalAmount`. */
function listSortNames(items: readonly Json[]): readonly string[] {
  const names = [...new Set(items.flatMap((item) => [...readKeys(item).keys()]))];
  return [...new Set([...names.slice(0, MAX_NAMES), ...names.map((it) => splitWords(it).at(-1) ?? "")])]
    .filter((it) => it !== "" && it !== "at" && it !== "id")
    .slice(0, MAX_NAMES * 2);
}

const MAX_NAMES = 6;

/**
 * Checks that a listing is sorted by the property that a parameter names: numbers as numbers, and times as times.
 *
 * @param isKnown Whether the service rejects unknown names, or the spec lists this one. Otherwise it may ignore the name.
 */
export const checkSorted: Rule<1, [Pick<Parameter, "name" | "pointer">, boolean]> = (result, parameter, isKnown) => {
  const given = String(result.request.query[parameter.name]);
  const named = given.replace(/^[-+]/, "");
  const items = (result.isAccepted ? result.items : []).map(readKeys);
  const names = [...new Set(items.flatMap((it) => [...it.keys()]))].filter(
    (it) => it === named || (splitWords(it).at(-1) === named && !items.some((keys) => keys.has(named))),
  );
  // The place of items without the property is not defined.
  const columns = names
    .map((name) => items.flatMap((keys) => keys.get(name) ?? []))
    .filter((values) => values.length === items.length && new Set(values).size > 2);
  if (columns.length === 0 || columns.some((values) => isOrdered(values.map(toNumber)))) return undefined;
  const isText = columns.some((values) => isOrdered(values.map(String)));
  if (!isText && !isKnown) return undefined;
  const message = `the items are ${isText ? "sorted by the text of" : "not sorted by"} ${toPrintable(named)} with ${toPrintable(`${parameter.name}=${given}`)}; expected ascending or descending values`;
  const valueClass = isText ? "sorted as text" : "not sorted";
  return result.fail("exchange.filter.ignored", message, valueClass, placeOf(parameter));
};

function toNumber(value: number | string): number {
  return typeof value === "number" ? value : Date.parse(value);
}

function isOrdered<T extends number | string>(values: readonly T[]): boolean {
  const pairs = values.slice(1).map((it, at) => [values[at] as T, it] as const);
  return pairs.every(([one, other]) => one <= other) || pairs.every(([one, other]) => one >= other);
}

/** Checks that `name` and `-name` sort in opposite directions. */
export const checkSortDirection: Rule<2, [Pick<Parameter, "name" | "pointer">]> = (
  ascending,
  descending,
  parameter,
) => {
  const name = String(ascending.request.query[parameter.name]);
  const [one, other] = [ascending, descending].map((it) =>
    (it.isAccepted ? it.items : []).flatMap((item) => readKeys(item).get(name) ?? []),
  );
  const isSame = one !== undefined && new Set(one).size > 1 && one.join() === other?.join();
  if (!isSame || !isOrdered(one.map(toNumber))) return undefined;
  const message = `the items have the same order with ${toPrintable(`${parameter.name}=-${name}`)} as with ${toPrintable(name)}; expected the opposite one`;
  return descending.fail("exchange.filter.ignored", message, "sort direction", placeOf(parameter));
};

const MAX_PAIRS = 60;
/** The number of values of a filter that are combined with those of another one. */
const MAX_COMBINED = 8;

/** Combines each filter with each one of another property. Both must apply. */
async function probeFilterPairs(
  run: ScenarioRun,
  listing: FilteredListing,
  filters: readonly ListingFilter[],
): Promise<void> {
  const all = filters.flatMap((one, at) => filters.slice(at + 1).map((other) => [one, other] as const));
  const pairs = all.filter(([one, other]) => String(one.paths) !== String(other.paths));
  for (const [one, other] of pairs.slice(0, MAX_PAIRS))
    for (const values of choosePairs(run, listing, one, other)) {
      const probeRequest = setFilter(setFilter(listing, one, values[0]), other, values[1]);
      const result = await run.sendChecked(probeRequest);
      const check = (it: ProbeExchange) =>
        checkListingFilter(it, one, undefined) ?? checkListingFilter(it, other, undefined);
      await reportShrunk(run, { result, probeRequest }, check);
    }
}

/**
 * Chooses values that some items have only one of, so that a filter which is ignored beside the other one shows them. Values
 * that one item has both of come first.
 */
function choosePairs(
  context: ScenarioContext,
  listing: FilteredListing,
  one: ListingFilter,
  other: ListingFilter,
): readonly (readonly [Json, Json])[] {
  const { items } = listing;
  // The rarest ones first, and one that no item has.
  const values = (filter: ListingFilter): readonly Json[] => {
    const unknown = findUnknownValue(context, listing, filter);
    const known = listSelectiveValues(filter, items).slice(0, MAX_COMBINED);
    return [...known, ...(unknown === undefined ? [] : [unknown])];
  };
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
