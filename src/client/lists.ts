import { type CallDescription, calls } from "../../generated/calls.js";
import type { operations } from "../../generated/types.js";
import { buildRequest } from "./build-request.js";
import { type ClientContext, invoke, type UntypedCallOptions } from "./invoke.js";
import type { CallOptions } from "./operation-types.js";
import { iterateItems, iteratePages, type Page } from "./paging/index.js";
import { type DataOf, orThrow } from "./result.js";

/** What is listed, and by which operation. */
export const LIST_OPERATIONS = {
  orders: "listOrders",
  transactions: "listTransactions",
  subscriptions: "listSubscriptions",
  plans: "listPlans",
} as const;

type ListOperations = typeof LIST_OPERATIONS;

/** Every item of a list, however many pages it has. They are read when they are asked for, each page with its own retries. */
export type Items<Item, Body> = AsyncIterable<Item> & {
  /** The same by pages, each with where the listing goes on. */
  readonly pages: () => AsyncIterable<Page<Item, Body>>;
};

export type ListingOptions = {
  /** `next` of a page, or `resume` of a CallError: where the listing goes on. */
  readonly resume?: string | undefined;
  /** How many pages are read at most: 10 000 by default. */
  readonly maxPages?: number | undefined;
};

/** Whole lists, by what they hold. (seed: Pagination; Billing list wrapper) */
export type ListMethods = {
  readonly [Name in keyof ListOperations]: (
    options: CallOptions<operations[ListOperations[Name]]> & ListingOptions,
  ) => Items<ItemOf<DataOf<operations[ListOperations[Name]]>>, DataOf<operations[ListOperations[Name]]>>;
};

/** What stands in the one array of a page that is not its links. */
type ItemOf<Body> = {
  [Name in Exclude<keyof Body, "links">]-?: Exclude<Body[Name], undefined> extends readonly (infer Item)[]
    ? Item
    : never;
}[Exclude<keyof Body, "links">];

/** A whole list, by the operation that reads one page. */
export function createPagedList(core: ClientContext, operation: ListOperations[keyof ListOperations]) {
  const { server = "baseUrl", paging }: CallDescription = calls[operation];
  return ({ resume, maxPages, ...options }: UntypedCallOptions & ListingOptions = {}): Items<unknown, unknown> => {
    const bodies = () =>
      iteratePages({
        operation,
        paging: paging ?? calls.listSubscriptions.paging,
        baseUrl: core[server as "baseUrl"],
        url: buildRequest(core, operation, options)[0],
        resume,
        // The contract does not say how more plans than one page are had; were there more, the listing would say so.
        maxPages: maxPages ?? (paging ? undefined : 1),
        read: async (url) => orThrow(await invoke(core, operation, options, url)),
      });
    return { [Symbol.asyncIterator]: () => iterateItems(bodies()), pages: bodies };
  };
}
