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
    // Where one of them is missing, nothing is known of what is left.
    const { start: before, total } = body as { readonly start: number; readonly total: number };
    const next = new URL(url);
    const { searchParams: query } = next;
    const left = total - before - all.length;
    const isLast = Number.isNaN(left) ? all.length < Number(query.get(count) ?? 1) : left <= 0;
    if (isLast || all.length === 0) return { items };
    const [first, last] = [timeOf(all[0]), timeOf(all.at(-1))];
    // One that is not in order, or does not begin where it was asked to, would never end.
    if (!(first >= from && last >= first)) return { items, fault: "it is not in the order of `createdAt`" };
    if (last === query.get(start)) query.set(count, String(2 * all.length));
    query.set(start, last);
    from = last;
    given = all.filter((item) => timeOf(item) === last).map((item) => JSON.stringify(item));
    return { items, next: next.pathname + next.search };
  };
}

function timeOf(item: unknown): string {
  return Object(item).createdAt;
}
