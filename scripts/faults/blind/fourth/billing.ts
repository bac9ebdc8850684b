import { editBody, getQuery, type Json } from "../../edits.js";
import type { Defect } from "../defect.js";
import { ABSENT, GET_SUBSCRIPTION, LIST_PLANS, LIST_SUBSCRIPTIONS } from "../edits-of-commerce.js";
import { editEach, emptyBody } from "../second/edits-of-second.js";
import { decodeClaims, readClaims, SANDBOX } from "./edits-of-fourth.js";

export const BILLING_OF_FOURTH: readonly Defect[] = [
  {
    ...SANDBOX,
    operation: LIST_SUBSCRIPTIONS,
    id: "subscription-count-as-requested",
    kind: "response value",
    title: "count is the size of a page, also if fewer subscriptions are returned",
    breaks: "spec, SubscriptionList: count is the number of subscriptions in this response",
    response: editBody((it, message) => ({ ...it, count: Number(getQuery(message, "count") ?? 10) })),
    names: /count|number of/i,
    shows: async (c) => {
      const { json } = await c.get(`/apps/${c.application}/subscriptions`);
      return json.count === json.list.length ? undefined : `count is ${json.count}, the list has ${json.list.length}`;
    },
  },
  {
    ...SANDBOX,
    operation: LIST_SUBSCRIPTIONS,
    id: "subscription-total-of-the-page",
    kind: "pagination",
    title: "total is the number of subscriptions on the page",
    breaks: "spec, SubscriptionList: total is the total number of subscriptions",
    response: editBody((it) => ({ ...it, total: it.list.length })),
    names: /total/i,
    shows: async (c) => {
      const totals = await Promise.all([1, 100].map((it) => c.get(`/apps/${c.application}/subscriptions?count=${it}`)));
      const [first, second] = totals.map(({ json }) => json.total);
      return first === second ? undefined : `total is ${first} with count=1 and ${second} with count=100`;
    },
  },
  {
    ...SANDBOX,
    operation: GET_SUBSCRIPTION,
    id: "subscription-below-any-application",
    kind: "authorization",
    title: "a subscription can be read below the id of any application",
    breaks:
      "spec, ApplicationIdPath: identifier of the application; open-points.yaml: 403 for an application without access",
    request: (it) => {
      const own: Json = readClaims(it).aid;
      if (typeof own === "string") it.target = it.target.replace(/^\/apps\/[^/]+/, `/apps/${own}`);
    },
    names: /\bappId\b|application|\b40[34]\b|foreign|another|other|access/i,
    shows: async (c) => {
      const { json } = await c.get(`/apps/${c.application}/subscriptions`);
      const { status } = await c.get(`/apps/urn:aid:${ABSENT}/subscriptions/${json.list[0].subscriptionId}`);
      return status === 200 ? "200 below another application" : undefined;
    },
  },
  {
    ...SANDBOX,
    operation: GET_SUBSCRIPTION,
    id: "subscription-not-found-without-body",
    kind: "HTTP",
    title: "the response to an unknown id has no body",
    breaks: "spec, NotFound: content application/json; open-points.yaml, error-body-shape: a missing body is a finding",
    response: (it) => {
      if (it.status === 404) emptyBody(it, 404);
    },
    names: /body|empty|content-type|json/i,
    shows: async (c) => {
      const { status, text } = await c.get(`/apps/${c.application}/subscriptions/${ABSENT}`);
      return status === 404 && text === "" ? "a 404 without a body" : undefined;
    },
  },
  {
    ...SANDBOX,
    operation: LIST_PLANS,
    id: "plan-without-trial-null",
    kind: "response value",
    title: "trialPeriodDays is null for a plan without a trial",
    breaks: "spec, Plan: trialPeriodDays is an integer",
    response: editEach("list", (it) => (it.trialPeriodDays === 0 ? { ...it, trialPeriodDays: null } : it)),
    names: /trialPeriodDays|null|integer|type/i,
    shows: async (c) => {
      const { json } = await c.get(`/apps/${c.application}/plans`);
      return json.list.some((it: Json) => it.trialPeriodDays === null) ? "trialPeriodDays is null" : undefined;
    },
  },
  {
    ...SANDBOX,
    operation: LIST_PLANS,
    id: "plan-token-signature-not-verified",
    kind: "authentication",
    title: "the claims of a token are used without verifying its signature",
    breaks: "spec, info, Authentication: invalid tokens result in status 401; RFC 7519 7.2",
    request: (it, memory) => {
      const { authorization = "" } = it.headers;
      const good = memory.get("good");
      const { aid, exp } = decodeClaims(authorization) ?? {};
      const isRead = authorization.startsWith("Bearer ") && typeof aid === "string" && Number(exp) * 1000 > Date.now();
      if (typeof good === "string" && isRead) it.headers.authorization = good;
    },
    response: ({ status }, { headers }, memory) => {
      if (status === 200) memory.set("good", headers.authorization);
    },
    names: /token|signature|\b401\b|auth|credential/i,
    shows: async (c) => {
      const path = `/apps/${c.application}/plans`;
      await c.get(path);
      const [head, claims, signature = ""] = c.authorization.split(".");
      const forged = [head, claims, [...signature].reverse().join("")].join(".");
      const { status } = await c.get(path, { Authorization: forged });
      return status === 200 ? "200 for a forged token" : undefined;
    },
  },
  {
    ...SANDBOX,
    operation: LIST_PLANS,
    methods: ["POST", "PUT", "PATCH", "DELETE"],
    id: "plan-allow-lists-rejected-methods",
    kind: "HTTP",
    title: "Allow of a 405 lists methods that get a 405",
    breaks: "RFC 9110 10.2.1: Allow lists the methods that the resource supports",
    response: (it) => {
      if (it.status === 405) it.headers.allow = "GET, POST, PUT, DELETE";
    },
    names: /\ballow\b|\b405\b|method/i,
    shows: async (c) => {
      const { status, headers } = await c.send("DELETE", `/apps/${c.application}/plans`);
      return status === 405 && /DELETE/.test(headers.allow ?? "") ? "DELETE is allowed and gets a 405" : undefined;
    },
  },
];
