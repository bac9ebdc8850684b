import { editBody, getQuery, type Json, setQuery } from "../../edits.js";
import type { Defect } from "../defect.js";
import { GET_SUBSCRIPTION, LIST_PLANS, LIST_SUBSCRIPTIONS, UUID } from "../edits-of-commerce.js";
import { editEach, either, getSegment, notKept, readClaims } from "../shared-edits.js";

export const BILLING: readonly Defect[] = [
  {
    ...LIST_SUBSCRIPTIONS,
    id: "business-ignored-with-count",
    kind: "filter",
    title: "with `count`, the filter `businessId` is ignored",
    breaks:
      "spec: Without `businessId`, subscriptions of all merchants are listed: with it, only those of the business",
    request: (message) => {
      if (getQuery(message, "count") !== null && UUID.test(getQuery(message, "businessId") ?? ""))
        setQuery("businessId")(message);
    },
    names: either(/businessId|filter|(other|another) business/),
  },
  {
    ...GET_SUBSCRIPTION,
    id: "plan-and-bundle-swapped",
    kind: "consistency",
    alsoOn: ["listSubscriptions"],
    title: "a single subscription has the id of its bundle in `planId`, and that of its plan in `bundleId`",
    breaks: "spec: Subscription.planId is the id of the plan; GET subscriptions lists the same subscription",
    response: editBody((it) => ({ ...it, planId: it.bundleId, bundleId: it.planId })),
    names: notKept(/planId|bundleId/),
  },
  {
    ...GET_SUBSCRIPTION,
    id: "subscription-of-any-application",
    kind: "authorization",
    title: "the application in the path of a subscription is not compared with that of the token",
    breaks: "OWASP API1:2023; open-points.yaml `error-conditions`: 403 for an application without access",
    request: (message) => {
      const aid = readClaims(message.headers.authorization ?? "")?.aid;
      const named = getSegment(message, 2).replaceAll(/%3A/gi, ":");
      if (typeof aid === "string" && UUID.test(named.replace("urn:aid:", "")))
        message.target = message.target.replace(/^\/apps\/[^/]+/, `/apps/${aid}`);
    },
    names: either(/\b40[34]\b|(another|other|foreign|wrong) app|appId|authori[sz]|owner|bola|idor/),
  },
  {
    ...GET_SUBSCRIPTION,
    methods: ["DELETE"],
    id: "subscription-delete-succeeds",
    kind: "HTTP",
    title: "DELETE of a subscription responds like GET, with 200",
    breaks: "spec: the path has GET only; RFC 9110 15.5.6: 405 for a method that the resource does not support",
    request: (message) => {
      message.method = "GET";
    },
    names: either(/DELETE|method|\b405\b|\ballow\b/),
  },
  {
    ...LIST_PLANS,
    id: "plan-amounts-with-fraction",
    kind: "response value",
    title: "the amounts of plans are divided by 100",
    breaks: "spec: MonetaryAmount is an integer",
    response: editEach("list", (it) => ({
      ...it,
      amount: it.amount / 100,
      amounts: it.amounts?.map((entry: Json) => ({ ...entry, value: entry.value / 100 })),
    })),
    names: either(/amount|integer|fraction/),
  },
  {
    ...LIST_PLANS,
    id: "plans-content-type-as-accepted",
    kind: "HTTP",
    title: "the Content-Type of the plans is the first type of Accept, though the body is JSON",
    breaks: "RFC 9110 8.3: Content-Type is the type of the content; spec: 200 has application/json",
    response: (it, { headers }) => {
      const [type = ""] = (headers.accept ?? "").split(/[,;]/);
      if (it.status === 200 && /^[^*]+\/[^*]+$/.test(type)) it.headers["content-type"] = type.trim();
    },
    names: either(/content-type|media type|\baccept\b|text\/|xml/),
  },
];
