import type { OperationDescription } from "../../../generated/operations.js";

/** One page of a listing. */
export type Page<Item, Body = unknown> = {
  readonly items: readonly Item[];
  /** The whole answer. */
  readonly body: Body;
  /** Where the listing goes on, to be given as `resume`; undefined on the last page. */
  readonly next: string | undefined;
};

/** A listing that is to be read. */
export type Listing = {
  /** operationId, for messages. */
  readonly operation: string;
  /** Of the operation, from the generated table. */
  readonly paging: NonNullable<OperationDescription["paging"]>;
  /** Base address of the service, without a slash at its end: links are paths below it. */
  readonly baseUrl: string;
  /** Of the first page: absolute, with its query. Its path is the collection, and no link leads out of that. */
  readonly url: string;
  /** `next` of a page, to go on from there; the query of `url` does not matter then. */
  readonly resume?: string | undefined;
  /** How many pages are read at most, 10 000 by default. */
  readonly maxPages?: number | undefined;
  /** Reads one page, by GET and with the headers of the call; gives the parsed body of a success, and throws else. */
  readonly read: (url: string) => Promise<unknown>;
};
