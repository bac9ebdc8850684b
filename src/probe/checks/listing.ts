import type { CheckFinding } from "../../checks/index.js";
import { asObject, joinPointer, type Parameter, resolvePointer } from "../../document/index.js";
import { toPrintable } from "../../schema/index.js";
import { findListedItems, findResponseLink, getItemIdentity, getListingPaging } from "../session/listing-body.js";
import { isAccepted, type ProbeExchange, readResponseJson } from "../session/probe-exchange.js";
import { createProbeFinding } from "./probe-finding.js";

/** Finds the parameter for the page size: the one that `x-paging` names, or one with a common name. */
export function findPageSizeParameter({
  document,
  operation,
}: Pick<ProbeExchange, "document" | "operation">): Parameter | undefined {
  const { count } = getListingPaging(document, operation);
  const names = count === undefined ? ["limit", "pageSize", "page_size", "perPage", "per_page"] : [count];
  return operation.parameters.find(({ in: place, name }) => place === "query" && names.includes(name));
}

/** Checks that a page has as many items as requested, or the default number, unless it is the last page. */
export function checkPageSize(result: ProbeExchange): CheckFinding | undefined {
  const parameter = findPageSizeParameter(result);
  const items = findListedItems(result);
  if (parameter === undefined || items === undefined || !isAccepted(result)) return undefined;
  const given = result.request.query[parameter.name];
  const size = Number(given ?? getDefault(result, parameter));
  if (!Number.isInteger(size) || size < 1) return undefined;
  const isShort = items.length < size && findResponseLink(result, "next") !== undefined;
  if (items.length <= size && !isShort) return undefined;
  const expectation =
    given === undefined
      ? `expected ${size}, the default of "${parameter.name}"`
      : `expected ${size}, as requested with ${parameter.name}=${size}`;
  const next = isShort ? ", and a next link" : "";
  return createProbeFinding(result, {
    code: "exchange.limit.ignored",
    message: `the page has ${items.length} items${next}; ${expectation}`,
    contract: parameter.pointer,
    property: joinPointer("", parameter.name),
    valueClass: `${given === undefined ? "default" : "given"} ${isShort ? "short" : "long"}`,
  });
}

function getDefault({ document }: ProbeExchange, { schema }: Parameter): unknown {
  return schema === undefined ? undefined : resolvePointer(document, schema)?.value.default;
}

/**
 * Checks `count` and `total` of a listing. Each may refer to the page or to the whole listing; it is wrong if it
 * matches neither.
 */
export function checkItemCount(result: ProbeExchange): CheckFinding | undefined {
  const body = asObject(readResponseJson(result) as never);
  const items = findListedItems(result);
  if (body === undefined || items === undefined || !isAccepted(result)) return undefined;
  const parameter = findPageSizeParameter(result);
  const size = parameter && Number(result.request.query[parameter.name] ?? getDefault(result, parameter));
  const names = Object.keys(result.request.query).filter((name) => name !== parameter?.name);
  const isWhole =
    names.length === 0 && size !== undefined && items.length < size && findResponseLink(result, "next") === undefined;
  for (const name of ["count", "total"]) {
    const value = body[name];
    if (!Number.isInteger(value)) continue;
    const isWrong = Number(value) < items.length || (isWhole && Number(value) !== items.length);
    if (!isWrong) continue;
    const all = isWhole ? ", the whole listing" : "";
    return createProbeFinding(result, {
      code: "exchange.page.count",
      message: `"${name}" is ${String(value)}, but there are ${items.length} items${all}`,
      at: joinPointer("", name),
      valueClass: name,
    });
  }
  return undefined;
}

/** Checks that a next link leads to a later page of the same listing. */
export function checkNextLink(result: ProbeExchange, earlier: readonly ProbeExchange[] = []): CheckFinding | undefined {
  const href = findResponseLink(result, "next");
  if (href === undefined || !isAccepted(result)) return undefined;
  const { url } = result.exchange.request;
  const target = URL.canParse(href, url) ? new URL(href, url) : undefined;
  const here = new URL(url);
  const count = result.operation.path.split("/").length - 1;
  const isSame =
    target !== undefined && target.host === here.host && getPathEnd(target, count) === getPathEnd(here, count);
  if (target !== undefined && isSame) {
    const seen = [...earlier, result].some(({ exchange }) => exchange.request.url === target.href);
    if (!seen) return undefined;
    const message = `the next link leads back to an earlier page: ${toPrintable(href)}`;
    return createProbeFinding(result, { code: "exchange.page.repeated", message, valueClass: "loop" });
  }
  const message = `the next link leads out of the listing: ${toPrintable(href)}`;
  return createProbeFinding(result, { code: "exchange.page.link", message, valueClass: "elsewhere" });
}

/** The last `count` segments of the path, because a link may omit the prefix of the base URL. */
function getPathEnd({ pathname }: URL, count: number): string {
  return pathname.split("/").slice(-count).join("/");
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
