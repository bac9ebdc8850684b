import { type CheckFinding, findPageSizeParameter } from "../../../check/index.js";
import { isObject, type Json, joinPointer, type Pointer, valueAt } from "../../../document/index.js";
import { toPrintable } from "../../../schema/index.js";
import { UUID_PATTERN } from "../../deterministic-uuid.js";
import { openEnvelope } from "../../graph/envelope.js";
import { groupByResource, type ResourceOperations } from "../../graph/operation-order.js";
import { readPathShape } from "../../graph/path-shape.js";
import { findCreatedPath, findItemId } from "../../graph/response-values.js";
import { type CaseRequest, putBody, readWrittenBody } from "../../requests/probe-case.js";
import { putValues } from "../../round-trip/telling-values.js";
import type { ProbeTask } from "../../session/case-recorder.js";
import { areAccepted, getItemIdentity, type ProbeExchange } from "../../session/probe-exchange.js";
import { buildNewResource } from "../../tasks/seed-requests.js";
import { isPositionLink, reportMissingPages, walkPages } from "../paging.js";
import {
  createScenario,
  findAccepted,
  planReadScenarios,
  type ScenarioContext,
  type ScenarioRun,
} from "../scenario-context.js";
import {
  buildLargeListing,
  checkFilteredPages,
  checkListingFilter,
  checkWrittenFilter,
  inferListingFilter,
  type ListingFilter,
  listAllowedFilterValues,
  putPageSize,
  setFilter,
} from "./filter-values.js";

const MAX_FILTERS = 6;
const MAX_PAGES = 12;

/** Creates scenarios that write a resource with a value, and then filter its listing by that value. */
export function createWrittenFilterScenarios(context: ScenarioContext): ProbeTask[] {
  return groupByResource(context.operations).flatMap((resource): ProbeTask[] => {
    const creator = findAccepted(context, resource.create, resource.put);
    const listing = findAccepted(context, resource.list);
    if (creator === undefined || listing === undefined) return [];
    const filters = listFilters(listing)
      .filter(({ path, isSingle }) => isSingle && typeof valueAt(creator.sent, joinPointer("", ...path)) === "string")
      .slice(0, MAX_FILTERS);
    const run = async (own: ScenarioRun): Promise<void> => {
      for (const filter of filters) await probeWritten(own, { resource, creator, listing, filter });
    };
    return filters.length === 0 ? [] : [createScenario(context, listing.operation, "written-filters", run)];
  });
}

function listFilters({ document, operation }: ProbeExchange): readonly ListingFilter[] {
  return operation.parameters.flatMap((it) => inferListingFilter(document, operation, it) ?? []);
}

type WrittenProbe = {
  readonly resource: ResourceOperations;
  readonly creator: ProbeExchange;
  readonly listing: ProbeExchange;
  readonly filter: ListingFilter;
};

async function probeWritten(run: ScenarioRun, probe: WrittenProbe): Promise<void> {
  const { creator, filter } = probe;
  const name = `filtered ${filter.parameter.name}`;
  const tag = run.createId(name).slice(0, 6);
  const known = listListedValues(run, filter);
  const values =
    known.length > 1 ? known.slice(0, 2) : [`plain${tag}`, `A+B ${tag}`, `it's ${tag} & 50%41`, `Jörg Ñandú ${tag}`];
  const isPut = creator.operation.method === "PUT";
  // Only a filter that finds a plain value is by this property.
  let isFound = false;
  for (const value of values) {
    const write = await writeValue(run, probe, isPut ? name : `${name} ${value}`, value);
    const result = write && (await findWritten(run, probe, write, value));
    if (value === values[0]) isFound = result?.isFound === true;
    else if (write !== undefined && isFound && result?.isFound === false)
      run.report(result.last, checkWrittenFilter(result.last, write, filter));
  }
  if (isFound && known.length < 2) await probeTwins(run, probe, name, `same & ${tag} #2`);
}

const TWINS = 3;

/** Writes several resources that differ in their ids only, and walks through their filtered listing in pages of one item. */
async function probeTwins(run: ScenarioRun, probe: WrittenProbe, name: string, value: string): Promise<void> {
  const { creator, listing, filter } = probe;
  const { operation } = listing;
  const size = findPageSizeParameter({ document: run.document, operation });
  const writes: ProbeExchange[] = [];
  for (let at = 0; at < TWINS; at += 1) {
    const write = await writeValue(run, probe, `${name} twin ${at}`, value);
    if (write === undefined) return;
    writes.push(write);
  }
  const whole = await run.send({ operation, request: setFilter(buildLargeListing(run, listing), filter, value) });
  const count = whole.isAccepted ? whole.items.length : 0;
  if (size === undefined || count < TWINS) return;
  const plain = putPageSize(run.document, listing.request, size, 1);
  const request = setFilter(plain, filter, value);
  if (!run.isValid(operation, request)) return;
  const pages = await walkPages(run, operation, request, count + 1);
  for (const page of pages) run.report(page, checkListingFilter(page, filter, undefined));
  await reportMissingPages(run, pages, plain, (it) => checkFilteredPages(it, filter, count));
  if (creator.operation.method === "PUT") await probeChangedPages(run, listing, request, writes);
}

function listListedValues({ document }: ScenarioContext, { parameter }: ListingFilter): readonly string[] {
  return listAllowedFilterValues(document, parameter).filter((it) => typeof it === "string");
}

/** Writes a new resource with a value; undefined if that is not valid, or not accepted. */
async function writeValue(
  run: ScenarioRun,
  { creator, filter }: WrittenProbe,
  name: string,
  value: string,
): Promise<ProbeExchange | undefined> {
  const { operation } = creator;
  const fresh = buildNewResource(operation, creator.request, run, name);
  const request = putInBody(fresh, [{ at: joinPointer("", ...filter.path), value }]);
  if (!isObject(readWrittenBody(fresh)) || !run.isValid(operation, request)) return undefined;
  const write = await run.sendChecked({ operation, request });
  return write.isAccepted ? write : undefined;
}

function putInBody(request: CaseRequest, values: Parameters<typeof putValues>[1]): CaseRequest {
  return request.body === undefined ? request : putBody(request, putValues(readWrittenBody(request), values));
}

type Found = { readonly isFound: boolean; readonly last: ProbeExchange };

/** Looks for the written resource in the filtered listing; undefined if the listing has more pages than are read. */
async function findWritten(
  run: ScenarioRun,
  { resource, listing, filter }: WrittenProbe,
  write: ProbeExchange,
  value: string,
): Promise<Found | undefined> {
  const target = resource.read ?? resource.put;
  const path = target && findCreatedPath(target, write);
  const step = target && readPathShape(target.path).steps.at(-1);
  // A service may set another value, such as the first state.
  const isStored = valueAt(openEnvelope(write.body), joinPointer("", ...filter.path)) === value;
  if (path === undefined || step === undefined || !isStored) return undefined;
  const request = setFilter(buildLargeListing(run, listing), filter, value);
  const pages = await walkPages(run, listing.operation, request, MAX_PAGES);
  return findInPages(pages, (item) => String(findItemId(item, step)) === String(path[step.name]));
}

function findInPages(pages: readonly ProbeExchange[], isWanted: (item: Json) => boolean): Found | undefined {
  const last = pages.at(-1);
  if (last === undefined || !areAccepted(...pages) || pages.length >= MAX_PAGES) return undefined;
  return { isFound: pages.some(({ items }) => items.some(isWanted)), last };
}

/**
 * Changes an item after the first page was read, and follows the next links: the other items are on the pages once. The changed item is once
 * that of the first page, and once another one, because lists are sorted in both directions. Links with positions may lead elsewhere.
 *
 * @param request A request for pages of one item, which lists only what the writes have created.
 */
async function probeChangedPages(
  run: ScenarioRun,
  { operation }: ProbeExchange,
  request: CaseRequest,
  writes: readonly ProbeExchange[],
): Promise<void> {
  const readId = ({ body }: ProbeExchange): string | undefined => getItemIdentity(body);
  for (const isOnFirstPage of [true, false]) {
    const first = await run.send({ operation, request });
    const shown = first.items.map(getItemIdentity);
    const link = first.nextLink;
    if (!first.isAccepted || link === undefined || isPositionLink(link, first.exchange.request.url)) return;
    const changed = writes.find((it) => shown.includes(readId(it)) === isOnFirstPage);
    const own = changed && dropUpdateTime(changed);
    if (changed === undefined || own === undefined || !run.isValid(changed.operation, own)) return;
    const write = await run.sendChecked({ operation: changed.operation, request: own });
    const pages = [first];
    for (let href: string | undefined = link; href !== undefined && pages.length <= writes.length; ) {
      const page = await run.sendChecked({ operation, request, url: new URL(href, first.exchange.request.url).href });
      pages.push(page);
      href = page.nextLink;
    }
    const others = writes.filter((it) => it !== changed).flatMap((it) => readId(it) ?? []);
    run.report(pages.at(-1) ?? first, checkUnchangedListed(pages, write, others));
  }
}

/** Lets the service set the time of the update. */
function dropUpdateTime({ request, sent }: ProbeExchange): CaseRequest {
  if (!isObject(sent)) return request;
  const entries = Object.entries(sent).filter(([name]) => !/^(updated|modified|last_?modified)/i.test(name));
  return putBody(request, Object.fromEntries(entries));
}

/** Checks that items that nothing has changed are on the pages once, although a write has changed another item between two pages. */
export function checkUnchangedListed(
  pages: readonly ProbeExchange[],
  write: ProbeExchange,
  others: readonly string[],
): CheckFinding | undefined {
  const [last] = pages.slice(-1);
  if (last === undefined || !areAccepted(...pages, write)) return undefined;
  const ids = pages.flatMap((page) => page.items.map(getItemIdentity));
  const wrong = others.find((id) => ids.filter((it) => it === id).length !== 1);
  if (wrong === undefined) return undefined;
  const isMissing = !ids.includes(wrong);
  const message = `the item ${toPrintable(wrong)} is ${isMissing ? "missing on the pages" : "on two pages"}, because ${write.operation.id} changed another item between two pages; expected each unchanged item once`;
  const code = isMissing ? "exchange.page.incomplete" : "exchange.page.repeated";
  return last.fail(code, message, "changed between pages");
}

const MAX_NESTED_FILTERS = 10;

/** A filter, and the place of its property in the body of a write. */
type FilterPlace = { readonly filter: ListingFilter; readonly at: Pointer };

type NestedProbe = {
  readonly writer: ProbeExchange;
  readonly listing: ProbeExchange;
  /** The place of the listed item in the body; empty for the body itself. */
  readonly item: Pointer;
  readonly places: readonly FilterPlace[];
};

/**
 * Creates scenarios that write values inside of a resource, and then filter by them. The listing is that of the resource, such as orders by
 * the card of a payment, or that of what the resource contains, such as payments of orders.
 */
export function createNestedFilterScenarios(context: ScenarioContext): ProbeTask[] {
  return planReadScenarios(context, "nested-filters", (listing) => {
    const probe = findWriter(context, listing);
    return probe === undefined ? undefined : (run) => probeNested(run, probe);
  });
}

function findWriter(context: ScenarioContext, listing: ProbeExchange): NestedProbe | undefined {
  const filters = listFilters(listing).filter(({ isSingle }) => isSingle);
  for (const resource of filters.length === 0 ? [] : groupByResource(context.operations)) {
    const writer = findAccepted(context, resource.put, resource.create);
    const item = writer && (resource.list === listing.operation ? "" : findItemPlace(writer, listing));
    if (writer === undefined || item === undefined) continue;
    const places = filters.flatMap((filter): FilterPlace[] => {
      const at = findPlace(valueAt(writer.sent, item), filter.path, item);
      // What the body has outside of lists is tested one by one.
      return at === undefined || (item === "" && !/\/\d+\//.test(at)) ? [] : [{ filter, at }];
    });
    if (places.length > 0) return { writer, listing, item, places: places.slice(0, MAX_NESTED_FILTERS) };
  }
  return undefined;
}

/** Where the body of a write has an item of the listing: the first of a property such as `payments` for `/payments`. */
function findItemPlace(writer: ProbeExchange, { operation, request }: ProbeExchange): Pointer | undefined {
  const fixed = operation.path.split("/").filter((it) => it !== "" && !it.startsWith("{"));
  const at = joinPointer("", fixed.at(-1) ?? "");
  const items = valueAt(writer.sent, at);
  const { steps } = readPathShape(operation.path);
  const isBelow = steps.every(({ name }) => request.path[name] === writer.request.path[name]);
  return isBelow && Array.isArray(items) && isObject(items[0]) ? joinPointer(at, 0) : undefined;
}

/** Follows names through objects, and through the first item of each list. */
function findPlace(value: Json | undefined, names: readonly string[], at: Pointer): Pointer | undefined {
  if (Array.isArray(value)) return findPlace(value[0], names, joinPointer(at, 0));
  const [name, ...rest] = names;
  if (name !== undefined) return isObject(value) ? findPlace(value[name], rest, joinPointer(at, name)) : undefined;
  return value === undefined || value === null || isObject(value) ? undefined : at;
}

/** Values that a service may decode or compare wrongly. The first one that is valid is plain. */
function listValues(context: ScenarioContext, { filter }: FilterPlace, value: Json | undefined): readonly Json[] {
  const id = context.createId(`nested ${filter.parameter.name}`);
  const tag = id.slice(0, 6);
  const digits = String(Number.parseInt(tag, 16)).padStart(8, "7");
  if (typeof value === "boolean") return [true];
  if (typeof value !== "string") return [7, 11];
  const listed = listListedValues(context, filter);
  if (listed.length > 0) return listed.slice(0, 2);
  if (UUID_PATTERN.test(value)) return [id, context.createId(`nested second ${filter.parameter.name}`)];
  const texts = [`plain${tag}`, `Jörg Ñandú ${tag}`, `A+B ${tag}`, `50%41 & ${tag}`];
  return [...texts, `7${digits}`.slice(0, value.length), `00${digits}`.slice(0, value.length)];
}

/** The values that both the write and the filter may have. */
function listValid(context: ScenarioContext, { writer, listing }: NestedProbe, place: FilterPlace): readonly Json[] {
  return listValues(context, place, valueAt(writer.sent, place.at)).filter(
    (value) =>
      context.isValid(writer.operation, putInBody(writer.request, [{ at: place.at, value }])) &&
      context.isValid(listing.operation, setFilter(listing.request, place.filter, value)),
  );
}

/** Writes one resource for each round of values, and filters by each of them. Only a filter that finds a value may miss another one. */
async function probeNested(run: ScenarioRun, probe: NestedProbe): Promise<void> {
  const { places, writer } = probe;
  const values = new Map(places.map((place) => [place, listValid(run, probe, place)]));
  const rounds = Math.max(...[...values.values()].map((it) => it.length));
  const found = new Set(
    places.filter(({ filter, at }) => filter.isOwn && typeof valueAt(writer.sent, at) === "boolean"),
  );
  for (let round = 0; round < rounds; round += 1) {
    const chosen = places.flatMap((place) => {
      const value = values.get(place)?.[round];
      return value === undefined ? [] : [{ place, at: place.at, value }];
    });
    // A PUT changes the same resource again, so that a list must not keep what it had before.
    const name = `nested ${probe.item}${writer.operation.method === "PUT" ? "" : round}`;
    const fresh = buildNewResource(writer.operation, writer.request, run, name);
    const write = await run.sendChecked({ operation: writer.operation, request: putInBody(fresh, chosen) });
    const shown = write.isAccepted ? openEnvelope(write.body) : null;
    // A service may set another value.
    for (const { place, value } of chosen.filter(({ at, value: own }) => valueAt(shown, at) === own)) {
      const result = await findNested(run, probe, place.filter, { shown, value });
      if (result?.isFound === true) found.add(place);
      else if (result !== undefined && found.has(place))
        run.report(result.last, checkWrittenFilter(result.last, write, place.filter));
    }
  }
}

/** Looks for the written item in the filtered listing, and checks its pages. */
async function findNested(
  run: ScenarioRun,
  { listing, item }: NestedProbe,
  filter: ListingFilter,
  { shown, value }: { readonly shown: Json; readonly value: Json },
): Promise<Found | undefined> {
  const id = getItemIdentity(valueAt(shown, item) ?? null);
  const request = setFilter(buildLargeListing(run, listing), filter, value);
  const pages = await walkPages(run, listing.operation, request, MAX_PAGES);
  // A list may show the property with a flag only.
  const isVisible = (page: ProbeExchange): boolean => page.items.every((it) => filter.getValues(it).length > 0);
  for (const page of pages.filter(isVisible)) run.report(page, checkListingFilter(page, filter, undefined));
  return id === undefined ? undefined : findInPages(pages, (it) => getItemIdentity(it) === id);
}
