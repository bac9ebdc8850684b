import { editBody, getQuery, type Json, setBody } from "../../edits.js";
import { type Defect, shareFields } from "../defect.js";
import { ignoreQuery, LIST_ORDERS } from "../edits-of-commerce.js";
import { either, keepItems, notKept } from "../shared-edits.js";

export const LIST_ORDERS_PAGES: readonly Defect[] = shareFields(LIST_ORDERS, [
  {
    id: "limit-of-one-ignored",
    kind: "pagination",
    title: "`limit=1` is ignored, and ten orders are returned",
    breaks: "spec: `limit` is the number of items to return, 1 to 100",
    request: ignoreQuery("limit", /^1$/),
    names: either(/limit|page size|more (items|orders|than)|size of/),
  },
  {
    id: "next-page-after-second",
    kind: "pagination",
    title: "a next page starts after the second of the last order, so that others of that second are lost",
    breaks: "spec: Without filters, all orders are returned; Follow the link to get the next page",
    response: (it, message) => {
      const startAt = getQuery(message, "startAt");
      if (getQuery(message, "startOffset") !== null) keepItems(it, "orders", ({ updatedAt }) => updatedAt !== startAt);
    },
    names: either(/lost|miss|skip|not (all|listed)|page|fewer|incomplete/),
  },
  {
    id: "next-link-not-encoded",
    kind: "pagination",
    title: "the `next` link has the values of filters without percent-encoding",
    breaks: "RFC 3986 2.1 and 3.4: other characters are percent-encoded; spec: `href` leads to the next page",
    response: editBody((it) => {
      const decode = (href: string): string =>
        href.replaceAll(/([?&])(orderNumber|cardHolder\w+|storeId|orderStatus|timeType)=([^&]*)/g, decodeValue);
      const links = (it.links ?? []).map((link: Json) => ({ ...link, href: decode(String(link.href)) }));
      return { ...it, links };
    }),
    names: either(/href|link|encod|\bUR[IL]\b|space|next|filter/),
  },
  {
    id: "long-page-cut-off",
    kind: "HTTP",
    title: "a page of more than 64 KiB is cut off",
    breaks: "RFC 8259 2: the body is JSON; spec: `limit` is up to 100",
    response: (it) => {
      if (it.body.length > 65_536) setBody(it, it.body.subarray(0, 65_536).toString());
    },
    names: either(
      /truncat|cut off|incomplete|(not|invalid|no) (valid )?JSON|pars|unexpected end|unterminated|malformed/,
    ),
  },
  {
    id: "included-shipments-of-first-order",
    kind: "consistency",
    alsoOn: ["getOrder", "listOrderShipments"],
    title: "with `includeOrderShipments`, all orders of a page have the shipments of the first one",
    breaks: "spec: `includeOrderShipments`: the shipments of the orders are included",
    response: editBody((it, message) => {
      if (getQuery(message, "includeOrderShipments") !== "true") return it;
      const [first] = it.orders ?? [];
      return { ...it, orders: it.orders?.map((order: Json) => ({ ...order, orderShipments: first.orderShipments })) };
    }),
    names: notKept(/orderShipments|same for/),
  },
]);

function decodeValue(_: string, separator: string, name: string, value: string): string {
  return `${separator}${name}=${decodeURIComponent(value)}`;
}
