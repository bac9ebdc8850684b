import { editBody, getQuery, type Json, setQuery } from "../../edits.js";
import type { Defect } from "../defect.js";
import {
  GET_SUBSCRIPTION,
  LIST_ORDERS,
  LIST_PLANS,
  LIST_SUBSCRIPTIONS,
  LIST_TRANSACTIONS,
} from "../edits-of-commerce.js";
import { editEach, either } from "../shared-edits.js";

const SANDBOX = { service: "sandbox", kind: "pagination" } as const;
const PAGE = /limit|count|page|pagination/;

function findNext({ links }: Json): Json {
  return links?.find((it: Json) => it.rel === "next");
}

/** Edits the links to the next page. */
function editNext(edit: (href: string, json: Json) => string): NonNullable<Defect["response"]> {
  return editBody((it) => ({
    ...it,
    links: it.links?.map((link: Json) => (link.rel === "next" ? { ...link, href: edit(link.href, it) } : link)),
  }));
}

export const PAGES_OF_EIGHTH: readonly Defect[] = [
  {
    ...SANDBOX,
    operation: LIST_TRANSACTIONS,
    id: "twenty-by-default",
    title: "without limit, a page has 20 transactions",
    breaks: "spec, limit: default 10; spec, GET transactions: 10 at a time with a next link",
    request: (message) => {
      if (getQuery(message, "limit") === null && getQuery(message, "startOffset") === null)
        setQuery("limit", "20")(message);
    },
    names: either(PAGE, /default/),
    shows: async ({ transactions, get }) => {
      const { length } = (await get(transactions)).json.transactions;
      return length > 10 ? `${length} transactions` : undefined;
    },
  },
  {
    ...SANDBOX,
    operation: LIST_TRANSACTIONS,
    id: "page-begins-with-last-item",
    title: "each page begins with the last transaction of the page before",
    breaks: "spec, Pagination: the next link leads to the next page; docs/client.md: iterate over whole lists",
    response: editNext((href, json) => {
      const limit = Math.max(2, json.transactions.length);
      return href.replace(/startOffset=\d+/, `startOffset=0&limit=${limit}`);
    }),
    names: either(PAGE, /twice|duplicate|repeat|again|overlap|same item/),
    shows: async ({ transactions, get }) => {
      const first = (await get(`${transactions}?limit=5`)).json;
      const second = (await get(findNext(first).href)).json;
      const last = first.transactions.at(-1).id;
      return second.transactions.some((it: Json) => it.id === last) ? `${last} is on two pages` : undefined;
    },
  },
  {
    ...SANDBOX,
    operation: LIST_ORDERS,
    id: "two-pages-at-most",
    title: "the second page has no next link, although more orders exist",
    breaks: "spec, Pagination: when more items exist than were returned, the response has a link next",
    response: (response, message, memory) => {
      if (getQuery(message, "startOffset") !== null)
        editBody((it) => ({ ...it, links: [] }))(response, message, memory);
    },
    names: either(PAGE, /next|link|missing|fewer|not listed/),
    shows: async ({ orders, get }) => {
      const first = (await get(`${orders}?limit=5`)).json;
      const second = (await get(findNext(first).href)).json;
      return findNext(second) === undefined ? "no third page" : undefined;
    },
  },
  {
    ...SANDBOX,
    operation: LIST_ORDERS,
    id: "next-link-of-backend",
    title: "the next link is an absolute URL of an internal host",
    breaks: "spec, PageLink: href is a path of the same collection",
    response: editNext((href) => `http://orders.backend.internal:8080${href}`),
    names: either(/href|link|internal|absolute|pattern|path of the same/),
    shows: async ({ orders, get }) => {
      const { href } = findNext((await get(`${orders}?limit=2`)).json);
      return href.startsWith("/") ? undefined : href;
    },
  },
  {
    ...SANDBOX,
    operation: LIST_SUBSCRIPTIONS,
    id: "subscriptions-of-all-businesses",
    kind: "filter",
    title: "the list of subscriptions ignores businessId if the token includes the business",
    breaks: "spec, businessId: identifier of a business; when absent, subscriptions of all merchants are listed",
    request: (message, memory) => {
      const known = (memory.get("known") ?? []) as readonly string[];
      if (known.includes(getQuery(message, "businessId") ?? "")) setQuery("businessId")(message);
    },
    response: (response, message, memory) => {
      editBody((it) => {
        const known = (memory.get("known") ?? []) as readonly string[];
        memory.set("known", [...known, ...(it.list ?? []).map(({ businessId }: Json) => businessId)]);
        return it;
      })(response, message, memory);
    },
    names: either(/filter|businessId|match|only/),
    shows: async ({ application, business, get }) => {
      const path = `/apps/${application}/subscriptions`;
      await get(path);
      const { list } = (await get(`${path}?businessId=${business}`)).json;
      return list.every((it: Json) => it.businessId === business) ? undefined : "a subscription of another business";
    },
  },
  {
    ...SANDBOX,
    operation: LIST_SUBSCRIPTIONS,
    id: "total-of-page",
    kind: "response value",
    title: "total is the number of subscriptions in the response",
    breaks: "spec, SubscriptionList: total is the total number of subscriptions, count the number in this response",
    response: editBody((it) => ({ ...it, total: it.count })),
    names: either(/total/),
    shows: async ({ application, get }) => {
      const path = `/apps/${application}/subscriptions`;
      const { total } = (await get(path)).json;
      const page = (await get(`${path}?count=1`)).json;
      return page.total === total ? undefined : `total ${page.total} instead of ${total}`;
    },
  },
  {
    ...SANDBOX,
    operation: GET_SUBSCRIPTION,
    id: "trial-shown-as-full",
    kind: "consistency",
    alsoOn: ["listSubscriptions"],
    title: "a single subscription in its trial has the phase FULL, the list has TRIAL",
    breaks: "spec, Subscription: phase is the phase that the subscription is in; the list has the same subscriptions",
    response: editBody((it) => (it.phase === "TRIAL" ? { ...it, phase: "FULL" } : it)),
    names: either(/phase|TRIAL|differ|consisten/),
    shows: async ({ application, get }) => {
      const path = `/apps/${application}/subscriptions`;
      const trial = (await get(path)).json.list.find((it: Json) => it.phase === "TRIAL");
      const { phase } = (await get(`${path}/${trial.subscriptionId}`)).json;
      return phase === trial.phase ? undefined : `phase ${phase} instead of ${trial.phase}`;
    },
  },
  {
    ...SANDBOX,
    operation: LIST_PLANS,
    id: "plan-price-with-decimals",
    kind: "response value",
    title: "the prices of a plan have decimals",
    breaks: "spec, MonetaryAmount: amount of money as an integer",
    response: editEach("list", (it) => (typeof it.amount === "number" ? { ...it, amount: it.amount / 100 } : it)),
    names: either(/amount|integer/),
    shows: async ({ application, get }) => {
      const { list } = (await get(`/apps/${application}/plans`)).json;
      const plan = list.find((it: Json) => !Number.isInteger(it.amount));
      return plan && `amount ${plan.amount}`;
    },
  },
];
