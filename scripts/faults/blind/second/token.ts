import { editBody, setBody, setRequestText } from "../../edits.js";
import type { Message } from "../../fault.js";
import type { Defect } from "../defect.js";
import { acceptRejectedGrant, CREATE_TOKEN, JWT_BEARER, requestToken, sendForm } from "../edits-of-commerce.js";
import { either, failIf, readObject } from "./edits-of-second.js";

const OWN = { service: "sandbox", operation: CREATE_TOKEN } as const;

function readForm({ body }: Message): URLSearchParams {
  return new URLSearchParams(body);
}

function readClaims(assertion: string | null): { readonly exp?: number } {
  try {
    return JSON.parse(Buffer.from(assertion?.split(".")[1] ?? "", "base64url").toString());
  } catch {
    return {};
  }
}

export const TOKEN: readonly Defect[] = [
  {
    ...OWN,
    id: "token-truncated",
    kind: "response value",
    title: "the access token is cut at 255 characters and not valid",
    breaks: "seed: an access token issued by the service is sent on every other call",
    response: editBody((it) => ({ ...it, accessToken: String(it.accessToken).slice(0, 255) })),
    names: either(/token|\b401\b|JWT|unauthori|sign.?in/),
    shows: async (c) => {
      const { json } = await requestToken(c);
      const { status } = await c.get(c.orders, { Authorization: `Bearer ${json.accessToken}` });
      return status === 401 ? "401 with the new token" : undefined;
    },
  },
  {
    ...OWN,
    id: "token-refresh-is-access",
    kind: "response value",
    title: "the refresh token is the access token",
    breaks: "seed: a refresh token renews an expired access token, so it is another one that lives longer",
    response: editBody((it) => ({ ...it, refreshToken: it.accessToken })),
    names: /refresh/i,
    shows: async (c) => {
      const { json } = await requestToken(c);
      return json.refreshToken === json.accessToken ? "the same token" : undefined;
    },
  },
  {
    ...OWN,
    id: "token-expiry-of-refresh-token",
    kind: "response value",
    title: "expiresIn is the lifetime of the refresh token",
    breaks: "spec: expiresIn is the time in seconds until the access token expires",
    response: editBody((it) => ({ ...it, expiresIn: 30 * 24 * 3600 })),
    names: either(/expiresIn|\bexp\b|lifetime|expir/),
    shows: async (c) => {
      const { json } = await requestToken(c);
      const { exp, iat } = JSON.parse(Buffer.from(json.accessToken.split(".")[1], "base64url").toString());
      return json.expiresIn === exp - iat ? undefined : `expiresIn ${json.expiresIn}, lifetime ${exp - iat}`;
    },
  },
  {
    ...OWN,
    id: "token-malformed-assertion-fails",
    kind: "server error",
    title: "an assertion that is no JWT fails with 500",
    breaks: "RFC 7523 3.1: an invalid assertion is invalid_grant, status 400; seed: 500 internal server error",
    instead: failIf((it) => {
      const assertion = readForm(it).get("assertion");
      return assertion !== null && assertion.split(".").length !== 3;
    }),
    names: /\b50\d\b|server error|5xx/i,
    shows: async (c) => {
      const { status } = await sendForm(c, new URLSearchParams({ grantType: JWT_BEARER, assertion: "abc" }));
      return status === 500 ? "status 500" : undefined;
    },
  },
  {
    ...OWN,
    id: "token-json-accepted",
    kind: "validation",
    title: "a grant in JSON is accepted",
    breaks: "seed: the body is form-encoded; spec: the content is application/x-www-form-urlencoded",
    request: (message) => {
      const json = readObject(message);
      if (json === undefined || message.headers["content-type"]?.includes("json") !== true) return;
      setRequestText(message, new URLSearchParams(json).toString());
      message.headers["content-type"] = "application/x-www-form-urlencoded";
    },
    names: either(/accept|json|content-type|media type|form/),
    shows: async (c) => {
      const body = { grantType: JWT_BEARER, assertion: await c.assertion() };
      const { status } = await c.send("POST", "/token", { body, headers: { Authorization: undefined } });
      return status === 200 ? "200 for JSON" : undefined;
    },
  },
  {
    ...OWN,
    id: "token-for-any-password",
    kind: "authentication",
    title: "the password is not checked",
    breaks: "seed: the password grant requires username and password of a business user; OWASP API2",
    response: acceptRejectedGrant((form) => form.get("grantType") === "PASSWORD" && form.has("username")),
    names: either(/password|\b401\b|accept|grant|credential|unauthori/),
    shows: async (c) => {
      const form = { grantType: "PASSWORD", businessId: c.business, username: "nobody", password: "wrong" };
      const headers = { Authorization: await c.assertion(), "Content-Type": "application/x-www-form-urlencoded" };
      const { status } = await c.send("POST", "/token", { body: new URLSearchParams(form).toString(), headers });
      return status === 200 ? "200 for a wrong password" : undefined;
    },
  },
  {
    ...OWN,
    id: "token-for-expired-assertion",
    kind: "authentication",
    title: "an expired assertion gets a token",
    breaks: "RFC 7523 3: the authorization server must reject a JWT with an expiration time that has passed",
    response: acceptRejectedGrant((form) => (readClaims(form.get("assertion")).exp ?? Infinity) * 1000 < Date.now()),
    names: either(/expired|\bexp\b|assertion|\b40[01]\b|accept/),
    shows: async (c) => {
      const assertion = await c.assertion({ now: Date.now() - 24 * 3_600_000 });
      const { status } = await sendForm(c, new URLSearchParams({ grantType: JWT_BEARER, assertion }));
      return status === 200 ? "200 for an expired assertion" : undefined;
    },
  },
  {
    ...OWN,
    id: "token-form-response",
    kind: "HTTP",
    title: "the token is returned form-encoded",
    breaks: "seed: bodies are JSON unless stated; spec: the content of 200 is application/json",
    response: (it) => {
      if (it.status !== 200) return;
      setBody(it, new URLSearchParams(JSON.parse(it.body.toString())).toString());
      it.headers["content-type"] = "application/x-www-form-urlencoded";
    },
    names: /json|content-type|media type|form/i,
    shows: async (c) => {
      const { headers } = await requestToken(c);
      return headers["content-type"]?.includes("form") ? "a form" : undefined;
    },
  },
  {
    ...OWN,
    id: "token-repeated-parameter",
    kind: "validation",
    title: "of a repeated assertion the last one is used",
    breaks: "RFC 6749 3.2: request parameters must not be included more than once",
    request: (message) => {
      const form = readForm(message);
      const last = form.getAll("assertion").at(-1);
      if (last === undefined || form.getAll("assertion").length < 2) return;
      form.set("assertion", last);
      setRequestText(message, form.toString());
    },
    names: either(/repeat|twice|more than once|duplicate|accept/),
    shows: async (c) => {
      const form = new URLSearchParams({ grantType: JWT_BEARER, assertion: "abc" });
      form.append("assertion", await c.assertion());
      const { status } = await sendForm(c, form);
      return status === 200 ? "200 for two assertions" : undefined;
    },
  },
];
