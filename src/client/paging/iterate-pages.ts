import type { CallDescription } from "../../../generated/calls.js";
import { CallError } from "../call-error.js";
import { followLink } from "./follow-link.js";
import { readLinkedPage } from "./linked-pages.js";
import { createStartTimeReader } from "./start-time-pages.js";

/** A page of a list. */
export type Page<Item, Body = unknown> = {
  readonly items: readonly Item[];
  /** The whole response body. */
  readonly body: Body;
  /** Where the list continues: pass it as the option `resume`. Undefined on the last page. */
  readonly next: string | undefined;
};

/** A list to read. */
export type PaginationOptions = {
  /** The operationId, for messages. */
  readonly operation: string;
  /** From the generated table of operations (spec/extensions.md, `x-paging`). */
  readonly paging: NonNullable<CallDescription["paging"]>;
  /** Base URL of the service without a trailing slash; links are relative to it. */
  readonly baseUrl: string;
  /** URL of the first page: `baseUrl`, path and query. All pages have the same path. */
  readonly url: string;
  /** Where to continue: `next` of a page. Replaces the query of `url`. */
  readonly resume?: string | undefined;
  /** Maximum number of pages to read; 10 000 by default. */
  readonly maxPages?: number | undefined;
  /** Reads a page with GET and the headers of the call. Returns the parsed body; throws unless successful. */
  readonly read: (url: string) => Promise<unknown>;
};

/**
 * Reads a list page by page on demand (seed, "Pagination"). Errors of the first request are thrown unchanged, as by a
 * call of the operation.
 *
 * @throws CallError of the kind `paging` when a later page cannot be read or a link to the next page is invalid; all
 * items before it have been yielded
 */
export async function* iteratePages<Item, Body = unknown>({
  operation,
  paging,
  baseUrl,
  url: first,
  resume: link,
  maxPages = 10_000,
  read,
}: PaginationOptions): AsyncGenerator<Page<Item, Body>, void, undefined> {
  const [name, start, count] = paging;
  const readPage = start && count ? createStartTimeReader(start, count) : readLinkedPage;
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
      if (seen.size < 2) throw cause;
      return fail(String(cause), link, cause);
    });
    const all = Object(body)[name] ?? [];
    if (!Array.isArray(all)) fail(`${name} must be an array`, link);
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
