import { editBody, getQuery, type Json, setQuery } from "../../edits.js";
import { type Defect, shareFields } from "../defect.js";
import {
  GET_SUBSCRIPTION,
  LIST_ORDERS,
  LIST_PLANS,
  LIST_SUBSCRIPTIONS,
  LIST_TRANSACTIONS,
} from "../edits-of-commerce.js";
import { editEach, either } from "../shared-edits.js";

const PAGE = /limit|count|page|pagination/;

/** Edits the links to the next page. */
function editNext(edit: (href: string, json: Json) => string): NonNullable<Defect["response"]> {
  return editBody((it) => ({
    ...it,
    links: it.links?.map((link: Json) => (link.rel === "next" ? { ...link, href: edit(link.href, it) } : link)),
  }));
}

export const PAGES_OF_EIGHTH: readonly Defect[] = shareFields({ kind: "pagination" }, [
  {
    ...LIST_TRANSACTIONS,
    id: "twenty-by-default",
    title: "without limit, a page has 20 transactions",
    breaks: "spec, limit: default 10; spec, GET transactions: 10 at a time with a next link",
    request: (message) => {
      if (getQuery(message, "limit") === null && getQuery(message, "startOffset") === null)
        setQuery("limit", "20")(message);
    },
    names: either(PAGE, /default/),
  },
  {
    ...LIST_TRANSACTIONS,
    id: "page-begins-with-last-item",
    title: "each page begins with the last transaction of the page before",
    breaks: "spec, Pagination: the next link leads to the next page; docs/client.md: iterate over whole lists",
    response: editNext((href, json) => {
      const limit = Math.max(2, json.transactions.length);
      return href.replace(/startOffset=\d+/, `startOffset=0&limit=${limit}`);
    }),
    names: either(PAGE, /twice|duplicate|repeat|again|overlap|same item/),
  },
  {
    ...LIST_ORDERS,
    id: "two-pages-at-most",
    title: "the second page has no next link, although more orders exist",
    breaks: "spec, Pagination: when more items exist than were returned, the response has a link next",
    response: editBody((it, message) => (getQuery(message, "startOffset") === null ? it : { ...it, links: [] })),
    names: either(PAGE, /next|link|missing|fewer|not listed/),
  },
  {
    ...LIST_ORDERS,
    id: "next-link-of-backend",
    title: "the next link is an absolute URL of an internal host",
    breaks: "spec, PageLink: href is a path of the same collection",
    response: editNext((href) => `http://orders.backend.internal:8080${href}`),
    names: either(/href|link|internal|absolute|pattern|path of the same/),
  },
  {
    ...LIST_SUBSCRIPTIONS,
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
  },
  {
    ...LIST_SUBSCRIPTIONS,
    id: "total-of-page",
    kind: "response value",
    title: "total is the number of subscriptions in the response",
    breaks: "spec, SubscriptionList: total is the total number of subscriptions, count the number in this response",
    response: editBody((it) => ({ ...it, total: it.count })),
    names: either(/total/),
  },
  {
    ...GET_SUBSCRIPTION,
    id: "trial-shown-as-full",
    kind: "consistency",
    alsoOn: ["listSubscriptions"],
    title: "a single subscription in its trial has the phase FULL, the list has TRIAL",
    breaks: "spec, Subscription: phase is the phase that the subscription is in; the list has the same subscriptions",
    response: editBody((it) => (it.phase === "TRIAL" ? { ...it, phase: "FULL" } : it)),
    names: either(/phase|TRIAL|differ|consisten/),
  },
  {
    ...LIST_PLANS,
    id: "plan-price-with-decimals",
    kind: "response value",
    title: "the prices of a plan have decimals",
    breaks: "spec, MonetaryAmount: amount of money as an integer",
    response: editEach("list", (it) => (typeof it.amount === "number" ? { ...it, amount: it.amount / 100 } : it)),
    names: either(/amount|integer/),
  },
]);
