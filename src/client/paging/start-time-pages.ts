import type { PageReader } from "./iterate-pages.js";

/**
 * Pages that begin at a time, of a listing in which nothing names the following one (spec/open-points.yaml,
 * `billing-paging`). It goes on at the `createdAt` of its last item, at which others may have been created too: those that
 * have been given are left out, while nothing about them has changed. When one time fills a whole page, the following one
 * is asked to be twice as long.
 *
 * `start` and `total` of the answer tell the last page; where they are missing, it is one that is shorter than asked for.
 */
export function createStartTimeReader(start: string, count: string): PageReader {
  let given = "";
  let from = "";
  return (all, body, url) => {
    const items = all.filter((item) => !given.includes(JSON.stringify(item)));
    // Where one of them is missing, nothing is known of what is left.
    const { start: before, total } = body as { readonly start: number; readonly total: number };
    const { searchParams: query } = new URL(url);
    const { length } = all;
    const left = total - before - length;
    if (!length || left <= 0 || (Number.isNaN(left) && length < Number(query.get(count)))) return [items];
    const first: string = Object(all[0]).createdAt;
    const last: string = Object(all.at(-1)).createdAt;
    // One that is not in order, or does not begin where it was asked to, would never end.
    if (!(first >= from && last >= first)) return [items, undefined, "createdAt must not go back"];
    if (last === query.get(start)) query.set(count, `${2 * length}`);
    query.set(start, last);
    from = last;
    given = JSON.stringify(all);
    return [items, `?${query}`];
  };
}
