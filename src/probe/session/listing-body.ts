import {
  asString,
  type Document,
  isObject,
  type Json,
  type JsonObject,
  type Operation,
  type Pointer,
  valueAt,
} from "../../document/index.js";
import { type ProbeExchange, readResponseJson } from "./probe-exchange.js";

/** How a listing is paged, according to `x-paging`. */
export type ListingPaging = {
  readonly style: "links" | "offset" | "none";
  readonly items: Pointer | undefined;
  readonly start: string | undefined;
  readonly count: string | undefined;
};

export function getListingPaging(document: Document, operation: Operation): ListingPaging {
  const value = valueAt(document.root, operation.pointer);
  const config = isObject(value) && isObject(value["x-paging"]) ? value["x-paging"] : {};
  const style = config.style === "links" || config.style === "offset" ? config.style : "none";
  return { style, items: asString(config.items), start: asString(config.start), count: asString(config.count) };
}

/** Finds the items of a listing: at the location in `x-paging`, or in the body itself, or in its only array. */
export function findListedItems(result: ProbeExchange): readonly Json[] | undefined {
  const body = readResponseJson(result);
  if (Array.isArray(body)) return body;
  if (!isObject(body)) return undefined;
  const { items } = getListingPaging(result.document, result.operation);
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

/** The id of an item as text; undefined if it has none. */
export function getItemIdentity(item: Json): string | undefined {
  if (!isObject(item)) return undefined;
  const id =
    item.id ?? Object.entries(item).find(([name]) => /(^|[a-z_])[iI][dD]$/.test(name) && isOwnId(item, name))?.[1];
  return typeof id === "string" || typeof id === "number" ? String(id) : undefined;
}

/** The first id property identifies the item; later ones refer to related resources. */
function isOwnId(item: JsonObject, name: string): boolean {
  return name === Object.keys(item).find((it) => /[iI][dD]$/.test(it));
}

/** Finds a link with this relation in the Link header (RFC 8288) or in `links` of the body. */
export function findResponseLink(result: ProbeExchange, rel: string): string | undefined {
  const body = readResponseJson(result);
  const links = isObject(body) ? body.links : undefined;
  const inBody = Array.isArray(links) ? links.find((link) => isObject(link) && link.rel === rel) : undefined;
  if (isObject(inBody)) return asString(inBody.href);
  for (const [name, value] of result.exchange.response.headers) {
    if (name.toLowerCase() !== "link") continue;
    const found = value.split(/,\s*(?=<)/).find((it) => new RegExp(`;\\s*rel="?${rel}"?`, "i").test(it));
    const href = /^\s*<([^>]*)>/.exec(found ?? "")?.[1];
    if (href !== undefined) return href;
  }
  return undefined;
}
