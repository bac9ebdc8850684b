import { type CallDescription, calls } from "../../generated/calls.js";
import type { operations } from "../../generated/types.js";
import { buildRequest } from "./build-request.js";
import type { ClientContext, UntypedCallOptions } from "./call-context.js";
import { invoke } from "./invoke.js";
import type { CallOptions } from "./operation-types.js";
import { iterateItems, iteratePages, type Page } from "./paging/index.js";
import { type DataOf, orThrow } from "./result.js";

/** The operation that reads a page of each list. */
export const LIST_OPERATIONS = {
  orders: "listOrders",
  transactions: "listTransactions",
  subscriptions: "listSubscriptions",
  plans: "listPlans",
} as const;

type ListOperations = typeof LIST_OPERATIONS;

/** All items of a list. Pages are read on demand, each with its own retries. */
export type Items<Item, Body> = AsyncIterable<Item> & {
  /** Iterates over pages instead of items. */
  readonly pages: () => AsyncIterable<Page<Item, Body>>;
};

export type ListingOptions = {
  /** Where to continue the list: `next` of a page, or `resume` of a CallError. */
  readonly resume?: string | undefined;
  /** Maximum number of pages to read; 10 000 by default. */
  readonly maxPages?: number | undefined;
};

/** Methods that iterate over whole lists (seed: Pagination; Billing list wrapper). */
export type ListMethods = {
  readonly [Name in keyof ListOperations]: (
    options: CallOptions<operations[ListOperations[Name]]> & ListingOptions,
  ) => Items<ItemOf<DataOf<operations[ListOperations[Name]]>>, DataOf<operations[ListOperations[Name]]>>;
};

/** The item type of a page: that of its array other than `links`. */
type ItemOf<Body> = {
  [Name in Exclude<keyof Body, "links">]-?: Exclude<Body[Name], undefined> extends readonly (infer Item)[]
    ? Item
    : never;
}[Exclude<keyof Body, "links">];

/** Creates the method that iterates over a list. */
export function createPagedList(core: ClientContext, operation: ListOperations[keyof ListOperations]) {
  const { server = "baseUrl", paging }: CallDescription = calls[operation];
  return ({ resume, maxPages, ...options }: UntypedCallOptions & ListingOptions = {}): Items<unknown, unknown> => {
    const pages = () =>
      iteratePages(
        operation,
        [
          paging ?? calls.listSubscriptions.paging,
          core[server as "baseUrl"],
          buildRequest(core, operation, options)[0],
          async (url) => orThrow(await invoke(core, operation, options, url)),
        ],
        resume,
        // The spec defines no paging for plans: reading a second page would be an error.
        maxPages ?? (paging ? undefined : 1),
      );
    return { [Symbol.asyncIterator]: () => iterateItems(pages()), pages };
  };
}
