import type { Listing, TurnPage } from "./pages.js";

/**
 * Pages that begin at a time, of a listing in which nothing names the following one (spec/open-points.yaml,
 * `billing-paging`). It goes on at the `createdAt` of its last item, at which others may have been created too: those that
 * have been given are left out, while nothing about them has changed. When one time fills a whole page, the following one
 * is asked to be twice as long.
 *
 * `start` and `total` of the answer tell the last page; where they are missing, it is one that is shorter than asked for.
 */
export function byStart({ start = "start", count = "count" }: Listing["paging"]): TurnPage {
  let given: readonly string[] = [];
  let from = "";
  return (all, body, url) => {
    const items = all.filter((item) => !given.includes(JSON.stringify(item)));
    const { start: before, total } = body as { readonly start?: number; readonly total?: number };
    const next = new URL(url);
    const { searchParams: query } = next;
    const left = Number(total) - Number(before) - all.length;
    const isLast = Number.isNaN(left) ? all.length < Number(query.get(String(count)) ?? 1) : left <= 0;
    if (isLast || all.length === 0) return { items };
    const [first, last] = [all.at(0), all.at(-1)].map(timeOf);
    // One that is not in order, or does not begin where it was asked to, would never end.
    if (first === undefined || last === undefined || first < from || last < first)
      return { items, fault: "it is not in the order of `createdAt`" };
    if (last === query.get(String(start))) query.set(String(count), String(2 * all.length));
    query.set(String(start), last);
    from = last;
    given = all.filter((item) => timeOf(item) === last).map((item) => JSON.stringify(item));
    return { items, next: next.pathname + next.search };
  };
}

function timeOf(item: unknown): string | undefined {
  return Object(item).createdAt;
}
