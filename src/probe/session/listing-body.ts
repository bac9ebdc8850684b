import { findPageItems, findPageLink, type ListingPage } from "../../checks/index.js";
import { isObject, type Json, type JsonObject } from "../../document/index.js";
import { type ProbeExchange, readResponseJson } from "./probe-exchange.js";

export function toListingPage(result: ProbeExchange): ListingPage {
  const { document, operation, request, exchange } = result;
  const { url } = exchange.request;
  return {
    document,
    operation,
    url,
    query: request.query,
    headers: exchange.response.headers,
    body: readResponseJson(result),
  };
}

/** Finds the items of a listing in the response. */
export function findListedItems(result: ProbeExchange): readonly Json[] | undefined {
  return findPageItems(toListingPage(result));
}

/** Finds a link of the response with this relation. */
export function findResponseLink(result: ProbeExchange, rel: string): string | undefined {
  return findPageLink(toListingPage(result), rel);
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
