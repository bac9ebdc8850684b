import type { PageReader } from "./page-reader.js";
import { getValueAt } from "./value-at.js";

/** Creates a reader for lists whose pages start at an offset. The last page is empty, or shorter than requested. */
export function createOffsetReader(start: string, count: string): PageReader {
  return (items, _, url) => {
    const { searchParams: query } = new URL(url);
    const isLast = items.length === 0 || items.length < Number(query.get(count));
    query.set(start, `${Number(query.get(start)) + items.length}`);
    return isLast ? [items] : [items, `?${query}`];
  };
}

/** Creates a reader for lists whose pages have numbers. The last page is empty, or shorter than requested. */
export function createPageNumberReader(page: string, count: string, first = 1): PageReader {
  return (items, _, url) => {
    const { searchParams: query } = new URL(url);
    const isLast = items.length === 0 || items.length < Number(query.get(count));
    query.set(page, `${Number(query.get(page) ?? first) + 1}`);
    return isLast ? [items] : [items, `?${query}`];
  };
}

/** Creates a reader for lists whose pages name a cursor for the next page. The last page names none. */
export function createCursorReader(cursor: string, next: string): PageReader {
  return (items, body, url) => {
    const value = getValueAt(body, next);
    if (value == null || value === "" || value === false) return [items];
    if (typeof value === "object") return [items, undefined, `${next} must be a cursor`];
    const { searchParams: query } = new URL(url);
    if (query.get(cursor) === `${value}`) return [items, undefined, "the cursor repeats"];
    query.set(cursor, `${value}`);
    return [items, `?${query}`];
  };
}

/** Creates a reader for lists that continue after the id of the last item, while a property says so. */
export function createAfterLastReader(after: string, id: string, hasMore: string): PageReader {
  return (items, body, url) => {
    if (items.length === 0 || !getValueAt(body, hasMore)) return [items];
    const value = getValueAt(items.at(-1), id);
    if (typeof value !== "string" && typeof value !== "number") return [items, undefined, `the last item has no ${id}`];
    const { searchParams: query } = new URL(url);
    query.set(after, String(value));
    return [items, `?${query}`];
  };
}

/** Creates a reader for lists whose pages have the URL of the next page. */
export function createNextUrlReader(next: string): PageReader {
  return (items, body) => {
    const value = getValueAt(body, next);
    if (value == null || value === "") return [items];
    return typeof value === "string" ? [items, value] : [items, undefined, `${next} must be a URL`];
  };
}
