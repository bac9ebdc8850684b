import { type Json, parseRequestJson, setBody, setRequestText } from "../../edits.js";
import type { Defect } from "../defect.js";
import { acceptRejectedGrant, CREATE_HOOK, CREATE_TOKEN } from "../edits-of-commerce.js";
import { either, failIf, readObject, readResponse } from "../shared-edits.js";

export const HOOKS_AND_TOKENS: readonly Defect[] = [
  {
    ...CREATE_HOOK,
    id: "hook-location-without-id",
    kind: "HTTP",
    title: "the Location of a new registration is `/hooks/undefined`",
    breaks: "RFC 9110 15.3.2: Location of a 201 response identifies the resource that was created",
    response: (it) => {
      if (it.status === 201) it.headers.location = "/hooks/undefined";
    },
    names: either(/\blocation\b|undefined/),
  },
  {
    ...CREATE_HOOK,
    id: "hook-error-has-secret",
    kind: "leak",
    title: "the error response to a rejected registration repeats the registration with its secret",
    breaks: "spec: the secret is masked in the response; `x-sensitive: true`; OWASP API3:2023",
    response: (it, message) => {
      const received = readObject(message);
      if (it.status < 400 || typeof received?.secret !== "string") return;
      setBody(it, JSON.stringify({ ...readResponse(it), received }));
    },
    names: either(/secret|leak|sensitive|mask/),
  },
  {
    ...CREATE_HOOK,
    id: "hook-replay-responds-200",
    kind: "idempotency",
    title: "a repeated registration gets 200 instead of the first response with 201",
    breaks: "docs/sandbox.md: a repeated request id gets the first response; spec: 201 is the only success status",
    response: (it, { headers }, memory) => {
      const key = headers["service-request-id"];
      if (it.status !== 201 || key === undefined) return;
      if (memory.has(key)) it.status = 200;
      memory.set(key, true);
    },
    names: either(/replay|repeat|idempoten|same (key|request|id)|\b200\b|twice|again|retr/),
  },
  {
    ...CREATE_HOOK,
    id: "hook-takes-over-any-member",
    kind: "validation",
    title: "the members `id`, `active` and `createdAt` of a registration are taken over",
    breaks:
      "spec: New registrations are active; HookRegistration has no such members; OWASP API3:2023 (mass assignment)",
    response: (it, message) => {
      const { id, active, createdAt } = readObject(message) ?? {};
      const given = Object.entries({ id, active, createdAt }).filter(([, value]) => value !== undefined);
      if (it.status === 201 && given.length > 0)
        setBody(it, JSON.stringify({ ...readResponse(it), ...Object.fromEntries(given) }));
    },
    names: either(
      /active|read-?only|mass|assign|overwrit|taken over|createdAt|(unknown|additional|undeclared|extra) (member|propert|field)/,
    ),
  },
  {
    ...CREATE_HOOK,
    id: "hook-without-object-fails",
    kind: "server error",
    title: "a registration that is not an object, such as `null`, gets 500",
    breaks: "spec: 400 Bad request; RFC 9110 15.5.1: the client sent an invalid request",
    instead: failIf((message) => {
      const json: Json = parseRequestJson(message);
      return json !== undefined && readObject(message) === undefined;
    }),
    names: either(/\b500\b|server error|crash|5xx/),
  },
  {
    ...CREATE_TOKEN,
    id: "token-request-as-json",
    kind: "validation",
    title: "a grant is accepted as JSON too",
    breaks: "spec: the body of POST /token is `application/x-www-form-urlencoded` only; RFC 6749 4 and Appendix B",
    request: (message) => {
      const grant = readObject(message);
      if (grant === undefined || !/json/i.test(message.headers["content-type"] ?? "")) return;
      const fields = Object.entries(grant).map(([name, value]): [string, string] => [name, String(value)]);
      message.headers["content-type"] = "application/x-www-form-urlencoded";
      setRequestText(message, new URLSearchParams(fields).toString());
    },
    names: either(/content-type|media type|json|form|accepted/),
  },
  {
    ...CREATE_TOKEN,
    id: "access-token-as-refresh-token",
    kind: "authentication",
    title: "an access token is accepted as a refresh token",
    breaks:
      "spec: the refresh token renews an access token; docs/sandbox.md: REFRESH_TOKEN with `refreshToken`; RFC 6749 1.5",
    response: acceptRejectedGrant(
      (form) => form.get("grantType") === "REFRESH_TOKEN" && form.get("refreshToken")?.split(".").length === 3,
    ),
    names: either(/refresh|access token|accepted|\b200\b|renew/),
  },
  {
    ...CREATE_TOKEN,
    id: "token-error-has-stack-trace",
    kind: "leak",
    title: "the error response to a rejected grant has a stack trace",
    breaks: "OWASP API8:2023: error messages have no stack traces; CWE-209",
    response: (it) => {
      if (it.status < 400) return;
      const stack =
        "Error: rejected\n    at verifyAssertion (/srv/service/dist/tokens.js:83:11)\n    at async /srv/service/dist/server.js:41:3";
      setBody(it, JSON.stringify({ ...readResponse(it), stack }));
    },
    names: either(/stack|trace|leak|file (path|name)|\.js\b|expos|disclos|internals/),
  },
];
