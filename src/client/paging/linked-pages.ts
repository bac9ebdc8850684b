import type { PageReader } from "./iterate-pages.js";

/** Pages that name the following one by a link with `rel` = `next` (seed, "Pagination"). */
export const readLinkedPage: PageReader = (items, body) => {
  const { links } = body as { readonly links?: unknown };
  // Without its links a page does not say that it is the last one.
  const next = Array.isArray(links) ? links.find((it) => it?.rel === "next") : {};
  if (next === undefined) return [items];
  const { href, method = "GET" } = next;
  return typeof href === "string" && method === "GET"
    ? [items, href]
    : [items, undefined, "next link must be an href for GET in an array links"];
};
