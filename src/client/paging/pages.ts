import { byLinks } from "./by-links.js";
import { byStart } from "./by-start.js";
import { followLink } from "./follow-link.js";
import { PagingError } from "./paging-error.js";

/** One page of a listing. */
export type Page<Item, Body = unknown> = {
  readonly items: readonly Item[];
  /** The whole answer. */
  readonly body: Body;
  /** Where the listing goes on, as the service says it, to be given as `resume`; undefined on the last page. */
  readonly next: string | undefined;
};

/** A listing that is to be read. */
export type Listing = {
  /** operationId, for messages. */
  readonly operation: string;
  /** Of the operation, from the generated table (spec/extensions.md, `x-paging`). */
  readonly paging: Readonly<Record<string, string>>;
  /** Base address of the service, without a slash at its end: links are paths below it. */
  readonly baseUrl: string;
  /** Of the first page: `baseUrl`, path and query. Its path is the collection, and no link leads out of that. */
  readonly url: string;
  /** `next` of a page, to go on from there; the query of `url` does not matter then. */
  readonly resume?: string | undefined;
  /** How many pages are read at most, 10 000 by default. */
  readonly maxPages?: number | undefined;
  /** Reads one page, by GET and with the headers of the call; gives the parsed body of a success, and throws else. */
  readonly read: (url: string) => Promise<unknown>;
};

/** What a page of some items adds, and where the listing goes on: nowhere, or not, for a fault that is said in words. */
export type Turn = {
  readonly items: readonly unknown[];
  readonly next?: string | undefined;
  readonly fault?: string;
};

/** Turns the pages of one listing, in their order; `url` is where a page was read. */
export type TurnPage = (items: readonly unknown[], body: object, url: string) => Turn;

/**
 * Reads a listing page by page, each when it is asked for (seed, "Pagination"). What the first request throws is thrown as
 * it is, so that it looks like that of the same call without pages.
 *
 * @throws PagingError when a later page cannot be read, or when the listing goes on where none may; every item that came
 * before has been given by then
 */
export async function* pages<Item, Body = unknown>(
  listing: Listing,
): AsyncGenerator<Page<Item, Body>, void, undefined> {
  const { operation, paging, maxPages = 10_000, read } = listing;
  const turn: TurnPage = paging.style === "links" ? byLinks : byStart(paging);
  const seen = new Set<string>();
  let link = listing.resume;
  const fail = (what: string, resume?: string, cause?: unknown): never => {
    throw new PagingError(`${operation}, page ${seen.size}: ${what}`, resume, { cause });
  };
  do {
    const url = link === undefined ? listing.url : followLink(link, listing, fail);
    if (seen.has(url)) fail("its next link has been followed before");
    if (seen.size >= maxPages) fail("is the last by maxPages; `resume` goes on", link);
    seen.add(url);
    const body = await read(url).catch((cause) => {
      if (seen.size < 2) throw cause;
      return fail(String(cause), link, cause);
    });
    const found = itemsAt(paging.items, body);
    if (!Array.isArray(found)) return fail(`${paging.items} is no array`, link);
    const { items, next, fault } = turn(found, Object(body), url);
    // The table says where items are; the contract, of what type.
    yield { items: items as readonly Item[], body: body as Body, next };
    if (fault !== undefined) fail(fault);
    link = next;
  } while (link !== undefined);
}

/** What stands at a pointer; a page without it has no items. */
function itemsAt(pointer = "", body: unknown): unknown {
  return pointer.split("/").reduce((value, key) => (key === "" ? value : Object(value)[key]), body) ?? [];
}

/** The items of pages, one by one. */
export async function* items<Item>(from: AsyncIterable<Page<Item>>): AsyncGenerator<Item, void, undefined> {
  for await (const page of from) yield* page.items;
}
