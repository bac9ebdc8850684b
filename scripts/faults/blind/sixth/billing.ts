import { editBody, getQuery } from "../../edits.js";
import type { Defect } from "../defect.js";
import { ABSENT, GET_SUBSCRIPTION, LIST_PLANS, LIST_SUBSCRIPTIONS } from "../edits-of-commerce.js";
import { either, getSegment, replaceResponse } from "../second/edits-of-second.js";
import { readClaims } from "./edits-of-sixth.js";

const SANDBOX = { service: "sandbox" } as const;

export const BILLING_DEFECTS: readonly Defect[] = [
  {
    ...SANDBOX,
    operation: LIST_PLANS,
    id: "plans-of-path-ignored",
    kind: "authorization",
    title: "the application in the path is not compared with that of the token, whose plans are returned",
    breaks: "spec, listPlans: returns the plans of the application; status codes: 403, 404; OWASP API1",
    request: (message) => {
      const own = readClaims(message.headers.authorization ?? "")?.aid;
      if (typeof own !== "string" || decodeURIComponent(getSegment(message, 2)) === own) return;
      message.target = message.target.replace(/^\/apps\/[^/]+/, `/apps/${encodeURIComponent(own)}`);
    },
    names: either(/application|appId|foreign|owner|authori|access|exist|\b200\b|\b40[34]\b/),
    shows: async (c) => {
      const { status } = await c.get(`/apps/urn:aid:${ABSENT}/plans`);
      return status === 200 ? "200 for another application" : undefined;
    },
  },
  {
    ...SANDBOX,
    operation: LIST_PLANS,
    id: "plans-401-without-challenge",
    kind: "authentication",
    title: "a 401 has no WWW-Authenticate",
    breaks: "RFC 9110 11.6.1: a 401 response must have a WWW-Authenticate field with at least one challenge",
    response: (it) => {
      if (it.status === 401) delete it.headers["www-authenticate"];
    },
    names: either(/www-authenticate|challenge/),
    shows: async (c) => {
      const { status, headers } = await c.get(`/apps/${c.application}/plans`, { Authorization: undefined });
      return status === 401 && headers["www-authenticate"] === undefined ? "401 without a challenge" : undefined;
    },
  },
  {
    ...SANDBOX,
    operation: LIST_SUBSCRIPTIONS,
    id: "subscriptions-count-of-request",
    kind: "response value",
    title: "count is the page size of the request, not the number of subscriptions in the response",
    breaks: "spec, SubscriptionList.count: number of subscriptions in this response",
    response: editBody((it, message) => ({ ...it, count: Number(getQuery(message, "count") ?? 10) })),
    names: either(/\bcount\b/),
    shows: async (c) => {
      const { json } = await c.get(`/apps/${c.application}/subscriptions?count=77`);
      return json.count === json.list.length ? undefined : `count ${json.count} for ${json.list.length}`;
    },
  },
  {
    ...SANDBOX,
    operation: GET_SUBSCRIPTION,
    id: "subscription-any-scheme",
    kind: "authentication",
    title: "an access token is accepted with any scheme, such as Basic",
    breaks: "spec, request headers: Authorization is Bearer with the token; RFC 6750 2.1; RFC 9110 11.4",
    request: ({ headers }) => {
      const token = /^(?!Bearer )[\w-]+ +(\S+)$/.exec(headers.authorization ?? "")?.[1];
      if (token !== undefined) headers.authorization = `Bearer ${token}`;
    },
    names: either(/authenticat|authoriz|scheme|bearer|basic|credential|\b401\b|\b200\b|token/),
    shows: async (c) => {
      const [{ subscriptionId }] = (await c.get(`/apps/${c.application}/subscriptions`)).json.list;
      const headers = { Authorization: c.authorization.replace("Bearer", "Basic") };
      const { status } = await c.get(`/apps/${c.application}/subscriptions/${subscriptionId}`, headers);
      return status === 200 ? "200 with the scheme Basic" : undefined;
    },
  },
  {
    ...SANDBOX,
    operation: GET_SUBSCRIPTION,
    id: "missing-subscription-200",
    kind: "status",
    title: "a subscription that does not exist gets 200 with an empty object",
    breaks: "spec, getSubscription: 200 returns the subscription, 404 is not found",
    response: (it) => {
      if (it.status === 404) replaceResponse(it, 200, {});
    },
    names: either(/\b200\b|\b404\b|exist|missing|not found|unknown/),
    shows: async (c) => {
      const { status } = await c.get(`/apps/${c.application}/subscriptions/${ABSENT}`);
      return status === 200 ? "200 for an unknown id" : undefined;
    },
  },
];
