import { randomUUID } from "node:crypto";
import { editBody, editRequest, type Json, parseRequestJson } from "../../edits.js";
import type { Client, Reply } from "../client.js";
import type { Defect } from "../defect.js";
import { ABSENT, CREATE_HOOK, shiftHours } from "../edits-of-commerce.js";
import {
  createOrderPath,
  either,
  failIf,
  listen,
  notKept,
  put,
  readObject,
  replaceResponse,
} from "./edits-of-second.js";

const OWN = { service: "sandbox", operation: CREATE_HOOK } as const;
const EVENTS = ["onOrderOpened", "onOrderUpdated", "onOrderCompleted", "onOrderCancelled"];

function register(c: Client, registration: Json, requestId: string = randomUUID()): Promise<Reply> {
  const own = { applicationId: c.application, businessId: c.business, deliveryUrl: "http://127.0.0.1:9/hook" };
  const body = { ...own, secret: "a-long-random-signing-secret", eventTypes: ["ORDER_OPENED"], ...registration };
  return c.send("POST", "/hooks", { body, headers: { "Service-Request-Id": requestId } });
}

/** Responds to a registration in place of the service. */
function acceptHook(message: Parameters<typeof readObject>[0]): Json {
  const now = new Date().toISOString().replace(/\.\d+/, "");
  return { id: randomUUID(), ...readObject(message), secret: "********", active: true, createdAt: now, updatedAt: now };
}

export const HOOKS: readonly Defect[] = [
  {
    ...OWN,
    id: "hook-first-event-type-only",
    kind: "stored value",
    alsoOn: EVENTS,
    title: "only the first of several event types is registered",
    breaks: "spec: eventTypes are the types of events to send",
    request: editRequest((it) =>
      Array.isArray(it.eventTypes) && it.eventTypes.every((one: unknown) => /^ORDER_[A-Z]+$/.test(String(one)))
        ? { ...it, eventTypes: [...new Set(it.eventTypes)].slice(0, 1) }
        : it,
    ),
    names: notKept(/eventTypes|deliver|event/),
    shows: async (c) => {
      const { json } = await register(c, { eventTypes: ["ORDER_OPENED", "ORDER_UPDATED"] });
      return json.eventTypes.length === 1 ? "one of two types" : undefined;
    },
  },
  {
    ...OWN,
    id: "hook-application-without-prefix",
    kind: "response value",
    title: "applicationId is returned without urn:aid:",
    breaks: "seed: applicationId is a string urn:aid:<uuid>",
    response: editBody((it) => ({ ...it, applicationId: String(it.applicationId).replace("urn:aid:", "") })),
    names: notKept(/applicationId|urn:aid|pattern/),
    shows: async (c) => {
      const { json } = await register(c, {});
      return json.applicationId.startsWith("urn") ? undefined : json.applicationId;
    },
  },
  {
    ...OWN,
    id: "hook-foreign-business",
    kind: "authorization",
    title: "a hook for a business without access is registered",
    breaks: "seed: 403 forbidden; spec: businessId is the business whose events are sent; OWASP API1",
    response: (it, message) => {
      if (it.status === 403 && readObject(message)?.businessId !== undefined)
        replaceResponse(it, 201, acceptHook(message));
    },
    names: /business|other|foreign|\b40[34]\b|access|belong|tenant|authoriz|unknown/i,
    shows: async (c) => {
      const { status } = await register(c, { businessId: ABSENT });
      return status === 201 ? "201 for a business without access" : undefined;
    },
  },
  {
    ...OWN,
    id: "hook-url-not-checked",
    kind: "validation",
    title: "a deliveryUrl that is a path is accepted",
    breaks: "spec: deliveryUrl has the format uri; RFC 3986 3: a URI has a scheme",
    response: (it, message) => {
      const url: Json = readObject(message)?.deliveryUrl;
      if (it.status === 400 && typeof url === "string" && !/^[a-z][a-z\d+.-]*:/i.test(url))
        replaceResponse(it, 201, acceptHook(message));
    },
    names: either(/accept|invalid|deliveryUrl|\buri\b/),
    shows: async (c) => {
      const { status } = await register(c, { deliveryUrl: "/hook" });
      return status === 201 ? "201 for a path" : undefined;
    },
  },
  {
    ...OWN,
    id: "hook-created-in-future",
    kind: "response value",
    title: "createdAt is local time labelled as GMT",
    breaks: "seed: all date-time values are GMT; spec: createdAt is when the registration was created",
    response: editBody((it) => ({
      ...it,
      createdAt: shiftHours(it.createdAt, 2),
      updatedAt: shiftHours(it.updatedAt, 2),
    })),
    names: either(/createdAt|updatedAt|future|clock|GMT|time zone|now/),
    shows: async (c) => {
      const { json } = await register(c, {});
      return Date.parse(json.createdAt) > Date.now() + 60_000 ? `createdAt ${json.createdAt}` : undefined;
    },
  },
  {
    ...OWN,
    id: "hook-same-id",
    kind: "consistency",
    title: "all hooks have the same id",
    breaks: "spec: id is the identifier of this registration",
    response: (it, message, memory) => {
      if (it.status !== 201) return;
      const { id } = JSON.parse(it.body.toString());
      if (!memory.has("id")) memory.set("id", id);
      editBody((json) => ({ ...json, id: memory.get("id") }))(it, message, memory);
    },
    names: either(/\bids?\b|unique|same|distinct|duplicate/),
    alsoOn: EVENTS,
    shows: async (c) => {
      const [first, second] = [await register(c, {}), await register(c, { deliveryUrl: "http://127.0.0.1:9/other" })];
      return first.json.id === second.json.id ? "the id of the first hook" : undefined;
    },
  },
  {
    ...OWN,
    id: "hook-malformed-body-fails",
    kind: "server error",
    title: "a body that is not JSON fails with 500",
    breaks: "RFC 9110 15.5.1 and 15.6: malformed syntax is an error of the client; seed: 400 bad request",
    instead: failIf((it) => it.body !== "" && parseRequestJson(it) === undefined),
    names: /\b50\d\b|server error|5xx/i,
    shows: async (c) => {
      const headers = { "Content-Type": "application/json", "Service-Request-Id": "malformed" };
      const { status } = await c.send("POST", "/hooks", { body: '{"deliveryUrl":', headers });
      return status === 500 ? "status 500" : undefined;
    },
  },
  {
    ...OWN,
    id: "hook-request-id-not-uuid",
    kind: "validation",
    title: "a Service-Request-Id that is no UUID is rejected",
    breaks: "spec: Service-Request-Id is a string",
    instead: failIf(
      (it) => /^(?![\da-f-]{36}$)/i.test(it.headers["service-request-id"] ?? "00000000-0000-0000-0000-000000000000"),
      400,
    ),
    names: either(/reject|refus|\b400\b|service-request-id/),
    shows: async (c) => {
      const { status } = await register(c, {}, "order-42");
      return status === 400 ? "400 for a Service-Request-Id" : undefined;
    },
  },
  {
    ...OWN,
    id: "hook-retry-with-secret",
    kind: "leak",
    title: "the response to a repeated registration has the secret in clear",
    breaks: "seed: secret is returned masked; Service-Request-Id enforces idempotency",
    response: (it, message, memory) => {
      const id = message.headers["service-request-id"];
      if (it.status >= 300 || id === undefined) return;
      const secret: Json = readObject(message)?.secret;
      if (memory.has(id)) editBody((json) => ({ ...json, secret }))(it, message, memory);
      memory.set(id, true);
    },
    names: /secret|mask|leak|repeat|idempot|differ|same/i,
    shows: async (c) => {
      await register(c, {}, "retry");
      const { json } = await register(c, {}, "retry");
      return json.secret.includes("signing") ? "the secret" : undefined;
    },
  },
  {
    ...OWN,
    id: "hook-replaces-others",
    kind: "event",
    alsoOn: EVENTS,
    title: "a business has one hook: a new one ends the deliveries of the others",
    breaks: "seed: the service sends notifications to registered URLs; each hook is active on creation",
    response: (it, _, memory) => {
      if (it.status === 201) memory.set("latest", JSON.parse(it.body.toString()).id);
    },
    delivery: (it, memory) => (parseRequestJson(it)?.hookId === memory.get("latest") ? undefined : false),
    names: either(/deliver|event|hook|not (sent|received|arriv)|missing|lost/),
    shows: (c) =>
      listen(async ({ url, received, wait }) => {
        await register(c, { deliveryUrl: url });
        await register(c, { deliveryUrl: "http://127.0.0.1:9/other" });
        await put(c, createOrderPath(c), { statuses: { status: "OPENED" } });
        await wait(1, 1_000);
        return received.length === 0 ? "no delivery to the first hook" : undefined;
      }),
  },
];
