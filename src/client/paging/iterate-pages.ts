import type { CallDescription } from "../../../generated/calls.js";
import { CallError } from "../call-error.js";
import { followLink } from "./follow-link.js";
import { readLinkedPage } from "./linked-pages.js";
import { createStartTimeReader } from "./start-time-pages.js";

/** One page of a listing. */
export type Page<Item, Body = unknown> = {
  readonly items: readonly Item[];
  /** The whole answer. */
  readonly body: Body;
  /** Where the listing goes on, as the service says it, to be given as `resume`; undefined on the last page. */
  readonly next: string | undefined;
};

/** A listing that is to be read. */
export type PaginationOptions = {
  /** operationId, for messages. */
  readonly operation: string;
  /** Of the operation, from the generated table (spec/extensions.md, `x-paging`). */
  readonly paging: NonNullable<CallDescription["paging"]>;
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

/**
 * Turns the pages of one listing, in their order; `url` is where a page was read. Gives what a page of some items adds, and
 * where the listing goes on: nowhere, or not, for a fault that is said in words.
 */
export type PageReader = (
  items: readonly unknown[],
  body: object,
  url: string,
) => readonly [items: readonly unknown[], next?: string | undefined, fault?: string];

/**
 * Reads a listing page by page, each when it is asked for (seed, "Pagination"). What the first request throws is thrown as
 * it is, so that it looks like that of the same call without pages.
 *
 * @throws CallError of the kind `paging` when a later page cannot be read, or when the listing goes on where none may; every
 * item that came before has been given by then
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
  const turn = start && count ? createStartTimeReader(start, count) : readLinkedPage;
  const seen = new Set<string>();
  const fail = (what: string, resume?: string, cause?: unknown): never => {
    throw new CallError("paging", { operation, page: seen.size, resume, cause }, what);
  };
  do {
    const url = link === undefined ? first : followLink(link, baseUrl, first, fail);
    if (seen.has(url)) fail("next link is not new");
    if (seen.size >= maxPages) fail("maxPages are read", link);
    seen.add(url);
    const body = await read(url).catch((cause) => {
      if (seen.size < 2) throw cause;
      return fail(String(cause), link, cause);
    });
    const found = Object(body)[name] ?? [];
    if (!Array.isArray(found)) fail(`${name} must be an array`, link);
    const [items, next, fault] = turn(found, Object(body), url);
    // The table says where items are; the contract, of what type.
    yield { items: items as readonly Item[], body: body as Body, next };
    if (fault) fail(fault);
    link = next;
  } while (link !== undefined);
}

/** The items of pages, one by one. */
export async function* iterateItems<Item>(from: AsyncIterable<Page<Item>>): AsyncGenerator<Item, void, undefined> {
  for await (const page of from) yield* page.items;
}
