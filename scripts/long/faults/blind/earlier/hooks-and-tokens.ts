import { randomUUID } from "node:crypto";
import { createJsonResponse, editBody, parseRequestJson, setRequestText } from "../../edits.js";
import { type Defect, editEvent } from "../defect.js";
import { acceptRejectedGrant, CREATE_HOOK, CREATE_TOKEN, renewRequestId, WEBHOOK } from "../edits-of-commerce.js";
import { either, readObject } from "../shared-edits.js";

const OTHER_SCHEME = /^(ftp|file|gopher|ws|javascript|data):/i;

export const HOOKS_AND_TOKENS: readonly Defect[] = [
  {
    ...WEBHOOK,
    id: "event-link-post",
    title: "the method of the link of an event is POST",
    breaks: "seed: rel = resource, method = GET",
    delivery: editEvent((it) => {
      for (const link of (it.links ?? []) as { method: string }[]) link.method = "POST";
    }),
  },
  {
    ...CREATE_HOOK,
    id: "hook-secret-in-clear",
    title: "the secret of a hook is returned in clear",
    breaks: "seed: secret is returned masked",
    response: editBody((json, message) => ({ ...json, secret: parseRequestJson(message)?.secret ?? json.secret })),
  },
  {
    ...WEBHOOK,
    id: "event-not-subscribed",
    title: "an event of another type than subscribed is delivered",
    breaks: "spec: eventTypes of the registration are the types of events to send",
    delivery: editEvent((it) => {
      it.eventType = it.eventType === "ORDER_OPENED" ? "ORDER_UPDATED" : "ORDER_OPENED";
    }),
  },
  {
    ...CREATE_HOOK,
    id: "hook-not-idempotent",
    title: "a repeated Service-Request-Id registers a second hook",
    breaks: "seed: Service-Request-Id enforces idempotency, usually on POST requests",
    request: renewRequestId,
  },
  {
    ...CREATE_TOKEN,
    id: "password-grant-without-assertion",
    title: "the password grant needs no self-signed JWT",
    breaks: "seed: the password grant requires a self-signed JWT in the Authorization header",
    response: acceptRejectedGrant((it) => it.get("grantType") === "PASSWORD"),
  },
  {
    ...WEBHOOK,
    id: "event-reformatted-after-signing",
    title: "the payload is reformatted after it is signed",
    breaks: "seed: receivers compute the HMAC-SHA1 of the payload and compare it with the header",
    delivery: (it) => setRequestText(it, JSON.stringify(parseRequestJson(it), null, 2)),
  },
  {
    ...WEBHOOK,
    id: "event-device-without-prefix",
    kind: "event",
    title: "deviceId has no urn:tid:",
    breaks: "seed: deviceId is urn:tid:<uuid>",
    delivery: editEvent((it) => {
      if (typeof it.deviceId === "string") it.deviceId = it.deviceId.replace("urn:tid:", "");
    }),
    names: either(/deviceId|urn:tid|pattern/),
  },
  {
    ...CREATE_HOOK,
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
  },
  {
    ...CREATE_TOKEN,
    id: "token-expires-in-milliseconds",
    kind: "response value",
    title: "expiresIn is in milliseconds",
    breaks: "spec, TokenResponse: expiresIn is the time in seconds until the access token expires",
    response: editBody((it) => ({ ...it, expiresIn: it.expiresIn * 1000 })),
    names: /expiresIn|expir|\bexp\b|lifetime|seconds/i,
  },
  {
    ...CREATE_TOKEN,
    id: "token-includes-scheme",
    kind: "response value",
    title: "accessToken begins with the scheme, so that a client sends it twice",
    breaks: "spec, TokenResponse.accessToken: a JWT, sent as the bearer token of every other request",
    response: editBody((it) => ({ ...it, accessToken: `Bearer ${it.accessToken}` })),
    names: either(/accessToken|access token|bearer/, /\bJWT\b/, /\b401\b/),
  },
];
