import { type CheckFinding, findPageSizeParameter } from "../../../check/index.js";
import { asArray, isObject, type JsonObject, joinPointer, resolvePointer, valueAt } from "../../../document/index.js";
import { toPrintable } from "../../../schema/index.js";
import {
  checkFilteredPages,
  checkListingFilter,
  checkWrittenFilter,
  inferListingFilter,
  type ListingFilter,
} from "../../checks/lists/filter.js";
import { groupByResource, type ResourceOperations } from "../../graph/operation-order.js";
import { readPathShape } from "../../graph/path-shape.js";
import { findCreatedPath, findItemId, openEnvelope } from "../../graph/response-values.js";
import { type CaseRequest, readWrittenBody } from "../../requests/probe-case.js";
import { putValues } from "../../round-trip/telling-values.js";
import type { ProbeTask } from "../../session/case-recorder.js";
import { areAccepted, getItemIdentity, type ProbeExchange } from "../../session/probe-exchange.js";
import type { TaskSession } from "../../session/session.js";
import { buildNewResource } from "../../tasks/seed-requests.js";
import { isPositionLink, reportMissingPages, walkPages } from "../paging.js";
import { findAccepted, type ScenarioContext, type ScenarioRun } from "../scenario-context.js";
import { buildLargeListing, putPageSize, setFilter } from "./filter-values.js";

const MAX_FILTERS = 6;
const MAX_PAGES = 12;

/** Creates scenarios that write a resource with a value, and then filter its listing by that value. */
export function createWrittenFilterScenarios(context: ScenarioContext): ProbeTask[] {
  return groupByResource(context.operations).flatMap((resource): ProbeTask[] => {
    const creator = findAccepted(context, resource.create, resource.put);
    const listing = resource.list && context.seeds.get(resource.list)?.accepted;
    if (creator === undefined || listing === undefined) return [];
    const written = creator.sent;
    const filters = listing.operation.parameters
      .flatMap((it) => inferListingFilter(context.document, listing.operation, it) ?? [])
      .filter(({ path, isSingle }) => isSingle && typeof valueAt(written, joinPointer("", ...path)) === "string");
    const run = async (session: TaskSession): Promise<void> => {
      for (const filter of filters.slice(0, MAX_FILTERS))
        await probeWritten({ ...context, ...session }, { resource, creator, listing, filter });
    };
    return filters.length === 0 ? [] : [{ id: `stateful/${listing.operation.id}/written-filters`, run }];
  });
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
  const [first] = values;
  // Only a filter that finds a plain value is by this property.
  let isFound = false;
  for (const value of values) {
    const request = buildNewResource(creator.operation, creator.request, run, isPut ? name : `${name} ${value}`);
    const write = await writeValue(run, { probe, request, value });
    if (write === undefined || !write.isAccepted) continue;
    const result = await findWritten(run, { probe, write, value });
    if (value === first) isFound = result?.isFound === true;
    else if (isFound && result !== undefined && !result.isFound)
      run.report(result.last, checkWrittenFilter(result.last, write, filter));
  }
  if (isFound && known.length < 2) await probeTwins(run, { probe, name, value: `same & ${tag} #2` });
}

const TWINS = 3;

/** Writes several resources that differ in their ids only, and walks through their filtered listing in pages of one item. */
async function probeTwins(
  run: ScenarioRun,
  { probe, name, value }: { readonly probe: WrittenProbe; readonly name: string; readonly value: string },
): Promise<void> {
  const { creator, listing, filter } = probe;
  const { operation } = listing;
  const size = findPageSizeParameter({ document: run.document, operation });
  const writes: ProbeExchange[] = [];
  for (let at = 0; at < TWINS; at += 1) {
    const request = buildNewResource(creator.operation, creator.request, run, `${name} twin ${at}`);
    const write = await writeValue(run, { probe, request, value });
    if (write === undefined || !write.isAccepted) return;
    writes.push(write);
  }
  const whole = await run.send({
    operation,
    request: setFilter(buildLargeListing(run, listing), filter, value),
  });
  const count = whole.isAccepted ? whole.items.length : 0;
  if (size === undefined || count < TWINS) return;
  const plain = putPageSize(run.document, listing.request, size, 1);
  const request = setFilter(plain, filter, value);
  if (!run.isValid(operation, request)) return;
  const pages = await walkPages(run, operation, request, count + 1);
  for (const page of pages) run.report(page, checkListingFilter(page, filter, undefined));
  await reportMissingPages(run, { pages, plain }, (it) => checkFilteredPages(it, filter, count));
  if (creator.operation.method === "PUT") await probeChangedPages(run, { listing, request, writes });
}

export function listListedValues(
  { document }: ScenarioContext,
  { parameter: { schema } }: ListingFilter,
): readonly string[] {
  const value = schema === undefined ? undefined : resolvePointer(document, schema)?.value;
  return [...asArray(value?.enum), ...asArray(value?.["x-extensible-enum"])].filter((it) => typeof it === "string");
}

type WrittenValue = { readonly probe: WrittenProbe; readonly request: CaseRequest; readonly value: string };

async function writeValue(
  { isValid, sendChecked }: ScenarioRun,
  { probe: { creator, filter }, request, value }: WrittenValue,
): Promise<ProbeExchange | undefined> {
  const { body } = request;
  const whole = readWrittenBody(request);
  if (body === undefined || !isObject(whole)) return undefined;
  const written = putValues(whole, [{ at: joinPointer("", ...filter.path), value }]);
  const own = { ...request, body: { ...body, value: written } };
  if (!isValid(creator.operation, own)) return undefined;
  const write = await sendChecked({ operation: creator.operation, request: own });
  return write;
}

type Found = { readonly isFound: boolean; readonly last: ProbeExchange };

/** Looks for the written resource in the filtered listing; undefined if the listing has more pages than are read. */
async function findWritten(
  run: ScenarioRun,
  { probe, write, value }: { readonly probe: WrittenProbe; readonly write: ProbeExchange; readonly value: string },
): Promise<Found | undefined> {
  const { resource, listing, filter } = probe;
  const target = resource.read ?? resource.put;
  const path = target && findCreatedPath(target, write);
  const step = target && readPathShape(target.path).steps.at(-1);
  if (path === undefined || step === undefined) return undefined;
  // A service may set another value, such as the first state.
  if (valueAt(openEnvelope(write.body), joinPointer("", ...filter.path)) !== value) return undefined;
  const request = setFilter(buildLargeListing(run, listing), filter, value);
  const pages = await walkPages(run, listing.operation, request, MAX_PAGES);
  const last = pages.at(-1);
  if (last === undefined || !areAccepted(...pages) || pages.length >= MAX_PAGES) return undefined;
  const ids = pages.flatMap((page) => page.items.map((item) => String(findItemId(item, step))));
  return { isFound: ids.includes(String(path[step.name])), last };
}

type ChangedPages = {
  readonly listing: ProbeExchange;
  /** A request for pages of one item, which lists only what the writes have created. */
  readonly request: CaseRequest;
  readonly writes: readonly ProbeExchange[];
};

/**
 * Changes an item after the first page was read, and follows the next links: the other items are on the pages once. The changed item is once
 * that of the first page, and once another one, because lists are sorted in both directions. Links with positions may lead elsewhere.
 */
async function probeChangedPages(
  { isValid, send, sendChecked, report }: ScenarioRun,
  { listing: { operation }, request, writes }: ChangedPages,
): Promise<void> {
  for (const isOnFirstPage of [true, false]) {
    const first = await send({ operation, request });
    const shown = first.items.map(getItemIdentity);
    const link = first.nextLink;
    if (!first.isAccepted || link === undefined || isPositionLink(link, first.exchange.request.url)) return;
    const changed = writes.find((it) => shown.includes(readId(it)) === isOnFirstPage);
    const own = changed && dropUpdateTime(changed.request);
    if (changed === undefined || own === undefined || !isValid(changed.operation, own)) return;
    const write = await sendChecked({ operation: changed.operation, request: own });
    const pages = [first];
    for (let href: string | undefined = link; href !== undefined && pages.length <= writes.length; ) {
      const url = new URL(href, first.exchange.request.url).href;
      const page = await sendChecked({ operation, request, url });
      pages.push(page);
      href = page.nextLink;
    }
    const others = writes.filter((it) => it !== changed).flatMap((it) => readId(it) ?? []);
    report(pages.at(-1) ?? first, checkUnchangedListed(pages, write, others));
  }
}

function readId(write: ProbeExchange): string | undefined {
  return getItemIdentity(write.body);
}

/** Lets the service set the time of the update. */
function dropUpdateTime(request: CaseRequest): CaseRequest {
  const value = readWrittenBody(request);
  if (request.body === undefined || !isObject(value)) return request;
  const entries = Object.entries(value as JsonObject).filter(
    ([name]) => !/^(updated|modified|last_?modified)/i.test(name),
  );
  return { ...request, body: { ...request.body, value: Object.fromEntries(entries) } };
}

/**
 * Checks that items that nothing has changed are on the pages once, although another item was changed between two pages.
 *
 * @param write The change.
 */
export function checkUnchangedListed(
  pages: readonly ProbeExchange[],
  write: ProbeExchange,
  others: readonly string[],
): CheckFinding | undefined {
  const [last] = pages.slice(-1);
  if (last === undefined || !areAccepted(...pages) || !write.isAccepted) return undefined;
  const ids = pages.flatMap((page) => page.items.map(getItemIdentity));
  const wrong = others.find((id) => ids.filter((it) => it === id).length !== 1);
  if (wrong === undefined) return undefined;
  const isMissing = !ids.includes(wrong);
  const message = `the item ${toPrintable(wrong)} is ${isMissing ? "missing on the pages" : "on two pages"}, because ${write.operation.id} changed another item between two pages; expected each unchanged item once`;
  const code = isMissing ? "exchange.page.incomplete" : "exchange.page.repeated";
  return last.fail(code, message, "changed between pages");
}
