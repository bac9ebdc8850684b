import type { PageReader } from "./page-reader.js";

/** Creates a reader for pages that refer to the next page with a link `rel` = `next` in `links` of the body. */
export const createLinkedReader = (): PageReader => (items, body) => {
  const { links } = body as { readonly links?: unknown };
  // A page without `links` is an error: it does not say whether it is the last one.
  const next = Array.isArray(links) ? links.find((it) => it?.rel === "next") : {};
  if (!next) return [items];
  const { href, method = "GET" } = next;
  return typeof href === "string" && method === "GET" ? [items, href] : [items, undefined, "links need a GET href"];
};
