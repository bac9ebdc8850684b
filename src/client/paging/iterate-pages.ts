import { CallError } from "../call-error.js";
import { formatUrl } from "../response/read-response.js";
import type { PageReader } from "./page-readers.js";

/** A page of a list. */
export type Page<Item, Body = unknown> = {
  readonly items: readonly Item[];
  /** The whole response body. */
  readonly body: Body;
  /** Where the list continues: pass it as the option `resume`. Undefined on the last page. */
  readonly next: string | undefined;
};

/**
 * How a list is paged. `items` is the location of the items in a page: the name of a property, or a function. Links are
 * relative to the base URL, which has no trailing slash. All pages have the path of the first page.
 */
export type PageSource = readonly [
  items: string | ((body: unknown) => unknown),
  readPage: PageReader,
  baseUrl: string,
  first: string,
  read: (url: string) => Promise<unknown>,
];

/**
 * Reads a list page by page on demand (seed, "Pagination"). Errors of the first request are thrown unchanged, as by a
 * call of the operation.
 *
 * @param operation the operationId, for messages
 * @param source the pages; `read` returns the parsed body and throws unless the response is a success
 * @param link where to continue: `next` of a page. Replaces the query of `first`
 * @throws CallError of the kind `paging` when a later page cannot be read or a link to the next page is invalid; all
 * items before it have been yielded
 */
export async function* iteratePages<Item, Body = unknown>(
  operation: string,
  [location, readPage, baseUrl, first, read]: PageSource,
  link?: string,
  maxPages = 10_000,
): AsyncGenerator<Page<Item, Body>, void, undefined> {
  const seen = new Set<string>();
  const fail = (what: string, resume?: string, cause?: unknown): never => {
    throw new CallError("paging", { operation, page: seen.size, resume, cause }, what);
  };
  do {
    const url = link === undefined ? first : followLink(link, baseUrl, first, fail);
    if (seen.has(url)) fail("next link repeats");
    if (seen.size >= maxPages) fail("maxPages reached", link);
    seen.add(url);
    const body = await read(url).catch((cause) => {
      throw seen.size < 2 ? cause : fail(`${cause}`, link, cause);
    });
    const all = (typeof location === "string" ? Object(body)[location] : location(body)) ?? [];
    if (!Array.isArray(all)) fail(`${location} must be an array`, link);
    const [items, next, reason] = readPage(all, Object(body), url);
    // The caller derives the type of the items from the spec.
    yield { items: items as readonly Item[], body: body as Body, next };
    if (reason) fail(reason);
    link = next;
  } while (link !== undefined);
}

/** Yields the items of pages one by one. */
export async function* iterateItems<Item>(pages: AsyncIterable<Page<Item>>): AsyncGenerator<Item, void, undefined> {
  for await (const page of pages) yield* page.items;
}

/**
 * Resolves a link to the next page. Uses only the query of the link; origin and path are always those of the
 * collection. The link must refer to the same collection, by URL, by path, or by path relative to the base URL.
 *
 * @param url the first page of the collection, below `baseUrl`
 * @param refuse throws an error with the given message, which contains no query and no credentials
 */
export function followLink(link: string, baseUrl: string, url: string, refuse: (what: string) => never): string {
  const own = url.replace(/[?#].*/s, "");
  try {
    const [target, ...allowed] = [link, own, own.slice(baseUrl.length)].map((it) =>
      new URL(it, url).href
        .replace(/[?#].*/s, "")
        // Normalizes the percent-encoding. Throws when it is invalid.
        .replace(/[^/]+/g, (segment) => encodeURIComponent(decodeURIComponent(segment))),
    );
    if (allowed.includes(target as string)) return own + new URL(link, url).search;
  } catch {}
  return refuse(`next link to ${formatUrl(link, url)}, not ${own}`);
}
