import { editBody, getQuery, rejectValid, setBody } from "../../edits.js";
import type { Defect } from "../defect.js";
import { ABSENT, GET_SUBSCRIPTION, LIST_PLANS, LIST_SUBSCRIPTIONS } from "../edits-of-commerce.js";
import { either, getSegment, notKept } from "../second/edits-of-second.js";
import { readSuccess } from "./edits-of-third.js";

const LISTS = { service: "sandbox", operation: LIST_SUBSCRIPTIONS } as const;
const READS = { service: "sandbox", operation: GET_SUBSCRIPTION } as const;
const PLANS = { service: "sandbox", operation: LIST_PLANS } as const;

export const BILLING: readonly Defect[] = [
  {
    ...LISTS,
    id: "count-is-requested-count",
    kind: "response value",
    title: "count of a list of subscriptions is the count of the request",
    breaks: "spec: count is the number of subscriptions in this response",
    response: (response, message) => {
      const json = readSuccess(response);
      if (json !== undefined)
        setBody(response, JSON.stringify({ ...json, count: Number(getQuery(message, "count") ?? 10) }));
    },
    names: /\bcount\b|number of/i,
    shows: async ({ get, application }) => {
      const { count, list } = (await get(`/apps/${application}/subscriptions`)).json;
      return count === list.length ? undefined : `count ${count} for ${list.length} subscriptions`;
    },
  },
  {
    ...LISTS,
    id: "total-is-that-of-the-page",
    kind: "pagination",
    title: "total of a list of subscriptions is the number on the page",
    breaks: "spec: total is the total number of subscriptions; open question billing-paging",
    response: editBody((json) => (Array.isArray(json.list) ? { ...json, total: json.list.length } : json)),
    names: /total|\ball\b|page/i,
    shows: async ({ get, application }) => {
      const { total } = (await get(`/apps/${application}/subscriptions?count=1`)).json;
      return total === 1 ? "total is 1 of 2" : undefined;
    },
  },
  {
    ...READS,
    id: "plan-of-subscription-is-its-bundle",
    kind: "consistency",
    alsoOn: ["listSubscriptions", "listPlans"],
    title: "planId of a subscription is its bundleId",
    breaks: "spec: planId is the identifier of the subscribed plan",
    response: editBody((json) => (json.bundleId === undefined ? json : { ...json, planId: json.bundleId })),
    names: notKept(/planId/),
    shows: async ({ get, application }) => {
      const [first] = (await get(`/apps/${application}/subscriptions`)).json.list;
      const { planId } = (await get(`/apps/${application}/subscriptions/${first.subscriptionId}`)).json;
      return planId === first.planId ? undefined : "planId differs from that in the list";
    },
  },
  {
    ...READS,
    id: "subscription-through-any-application",
    kind: "authorization",
    title: "a subscription is returned below the path of another application",
    breaks:
      "open question error-conditions: 403 for an application without access; OWASP API1: object level authorization",
    request: (message, memory) => {
      const own = memory.get(getSegment(message, -1));
      const other = getSegment(message, 2);
      if (typeof own === "string") message.target = message.target.replace(other, own);
    },
    response: (response, message, memory) => {
      if (response.status === 200) memory.set(getSegment(message, -1), getSegment(message, 2));
    },
    names: either(/\bapplication\b(?!\/)|appId|\b403\b|authoriz|bola|foreign/),
    shows: async ({ get, application }) => {
      const [first] = (await get(`/apps/${application}/subscriptions`)).json.list;
      await get(`/apps/${application}/subscriptions/${first.subscriptionId}`);
      const { status } = await get(`/apps/urn:aid:${ABSENT}/subscriptions/${first.subscriptionId}`);
      return status === 200 ? "200 below another application" : undefined;
    },
  },
  {
    ...PLANS,
    id: "compression-declared-but-not-applied",
    kind: "HTTP",
    title: "plans are declared as gzip if the client accepts it, but are not compressed",
    breaks: "RFC 9110 8.4: Content-Encoding tells which codings have been applied to the representation",
    response: ({ status, headers }, message) => {
      if (status === 200 && /\bgzip\b/.test(message.headers["accept-encoding"] ?? ""))
        headers["content-encoding"] = "gzip";
    },
    names: either(/content-encoding|gzip|compress|decod|unreadable|header check|network|terminated|fetch failed/),
    shows: async ({ get, application }) => {
      const { headers, json } = await get(`/apps/${application}/plans`, { "Accept-Encoding": "gzip" });
      return headers["content-encoding"] === "gzip" && json !== undefined ? "gzip is declared only" : undefined;
    },
  },
  {
    ...PLANS,
    id: "media-range-not-acceptable",
    kind: "HTTP",
    title: "Accept with the range application/* is a 406",
    breaks: "RFC 9110 12.5.1: type/* stands for all subtypes of the type",
    instead: rejectValid(({ headers }) => /application\/\*/.test(headers.accept ?? ""), 406),
    names: /\b406\b|not acceptable|\baccept\b/i,
    shows: async ({ get, application }) => {
      const { status } = await get(`/apps/${application}/plans`, { Accept: "application/*" });
      return status === 406 ? "406 for application/*" : undefined;
    },
  },
];
