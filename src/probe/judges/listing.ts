import type { Disagreement } from "../../checks/index.js";
import { asObject, joinPointer, type Parameter, resolve } from "../../document/index.js";
import { printable } from "../../schema/index.js";
import { disagreement } from "../disagreement.js";
import { identityOf, itemsOf, linkOf, pagingOf } from "../listing.js";
import { type Asked, answerOf, isAccepted } from "../story.js";

/** The parameter that says how many items a page has: the one that `x-paging` names, or one called so. */
export function sizeParameter({ document, operation }: Pick<Asked, "document" | "operation">): Parameter | undefined {
  const { count } = pagingOf(document, operation);
  const names = count === undefined ? ["limit", "pageSize", "page_size", "perPage", "per_page"] : [count];
  return operation.parameters.find(({ in: place, name }) => place === "query" && names.includes(name));
}

/** A page has as many items as were asked for, or as the contract gives without being asked, unless there are no more. */
export function judgeSize(asked: Asked): Disagreement | undefined {
  const parameter = sizeParameter(asked);
  const items = itemsOf(asked);
  if (parameter === undefined || items === undefined || !isAccepted(asked)) return undefined;
  const given = asked.request.query[parameter.name];
  const size = Number(given ?? defaultOf(asked, parameter));
  if (!Number.isInteger(size) || size < 1) return undefined;
  const isShort = items.length < size && linkOf(asked, "next") !== undefined;
  if (items.length <= size && !isShort) return undefined;
  const asks =
    given === undefined ? `without "${parameter.name}" it has ${size}` : `${parameter.name}=${size} was asked for`;
  const next = isShort ? ", and a next link" : "";
  return disagreement(asked, {
    code: "exchange.limit.ignored",
    message: `the page has ${items.length} items${next}; ${asks}`,
    contract: parameter.pointer,
    valueClass: `${given === undefined ? "default" : "given"} ${isShort ? "short" : "long"}`,
  });
}

function defaultOf({ document }: Asked, { schema }: Parameter): unknown {
  return schema === undefined ? undefined : resolve(document, schema)?.value.default;
}

/**
 * `count` and `total` beside the items of a listing. What they reach to, the page or all of it, may be open: wrong is what is
 * neither.
 */
export function judgeCount(asked: Asked): Disagreement | undefined {
  const body = asObject(answerOf(asked) as never);
  const items = itemsOf(asked);
  if (body === undefined || items === undefined || !isAccepted(asked)) return undefined;
  const parameter = sizeParameter(asked);
  const size = parameter && Number(asked.request.query[parameter.name] ?? defaultOf(asked, parameter));
  const names = Object.keys(asked.request.query).filter((name) => name !== parameter?.name);
  const isWhole =
    names.length === 0 && size !== undefined && items.length < size && linkOf(asked, "next") === undefined;
  for (const name of ["count", "total"]) {
    const value = body[name];
    if (!Number.isInteger(value)) continue;
    const isWrong = Number(value) < items.length || (isWhole && Number(value) !== items.length);
    if (!isWrong) continue;
    const all = isWhole ? ", which are all" : "";
    return disagreement(asked, {
      code: "exchange.page.count",
      message: `"${name}" is ${String(value)} beside ${items.length} items${all}`,
      at: joinPointer("", name),
      valueClass: name,
    });
  }
  return undefined;
}

/** Where a next link leads: to the same collection of the same service, further on. */
export function judgeLink(asked: Asked, earlier: readonly Asked[] = []): Disagreement | undefined {
  const href = linkOf(asked, "next");
  if (href === undefined || !isAccepted(asked)) return undefined;
  const { url } = asked.exchange.request;
  const target = URL.canParse(href, url) ? new URL(href, url) : undefined;
  const here = new URL(url);
  const count = asked.operation.path.split("/").length - 1;
  const isSame = target !== undefined && target.host === here.host && pathEnd(target, count) === pathEnd(here, count);
  if (target !== undefined && isSame) {
    const seen = [...earlier, asked].some(({ exchange }) => exchange.request.url === target.href);
    if (!seen) return undefined;
    const message = `the link to the next page leads back to a page that was seen: ${printable(href)}`;
    return disagreement(asked, { code: "exchange.page.repeated", message, valueClass: "loop" });
  }
  const message = `the link to the next page leads out of the listing: ${printable(href)}`;
  return disagreement(asked, { code: "exchange.page.link", message, valueClass: "elsewhere" });
}

/** The path of the contract, of so many segments: a link may leave out what the base URL has before it. */
function pathEnd({ pathname }: URL, count: number): string {
  return pathname.split("/").slice(-count).join("/");
}

/** The pages of one walk: no item twice. */
export function judgeRepeats(pages: readonly Asked[]): Disagreement | undefined {
  const seen = new Map<string, number>();
  for (const [number, page] of pages.entries()) {
    for (const item of itemsOf(page) ?? []) {
      const id = identityOf(item);
      if (id === undefined) continue;
      const before = seen.get(id);
      if (before !== undefined) {
        const message = `the item ${printable(id)} stands on page ${before + 1} and again on page ${number + 1}`;
        return disagreement(page, { code: "exchange.page.repeated", message, valueClass: "item" });
      }
      seen.set(id, number);
    }
  }
  return undefined;
}

/** Two walks over one listing, in pages of different sizes: both show the same items. */
export function judgeWhole(whole: readonly Asked[], parts: readonly Asked[]): Disagreement | undefined {
  const [last] = parts.slice(-1);
  if (last === undefined) return undefined;
  const [all, seen] = [idsOf(whole), idsOf(parts)];
  const missing = [...all].filter((id) => !seen.has(id));
  const more = [...seen].filter((id) => !all.has(id));
  const [first] = [...missing, ...more];
  if (first === undefined) return undefined;
  const message = `the listing has ${seen.size} items in ${parts.length} pages and ${all.size} in ${whole.length}: ${printable(first)} is in one only`;
  return disagreement(last, { code: "exchange.page.incomplete", message, valueClass: "walk" });
}

function idsOf(pages: readonly Asked[]): Set<string> {
  return new Set(pages.flatMap((page) => (itemsOf(page) ?? []).flatMap((item) => identityOf(item) ?? [])));
}
