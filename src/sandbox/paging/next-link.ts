import type { Json } from "../../document/index.js";
import { formatTimestamp } from "../context/timestamps.js";

/** The parameters of a `next` link in addition to the filters of the request (seed, "Pagination"). */
export type NextPage = { readonly startAt: number; readonly endAt: number; readonly startOffset: number };

const EXCLUDED_PARAMETERS = new Set(["startAt", "endAt", "startOffset", "limit", "businessId"]);

/**
 * Builds the link to the next page: a path relative to the base URL with all filters of the request, so that the next
 * page belongs to the same list. Uses no headers, which a proxy or a client could forge.
 */
export function buildNextLink(path: string, parameters: Readonly<Record<string, Json>>, next: NextPage): Json {
  const filters = Object.entries(parameters)
    .filter(([name]) => !EXCLUDED_PARAMETERS.has(name))
    .map(([name, value]) => `${encodeURIComponent(name)}=${serializeFilter(value)}`);
  const window = [
    `startAt=${encodeURIComponent(formatTimestamp(next.startAt))}`,
    `endAt=${encodeURIComponent(formatTimestamp(next.endAt))}`,
    `startOffset=${next.startOffset}`,
  ];
  return { href: `${path}?${[...window, ...filters].join("&")}`, rel: "next", method: "GET" };
}

/** Joins the items of a list with commas; commas within an item are percent-encoded. */
function serializeFilter(value: Json): string {
  return (Array.isArray(value) ? value : [value]).map((item) => encodeURIComponent(String(item))).join(",");
}
