import { type CheckFinding, findPageSizeViolation } from "../../check/index.js";
import { type Document, isObject, type Json, type Operation, type Parameter } from "../../document/index.js";
import { getListFacts, inferList } from "../../resources/index.js";
import { isCountedFromZero } from "../../resources/properties.js";
import { isEqual, toPrintable } from "../../schema/index.js";
import {
  areAccepted,
  getItemIdentity,
  type ProbeExchange,
  type Rule,
  whenAccepted,
} from "../session/probe-exchange.js";
import type { PlainRequest } from "../session/session.js";
import { findNearestAllowed, putPageSize, putParameter } from "./filters/filter-values.js";
import { confirm, type ScenarioRun } from "./scenario-context.js";

export type SizedListing = PlainRequest & { readonly size: Parameter };

const TOTAL_NAME = /^(total|total_?(count|items|elements|results|size|records))$/i;

/** Checks that a page has as many items as requested, or the default number, unless it is the last page. */
export const checkPageSize = whenAccepted((result) => findPageSizeViolation(result.page));

/** Checks that no item occurs twice in one walk through the pages. */
export function checkRepeatedItems(pages: readonly ProbeExchange[]): CheckFinding | undefined {
  const seen = new Map<string, { readonly number: number; readonly item: Json }>();
  for (const [number, page] of pages.entries()) {
    for (const item of page.items) {
      const id = getItemIdentity(item);
      if (id === undefined) continue;
      const before = seen.get(id);
      // What different items of one page share, such as `taskId`, refers to something else.
      if (before?.number === number && !("id" in Object(item)) && !isEqual(before.item, item)) return undefined;
      if (before !== undefined) {
        const message = `the item ${toPrintable(id)} occurs on page ${before.number + 1} and again on page ${number + 1}`;
        return page.fail("exchange.page.repeated", message, "item");
      }
      seen.set(id, { number, item });
    }
  }
  return undefined;
}

/** Fewer pages cannot show whether an offset counts items or pages. */
const READ_PAGES = 3;

/**
 * Reads the first pages by their offsets or numbers: they follow each other as the items of a large page do. Then reads the last page by the
 * total, and at an offset that no listing reaches. A number of a page may lead to the last page instead.
 *
 * @param large A large page of the list.
 */
export async function readAtStarts(
  run: ScenarioRun,
  { operation, request, size }: PlainRequest & Partial<SizedListing>,
  large: ProbeExchange,
): Promise<void> {
  const { document } = run;
  const { items } = large;
  const { start, isPage } = findStart(document, operation);
  const ids = items.map(getItemIdentity);
  if (start === undefined || items.length <= READ_PAGES || new Set(ids).size < ids.length) return;
  const { either = [] } = getListFacts(document, operation) ?? {};
  const isExclusive = size !== undefined && either.includes(size.name) && either.includes(start.name);
  const isSized = size !== undefined && !isExclusive;
  const sized = isSized ? putPageSize(document, request, size, Math.floor(items.length / READ_PAGES)) : request;
  const length = isSized ? Number(sized.query[size.name]) : items.length;
  const first = isCountedFromZero(document, start) ? 0 : 1;
  const buildAt = (value: number, own = sized) => ({ operation, request: putParameter(own, start, value) });
  const read = async (): Promise<readonly ProbeExchange[]> => {
    const pages: ProbeExchange[] = [];
    for (let at = 0; at < READ_PAGES; at += 1)
      pages.push(await run.sendChecked(buildAt(first + (isPage ? at : at * length))));
    return pages;
  };
  const pages = await read();
  const wanted = items.slice(0, READ_PAGES * length);
  const finding = await confirm((it) => checkWalk(it, wanted), pages, read);
  for (const last of pages.slice(-1)) run.report(last, finding);
  // Wrong pages make the last one wrong too.
  if (finding === undefined && isSized && readTotal(large) > items.length) {
    const at = Math.ceil(readTotal(large) / items.length) - 1;
    const sendLast = () => run.sendChecked(buildAt(first + (isPage ? at : at * items.length), large.request));
    const end = await sendLast();
    run.report(end, await confirm((it) => checkLastPage(it, large), end, sendLast));
  }
  if (isPage || findNearestAllowed(document, start, BEYOND_END) !== BEYOND_END) return;
  await run.sendChecked(buildAt(BEYOND_END), (it) => checkBeyondEnd(it, start));
}

/** The parameter for an offset or a number of a page: as the spec states, or as its name suggests. */
export function findStart(document: Document, operation: Operation) {
  const { style, start } = getListFacts(document, operation) ?? inferList(document, operation) ?? {};
  const isCounted = style === "offset" || style === "page";
  const isStart = (name: string) => /^(start_?)?offset$|^skip$/i.test(name) || (isCounted && name === start);
  const found = operation.parameters.find((it) => it.in === "query" && isStart(it.name));
  return { start: found, isPage: style === "page" && found?.name === start };
}

/** Checks that pages have no item twice and, if they begin as a large page does, all of its items. */
export function checkWalk(pages: readonly ProbeExchange[], wanted: readonly Json[]): CheckFinding | undefined {
  const [first, last] = [pages[0], pages.at(-1)];
  if (last === undefined || !areAccepted(...pages)) return undefined;
  const repeated = checkRepeatedItems(pages);
  if (repeated !== undefined) return repeated;
  const ids = wanted.map(getItemIdentity);
  const isSameOrder = first?.items.every((item, at) => getItemIdentity(item) === ids[at]) === true;
  if (!isSameOrder || ids.includes(undefined)) return undefined;
  const seen = new Set(pages.flatMap(({ items }) => items.map(getItemIdentity)));
  const missing = ids.find((id) => !seen.has(id));
  if (missing === undefined) return undefined;
  const message = `${toPrintable(`${missing}`)} is on none of ${pages.length} pages with ${first?.items.length} items, but among the first ${ids.length} items of a large page`;
  return last.fail("exchange.page.incomplete", message, "pages");
}

/** The total that a page states, with its name. */
export function findTotal({ body }: ProbeExchange): readonly [name: string, total: number] | undefined {
  const [name, total] = Object.entries(isObject(body) ? body : {}).find(([it]) => TOTAL_NAME.test(it)) ?? [];
  return name !== undefined && Number.isInteger(total) ? [name, Number(total)] : undefined;
}

function readTotal(page: ProbeExchange): number {
  return findTotal(page)?.[1] ?? 0;
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

const BEYOND_END = 1_000_000;

/** Checks that a page beyond the end of a listing has no items. */
export const checkBeyondEnd: Rule<1, [Parameter]> = (result, { name, pointer }) => {
  const items = result.isAccepted ? result.items : [];
  if (items.length === 0) return undefined;
  const message = `the page at ${toPrintable(`${name}=${String(result.request.query[name])}`)} has ${items.length} items; expected none beyond the end`;
  return result.fail("exchange.page.repeated", message, "beyond the end", { contract: pointer });
};
