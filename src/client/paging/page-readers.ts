/**
 * Evaluates the pages of a list in order. Returns the new items of a page, the link to the next page, and the reason
 * when the list cannot be continued.
 */
export type PageReader = (
  items: readonly unknown[],
  body: object,
  url: string,
) => readonly [items: readonly unknown[], next?: string | undefined, reason?: string];

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

/** Creates a reader for lists whose pages name a cursor for the next page. The last page names none, or is empty and repeats its own. */
export function createCursorReader(cursor: string, next: string): PageReader {
  return (items, body, url) => {
    const value = getValueAt(body, next);
    if (value == null || value === "" || value === false) return [items];
    if (typeof value === "object") return [items, undefined, `${next} must be a cursor`];
    const { searchParams: query } = new URL(url);
    if (query.get(cursor) === `${value}`)
      return items.length === 0 ? [items] : [items, undefined, "the cursor repeats"];
    query.set(cursor, `${value}`);
    return [items, `?${query}`];
  };
}

/** Creates a reader for lists that continue after the id of the last item, while a property says so, or until a page is empty. */
export function createAfterLastReader(after: string, id: string, hasMore?: string): PageReader {
  return (items, body, url) => {
    if (items.length === 0 || (hasMore !== undefined && !getValueAt(body, hasMore))) return [items];
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

/** Creates a reader for pages that refer to the next page with a link `rel` = `next` in `links` of the body. */
export const createLinkedReader = (): PageReader => (items, body) => {
  const { links } = body as { readonly links?: unknown };
  // A page without `links` is an error: it does not say whether it is the last one.
  const next = Array.isArray(links) ? links.find((it) => it?.rel === "next") : {};
  if (!next) return [items];
  const { href, method = "GET" } = next;
  return typeof href === "string" && method === "GET" ? [items, href] : [items, undefined, "links need a GET href"];
};

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

/**
 * Creates the function that creates readers for pages with a `Link` header with `rel` = `next` (RFC 8288), or with the URL of the next
 * page in another header.
 */
export function createLinkHeaderReader(header = "Link"): (last: { readonly response: Response }) => PageReader {
  return (last) => (items) => {
    const value = last.response.headers.get(header) ?? "";
    return [items, header === "Link" ? findNextLink(value) : value || undefined];
  };
}

/** The target of the link with `rel` = `next`. */
export function findNextLink(header: string): string | undefined {
  for (const [, target, parameters = ""] of header.matchAll(/<([^>]*)>([^<]*)/g))
    if (/;\s*rel\s*=\s*(?:"(?:[^"]*\s)?next(?:\s[^"]*)?"|next\b)/i.test(parameters)) return target;
  return undefined;
}

/** Creates the function that finds the items of a page at a location: property names joined by a slash. */
export function locate(location: string): (body: unknown) => unknown {
  return Object.assign((body: unknown) => getValueAt(body, location), { toString: () => location || "the body" });
}

/** The value at a location in a body: property names joined by a slash. */
function getValueAt(body: unknown, location: string): unknown {
  return location ? location.split("/").reduce((value, name) => Object(value)[name], body) : body;
}
