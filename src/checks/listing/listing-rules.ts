import { asObject, joinPointer } from "../../document/index.js";
import { toPrintable } from "../../schema/index.js";
import type { CheckFinding } from "../check.js";
import type { FindingCode } from "../codes.js";
import {
  findPageItems,
  findPageLink,
  findPageSizeParameter,
  getListingPaging,
  getPageSize,
  type ListingPage,
} from "./listing-page.js";

/**
 * Checks that a page has at most as many items as requested, or as the default says. Unless `allowsShort`, only the last page
 * has fewer: a service that filters a page after reading it may return a short one.
 */
export function findPageSizeViolation(page: ListingPage, allowsShort = false): CheckFinding | undefined {
  const parameter = findPageSizeParameter(page);
  const items = findPageItems(page);
  const size = parameter && getPageSize(page, parameter);
  if (parameter === undefined || items === undefined || size === undefined) return undefined;
  const isShort = !allowsShort && items.length < size && findPageLink(page, "next") !== undefined;
  if (items.length <= size && !isShort) return undefined;
  const isDefault = page.query[parameter.name] === undefined;
  // A parameter that excludes the size, such as a cursor, may carry the size of the first page.
  const { either } = getListingPaging(page.document, page.operation);
  const isCarried = either.some((name) => name !== parameter.name && page.query[name] !== undefined);
  if (isDefault && isCarried && either.includes(parameter.name)) return undefined;
  const expectation = isDefault
    ? `expected ${size}, the default of "${parameter.name}"`
    : `expected ${size}, as requested with ${parameter.name}=${size}`;
  const next = isShort ? ", and a next link" : "";
  return createListingFinding(page, {
    code: "exchange.limit.ignored",
    message: `the page has ${items.length} items${next}; ${expectation}`,
    contract: parameter.pointer,
    property: joinPointer("", parameter.name),
    valueClass: `${isDefault ? "default" : "given"} ${isShort ? "short" : "long"}`,
  });
}

/**
 * Checks `count` and `total` of a listing. Each may refer to the page or to the whole listing; it is wrong if it
 * matches neither.
 */
export function findCountViolation(page: ListingPage): CheckFinding | undefined {
  const body = asObject(page.body as never);
  const items = findPageItems(page);
  if (body === undefined || items === undefined) return undefined;
  const parameter = findPageSizeParameter(page);
  const size = parameter && getPageSize(page, parameter);
  const names = Object.keys(page.query).filter((name) => name !== parameter?.name);
  const isWhole =
    names.length === 0 && size !== undefined && items.length < size && findPageLink(page, "next") === undefined;
  const wrong = ["count", "total"].find((name) => {
    const value = body[name];
    if (!Number.isInteger(value)) return false;
    return Number(value) < items.length || (isWhole && Number(value) !== items.length);
  });
  if (wrong === undefined) return undefined;
  const all = isWhole ? ", the whole listing" : "";
  return createListingFinding(page, {
    code: "exchange.page.count",
    message: `"${wrong}" is ${String(body[wrong])}, but there are ${items.length} items${all}`,
    at: joinPointer("", wrong),
    property: joinPointer("", wrong),
    valueClass: `${wrong} ${Number(body[wrong]) < items.length ? "below" : "above"}`,
  });
}

/** Checks that a next link leads to a later page of the same listing. `earlier` are the URLs of the pages before. */
export function findNextLinkViolation(page: ListingPage, earlier: readonly string[] = []): CheckFinding | undefined {
  const href = findPageLink(page, "next");
  if (href === undefined) return undefined;
  const target = URL.canParse(href, page.url) ? new URL(href, page.url) : undefined;
  const here = new URL(page.url);
  const count = page.operation.path.split("/").length - 1;
  const isSame =
    target !== undefined && target.host === here.host && getPathEnd(target, count) === getPathEnd(here, count);
  if (target === undefined || !isSame) {
    const message = `the next link leads out of the listing: ${toPrintable(href)}`;
    return createListingFinding(page, { code: "exchange.page.link", message, valueClass: "elsewhere" });
  }
  if ([...earlier, page.url].includes(target.href)) {
    const message = `the next link leads back to an earlier page: ${toPrintable(href)}`;
    return createListingFinding(page, { code: "exchange.page.repeated", message, valueClass: "loop" });
  }
  const { either } = getListingPaging(page.document, page.operation);
  const both = either.filter((name) => target.searchParams.has(name));
  if (both.length < 2) return undefined;
  const message = `the next link has ${both.join(" and ")}; expected either ${either.join(" or ")}: ${toPrintable(href)}`;
  return createListingFinding(page, { code: "exchange.page.link", message, valueClass: "either" });
}

/** The last `count` segments of the path, because a link may omit the prefix of the base URL. */
function getPathEnd({ pathname }: URL, count: number): string {
  return pathname.split("/").slice(-count).join("/");
}

/** Creates a finding about the body of a page. */
export function createListingFinding(
  { operation }: Pick<ListingPage, "operation">,
  fields: ListingFindingFields,
): CheckFinding {
  return { part: "response.body", at: "", contract: operation.pointer, occurrences: 1, ...fields };
}

type ListingFindingFields = Pick<CheckFinding, "message" | "valueClass"> &
  Partial<Pick<CheckFinding, "at" | "contract" | "property">> & { readonly code: FindingCode };
