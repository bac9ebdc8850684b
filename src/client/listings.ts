import { type CallDescription, calls } from "../../generated/calls.js";
import type { operations } from "../../generated/types.js";
import { type Core, invoke, type LooseOptions, written } from "./invoke.js";
import type { CallOptions } from "./operation-types.js";
import { items, type Page, pages } from "./paging/index.js";
import { type DataOf, orThrow } from "./result.js";

/** What is listed, and by which operation. */
const LISTINGS = {
  orders: "listOrders",
  transactions: "listTransactions",
  subscriptions: "listSubscriptions",
  plans: "listPlans",
} as const;

/** The contract does not say how more plans than one page are had; were there more, the listing would say that it broke off. */
const WITHOUT_PAGING = { style: "offset", items: "/list" } as const;

type Listings = typeof LISTINGS;

/** Every item of a list, however many pages it has. They are read when they are asked for, each page with its own retries. */
export type Items<Item, Body> = AsyncIterable<Item> & {
  /** The same by pages, each with where the listing goes on. */
  readonly pages: () => AsyncIterable<Page<Item, Body>>;
};

export type ListingOptions = {
  /** `next` of a page, or `resume` of a PagingError: where the listing goes on. */
  readonly resume?: string | undefined;
  /** How many pages are read at most: 10 000 by default. */
  readonly maxPages?: number | undefined;
};

/** Whole lists, by what they hold. (seed: Pagination; Billing list wrapper) */
export type ListingFace = {
  readonly [Name in keyof Listings]: (
    options: CallOptions<operations[Listings[Name]]> & ListingOptions,
  ) => Items<ItemOf<DataOf<operations[Listings[Name]]>>, DataOf<operations[Listings[Name]]>>;
};

/** What stands in the one array of a page that is not its links. */
type ItemOf<Body> = {
  [Name in Exclude<keyof Body, "links">]-?: Exclude<Body[Name], undefined> extends readonly (infer Item)[]
    ? Item
    : never;
}[Exclude<keyof Body, "links">];

/** The listings of a client, by name. */
export function listings(core: Core): ListingFace {
  const made = Object.entries(LISTINGS).map(([name, operation]) => {
    const description: CallDescription = calls[operation];
    const called = { operation, description };
    const { server = "baseUrl", paging } = description;
    const list = ({ resume, maxPages, ...options }: LooseOptions & ListingOptions = {}) => {
      const bodies = () =>
        pages({
          operation,
          paging: paging ?? WITHOUT_PAGING,
          baseUrl: core.addresses[server] ?? "",
          url: written(core, called, options).url,
          resume,
          maxPages: maxPages ?? (paging ? undefined : 1),
          read: async (url) => orThrow(await invoke(core, called, options, url)),
        });
      return { [Symbol.asyncIterator]: () => items(bodies()), pages: bodies };
    };
    return [name, list];
  });
  return Object.fromEntries(made) as ListingFace;
}
