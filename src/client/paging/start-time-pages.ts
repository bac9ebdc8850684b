import type { PageReader } from "./page-reader.js";

/** What the reader needs of a page, and of an item. */
type Extent = { readonly start: number; readonly total: number };
type Dated = { readonly createdAt: string } | null;

/**
 * Creates a reader for lists whose pages start at a time and have no link to the next page (spec/open-points.yaml,
 * `billing-paging`). The next page starts at the `createdAt` of the last item; unchanged items of the page before are
 * dropped. When all items of a page have the same time, the next page is twice as long.
 *
 * The last page is recognized by `start` and `total` of the response, or else by being shorter than requested.
 */
export function createStartTimeReader(start: string, count = ""): PageReader {
  let previous = "";
  let from = "";
  return (all, body, url) => {
    const items = all.filter((item) => !previous.includes(JSON.stringify(item)));
    const { searchParams: query } = new URL(url);
    const { length } = all;
    // NaN when either is missing.
    const left = (body as Extent).total - (body as Extent).start - length;
    if (!length || left <= 0 || (!(left > 0) && length < +(query.get(count) as string))) return [items];
    const first = (all[0] as Dated)?.createdAt as string;
    const last = (all.at(-1) as Dated)?.createdAt as string;
    // A list that is unordered or starts before the requested time might never end.
    if (!(first >= from && last >= first)) return [items, undefined, "createdAt must ascend"];
    if (last === query.get(start)) query.set(count, `${2 * length}`);
    query.set(start, last);
    from = last;
    previous = JSON.stringify(all);
    return [items, `?${query}`];
  };
}
