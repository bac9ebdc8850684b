import {
  type CheckFinding,
  findCountViolation,
  findNextLinkViolation,
  findPageItems,
  findPageSizeParameter,
  getPageSize,
} from "../../check/index.js";
import { type Json, joinPointer, type Parameter, resolveChildren } from "../../document/index.js";
import { getListFacts, isPagingParameter } from "../../resources/index.js";
import { toPrintable } from "../../schema/index.js";
import { groupByResource } from "../graph/operation-order.js";
import { fillPath } from "../graph/path-shape.js";
import type { CaseRequest } from "../requests/probe-case.js";
import type { ProbeTask } from "../session/case-recorder.js";
import {
  areAccepted,
  getItemIdentity,
  type ProbeExchange,
  placeOf,
  type Rule,
  whenAccepted,
} from "../session/probe-exchange.js";
import type { PlainRequest, TaskSession } from "../session/session.js";
import { buildNewResource } from "../tasks/seed-requests.js";
import { buildLargeListing, putPageSize } from "./filters/filter-values.js";
import { checkPageSize, checkRepeatedItems, findTotal, readAtStarts, type SizedListing } from "./page-starts.js";
import {
  confirm,
  findAccepted,
  listReadOperations,
  planScenarios,
  type ScenarioContext,
  type ScenarioRun,
} from "./scenario-context.js";

/** Further pages are not worth the requests. */
const MAX_PAGES = 12;
const SMALL_PAGE_COUNT = 5;

/** Creates a scenario for each listing. It walks the listing in large and in small pages and compares the items. */
export function createPagingScenarios(context: ScenarioContext): ProbeTask[] {
  return planScenarios(context, listReadOperations(context), "pages", (base) => {
    const { operation } = base;
    if (base.list === undefined) return undefined;
    const size = findPageSizeParameter({ document: context.document, operation });
    return async (run) => {
      const [first] = await walkPages(run, base, 1);
      if (first !== undefined && size !== undefined)
        await compareLargeAndSmall(run, { operation, request: base.request, size });
      else if (first !== undefined) await readAtStarts(run, base, first);
    };
  });
}

async function compareLargeAndSmall(run: ScenarioRun, listing: SizedListing): Promise<void> {
  const { operation, request, size } = listing;
  const largest = await walkPages(run, buildLargeListing(run, listing));
  const items = largest.flatMap((page) => page.items);
  if (items.length < 2) return;
  await readWithDefaultSize(run, listing, largest);
  const isWhole = largest.length < MAX_PAGES;
  const small = Math.max(1, Math.ceil(items.length / SMALL_PAGE_COUNT));
  const pages = await walkPages(run, { operation, request: putPageSize(run.document, request, size, small) });
  const [last] = pages.slice(-1);
  if (last === undefined || !isWhole || !areAccepted(...pages)) return;
  const [start] = pages;
  const [large] = largest;
  if (start !== undefined && large !== undefined && largest.length === 1) run.report(start, checkTotals(start, large));
  if (large !== undefined) await readAtStarts(run, listing, large);
  const isLinked = getListFacts(run.document, operation)?.style === "links";
  // A walk that leads back lacks the items of its later pages.
  const isWalked = (isLinked || pages.length > 1) && checkRepeatedItems(pages) === undefined;
  if (isWalked) run.report(last, checkListingComplete(largest, pages));
}

/** Without a page size, the list is as with the default that the spec states. */
async function readWithDefaultSize(
  { document, send, report }: ScenarioRun,
  { operation, request, size }: SizedListing,
  [large]: readonly ProbeExchange[],
): Promise<void> {
  const { [size.name]: _, ...query } = request.query;
  const plain = { operation, request: { ...request, query } };
  const stated = large && getPageSize({ ...large.page, query }, size);
  if (large === undefined || stated === undefined || size.required) return;
  const without = await send(plain);
  if ((without.list?.length ?? stated) >= stated) return;
  const isLarge = large.request.query[size.name] === stated;
  const given = isLarge ? large : await send({ operation, request: putPageSize(document, request, size, stated) });
  report(
    without,
    await confirm(
      (it) => checkDefaultSize(given, it, size),
      without,
      () => send(plain),
    ),
  );
}

/** Fewer items cannot show whether pages are as long as requested, and follow one another. */
const MIN_ITEMS = 4;

/** Creates a scenario for each list that had few items at first. It creates more of them, and walks the list in pages again. */
export function createFilledListingScenarios(context: ScenarioContext): ProbeTask[] {
  return planScenarios(context, listReadOperations(context), "filled", (base) => {
    const { operation } = base;
    const items = base.list;
    const size = findPageSizeParameter({ document: context.document, operation });
    if (items === undefined || items.length >= MIN_ITEMS || size === undefined) return undefined;
    const resource = groupByResource(context.operations).find(({ list }) => list === operation);
    const creation = findAccepted(context, resource?.create, resource?.put);
    if (creation === undefined) return undefined;
    return async (run) => {
      await fill(run, base, creation);
      await compareLargeAndSmall(run, { operation, request: base.request, size });
    };
  });
}

/** Creates resources below the parents of the list, until it is long enough or the service rejects one. */
async function fill(run: ScenarioRun, base: ProbeExchange, creation: ProbeExchange): Promise<void> {
  const { operation } = creation;
  const list = await run.send({ operation: base.operation, request: base.request });
  const parents = Object.values(base.request.path);
  for (let count = list.list?.length ?? MIN_ITEMS; count < MIN_ITEMS; count += 1) {
    const fresh = buildNewResource(creation, run, `item ${count} ${base.operation.id}`);
    const path = fillPath(operation.path, [...parents, ...Object.values(fresh.path).slice(parents.length)]);
    const result = await run.sendChecked({ operation, request: { ...fresh, path } });
    if (!result.isAccepted) return;
  }
}

/** Follows the next links of a listing and checks each page. Ends at a link that cannot be followed. */
export async function walkPages(
  { sendChecked, report }: TaskSession,
  { operation, request }: PlainRequest,
  max = MAX_PAGES,
): Promise<readonly ProbeExchange[]> {
  const pages: ProbeExchange[] = [];
  let url: string | undefined;
  for (;;) {
    const page = await sendChecked({ operation, request, ...(url === undefined ? {} : { url }) }, checkPageSize);
    if (url === undefined) report(page, checkItemCount(page));
    const link = checkNextLink(page, pages);
    report(page, link);
    pages.push(page);
    report(page, checkRepeatedItems(pages));
    const href = page.nextLink;
    if (href === undefined || link !== undefined || !page.isAccepted || pages.length >= max) return pages;
    url = new URL(href, page.exchange.request.url).href;
  }
}

/**
 * Reports what a check finds in a walk through small pages, if the listing has next links: more than one page, or as the spec states, or as
 * the first page without a filter shows. Otherwise the walk ends at the first page.
 *
 * @param plain A request for a small page of the same listing without a filter.
 */
export async function reportMissingPages(
  { send, report }: TaskSession,
  pages: readonly ProbeExchange[],
  plain: CaseRequest,
  check: (pages: readonly ProbeExchange[]) => CheckFinding | undefined,
): Promise<void> {
  const last = pages.at(-1);
  const finding = check(pages);
  if (last === undefined || finding === undefined) return;
  const { document, operation } = last;
  const isLinked =
    pages.length > 1 ||
    getListFacts(document, operation)?.style === "links" ||
    (await send({ operation, request: plain })).nextLink !== undefined;
  if (isLinked) report(last, finding);
}

/**
 * Checks the total of a small page against the number of items of the whole listing. Its count is compared with its own items if the
 * spec says that it is that of the page.
 *
 * @param large A page with all items, whose total is that number. Otherwise a total may be a sum of something else.
 */
export const checkTotals: Rule<2> = (page, large) => {
  const whole = large.items.length;
  const [name = "", value = whole] = findTotal(page) ?? [];
  if (!page.isAccepted || page.list === undefined || findTotal(large)?.[1] !== whole || value >= whole)
    return undefined;
  const at = joinPointer("", name);
  const message = `${toPrintable(name)} of a page with ${page.items.length} items is ${value}; expected at least ${whole}, as the whole listing has`;
  return page.fail("exchange.page.count", message, `small page ${name}`, { at, property: at });
};

/** Checks that a request without a page size gets as many items as one with the default that the spec states. */
export const checkDefaultSize: Rule<2, [Parameter]> = (given, without, { name, pointer }) => {
  const [expected, shown] = [given, without].map((it) => (it.isAccepted ? it.list?.length : undefined));
  if (expected === undefined || shown === undefined || shown >= expected) return undefined;
  const value = String(given.request.query[name]);
  const message = `without "${name}", the page has ${shown} items, but ${expected} with ${name}=${value}; expected the same, because ${value} is the default`;
  return without.fail("exchange.limit.ignored", message, "default short", placeOf({ name, pointer }));
};

/** Checks `count` and `total` of a listing. */
export const checkItemCount = whenAccepted((result) => findCountViolation(result.page));

/** Checks that a next link leads to a later page of the same listing. */
export function checkNextLink(result: ProbeExchange, earlier: readonly ProbeExchange[] = []): CheckFinding | undefined {
  if (!result.isAccepted) return undefined;
  return findNextLinkViolation(
    result.page,
    earlier.map(({ exchange }) => exchange.request.url),
  );
}

/** Checks that two walks with different page sizes return the same items. */
export function checkListingComplete(
  whole: readonly ProbeExchange[],
  parts: readonly ProbeExchange[],
): CheckFinding | undefined {
  const [last] = parts.slice(-1);
  if (last === undefined) return undefined;
  const [all, seen] = [collectIds(whole), collectIds(parts)];
  const missing = [...all].filter((id) => !seen.has(id));
  const more = [...seen].filter((id) => !all.has(id));
  const [first] = [...missing, ...more];
  if (first === undefined) return undefined;
  const message = `the listing has ${seen.size} items in ${parts.length} pages, but ${all.size} items in ${whole.length} pages: only one of them contains ${toPrintable(first)}`;
  return last.fail("exchange.page.incomplete", message, "walk");
}

function collectIds(pages: readonly ProbeExchange[]): Set<string> {
  return new Set(pages.flatMap((page) => page.items.flatMap((item) => getItemIdentity(item) ?? [])));
}

/** Checks that a listing without items is not 404, if an example of the spec shows that it is an empty listing. */
export const checkEmptyListing: Rule = (result) => {
  const { document, operation, exchange } = result;
  if (exchange.response.status !== 404) return undefined;
  const documented = operation.responses.find(({ status }) => status === "200")?.content[0];
  const examples = documented ? resolveChildren(document, joinPointer(documented.pointer, "examples")) : [];
  const isEmpty = examples.some(({ value: example }) => {
    const page = { ...result.page, body: example.value as Json };
    return findPageItems(page)?.length === 0;
  });
  if (!isEmpty) return undefined;
  const message =
    "the response is 404 for a filter that no item matches; expected an empty list, as in an example of the spec";
  return result.failStatus("exchange.filter.ignored", message, "empty as 404");
};

/**
 * Whether the pages certainly contain the whole listing: the spec has no parameter that could page it, or the last page
 * has fewer items than its page size.
 */
export function isCompleteListing(pages: readonly ProbeExchange[]): boolean {
  const last = pages.at(-1);
  if (last === undefined || !areAccepted(...pages)) return false;
  const { document, operation } = last;
  const size = findPageSizeParameter({ document, operation });
  const limit = size && getPageSize(last.page, size);
  const items = last.list?.length ?? 0;
  if (limit !== undefined) return items < limit;
  return (
    pages.length > 1 ||
    !operation.parameters.some((it) => it.in === "query" && isPagingParameter(document, operation, it))
  );
}
