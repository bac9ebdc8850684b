import type { CheckFinding } from "../../checks/index.js";
import { asObject, joinPointer, type Parameter, resolvePointer } from "../../document/index.js";
import { toPrintable } from "../../schema/index.js";
import { findListedItems, findResponseLink, getItemIdentity, getListingPaging } from "../session/listing-body.js";
import { isAccepted, type ProbeExchange, readResponseJson } from "../session/probe-exchange.js";
import { createProbeFinding } from "./probe-finding.js";

/** The parameter that says how many items a page has: the one that `x-paging` names, or one called so. */
export function findPageSizeParameter({
  document,
  operation,
}: Pick<ProbeExchange, "document" | "operation">): Parameter | undefined {
  const { count } = getListingPaging(document, operation);
  const names = count === undefined ? ["limit", "pageSize", "page_size", "perPage", "per_page"] : [count];
  return operation.parameters.find(({ in: place, name }) => place === "query" && names.includes(name));
}

/** A page has as many items as were asked for, or as the contract gives without being asked, unless there are no more. */
export function checkPageSize(asked: ProbeExchange): CheckFinding | undefined {
  const parameter = findPageSizeParameter(asked);
  const items = findListedItems(asked);
  if (parameter === undefined || items === undefined || !isAccepted(asked)) return undefined;
  const given = asked.request.query[parameter.name];
  const size = Number(given ?? getDefault(asked, parameter));
  if (!Number.isInteger(size) || size < 1) return undefined;
  const isShort = items.length < size && findResponseLink(asked, "next") !== undefined;
  if (items.length <= size && !isShort) return undefined;
  const asks =
    given === undefined ? `without "${parameter.name}" it has ${size}` : `${parameter.name}=${size} was asked for`;
  const next = isShort ? ", and a next link" : "";
  return createProbeFinding(asked, {
    code: "exchange.limit.ignored",
    message: `the page has ${items.length} items${next}; ${asks}`,
    contract: parameter.pointer,
    valueClass: `${given === undefined ? "default" : "given"} ${isShort ? "short" : "long"}`,
  });
}

function getDefault({ document }: ProbeExchange, { schema }: Parameter): unknown {
  return schema === undefined ? undefined : resolvePointer(document, schema)?.value.default;
}

/**
 * `count` and `total` beside the items of a listing. What they reach to, the page or all of it, may be open: wrong is what is
 * neither.
 */
export function checkItemCount(asked: ProbeExchange): CheckFinding | undefined {
  const body = asObject(readResponseJson(asked) as never);
  const items = findListedItems(asked);
  if (body === undefined || items === undefined || !isAccepted(asked)) return undefined;
  const parameter = findPageSizeParameter(asked);
  const size = parameter && Number(asked.request.query[parameter.name] ?? getDefault(asked, parameter));
  const names = Object.keys(asked.request.query).filter((name) => name !== parameter?.name);
  const isWhole =
    names.length === 0 && size !== undefined && items.length < size && findResponseLink(asked, "next") === undefined;
  for (const name of ["count", "total"]) {
    const value = body[name];
    if (!Number.isInteger(value)) continue;
    const isWrong = Number(value) < items.length || (isWhole && Number(value) !== items.length);
    if (!isWrong) continue;
    const all = isWhole ? ", which are all" : "";
    return createProbeFinding(asked, {
      code: "exchange.page.count",
      message: `"${name}" is ${String(value)} beside ${items.length} items${all}`,
      at: joinPointer("", name),
      valueClass: name,
    });
  }
  return undefined;
}

/** Where a next link leads: to the same collection of the same service, further on. */
export function checkNextLink(asked: ProbeExchange, earlier: readonly ProbeExchange[] = []): CheckFinding | undefined {
  const href = findResponseLink(asked, "next");
  if (href === undefined || !isAccepted(asked)) return undefined;
  const { url } = asked.exchange.request;
  const target = URL.canParse(href, url) ? new URL(href, url) : undefined;
  const here = new URL(url);
  const count = asked.operation.path.split("/").length - 1;
  const isSame =
    target !== undefined && target.host === here.host && getPathEnd(target, count) === getPathEnd(here, count);
  if (target !== undefined && isSame) {
    const seen = [...earlier, asked].some(({ exchange }) => exchange.request.url === target.href);
    if (!seen) return undefined;
    const message = `the link to the next page leads back to a page that was seen: ${toPrintable(href)}`;
    return createProbeFinding(asked, { code: "exchange.page.repeated", message, valueClass: "loop" });
  }
  const message = `the link to the next page leads out of the listing: ${toPrintable(href)}`;
  return createProbeFinding(asked, { code: "exchange.page.link", message, valueClass: "elsewhere" });
}

/** The path of the contract, of so many segments: a link may leave out what the base URL has before it. */
function getPathEnd({ pathname }: URL, count: number): string {
  return pathname.split("/").slice(-count).join("/");
}

/** The pages of one walk: no item twice. */
export function checkRepeatedItems(pages: readonly ProbeExchange[]): CheckFinding | undefined {
  const seen = new Map<string, number>();
  for (const [number, page] of pages.entries()) {
    for (const item of findListedItems(page) ?? []) {
      const id = getItemIdentity(item);
      if (id === undefined) continue;
      const before = seen.get(id);
      if (before !== undefined) {
        const message = `the item ${toPrintable(id)} stands on page ${before + 1} and again on page ${number + 1}`;
        return createProbeFinding(page, { code: "exchange.page.repeated", message, valueClass: "item" });
      }
      seen.set(id, number);
    }
  }
  return undefined;
}

/** Two walks over one listing, in pages of different sizes: both show the same items. */
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
  const message = `the listing has ${seen.size} items in ${parts.length} pages and ${all.size} in ${whole.length}: ${toPrintable(first)} is in one only`;
  return createProbeFinding(last, { code: "exchange.page.incomplete", message, valueClass: "walk" });
}

function collectIds(pages: readonly ProbeExchange[]): Set<string> {
  return new Set(pages.flatMap((page) => (findListedItems(page) ?? []).flatMap((item) => getItemIdentity(item) ?? [])));
}
