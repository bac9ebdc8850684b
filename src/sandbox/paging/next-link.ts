import type { Json } from "../../document/index.js";
import { formatTimestamp } from "../context/timestamps.js";

/** What a `next` link says beside the filters of the request; either a limit or an offset (seed, "Pagination"). */
export type NextPage = { readonly startAt: number; readonly endAt: number; readonly startOffset: number };

const EXCLUDED_PARAMETERS = new Set(["startAt", "endAt", "startOffset", "limit", "businessId"]);

/**
 * The link to the following page: a path below the base address, with every filter of the request, so that who follows it
 * stays in the same listing. Nothing of it comes from headers that a proxy or a client may forge.
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

/** Lists are separated by commas, which therefore stand encoded within an item. */
function serializeFilter(value: Json): string {
  return (Array.isArray(value) ? value : [value]).map((item) => encodeURIComponent(String(item))).join(",");
}
