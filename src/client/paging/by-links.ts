import type { TurnPage } from "./pages.js";

/** Pages that name the following one by a link with `rel` = `next` (seed, "Pagination"). */
export const byLinks: TurnPage = (items, body) => {
  const { links } = body as { readonly links?: unknown };
  // Without its links a page does not say that it is the last one.
  if (!Array.isArray(links)) return { items, fault: "no array `links` says where it goes on" };
  const link = links.find((it) => it?.rel === "next");
  if (link === undefined) return { items };
  const { href, method = "GET" } = link;
  return typeof href === "string" && method === "GET"
    ? { items, next: href }
    : { items, fault: "the next link is no `href` for GET" };
};
