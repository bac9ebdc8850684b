import type { PageReader } from "./page-reader.js";

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
    const page = body as { readonly start: number; readonly total: number };
    const { searchParams: query } = new URL(url);
    const { length } = all;
    // NaN when either is missing.
    const left = page.total - page.start - length;
    if (!length || left <= 0 || (!(left > 0) && length < Number(query.get(count)))) return [items];
    const first: string = Object(all[0]).createdAt;
    const last: string = Object(all.at(-1)).createdAt;
    // A list that is unordered or starts before the requested time might never end.
    if (!(first >= from && last >= first)) return [items, undefined, "createdAt must ascend"];
    if (last === query.get(start)) query.set(count, `${2 * length}`);
    query.set(start, last);
    from = last;
    previous = JSON.stringify(all);
    return [items, `?${query}`];
  };
}
