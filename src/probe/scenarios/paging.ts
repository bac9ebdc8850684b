import { type CheckFinding, findPageSizeParameter, getListingPaging, getPageSize } from "../../checks/index.js";
import { isObject, type Json, joinPointer, type Operation, type Parameter } from "../../document/index.js";
import { toPrintable, walkReachableSchemas } from "../../schema/index.js";
import {
  checkBeyondEnd,
  checkDefaultSize,
  checkItemCount,
  checkListingComplete,
  checkNextLink,
  checkOffsetApplied,
  checkPageSize,
  checkRepeatedItems,
} from "../checks/lists/listing.js";
import { defineRule } from "../checks/rule.js";
import type { CaseRequest } from "../requests/probe-case.js";
import { findListedItems, findResponseLink, toListingPage } from "../session/listing-body.js";
import { isAccepted, type ProbeExchange, readResponseJson } from "../session/probe-exchange.js";
import type { ProbeTask } from "../session/run-tasks.js";
import type { TaskSession } from "../session/session.js";
import { buildLargeListing, findNearestAllowed, putPageSize, putParameter } from "./filters/filter-values.js";
import { listReadOperations, type ScenarioContext } from "./scenario-context.js";

/** Further pages are not worth the requests. */
const MAX_PAGES = 12;
const SMALL_PAGE_COUNT = 5;

/** Creates a scenario for each listing. It walks the listing in large and in small pages and compares the items. */
export function createPagingScenarios(context: ScenarioContext): ProbeTask[] {
  return listReadOperations(context).flatMap((operation): ProbeTask[] => {
    const base = context.seeds.get(operation)?.accepted;
    if (base === undefined || findListedItems(base) === undefined) return [];
    const size = findPageSizeParameter({ document: context.document, operation });
    const run = async (session: TaskSession): Promise<void> => {
      const [first] = await walkPages(session, operation, base.request, 1);
      if (first !== undefined && size !== undefined)
        await compareLargeAndSmall(context, { operation, request: base.request, size }, session);
    };
    return [{ id: `stateful/${operation.id}/pages`, run }];
  });
}

export type SizedListing = {
  readonly operation: Operation;
  /** An accepted request for the list. */
  readonly request: CaseRequest;
  /** The parameter for the page size. */
  readonly size: Parameter;
};

/** Walks a list in large and in small pages, and compares them. */
export async function compareLargeAndSmall(
  context: ScenarioContext,
  listing: SizedListing,
  session: TaskSession,
): Promise<void> {
  const { operation, request, size } = listing;
  const largest = await walkPages(session, operation, buildLargeListing(context, { operation, request }), MAX_PAGES);
  const items = largest.flatMap((page) => findListedItems(page) ?? []);
  if (items.length < 2) return;
  await readWithDefaultSize(context, listing, largest, session);
  const isWhole = largest.length < MAX_PAGES;
  const small = Math.max(1, Math.ceil(items.length / SMALL_PAGE_COUNT));
  const pages = await walkPages(session, operation, putPageSize(context.document, request, size, small), MAX_PAGES);
  const [last] = pages.slice(-1);
  if (last === undefined || !isWhole || !pages.every(isAccepted)) return;
  compareTotals(session, pages, largest);
  if (items.length > 3) await readAtOffsets(context, session, listing);
  const isLinked = getListingPaging(context.document, operation).style === "links";
  if (isLinked || pages.length > 1) session.report(last, checkListingComplete(largest, pages));
}

/** Without a page size, the list is as with the default that the spec states. */
async function readWithDefaultSize(
  { document }: ScenarioContext,
  { operation, request, size }: SizedListing,
  [large]: readonly ProbeExchange[],
  { send, report }: TaskSession,
): Promise<void> {
  const { [size.name]: _, ...query } = request.query;
  const plain = { operation, request: { ...request, query } };
  const stated = large && getPageSize({ ...toListingPage(large), query }, size);
  if (large === undefined || stated === undefined || size.required) return;
  const without = await send(plain);
  if ((findListedItems(without)?.length ?? stated) >= stated) return;
  const isLarge = large.request.query[size.name] === stated;
  const given = isLarge ? large : await send({ operation, request: putPageSize(document, request, size, stated) });
  const isShort = checkDefaultSize(given, without, size) !== undefined;
  if (isShort) report(without, checkDefaultSize(given, await send(plain), size));
}

/** Compares the first small page with the large one, if that has all items. */
function compareTotals(
  { report }: TaskSession,
  [start]: readonly ProbeExchange[],
  [large, ...more]: readonly ProbeExchange[],
): void {
  if (start !== undefined && large !== undefined && more.length === 0) report(start, checkTotals(start, large));
}

/** Reads at the first two offsets, and at one that no listing reaches. Page numbers and cursors may lead to the last page instead. */
async function readAtOffsets(
  { document }: ScenarioContext,
  { sendChecked, report }: TaskSession,
  { operation, request, size }: SizedListing,
): Promise<void> {
  const { style, start, either } = getListingPaging(document, operation);
  const isOffset = (name: string): boolean =>
    /^(start_?)?offset$|^skip$/i.test(name) || (style === "offset" && name === start);
  const offset = operation.parameters.find((it) => it.in === "query" && isOffset(it.name));
  if (offset === undefined) return;
  const sendAt = async (value: number): Promise<ProbeExchange> => {
    const isExclusive = either.includes(size.name) && either.includes(offset.name);
    const sized = isExclusive ? request : putPageSize(document, request, size, 1);
    const result = await sendChecked({ operation, request: putParameter(sized, offset, value) });
    return result;
  };
  const [first, second] = [await sendAt(1), await sendAt(2)];
  report(second, checkOffsetApplied(first, second, offset));
  if (findNearestAllowed(document, offset, BEYOND_END) !== BEYOND_END) return;
  const beyond = await sendAt(BEYOND_END);
  report(beyond, checkBeyondEnd(beyond, offset));
}

const BEYOND_END = 1_000_000;

/** Follows the next links of a listing and checks each page. Ends at a link that cannot be followed. */
export async function walkPages(
  { sendChecked, report }: TaskSession,
  operation: Operation,
  request: CaseRequest,
  max: number,
): Promise<readonly ProbeExchange[]> {
  const pages: ProbeExchange[] = [];
  let url: string | undefined;
  for (;;) {
    const page = await sendChecked({ operation, request, ...(url === undefined ? {} : { url }) });
    report(page, checkPageSize(page));
    if (url === undefined) report(page, checkItemCount(page));
    const link = checkNextLink(page, pages);
    report(page, link);
    pages.push(page);
    report(page, checkRepeatedItems(pages));
    const href = findResponseLink(page, "next");
    if (href === undefined || link !== undefined || !isAccepted(page) || pages.length >= max) return pages;
    url = new URL(href, page.exchange.request.url).href;
  }
}

type WalkedPages = {
  readonly pages: readonly ProbeExchange[];
  /** A request for a small page of the same listing without a filter. */
  readonly plain: CaseRequest;
};

/**
 * Reports what a check finds in a walk through small pages, if the listing has next links: more than one page, or as the spec states, or as
 * the first page without a filter shows. Otherwise the walk ends at the first page.
 */
export async function reportMissingPages(
  { send, report }: TaskSession,
  { pages, plain }: WalkedPages,
  check: (pages: readonly ProbeExchange[]) => CheckFinding | undefined,
): Promise<void> {
  const last = pages.at(-1);
  const finding = check(pages);
  if (last === undefined || finding === undefined) return;
  const { document, operation } = last;
  const isLinked =
    pages.length > 1 ||
    getListingPaging(document, operation).style === "links" ||
    findResponseLink(await send({ operation, request: plain }), "next") !== undefined;
  if (isLinked) report(last, finding);
}

const MAX_POSITION = 100_000;

/** Whether a next link has a parameter that may be a position, such as `page=2` or `offset=20`, which the request of its page lacks. */
export function isPositionLink(href: string, url: string): boolean {
  const before = new URL(url).searchParams;
  const added = [...new URL(href, url).searchParams].filter(([name, value]) => before.get(name) !== value);
  return added.some(([, value]) => /^\d+$/.test(value) && Number(value) < MAX_POSITION);
}

const TOTAL_NAME = /^(total|total_?(count|items|elements|results|size|records))$/i;
const COUNT_NAME = /^(count|number_?of_?elements|page_?count_?of_?items)$/i;

/** The text of a number that is that of the page. */
const PAGE_TEXT = /\b(in|of|on) (this|the) (response|page)\b|\breturned\b/i;

/**
 * Checks the total of a small page against the number of items of the whole listing. Its count is compared with its own items if the
 * spec says that it is that of the page.
 *
 * @param large A page with all items, whose total is that number. Otherwise a total may be a sum of something else.
 */
export const checkTotals = defineRule<2>((page, large) => {
  const whole = findListedItems(large)?.length ?? 0;
  const body = readResponseJson(page) as Json | undefined;
  const items = findListedItems(page);
  if (!page.isAccepted || !isObject(body) || items === undefined) return undefined;
  const all = readResponseJson(large) as Json | undefined;
  const find = (name: RegExp) => Object.entries(body).find(([it, value]) => name.test(it) && Number.isInteger(value));
  const isTotal = (name: string): boolean => isObject(all) && all[name] === whole;
  const [total, count] = [find(TOTAL_NAME), find(COUNT_NAME)];
  const wrong =
    total !== undefined && isTotal(total[0]) && Number(total[1]) < whole
      ? { name: total[0], value: total[1], expected: `at least ${whole}, as the whole listing has` }
      : total !== undefined && count !== undefined && count[1] !== items.length && isOfPage(page, count[0])
        ? { name: count[0], value: count[1], expected: `${items.length}, as the page has; ${total[0]} is the whole` }
        : undefined;
  if (wrong === undefined) return undefined;
  const at = joinPointer("", wrong.name);
  const message = `${toPrintable(wrong.name)} of a page with ${items.length} items is ${String(wrong.value)}; expected ${wrong.expected}`;
  return page.fail("exchange.page.count", message, `small page ${wrong.name}`, { at, property: at });
});

function isOfPage({ document, operation }: ProbeExchange, name: string): boolean {
  const schemas = operation.responses.flatMap(({ content }) => content.flatMap(({ schema }) => schema ?? []));
  return [...walkReachableSchemas(document, schemas)].some(({ schema }) => {
    const properties = schema.properties as Json | undefined;
    const property = isObject(properties) ? properties[name] : undefined;
    return isObject(property) && PAGE_TEXT.test(String(property.description ?? ""));
  });
}
