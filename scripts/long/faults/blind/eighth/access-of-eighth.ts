import { randomUUID } from "node:crypto";
import { editBody, parseRequestJson, setHeader } from "../../edits.js";
import type { FaultResponse } from "../../fault.js";
import type { Defect } from "../defect.js";
import {
  acceptAnyToken,
  CREATE_HOOK,
  CREATE_TOKEN,
  LIST_HISTORIES,
  LIST_PLANS,
  LIST_SUBSCRIPTIONS,
  shiftHours,
} from "../edits-of-commerce.js";
import { either, getSegment, readObject, replaceResponse } from "../shared-edits.js";

const DENIED = /\b40[134]\b|forbid|author|access|reject|accept/;

export const ACCESS_OF_EIGHTH: readonly Defect[] = [
  {
    ...LIST_PLANS,
    id: "plans-of-other-application",
    kind: "authorization",
    title: "the plans of any application are listed, the application of the token is not compared",
    breaks: "spec, GET plans: the plans of the application in the path; spec, Status codes: 403; OWASP API1:2023",
    request: (message, memory) => {
      const own = memory.get("own");
      const asked = getSegment(message, 2);
      if (typeof own === "string" && own !== asked && /^urn(:|%3A)aid/i.test(asked))
        message.target = message.target.replace(asked, own);
    },
    response: ({ status }, message, memory) => {
      if (status === 200 && !memory.has("own")) memory.set("own", getSegment(message, 2));
    },
    names: either(DENIED, /application|appId|foreign|other/),
  },
  {
    ...LIST_HISTORIES,
    id: "histories-without-sign-in",
    kind: "authentication",
    title: "the histories of an order are returned without an access token",
    breaks: "spec, Authentication: missing or invalid tokens result in status 401",
    request: acceptAnyToken((authorization) => authorization === undefined),
    names: either(DENIED, /credential|token|authentic|security/),
  },
  {
    ...CREATE_HOOK,
    id: "hook-of-other-application",
    kind: "authorization",
    title: "a hook can be registered for an application other than that of the token",
    breaks:
      "spec, HookRegistration: the application that registers the webhook; spec, Status codes: 403; OWASP API1:2023",
    response: (response, message) => {
      if (response.status !== 403 || !response.body.includes("FOREIGN_APPLICATION")) return;
      const createdAt = shiftHours(new Date().toISOString(), 0);
      const own = { id: randomUUID(), secret: "********", active: true, createdAt, updatedAt: createdAt };
      replaceResponse(response, 201, { ...readObject(message), ...own });
    },
    names: either(DENIED, /application|foreign|other/),
  },
  {
    ...LIST_SUBSCRIPTIONS,
    id: "any-scheme-of-token",
    kind: "authentication",
    title: "an access token is accepted with any authentication scheme, such as Basic",
    breaks: "spec, Request headers: Authorization is Bearer <ACCESS_TOKEN>; RFC 6750 2.1",
    request: ({ headers }) => {
      if (headers.authorization !== undefined)
        headers.authorization = headers.authorization.replace(/^\S+ +(?=[\w-]+\.[\w-]+\.[\w-]+$)/, "Bearer ");
    },
    names: either(DENIED, /scheme|bearer|basic|credential|token/),
  },
  {
    ...CREATE_TOKEN,
    id: "assertion-used-twice",
    kind: "authentication",
    title: "an assertion that was used before gets a token again",
    breaks: 'docs/client.md: "an assertion is valid for one request"; RFC 7523 3: jti prevents replay',
    response: (response, { body }, memory) => {
      const assertion = new URLSearchParams(body).get("assertion") ?? "";
      const former = memory.get(assertion) as FaultResponse | undefined;
      if (response.status === 200) memory.set(assertion, { ...response, headers: { ...response.headers } });
      else if (former !== undefined) Object.assign(response, { ...former, headers: { ...former.headers } });
    },
    names: either(DENIED, /assertion|replay|twice|again|reuse|jti|repeat/),
  },
  {
    ...CREATE_TOKEN,
    id: "token-in-caches",
    kind: "HTTP",
    title: "the response with tokens has Cache-Control: public, max-age=3600",
    breaks: "RFC 6749 5.1: a response with tokens has Cache-Control: no-store",
    response: setHeader("cache-control", "public, max-age=3600", 200),
    names: either(/cache|no-store/),
  },
  {
    ...CREATE_HOOK,
    id: "hook-shows-secret",
    kind: "leak",
    title: "the response to a registration contains the end of the secret",
    breaks: "spec, POST hooks: their secret is masked in the response",
    response: editBody((it, message) => {
      const secret = String(parseRequestJson(message)?.secret ?? "");
      return { ...it, secret: `****${secret.slice(4)}` };
    }),
    names: either(/secret|mask|leak|sensitive/),
  },
];
