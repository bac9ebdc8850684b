import type { CheckFinding } from "../../../checks/index.js";
import { type Json, joinPointer } from "../../../document/index.js";
import { toPrintable } from "../../../schema/index.js";
import { findListedItems, getItemIdentity } from "../../session/listing-body.js";
import { isAccepted, type ProbeExchange } from "../../session/probe-exchange.js";
import { readView } from "../rule.js";
import type { ListingFilter } from "./filter.js";

/** Checks that small pages of a filtered listing have as many items as the unfiltered listing has matching ones. */
export function checkFilteredPages(
  pages: readonly ProbeExchange[],
  { parameter }: Pick<ListingFilter, "parameter">,
  expected: number,
): CheckFinding | undefined {
  const [last] = pages.slice(-1);
  const count = pages.flatMap((page) => findListedItems(page) ?? []).length;
  if (last === undefined || !pages.every(isAccepted) || count >= expected) return undefined;
  const message = `${pages.length} pages with ${toPrintable(parameter.name)} have ${count} items, but at least ${expected} items of the listing match`;
  const place = { contract: parameter.pointer, property: joinPointer("", parameter.name) };
  return readView(last).fail("exchange.page.incomplete", message, `filtered ${parameter.name}`, place);
}

/** Checks that a filter by several values, of which one is unknown, finds the items of the others. `before` has only known values. */
export function checkPartlyUnknown(
  before: ProbeExchange,
  result: ProbeExchange,
  { parameter }: Pick<ListingFilter, "parameter">,
): CheckFinding | undefined {
  const { status } = result.exchange.response;
  if (!isAccepted(before)) return undefined;
  const items = isAccepted(result) && status !== 204 ? findListedItems(result) : undefined;
  const missing = items && findMissingItem(findListedItems(before) ?? [], items);
  if (missing !== undefined) {
    const message = `${toPrintable(parameter.name)} with a known and an unknown value leaves out ${toPrintable(missing)}, which it lists with the known one alone; expected the items of the known one`;
    const place = { contract: parameter.pointer, property: joinPointer("", parameter.name) };
    return readView(result).fail("exchange.filter.ignored", message, "partly unknown", place);
  }
  // A list of ids may be rejected for an unknown one.
  if (/ids?$/i.test(parameter.name) || (status !== 404 && status !== 204)) return undefined;
  const message = `the response is ${status} for ${toPrintable(parameter.name)} with a known and an unknown value; expected the items of the known one`;
  return readView(result).fail("exchange.filter.ignored", message, "partly unknown", {
    part: "response.status",
    contract: parameter.pointer,
    property: joinPointer("", parameter.name),
  });
}

/** Checks that a search for a wildcard of SQL finds only items with that character. `unknown` searches for a word that nothing has. */
export function checkWildcard(
  unknown: ProbeExchange,
  result: ProbeExchange,
  { parameter, wildcard }: Pick<ListingFilter, "parameter"> & { readonly wildcard: string },
): CheckFinding | undefined {
  if (!isAccepted(unknown) || !isAccepted(result) || findListedItems(unknown)?.length !== 0) return undefined;
  const items = findListedItems(result) ?? [];
  const wrong = items.filter((item) => !JSON.stringify(item).includes(wildcard)).length;
  if (wrong === 0) return undefined;
  const message = `${wrong} of ${items.length} items do not contain ${wildcard} of ${toPrintable(parameter.name)}=${wildcard}, which the service takes for a wildcard`;
  const place = { contract: parameter.pointer, property: joinPointer("", parameter.name) };
  return readView(result).fail("exchange.filter.ignored", message, "wildcard", place);
}

function findMissingItem(before: readonly Json[], after: readonly Json[]): string | undefined {
  const found = new Set(after.map(getItemIdentity));
  return before.map(getItemIdentity).find((id) => id !== undefined && !found.has(id));
}

/** Checks that a filter by the value that a resource was written with finds the resource. */
export function checkWrittenFilter(
  result: ProbeExchange,
  write: ProbeExchange,
  { parameter }: Pick<ListingFilter, "parameter">,
): CheckFinding | undefined {
  if (!isAccepted(result) || !isAccepted(write)) return undefined;
  const value = toPrintable(JSON.stringify(result.request.query[parameter.name]) ?? "");
  const message = `the resource that ${write.operation.id} has written is missing for ${toPrintable(parameter.name)}=${value}, which is its value; it was found by another value`;
  const place = { contract: parameter.pointer, property: joinPointer("", parameter.name) };
  return readView(result).fail("exchange.filter.ignored", message, "written left out", place);
}
