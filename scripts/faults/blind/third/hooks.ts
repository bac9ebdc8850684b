import { randomUUID } from "node:crypto";
import { createJsonResponse, type Json, setBody, setRequestJson } from "../../edits.js";
import type { Defect } from "../defect.js";
import { ABSENT, CREATE_HOOK } from "../edits-of-commerce.js";
import { either, notKept, readObject } from "../second/edits-of-second.js";
import { readSuccess } from "./edits-of-third.js";

const OTHER_SCHEME = /^(ftp|file|gopher|ws|javascript|data):/i;

const HOOKS = { service: "sandbox", operation: CREATE_HOOK } as const;

export const HOOKS_OF_THIRD: readonly Defect[] = [
  {
    ...HOOKS,
    id: "secret-shown-to-a-repetition",
    kind: "leak",
    title: "the response to a repeated registration has the secret in clear text",
    breaks: "spec: the secret of a registration is masked in the response; open question idempotency",
    response: (response, message, memory) => {
      const id = message.headers["service-request-id"] ?? "";
      const hook = readSuccess(response);
      if (hook === undefined) return;
      if (memory.has(id)) setBody(response, JSON.stringify({ ...hook, secret: readObject(message)?.secret }));
      memory.set(id, true);
    },
    names: either(/secret|mask|idempot|request.id|repeat|differ/),
    shows: async (c) => {
      const own = { applicationId: c.application, businessId: c.business, deliveryUrl: "http://127.0.0.1:9/r" };
      const body = { ...own, secret: "a-secret-in-clear", eventTypes: ["ORDER_OPENED"] };
      const headers = { "Service-Request-Id": randomUUID() };
      await c.send("POST", "/hooks", { body, headers });
      const { text } = await c.send("POST", "/hooks", { body, headers });
      return text.includes(body.secret) ? "the secret is in the response" : undefined;
    },
  },
  {
    ...HOOKS,
    id: "only-first-event-type-registered",
    kind: "stored value",
    alsoOn: ["recordOrder", "onOrderCompleted", "onOrderUpdated", "onOrderCancelled"],
    title: "only the first of the event types is registered",
    breaks: "spec: eventTypes are the types of events to send",
    request: (message) => {
      const hook = readObject(message);
      if (Array.isArray(hook?.eventTypes) && hook.eventTypes.length > 1)
        setRequestJson(message, { ...hook, eventTypes: hook.eventTypes.slice(0, 1) });
    },
    names: notKept(/eventTypes|event type|not delivered|missing/),
    shows: async ({ hook }) => {
      const { json } = await hook({ eventTypes: ["ORDER_COMPLETED", "ORDER_UPDATED"] });
      return json.eventTypes.length === 1 ? `eventTypes is ${json.eventTypes}` : undefined;
    },
  },
  {
    ...HOOKS,
    id: "hook-of-another-application",
    kind: "authorization",
    title: "a hook can be registered for another application",
    breaks: "open question error-conditions: 403 for an application without access; OWASP API1",
    response: (response, message, memory) => {
      const hook = readSuccess(response);
      if (hook !== undefined) memory.set("hook", hook);
      const { applicationId, deliveryUrl } = readObject(message) ?? {};
      if (response.status !== 403 || !memory.has("hook")) return;
      const created = { ...(memory.get("hook") as Json), applicationId, deliveryUrl, id: randomUUID() };
      Object.assign(response, createJsonResponse(201, created));
    },
    names: either(/applicationId|businessId|\b403\b|authoriz|foreign/),
    shows: async ({ hook }) => {
      await hook();
      const { status } = await hook({ applicationId: `urn:aid:${ABSENT}` });
      return status === 201 ? "a hook of another application is registered" : undefined;
    },
  },
  {
    ...HOOKS,
    id: "delivery-url-of-any-scheme",
    kind: "validation",
    title: "a delivery URL that is neither http nor https is accepted",
    breaks: "spec: a delivery is an HTTP request to the deliveryUrl; OWASP API7: server side request forgery",
    response: (response, message) => {
      const hook = readObject(message);
      if (response.status !== 400 || !OTHER_SCHEME.test(hook?.deliveryUrl ?? "")) return;
      const now = new Date().toISOString().replace(/\.\d+/, "");
      const times = { createdAt: now, updatedAt: now };
      const created = { ...hook, id: randomUUID(), secret: "********", active: true, ...times };
      Object.assign(response, createJsonResponse(201, created));
    },
    names: either(/deliveryUrl|scheme|ssrf|accept|\burl\b/),
    shows: async ({ hook }) => {
      const { status } = await hook({ deliveryUrl: "ftp://127.0.0.1/events" });
      return status === 201 ? "an ftp URL is accepted" : undefined;
    },
  },
];
