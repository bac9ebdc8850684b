import { type CheckFinding, findPageSizeViolation } from "../../check/index.js";
import {
  type Document,
  isObject,
  type Json,
  type Operation,
  type Parameter,
  resolvePointer,
} from "../../document/index.js";
import { getListFacts, inferList } from "../../resources/index.js";
import { toPrintable } from "../../schema/index.js";
import type { CaseRequest } from "../requests/probe-case.js";
import {
  areAccepted,
  getItemIdentity,
  type ProbeExchange,
  type Rule,
  whenAccepted,
} from "../session/probe-exchange.js";
import { findNearestAllowed, putPageSize, putParameter } from "./filters/filter-values.js";
import { confirm, type ScenarioRun } from "./scenario-context.js";

export type SizedListing = {
  readonly operation: Operation;
  /** An accepted request for the list. */
  readonly request: CaseRequest;
  /** The parameter for the page size. */
  readonly size: Parameter;
};

export const TOTAL_NAME = /^(total|total_?(count|items|elements|results|size|records))$/i;

/** Checks that a page has as many items as requested, or the default number, unless it is the last page. */
export const checkPageSize = whenAccepted((result) => findPageSizeViolation(result.page));

/** Checks that no item occurs twice in one walk through the pages. */
export function checkRepeatedItems(pages: readonly ProbeExchange[]): CheckFinding | undefined {
  const seen = new Map<string, number>();
  for (const [number, page] of pages.entries()) {
    for (const item of page.items) {
      const id = getItemIdentity(item);
      if (id === undefined) continue;
      const before = seen.get(id);
      if (before !== undefined) {
        const message = `the item ${toPrintable(id)} occurs on page ${before + 1} and again on page ${number + 1}`;
        return page.fail("exchange.page.repeated", message, "item");
      }
      seen.set(id, number);
    }
  }
  return undefined;
}

/**
 * Reads at the first offsets or numbers of pages, whose pages have no item in common, and at an offset that no listing reaches. A number of
 * a page may lead to the last page instead.
 *
 * @param large A large page of the list.
 */
export async function readAtStarts(
  run: ScenarioRun,
  { operation, request, size }: Pick<SizedListing, "operation" | "request"> & { readonly size?: Parameter },
  large: ProbeExchange,
): Promise<void> {
  const { document } = run;
  const { items } = large;
  const { start, isPage } = findStart(document, operation);
  const ids = items.map(getItemIdentity);
  if (start === undefined || items.length <= 3 || new Set(ids).size < ids.length) return;
  const { either = [] } = getListFacts(document, operation) ?? {};
  const isExclusive = size !== undefined && either.includes(size.name) && either.includes(start.name);
  const isSized = size !== undefined && !isExclusive;
  const sized = isSized ? putPageSize(document, request, size, 1) : request;
  const sendAt = (value: number) => run.sendChecked({ operation, request: putParameter(sized, start, value) });
  // Offsets may begin with 1.
  const first = !isPage && isFirst(document, start, 0) ? 0 : 1;
  let before = await sendAt(first);
  for (const value of [first + 1, first + 2]) {
    const page = await sendAt(value);
    const pages: readonly [ProbeExchange, ProbeExchange] = [before, page];
    const check = ([one, other]: typeof pages) =>
      (isSized ? checkPageSize(other) : undefined) ?? checkStartApplied(one, other, start, isSized || isPage);
    run.report(page, await confirm(check, pages, async () => [await sendAt(value - 1), await sendAt(value)] as const));
    before = page;
  }
  if (isSized) await walkStarts(run, { operation, request, size }, large, { start, isPage, first });
  if (isPage || findNearestAllowed(document, start, BEYOND_END) !== BEYOND_END) return;
  const beyond = await sendAt(BEYOND_END);
  run.report(beyond, checkBeyondEnd(beyond, start));
}

/** The parameter for an offset or a number of a page: as the spec states, or as its name suggests. */
export function findStart(document: Document, operation: Operation) {
  const { style, start } = getListFacts(document, operation) ?? inferList(document, operation) ?? {};
  const isCounted = style === "offset" || style === "page";
  const isStart = (name: string) => /^(start_?)?offset$|^skip$/i.test(name) || (isCounted && name === start);
  const found = operation.parameters.find((it) => it.in === "query" && isStart(it.name));
  return { start: found, isPage: style === "page" && found?.name === start };
}

type PageStart = { readonly start: Parameter; readonly isPage: boolean; readonly first: number };

const WALKED_PAGES = 3;

/** Reads the first pages of several items by their offsets or numbers: they follow each other as the items of a large page do. */
async function walkStarts(
  run: ScenarioRun,
  { operation, request, size }: SizedListing,
  large: ProbeExchange,
  { start, isPage, first }: PageStart,
): Promise<void> {
  const { items } = large;
  const length = Math.floor(items.length / WALKED_PAGES);
  const sized = putPageSize(run.document, request, size, length);
  if (length < 2 || sized.query[size.name] !== length) return;
  const read = async (): Promise<readonly ProbeExchange[]> => {
    const pages: ProbeExchange[] = [];
    for (let at = 0; at < WALKED_PAGES; at += 1) {
      const value = isPage ? first + at : first + at * length;
      pages.push(await run.sendChecked({ operation, request: putParameter(sized, start, value) }));
    }
    return pages;
  };
  const pages = await read();
  const wanted = items.slice(0, WALKED_PAGES * length);
  const [last] = pages.slice(-1);
  const finding = await confirm((it) => checkWalk(it, wanted), pages, read);
  if (last !== undefined) run.report(last, finding);
  // Wrong pages make the last one wrong too.
  if (finding !== undefined || readTotal(large) <= items.length) return;
  const sendLast = async (): Promise<ProbeExchange> => {
    const at = Math.ceil(readTotal(large) / items.length) - 1;
    const value = first + (isPage ? at : at * items.length);
    return run.sendChecked({ operation, request: putParameter(large.request, start, value) });
  };
  const end = await sendLast();
  run.report(end, await confirm((it) => checkLastPage(it, large), end, sendLast));
}

/** Checks that pages have all items of a large page together, and none twice, if they begin as that does. */
export function checkWalk(pages: readonly ProbeExchange[], wanted: readonly Json[]): CheckFinding | undefined {
  const [first, last] = [pages[0], pages.at(-1)];
  const ids = wanted.map(getItemIdentity);
  const isSameOrder = first?.items.every((item, at) => getItemIdentity(item) === ids[at]) === true;
  if (last === undefined || !areAccepted(...pages) || !isSameOrder || ids.includes(undefined)) return undefined;
  const repeated = checkRepeatedItems(pages);
  if (repeated !== undefined) return repeated;
  const seen = new Set(pages.flatMap(({ items }) => items.map(getItemIdentity)));
  const missing = ids.find((id) => !seen.has(id));
  if (missing === undefined) return undefined;
  const message = `${toPrintable(`${missing}`)} is on none of ${pages.length} pages with ${first?.items.length} items, but among the first ${ids.length} items of a large page`;
  return last.fail("exchange.page.incomplete", message, "pages");
}

/** The total that a page states; 0 if it states none. */
function readTotal({ body }: ProbeExchange): number {
  const [, total] = Object.entries(isObject(body) ? body : {}).find(([name]) => TOTAL_NAME.test(name)) ?? [];
  return Number.isInteger(total) ? Number(total) : 0;
}

const MAX_DIFFERENCE = 2;

/** Checks that the last page by the total has as many items as the total leaves for it. A total may be a sum of something else. */
export const checkLastPage = whenAccepted<2>((last, large) => {
  const [total, { length }] = [readTotal(large), large.items];
  const expected = total - (Math.ceil(total / length) - 1) * length;
  const shown = last.items.length;
  const isSum = Math.abs(shown - expected) > MAX_DIFFERENCE;
  if (readTotal(last) !== total || isSum || shown === expected) return undefined;
  const message = `the total is ${total}, but the last page of ${length} items has ${shown}; expected ${expected}`;
  return last.fail("exchange.page.count", message, "total of pages");
});

/** Whether the spec states a number as the first one: as the minimum, or as the default. */
function isFirst(document: Document, { schema }: Parameter, first: number): boolean {
  const value = schema === undefined ? undefined : resolvePointer(document, schema)?.value;
  return value?.minimum === first || value?.default === first;
}

const BEYOND_END = 1_000_000;

/** Checks that a page beyond the end of a listing has no items. */
export const checkBeyondEnd: Rule<1, [Parameter]> = (result, { name, pointer }) => {
  const items = result.isAccepted ? result.items : [];
  if (items.length === 0) return undefined;
  const message = `the page at ${toPrintable(`${name}=${String(result.request.query[name])}`)} has ${items.length} items; expected none beyond the end`;
  return result.fail("exchange.page.repeated", message, "beyond the end", { contract: pointer });
};

/**
 * Checks that two starts of a listing with more items lead to different pages.
 *
 * @param isApart Whether no item may be on both pages.
 */
export const checkStartApplied: Rule<2, [Parameter, boolean?]> = (
  first,
  second,
  { name, pointer },
  isApart = false,
) => {
  const [one = [], other = []] = [first, second].map((it) => (it.isAccepted ? it.items : []).map(getItemIdentity));
  const [shared] = one.filter((id) => id !== undefined && other.includes(id));
  if (shared === undefined || !(isApart || one.join() === other.join())) return undefined;
  const values = [first, second].map(({ request }) => `${name}=${String(request.query[name])}`);
  const what = one.join() === other.join() ? "have the same items" : `both have the item ${toPrintable(shared)}`;
  const message = `the pages at ${toPrintable(values.join(" and "))} ${what}`;
  return second.fail("exchange.page.repeated", message, "offset", { contract: pointer });
};
