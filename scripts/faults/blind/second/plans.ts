import { gzipSync } from "node:zlib";
import { editBody, type Json, setBody, setHeader } from "../../edits.js";
import type { Defect } from "../defect.js";
import { ABSENT, LIST_PLANS, shiftHours } from "../edits-of-commerce.js";
import { editEach, either, replaceResponse } from "./edits-of-second.js";

const PLANS = { service: "sandbox", operation: LIST_PLANS } as const;

export const PLANS_OF_APPLICATION: readonly Defect[] = [
  {
    ...PLANS,
    id: "plans-label-gzip",
    kind: "HTTP",
    title: "a body that is not compressed is labelled with Content-Encoding: gzip",
    breaks: "RFC 9110 8.4: Content-Encoding indicates which codings have been applied",
    response: (it, message, memory) => {
      if (it.status === 200) setHeader("content-encoding", "gzip")(it, message, memory);
    },
    names: /gzip|content-encoding|decod|decompress|encod|connection|unreadable/i,
    shows: async (c) => {
      const { headers, bytes } = await c.get(`/apps/${c.application}/plans`);
      return headers["content-encoding"] === "gzip" && bytes[0] !== 0x1f ? "gzip without compression" : undefined;
    },
  },
  {
    ...PLANS,
    id: "plans-gzip-without-label",
    kind: "HTTP",
    title: "a compressed body has no Content-Encoding",
    breaks: "RFC 9110 8.4: a sender that applies content codings must generate Content-Encoding",
    response: (it) => {
      if (it.status !== 200) return;
      it.body = gzipSync(it.body);
      it.headers["content-length"] = String(it.body.length);
    },
    names: /json|gzip|content-encoding|pars|utf-8|malformed/i,
    shows: async (c) => {
      const { headers, bytes } = await c.get(`/apps/${c.application}/plans`);
      return headers["content-encoding"] === undefined && bytes[0] === 0x1f ? "gzip without a label" : undefined;
    },
  },
  {
    ...PLANS,
    id: "plans-basic-challenge",
    kind: "authentication",
    title: "the challenge of a 401 is Basic",
    breaks: "RFC 6750 3: the challenge of a resource with bearer tokens has the scheme Bearer",
    response: (it, message, memory) => {
      if (it.status === 401) setHeader("www-authenticate", 'Basic realm="billing"')(it, message, memory);
    },
    names: /www-authenticate|challenge|basic|scheme/i,
    shows: async (c) => {
      const { headers } = await c.get(`/apps/${c.application}/plans`, { Authorization: undefined });
      return headers["www-authenticate"]?.startsWith("Basic") ? headers["www-authenticate"] : undefined;
    },
  },
  {
    ...PLANS,
    id: "plans-snake-case",
    kind: "response value",
    title: "planId is plan_id",
    breaks: "seed: a plan has the field planId; the spec has no plan_id",
    response: editEach("list", ({ planId, ...others }) => ({ plan_id: planId, ...others })),
    names: /plan_id|undocumented|undeclared|not (declared|documented|in the spec)|unknown|additional/i,
    shows: async (c) => {
      const { json } = await c.get(`/apps/${c.application}/plans`);
      return json.list[0].plan_id === undefined ? undefined : "plan_id";
    },
  },
  {
    ...PLANS,
    id: "plans-first-missing",
    kind: "consistency",
    alsoOn: ["listSubscriptions", "getSubscription"],
    title: "plans without a trial are not listed",
    breaks: "seed: returns the plans of the application; a subscription has such a plan",
    response: editBody((it) => {
      const list = it.list.filter(({ trialPeriodDays }: Json) => trialPeriodDays > 0);
      return { ...it, list, count: list.length, total: list.length };
    }),
    names: either(/plan(Id)?\b|missing|unknown|exist|reference/),
    shows: async (c) => {
      const plans = new Set((await c.get(`/apps/${c.application}/plans`)).json.list.map((it: Json) => it.planId));
      const { json } = await c.get(`/apps/${c.application}/subscriptions`);
      return json.list.every((it: Json) => plans.has(it.planId))
        ? undefined
        : "the plan of a subscription is not listed";
    },
  },
  {
    ...PLANS,
    id: "plans-of-any-application",
    kind: "authorization",
    title: "the plans of another application are readable",
    breaks: "spec: returns the plans of the application; 403 forbidden; OWASP API1",
    response: (it, _, memory) => {
      if (it.status === 200) memory.set("plans", it.body);
      const plans = memory.get("plans");
      if ((it.status === 403 || it.status === 404) && plans instanceof Buffer)
        replaceResponse(it, 200, JSON.parse(plans.toString()));
    },
    names: /\bapp|other|foreign|\b40[34]\b|access|belong|authoriz|unknown/i,
    shows: async (c) => {
      await c.get(`/apps/${c.application}/plans`);
      const { status } = await c.get(`/apps/urn:aid:${ABSENT}/plans`);
      return status === 200 ? "200 for another application" : undefined;
    },
  },
  {
    ...PLANS,
    id: "plans-prefix-against-hijacking",
    kind: "HTTP",
    title: "the body starts with )]}',",
    breaks: "seed: bodies are JSON; RFC 8259 2",
    response: (it) => {
      if (it.status === 200) setBody(it, `)]}',\n${it.body.toString()}`);
    },
    names: /json|pars|malformed|syntax/i,
    shows: async (c) => {
      const { text } = await c.get(`/apps/${c.application}/plans`);
      return text.startsWith(")]}'") ? "a prefix" : undefined;
    },
  },
  {
    ...PLANS,
    id: "plans-dates-as-text",
    kind: "response value",
    title: "createdAt is a date without the letter T",
    breaks: "seed: all date-time values are YYYY-MM-DDThh:mm:ssZ",
    response: editEach("list", (it) => ({ ...it, createdAt: shiftHours(it.createdAt, 0).replace("T", " ") })),
    names: /createdAt|date|pattern|format/i,
    shows: async (c) => {
      const { json } = await c.get(`/apps/${c.application}/plans`);
      return json.list[0].createdAt.includes(" ") ? json.list[0].createdAt : undefined;
    },
  },
  {
    ...PLANS,
    id: "plans-trace",
    kind: "HTTP",
    methods: ["TRACE"],
    title: "TRACE returns the request with its Authorization",
    breaks: "RFC 9110 9.3.8: sensitive data such as credentials must not be in the response; spec: no such method",
    response: (it, { headers }) => replaceResponse(it, 200, headers),
    names: /TRACE|method|\b405\b/,
    shows: async (c) => {
      const { status, text } = await c.send("TRACE", `/apps/${c.application}/plans`);
      return status === 200 && text.includes("Bearer") ? "200 for TRACE, with the token" : undefined;
    },
  },
];
