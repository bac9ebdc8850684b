import {
  asString,
  type Document,
  isObject,
  type Json,
  type Operation,
  type Parameter,
  type Pointer,
  resolvePointer,
  valueAt,
} from "../../document/index.js";
import type { HeaderField } from "../../exchange/index.js";

/** A page of a listing: its request and its response. */
export type ListingPage = {
  readonly document: Document;
  readonly operation: Operation;
  readonly url: string;
  /** The values of the query parameters. */
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: readonly HeaderField[];
  readonly body: unknown;
};

/** How a listing is paged, according to `x-paging`. */
type ListingPaging = {
  readonly style: "links" | "offset" | "none";
  readonly items: Pointer | undefined;
  readonly start: string | undefined;
  readonly count: string | undefined;
  /** Parameters of which a next link has at most one. */
  readonly either: readonly string[];
};

export function getListingPaging(document: Document, operation: Pick<Operation, "pointer">): ListingPaging {
  const known = pagings.get(operation);
  if (known !== undefined) return known;
  const value = valueAt(document.root, operation.pointer);
  const config = isObject(value) && isObject(value["x-paging"]) ? value["x-paging"] : {};
  const style = config.style === "links" || config.style === "offset" ? config.style : "none";
  const either = [config.either ?? []].flat().map(String);
  const { items, start, count } = config;
  const paging = { style, items: asString(items), start: asString(start), count: asString(count), either } as const;
  pagings.set(operation, paging);
  return paging;
}

const pagings = new WeakMap<object, ListingPaging>();

/** Whether the spec states how the listing is paged. Only then are recorded pages checked. */
export function hasStatedPaging(document: Document, operation: Pick<Operation, "pointer">): boolean {
  return getListingPaging(document, operation).style !== "none";
}

/** Finds the items of a listing: at the location in `x-paging`, or in the body itself, or in its only array. */
export function findPageItems({ document, operation, body }: ListingPage): readonly Json[] | undefined {
  if (Array.isArray(body)) return body;
  if (!isObject(body)) return undefined;
  const { items } = getListingPaging(document, operation);
  if (items !== undefined) {
    const list = valueAt(body, items);
    return Array.isArray(list) ? list : undefined;
  }
  const arrays = Object.entries(body).filter(([name, value]) => name !== "links" && Array.isArray(value));
  const [only] = arrays;
  return arrays.length === 1 && only !== undefined && Array.isArray(only[1]) && body.id === undefined
    ? only[1]
    : undefined;
}

/** Finds the parameter for the page size: the one that `x-paging` names, or one with a common name. */
export function findPageSizeParameter({
  document,
  operation,
}: Pick<ListingPage, "document" | "operation">): Parameter | undefined {
  const { count } = getListingPaging(document, operation);
  return operation.parameters.find(
    ({ in: place, name }) => place === "query" && (count === undefined ? PAGE_SIZE_NAME.test(name) : name === count),
  );
}

/** Names of other parameters may begin with `_` or `$`, as in `_limit`, or be in brackets, as in `page[size]`. */
const PAGE_SIZE_NAME = /^[_$]?(limit|page[_-]?size|per[_-]?page|page\[(size|limit)\])$|^\$top$/i;

/** The requested page size, or else the default of its parameter; undefined if neither is known. */
export function getPageSize({ document, query }: ListingPage, { name, schema }: Parameter): number | undefined {
  const stated = schema === undefined ? undefined : resolvePointer(document, schema)?.value.default;
  const size = Number(query[name] ?? stated);
  return Number.isInteger(size) && size > 0 ? size : undefined;
}

/** Finds a link with this relation in the Link header (RFC 8288), in a header such as `Next-Page`, or in `links` of the body. */
export function findPageLink({ body, headers }: ListingPage, rel: string): string | undefined {
  const links = isObject(body) ? body.links : undefined;
  const inBody = Array.isArray(links) ? links.find((link) => isObject(link) && link.rel === rel) : undefined;
  if (isObject(inBody)) return asString(inBody.href);
  for (const [name, value] of headers) {
    if (name.toLowerCase().replace(/^x-/, "") === `${rel}-page` && /^https?:\/\//.test(value)) return value;
    if (name.toLowerCase() !== "link") continue;
    const found = value.split(/,\s*(?=<)/).find((it) => new RegExp(`;\\s*rel="?${rel}"?`, "i").test(it));
    const href = /^\s*<([^>]*)>/.exec(found ?? "")?.[1];
    if (href !== undefined) return href;
  }
  return undefined;
}
