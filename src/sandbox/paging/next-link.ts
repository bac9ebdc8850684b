import type { Json } from "../../document/index.js";
import { timestamp } from "../timestamps.js";

/** What a `next` link says beside the filters of the request; either a limit or an offset (seed, "Pagination"). */
export type NextPage = { readonly startAt: number; readonly endAt: number; readonly startOffset: number };

const OWN = new Set(["startAt", "endAt", "startOffset", "limit", "businessId"]);

/**
 * The link to the following page: a path below the base address, with every filter of the request, so that who follows it
 * stays in the same listing. Nothing of it comes from headers that a proxy or a client may forge.
 */
export function nextLink(path: string, parameters: Readonly<Record<string, Json>>, next: NextPage): Json {
  const filters = Object.entries(parameters)
    .filter(([name]) => !OWN.has(name))
    .map(([name, value]) => `${encodeURIComponent(name)}=${written(value)}`);
  const window = [
    `startAt=${encodeURIComponent(timestamp(next.startAt))}`,
    `endAt=${encodeURIComponent(timestamp(next.endAt))}`,
    `startOffset=${next.startOffset}`,
  ];
  return { href: `${path}?${[...window, ...filters].join("&")}`, rel: "next", method: "GET" };
}

/** Lists are separated by commas, which therefore stand encoded within an item. */
function written(value: Json): string {
  return (Array.isArray(value) ? value : [value]).map((item) => encodeURIComponent(String(item))).join(",");
}
