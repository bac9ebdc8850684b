import { randomUUID } from "node:crypto";
import { editBody, setBody } from "../../edits.js";
import type { Defect } from "../defect.js";
import { CREATE_HOOK, CREATE_TOKEN, requestToken } from "../edits-of-commerce.js";
import { either, failIf, readObject, replaceResponse } from "../second/edits-of-second.js";
import { readClaims, readSuccess } from "./edits-of-sixth.js";

const SANDBOX = { service: "sandbox" } as const;

/** Members of a hook that the service sets. */
const OWN_MEMBERS = ["id", "active", "createdAt", "updatedAt"];

export const TOKEN_AND_HOOKS_DEFECTS: readonly Defect[] = [
  {
    ...SANDBOX,
    operation: CREATE_TOKEN,
    id: "token-of-json-500",
    kind: "server error",
    title: "a grant in JSON instead of a form results in 500",
    breaks: "spec, createToken: the grant is form-encoded, and 400 is a bad request; RFC 9110 15.6.1",
    instead: failIf(({ headers }) => headers["content-type"]?.startsWith("application/json") === true),
    names: either(/\b500\b|\b5xx\b|server error/),
    shows: async (c) => {
      const headers = { Authorization: undefined, "Service-Request-Id": randomUUID() };
      const { status } = await c.send("POST", "/token", { headers, body: { grantType: "PASSWORD" } });
      return status === 500 ? "500 for JSON" : undefined;
    },
  },
  {
    ...SANDBOX,
    operation: CREATE_TOKEN,
    id: "token-expires-in-milliseconds",
    kind: "response value",
    title: "expiresIn is in milliseconds, and the token expires a thousand times earlier",
    breaks: "spec, TokenResponse.expiresIn: time in seconds until the access token expires",
    response: editBody((it) => ({ ...it, expiresIn: it.expiresIn * 1000 })),
    names: either(/expir|lifetime|\bexp\b|seconds/),
    shows: async (c) => {
      const { expiresIn, accessToken } = (await requestToken(c)).json;
      const { exp, iat } = readClaims(accessToken);
      return exp - iat === expiresIn ? undefined : `expiresIn ${expiresIn} for ${exp - iat} s`;
    },
  },
  {
    ...SANDBOX,
    operation: CREATE_HOOK,
    id: "hook-error-with-secret",
    kind: "leak",
    title: "the error of a rejected registration repeats the registration with its secret",
    breaks: "spec, createHook: the secret is masked in the response; HookRegistration.secret is sensitive; OWASP API3",
    response: (it, message) => {
      const received = readObject(message);
      if (it.status !== 400 || received === undefined) return;
      replaceResponse(it, 400, { ...JSON.parse(it.body.toString()), received });
    },
    names: either(/secret|leak|sensitive|repeat|echo|reflect/),
    shows: async (c) => {
      const { text } = await c.hook({ eventTypes: [] });
      return text.includes("a-long-random-signing-secret") ? "the error has the secret" : undefined;
    },
  },
  {
    ...SANDBOX,
    operation: CREATE_HOOK,
    id: "hook-own-members-from-request",
    kind: "response value",
    title: "id, active and times are taken from the registration if it has them",
    breaks:
      "spec, createHook: new registrations are active; HookRegistration has no such members; OWASP API3: mass assignment",
    response: (it, message) => {
      const hook = readSuccess(it);
      if (hook === undefined) return;
      const passed = Object.entries(readObject(message) ?? {}).filter(([name]) => OWN_MEMBERS.includes(name));
      setBody(it, JSON.stringify({ ...hook, ...Object.fromEntries(passed) }));
    },
    names: either(/active|mass assignment|const|createdAt|updatedAt|read.?only|\bid\b/),
    shows: async (c) => {
      const { active } = (await c.hook({ active: false })).json;
      return active === false ? "the new hook is inactive" : undefined;
    },
  },
];
