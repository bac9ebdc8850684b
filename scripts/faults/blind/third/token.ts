import { createJsonResponse, editBody, getQuery, setBody } from "../../edits.js";
import type { FaultResponse } from "../../fault.js";
import type { Defect } from "../defect.js";
import { CREATE_TOKEN, JWT_BEARER, requestToken, sendForm } from "../edits-of-commerce.js";
import { either, failIf } from "../second/edits-of-second.js";
import { readSuccess } from "./edits-of-third.js";

const TOKENS = { service: "sandbox", operation: CREATE_TOKEN } as const;
const SEGMENTS = /^[\w-]+\.[\w-]+\.[\w-]+$/;

function createPasswordForm(businessId: string): URLSearchParams {
  return new URLSearchParams({ grantType: "PASSWORD", businessId, username: "nobody", password: "hunter-2-hunter" });
}

export const TOKEN_OF_THIRD: readonly Defect[] = [
  {
    ...TOKENS,
    id: "expires-in-milliseconds",
    kind: "response value",
    title: "expiresIn is in milliseconds",
    breaks: "spec: expiresIn is the time in seconds until the access token expires, which its claim exp has too",
    response: editBody((json) => (json.expiresIn === undefined ? json : { ...json, expiresIn: json.expiresIn * 1000 })),
    names: /expiresIn|lifetime|expir|seconds/i,
    shows: async (c) => {
      const { accessToken, expiresIn } = (await requestToken(c)).json;
      const { iat, exp } = JSON.parse(Buffer.from(accessToken.split(".")[1], "base64url").toString());
      return expiresIn > exp - iat ? `expiresIn is ${expiresIn}, the token is valid for ${exp - iat} s` : undefined;
    },
  },
  {
    ...TOKENS,
    id: "renewal-without-refresh-token",
    kind: "response value",
    title: "the response to a refresh token grant has no refresh token",
    breaks: "spec: refreshToken of TokenResponse is required; access tokens come with a refresh token",
    response: (response, { body }) => {
      const json = readSuccess(response);
      if (json === undefined || !new URLSearchParams(body).has("refreshToken")) return;
      const { refreshToken: _, ...others } = json;
      setBody(response, JSON.stringify(others));
    },
    names: /refreshToken|required|missing/i,
    shows: async (c) => {
      const { refreshToken } = (await requestToken(c)).json;
      const reply = await sendForm(c, new URLSearchParams({ grantType: "REFRESH_TOKEN", refreshToken }));
      return reply.status === 200 && reply.json.refreshToken === undefined ? "no refresh token" : undefined;
    },
  },
  {
    ...TOKENS,
    id: "assertion-accepted-twice",
    kind: "authentication",
    title: "an assertion that was used already gets another token",
    breaks: "open question self-signed-jwt: jti is used once; docs/retries.md: an assertion is valid for one request",
    response: (response, { body }, memory) => {
      const assertion = new URLSearchParams(body).get("assertion") ?? "";
      const earlier = memory.get(assertion) as FaultResponse | undefined;
      if (response.status === 200) memory.set(assertion, { ...response, headers: { ...response.headers } });
      else if (earlier !== undefined) Object.assign(response, earlier);
    },
    names: either(/assertion|jti|replay|twice|again|\b401\b|reus/),
    shows: async (c) => {
      const form = new URLSearchParams({ grantType: JWT_BEARER, assertion: await c.assertion() });
      await sendForm(c, form);
      const { status } = await sendForm(c, form);
      return status === 200 ? "the assertion is accepted twice" : undefined;
    },
  },
  {
    ...TOKENS,
    id: "malformed-assertion-fails",
    kind: "server error",
    title: "an assertion that is no JWT causes a 500",
    breaks: "spec: invalid tokens result in status 401; 500 is an internal server error",
    instead: failIf(({ body }) => {
      const assertion = new URLSearchParams(body).get("assertion");
      return assertion !== null && !SEGMENTS.test(assertion);
    }),
    names: /\b500\b|server error/i,
    shows: async (c) => {
      const { status } = await sendForm(c, new URLSearchParams({ grantType: JWT_BEARER, assertion: "abc" }));
      return status === 500 ? "500 for an assertion of one segment" : undefined;
    },
  },
  {
    ...TOKENS,
    id: "password-in-error",
    kind: "leak",
    title: "the error of a password grant repeats the password",
    breaks: "spec: password is sensitive (x-sensitive); docs/sandbox.md: secrets are redacted; CWE-209",
    response: (response, { body }) => {
      const form = new URLSearchParams(body);
      if (response.status < 400 || !form.has("password")) return;
      const message = `sign-in of ${form.get("username")} with password ${form.get("password")} failed`;
      setBody(response, JSON.stringify({ status: response.status, code: "INVALID_CREDENTIALS", message }));
    },
    names: either(/password|leak|secret|sensitive|echo|expos/),
    shows: async (c) => {
      const form = createPasswordForm(c.business);
      const { text } = await sendForm(c, form);
      return text.includes(form.get("password") ?? "") ? "the error contains the password" : undefined;
    },
  },
  {
    ...TOKENS,
    id: "token-request-in-query",
    kind: "authentication",
    methods: ["GET", "POST"],
    alsoOn: [""],
    title: "GET /token issues tokens for a grant in the query",
    breaks:
      "RFC 6749 3.2: token requests use POST; 2.3.1: credentials must not be in the URI; spec: /token has POST only",
    response: (response, message, memory) => {
      if (message.method === "POST" && response.status === 200) memory.set("token", response.body.toString());
      const isGrant = response.status === 405 && getQuery(message, "assertion") !== null;
      if (!isGrant || !memory.has("token")) return;
      Object.assign(response, createJsonResponse(200, JSON.parse(String(memory.get("token")))));
    },
    names: either(/\bget\b|\b405\b|method|query/),
    shows: async (c) => {
      await requestToken(c);
      const query = new URLSearchParams({ grantType: JWT_BEARER, assertion: await c.assertion() });
      const { status } = await c.send("GET", `/token?${query}`, { headers: { Authorization: undefined } });
      return status === 200 ? "GET /token issues a token" : undefined;
    },
  },
];
