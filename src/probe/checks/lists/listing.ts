import {
  type CheckFinding,
  findCountViolation,
  findNextLinkViolation,
  findPageItems,
  findPageSizeViolation,
} from "../../../checks/index.js";
import { isObject, type Json, joinPointer, type Parameter, resolvePointer } from "../../../document/index.js";
import { toPrintable } from "../../../schema/index.js";
import { findListedItems, getItemIdentity, toListingPage } from "../../session/listing-body.js";
import { isAccepted, type ProbeExchange } from "../../session/probe-exchange.js";
import { defineAcceptedRule, defineRule, readView } from "../rule.js";

/** Checks that a page has as many items as requested, or the default number, unless it is the last page. */
export const checkPageSize = defineRule((result) => {
  return result.isAccepted ? findPageSizeViolation(toListingPage(result)) : undefined;
});

/** Checks that a request without a page size gets as many items as one with the default that the spec states. */
export function checkDefaultSize(
  given: ProbeExchange,
  without: ProbeExchange,
  { name, pointer }: Parameter,
): CheckFinding | undefined {
  const [expected, shown] = [given, without].map((it) => (isAccepted(it) ? findListedItems(it)?.length : undefined));
  if (expected === undefined || shown === undefined || shown >= expected) return undefined;
  const value = String(given.request.query[name]);
  const message = `without "${name}", the page has ${shown} items, but ${expected} with ${name}=${value}; expected the same, because ${value} is the default`;
  const place = { contract: pointer, property: joinPointer("", name) };
  return readView(without).fail("exchange.limit.ignored", message, "default short", place);
}

/** Checks `count` and `total` of a listing. */
export const checkItemCount = defineRule((result) => {
  return result.isAccepted ? findCountViolation(toListingPage(result)) : undefined;
});

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
        return readView(page).fail("exchange.page.repeated", message, "item");
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
  return readView(last).fail("exchange.page.incomplete", message, "walk");
}

function collectIds(pages: readonly ProbeExchange[]): Set<string> {
  return new Set(pages.flatMap((page) => (findListedItems(page) ?? []).flatMap((item) => getItemIdentity(item) ?? [])));
}

/** Checks that an item of a page has the properties that it has in a listing of all items, as with the same flags. */
export const checkPageItems = defineAcceptedRule<2>((whole, page) => {
  const known = new Map(whole.items.map((item) => [getItemIdentity(item), item]));
  for (const item of page.items) {
    const id = getItemIdentity(item);
    const other = id === undefined ? undefined : known.get(id);
    if (!isObject(item) || !isObject(other)) continue;
    const missing = Object.keys(other).find((name) => item[name] === undefined);
    const name = missing ?? Object.keys(item).find((it) => other[it] === undefined);
    if (name === undefined) continue;
    const message = `${toPrintable(name)} of the item ${toPrintable(id ?? "")} is ${missing === undefined ? "shown" : "missing"} on a small page, but not on a large one of the same request; expected the flags of the first page on every page`;
    return page.fail("exchange.filter.ignored", message, `page item ${name}`);
  }
  return undefined;
});

/** Checks that a listing without items is not 404, if an example of the spec shows that it is an empty listing. */
export const checkEmptyListing = defineRule((result) => {
  const { document, operation, exchange } = result;
  if (exchange.response.status !== 404) return undefined;
  const documented = operation.responses.find(({ status }) => status === "200")?.content[0];
  const media = documented && resolvePointer(document, documented.pointer)?.value;
  const examples = isObject(media?.examples) ? Object.keys(media.examples) : [];
  const isEmpty = examples.some((name) => {
    const example = resolvePointer(document, joinPointer(documented?.pointer ?? "", "examples", name))?.value.value;
    const page = { ...toListingPage(result), body: example as Json };
    return findPageItems(page)?.length === 0;
  });
  if (!isEmpty) return undefined;
  const message =
    "the response is 404 for a filter that no item matches; expected an empty list, as in an example of the spec";
  return result.fail("exchange.filter.ignored", message, "empty as 404", { part: "response.status" });
});

/** Checks that a page beyond the end of a listing has no items. */
export function checkBeyondEnd(result: ProbeExchange, { name, pointer }: Parameter): CheckFinding | undefined {
  const items = isAccepted(result) ? (findListedItems(result) ?? []) : [];
  if (items.length === 0) return undefined;
  const message = `the page at ${toPrintable(`${name}=${String(result.request.query[name])}`)} has ${items.length} items; expected none beyond the end`;
  return readView(result).fail("exchange.page.repeated", message, "beyond the end", { contract: pointer });
}

/** Checks that two offsets of a listing with more items lead to different pages. */
export function checkOffsetApplied(
  first: ProbeExchange,
  second: ProbeExchange,
  { name, pointer }: Parameter,
): CheckFinding | undefined {
  const [one, other] = [first, second].map((it) =>
    (isAccepted(it) ? (findListedItems(it) ?? []) : []).map(getItemIdentity),
  );
  if (one?.[0] === undefined || one.join() !== other?.join()) return undefined;
  const values = [first, second].map(({ request }) => `${name}=${String(request.query[name])}`);
  const message = `the pages at ${toPrintable(values.join(" and "))} have the same items`;
  return readView(second).fail("exchange.page.repeated", message, "offset", { contract: pointer });
}
