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

/** How the contract says that a listing is paged (`x-paging`), or what its answer shows. */
export type ListingPaging = {
  readonly style: "links" | "offset" | "none";
  readonly items: Pointer | undefined;
  readonly start: string | undefined;
  readonly count: string | undefined;
};

export function getListingPaging(document: Document, operation: Operation): ListingPaging {
  const value = valueAt(document.root, operation.pointer);
  const said = isObject(value) && isObject(value["x-paging"]) ? value["x-paging"] : {};
  const style = said.style === "links" || said.style === "offset" ? said.style : "none";
  return { style, items: asString(said.items), start: asString(said.start), count: asString(said.count) };
}

/** The items of a listing: where the contract says they are, the answer itself, or its only array of objects. */
export function findListedItems(asked: ProbeExchange): readonly Json[] | undefined {
  const body = readResponseJson(asked);
  if (Array.isArray(body)) return body;
  if (!isObject(body)) return undefined;
  const { items } = getListingPaging(asked.document, asked.operation);
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

/** What tells an item from others, in words; undefined where nothing does. */
export function getItemIdentity(item: Json): string | undefined {
  if (!isObject(item)) return undefined;
  const id =
    item.id ?? Object.entries(item).find(([name]) => /(^|[a-z_])[iI][dD]$/.test(name) && isOwnId(item, name))?.[1];
  return typeof id === "string" || typeof id === "number" ? String(id) : undefined;
}

/** The first property that ends in id is an item's own: what it belongs to comes after. */
function isOwnId(item: JsonObject, name: string): boolean {
  return name === Object.keys(item).find((it) => /[iI][dD]$/.test(it));
}

/** The link of an answer with this relation, as the Link header (RFC 8288) or a list of links in the body gives it. */
export function findResponseLink(asked: ProbeExchange, rel: string): string | undefined {
  const body = readResponseJson(asked);
  const links = isObject(body) ? body.links : undefined;
  const inBody = Array.isArray(links) ? links.find((link) => isObject(link) && link.rel === rel) : undefined;
  if (isObject(inBody)) return asString(inBody.href);
  for (const [name, value] of asked.exchange.response.headers) {
    if (name.toLowerCase() !== "link") continue;
    const found = value.split(/,\s*(?=<)/).find((it) => new RegExp(`;\\s*rel="?${rel}"?`, "i").test(it));
    const href = /^\s*<([^>]*)>/.exec(found ?? "")?.[1];
    if (href !== undefined) return href;
  }
  return undefined;
}
