import { changeStatus, editBody, setBody, setHeader } from "../../edits.js";
import type { Defect } from "../defect.js";
import { ABSENT, GET_SUBSCRIPTION, LIST_PLANS, LIST_SUBSCRIPTIONS, shiftHours } from "../edits-of-commerce.js";
import { editEach, either, emptyBody, failIf, replaceResponse } from "../shared-edits.js";

export const BILLING: readonly Defect[] = [
  {
    ...GET_SUBSCRIPTION,
    id: "unauthorized-as-403",
    title: "an invalid token results in 403",
    breaks: "seed: a missing or invalid token yields 401",
    response: changeStatus(401, 403),
  },
  {
    ...GET_SUBSCRIPTION,
    id: "subscription-other-id",
    title: "GET returns another subscription than requested",
    breaks: "seed: returns one subscription, that of the path",
    response: editBody((it) => ({ ...it, subscriptionId: ABSENT })),
  },
  {
    ...LIST_PLANS,
    id: "plans-trial-days-text",
    title: "trialPeriodDays is a string",
    breaks: "seed: trialPeriodDays is an integer",
    response: editEach("list", (it) => ({ ...it, trialPeriodDays: String(it.trialPeriodDays) })),
  },
  {
    ...LIST_SUBSCRIPTIONS,
    id: "subscriptions-epoch",
    title: "startAt is a number of seconds",
    breaks: "seed: timestamps are ISO 8601 strings",
    response: editEach("list", (it) => ({ ...it, startAt: Date.parse(it.startAt) / 1000 })),
  },
  {
    ...LIST_SUBSCRIPTIONS,
    id: "subscriptions-cached-without-query",
    kind: "stale data",
    title: "the list is cached by its path: other filters return the first list again",
    breaks: "RFC 9111 2: the cache key is the whole target URI; spec: businessId and count are parameters",
    response: (it, message, memory) => {
      const path = message.target.split("?", 1)[0] ?? "";
      if (it.status !== 200) return;
      const first = memory.get(path);
      if (typeof first === "string") replaceResponse(it, 200, JSON.parse(first));
      else memory.set(path, it.body.toString());
    },
    names: either(/count|businessId|\bstart\b|filter|page|ignored|match|only/),
  },
  {
    ...LIST_PLANS,
    id: "plans-basic-challenge",
    kind: "authentication",
    title: "the challenge of a 401 is Basic",
    breaks: "RFC 6750 3: the challenge of a resource with bearer tokens has the scheme Bearer",
    response: setHeader("www-authenticate", 'Basic realm="billing"', 401),
    names: /www-authenticate|challenge|basic|scheme/i,
  },
  {
    ...LIST_PLANS,
    id: "plans-dates-as-text",
    kind: "response value",
    title: "createdAt is a date without the letter T",
    breaks: "seed: all date-time values are YYYY-MM-DDThh:mm:ssZ",
    response: editEach("list", (it) => ({ ...it, createdAt: shiftHours(it.createdAt, 0).replace("T", " ") })),
    names: /createdAt|date|pattern|format/i,
  },
  {
    ...LIST_PLANS,
    id: "plans-trace",
    kind: "HTTP",
    methods: ["TRACE"],
    title: "TRACE returns the request with its Authorization",
    breaks: "RFC 9110 9.3.8: sensitive data such as credentials must not be in the response; spec: no such method",
    response: (it, { headers }) => replaceResponse(it, 200, headers),
    names: /TRACE|method|\b405\b/,
  },
  {
    ...GET_SUBSCRIPTION,
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
  },
  {
    ...GET_SUBSCRIPTION,
    id: "subscription-not-found-without-body",
    kind: "HTTP",
    title: "the response to an unknown id has no body",
    breaks: "spec, NotFound: content application/json; open-points.yaml, error-body-shape: a missing body is a finding",
    response: (it) => {
      if (it.status === 404) emptyBody(it, 404);
    },
    names: /body|empty|content-type|json/i,
  },
  {
    ...GET_SUBSCRIPTION,
    id: "subscription-method-fails",
    kind: "server error",
    methods: ["PUT", "POST", "PATCH", "DELETE"],
    title: "other methods of a subscription get a 500",
    breaks: "RFC 9110 15.5.6: 405 for a method that the resource does not have; spec: 500 is an internal server error",
    response: (it) => {
      if (it.status === 405) replaceResponse(it, 500, { message: "handler is not a function" });
    },
    names: either(/\b5\d\d\b/, /server error/, /\b405\b/),
  },
  {
    ...LIST_PLANS,
    id: "plans-need-version",
    kind: "validation",
    title: "plans are refused without Api-Version",
    breaks: "spec, listPlans has no parameter Api-Version; open-points.yaml, billing-version-header: none is required",
    instead: failIf(({ headers }) => headers["api-version"] === undefined, 400),
    names: either(/Api-Version/, /\b400\b/, /valid|reject|refus/),
  },
];
