import { editBody, getQuery, setBody, setQuery } from "../../edits.js";
import type { Defect } from "../defect.js";
import { ABSENT, acceptAnyToken, GET_SUBSCRIPTION, LIST_SUBSCRIPTIONS } from "../edits-of-commerce.js";
import { editEach, either, emptyBody, failIf, notKept, replaceResponse } from "./edits-of-second.js";

const LIST = { service: "sandbox", operation: LIST_SUBSCRIPTIONS } as const;
const ONE = { service: "sandbox", operation: GET_SUBSCRIPTION } as const;
const TOKEN = /token|\b401\b|unauthori|authenti|credential|signature/i;

export const SUBSCRIPTIONS: readonly Defect[] = [
  {
    ...LIST,
    id: "subscriptions-start-ignored",
    kind: "filter",
    title: "start is ignored",
    breaks: "spec: start is the date and time at which pagination starts",
    request: (message) => {
      if (!Number.isNaN(Date.parse(getQuery(message, "start") ?? ""))) setQuery("start")(message);
    },
    names: either(/\bstart\b|window|before|filter/),
    shows: async (c) => {
      const { json } = await c.get(`/apps/${c.application}/subscriptions?start=2099-01-01T00:00:00Z`);
      return json.list.length > 0 ? "subscriptions before start" : undefined;
    },
  },
  {
    ...LIST,
    id: "subscriptions-total-of-page",
    kind: "pagination",
    title: "total is the number on the page",
    breaks: "spec: total is the total number of subscriptions",
    response: editBody((it) => ({ ...it, total: it.list.length })),
    names: either(/total/),
    shows: async (c) => {
      const all = await c.get(`/apps/${c.application}/subscriptions`);
      const { json } = await c.get(`/apps/${c.application}/subscriptions?count=1`);
      return json.total < all.json.list.length ? `total ${json.total}` : undefined;
    },
  },
  {
    ...LIST,
    id: "subscriptions-count-of-all",
    kind: "pagination",
    title: "count is the number of all subscriptions",
    breaks: "spec: count is the number of subscriptions in this response",
    response: editBody((it) => ({ ...it, count: it.total })),
    names: either(/count/),
    shows: async (c) => {
      const { json } = await c.get(`/apps/${c.application}/subscriptions?count=1`);
      return json.count > json.list.length ? `count ${json.count}` : undefined;
    },
  },
  {
    ...LIST,
    id: "subscriptions-plan-is-bundle",
    kind: "consistency",
    alsoOn: ["getSubscription"],
    title: "planId is the id of the bundle",
    breaks: "spec: planId is the identifier of the subscribed plan; GET of the same subscription has another one",
    response: editEach("list", (it) => ({ ...it, planId: it.bundleId })),
    names: notKept(/planId|plan/),
    shows: async (c) => {
      const { json } = await c.get(`/apps/${c.application}/subscriptions`);
      const one = await c.get(`/apps/${c.application}/subscriptions/${json.list[0].subscriptionId}`);
      return one.json.planId === json.list[0].planId ? undefined : "another planId than alone";
    },
  },
  {
    ...LIST,
    id: "subscriptions-malformed-token-fails",
    kind: "authentication",
    title: "a token that is no JWT fails with 500",
    breaks: "seed: a missing or invalid token yields 401",
    instead: failIf((it) => /^Bearer [^.]+$/.test(it.headers.authorization ?? "")),
    names: either(TOKEN, /\b50\d\b|server error|5xx/),
    shows: async (c) => {
      const { status } = await c.get(`/apps/${c.application}/subscriptions`, { Authorization: "Bearer abc" });
      return status === 500 ? "status 500" : undefined;
    },
  },
  {
    ...LIST,
    id: "subscriptions-401-without-body",
    kind: "HTTP",
    title: "a 401 has no body",
    breaks: "spec: the content of 401 is application/json",
    response: (it) => {
      if (it.status === 401) emptyBody(it, 401);
    },
    names: /body|content-type|empty|missing/i,
    shows: async (c) => {
      const { status, text } = await c.get(`/apps/${c.application}/subscriptions`, { Authorization: undefined });
      return status === 401 && text === "" ? "no body" : undefined;
    },
  },
  {
    ...LIST,
    id: "subscriptions-unsigned-token",
    kind: "authentication",
    title: "a token with the algorithm none is accepted",
    breaks: "seed: a missing or invalid token yields 401; RFC 8725 3.1: algorithms are verified; OWASP API2",
    request: acceptAnyToken((it) => /^Bearer [^.]+\.[^.]+\.$/.test(it ?? "")),
    names: either(TOKEN, /\bnone\b|unsigned/),
    shows: async (c) => {
      const path = `/apps/${c.application}/subscriptions`;
      await c.get(path);
      const head = Buffer.from('{"alg":"none"}').toString("base64url");
      const { status } = await c.get(path, { Authorization: `Bearer ${head}.${c.authorization.split(".")[1]}.` });
      return status === 200 ? "200 with an unsigned token" : undefined;
    },
  },
  {
    ...ONE,
    id: "subscription-start-local",
    kind: "consistency",
    alsoOn: ["listSubscriptions"],
    title: "startAt is midnight of the day, in the list it is the time",
    breaks: "spec: startAt is the date and time when the subscription starts; the list has another one",
    response: editBody((it) => ({ ...it, startAt: String(it.startAt).replace(/T.*/, "T00:00:00Z") })),
    names: notKept(/startAt/),
    shows: async (c) => {
      const { json } = await c.get(`/apps/${c.application}/subscriptions`);
      const one = await c.get(`/apps/${c.application}/subscriptions/${json.list[0].subscriptionId}`);
      return one.json.startAt === json.list[0].startAt ? undefined : `${one.json.startAt} alone`;
    },
  },
  {
    ...ONE,
    id: "subscription-unknown-null",
    kind: "status",
    title: "an unknown subscription is null with 200",
    breaks: "seed: 404 not found; spec: 200, the subscription is returned",
    response: (it) => {
      if (it.status === 404) replaceResponse(it, 200, null);
    },
    names: /null|\b404\b|unknown|not found|object|type/i,
    shows: async (c) => {
      const { status, text } = await c.get(`/apps/${c.application}/subscriptions/${ABSENT}`);
      return status === 200 ? `200 with ${text}` : undefined;
    },
  },
  {
    ...ONE,
    id: "subscription-of-other-application",
    kind: "authorization",
    title: "the application of the path is ignored",
    breaks: "spec: the path names a subscription of the application; OWASP API1",
    request: (message, memory) => {
      const [, application = "", rest = ""] = /^\/apps\/([^/]+)(\/.*)$/.exec(message.target) ?? [];
      const own = memory.get("application");
      if (typeof own === "string" && own !== application && /^urn(:|%3A)aid/i.test(application))
        message.target = `/apps/${own}${rest}`;
    },
    response: (it, message, memory) => {
      if (it.status === 200 && !memory.has("application")) memory.set("application", message.target.split("/")[2]);
    },
    names: /\bapp|other|foreign|\b40[34]\b|access|belong|authoriz|unknown/i,
    shows: async (c) => {
      const { json } = await c.get(`/apps/${c.application}/subscriptions`);
      const rest = `subscriptions/${json.list[0].subscriptionId}`;
      await c.get(`/apps/${c.application}/${rest}`);
      const { status } = await c.get(`/apps/urn:aid:${ABSENT}/${rest}`);
      return status === 200 ? "200 below another application" : undefined;
    },
  },
  {
    ...ONE,
    id: "subscription-in-array",
    kind: "response value",
    title: "the subscription is in an array",
    breaks: "seed: returns one subscription",
    response: editBody((it) => [it]),
    names: /array|object|type/i,
    shows: async (c) => {
      const { json } = await c.get(`/apps/${c.application}/subscriptions`);
      const one = await c.get(`/apps/${c.application}/subscriptions/${json.list[0].subscriptionId}`);
      return Array.isArray(one.json) ? "an array" : undefined;
    },
  },
  {
    ...ONE,
    id: "subscription-html-for-browsers",
    kind: "HTTP",
    title: "Accept: text/html gets an HTML page",
    breaks: "spec: the content of 200 is application/json",
    response: (it, { headers }) => {
      if (it.status !== 200 || headers.accept?.includes("text/html") !== true) return;
      setBody(it, `<pre>${it.body.toString()}</pre>`);
      it.headers["content-type"] = "text/html; charset=utf-8";
    },
    names: /html|accept|content-type|media type/i,
    shows: async (c) => {
      const { json } = await c.get(`/apps/${c.application}/subscriptions`);
      const path = `/apps/${c.application}/subscriptions/${json.list[0].subscriptionId}`;
      const { headers } = await c.get(path, { Accept: "text/html,*/*;q=0.8" });
      return headers["content-type"]?.includes("html") ? "text/html" : undefined;
    },
  },
];
