import {
  type CheckFinding,
  findCountViolation,
  findNextLinkViolation,
  findPageSizeViolation,
} from "../../checks/index.js";
import { toPrintable } from "../../schema/index.js";
import { findListedItems, getItemIdentity, toListingPage } from "../session/listing-body.js";
import { isAccepted, type ProbeExchange } from "../session/probe-exchange.js";
import { createProbeFinding } from "./probe-finding.js";

/** Checks that a page has as many items as requested, or the default number, unless it is the last page. */
export function checkPageSize(result: ProbeExchange): CheckFinding | undefined {
  return isAccepted(result) ? findPageSizeViolation(toListingPage(result)) : undefined;
}

/** Checks `count` and `total` of a listing. */
export function checkItemCount(result: ProbeExchange): CheckFinding | undefined {
  return isAccepted(result) ? findCountViolation(toListingPage(result)) : undefined;
}

/** Checks that a next link leads to a later page of the same listing. */
export function checkNextLink(result: ProbeExchange, earlier: readonly ProbeExchange[] = []): CheckFinding | undefined {
  if (!isAccepted(result)) return undefined;
  return findNextLinkViolation(
    toListingPage(result),
    earlier.map(({ exchange }) => exchange.request.url),
  );
}

/** Checks that no item occurs twice in one walk through the pages. */
export function checkRepeatedItems(pages: readonly ProbeExchange[]): CheckFinding | undefined {
  const seen = new Map<string, number>();
  for (const [number, page] of pages.entries()) {
    for (const item of findListedItems(page) ?? []) {
      const id = getItemIdentity(item);
      if (id === undefined) continue;
      const before = seen.get(id);
      if (before !== undefined) {
        const message = `the item ${toPrintable(id)} occurs on page ${before + 1} and again on page ${number + 1}`;
        return createProbeFinding(page, { code: "exchange.page.repeated", message, valueClass: "item" });
      }
      seen.set(id, number);
    }
  }
  return undefined;
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
  return createProbeFinding(last, { code: "exchange.page.incomplete", message, valueClass: "walk" });
}

function collectIds(pages: readonly ProbeExchange[]): Set<string> {
  return new Set(pages.flatMap((page) => (findListedItems(page) ?? []).flatMap((item) => getItemIdentity(item) ?? [])));
}
