import { describe, expect, test } from "vitest";
import { jwtBearer, password } from "../../../src/client/index.js";
import { issued, refusal, START } from "./connection.js";
import { p256, pem } from "./keys.js";
import { expectTimeline, type TokenTimeline } from "./token-timeline.js";

const APPLICATION = { applicationId: "urn:aid:one", privateKey: pem(p256) };
const USER = { ...APPLICATION, businessId: "shop", username: "ann", password: 'open "sesame" ü+/' };
const assertion = expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/);
const BEARER = { grantType: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion };
const PASSWORD = { grantType: "PASSWORD", businessId: "shop", username: "ann", password: USER.password };
const HOUR = 3_600_000;
const NOW = START / 1000;

const COURSES: readonly TokenTimeline[] = [
  {
    name: "an assertion brings a token, which is kept",
    signIn: jwtBearer(APPLICATION),
    replies: [issued("a")],
    waits: [0, 0, 54 * 60_000 - 1],
    tokens: ["a", "a", "a"],
    sent: [{ form: BEARER, headers: {}, claims: { aud: "https://service.example/v1", iss: "urn:aid:one" } }],
  },
  {
    name: "a tenth of its lifetime before it expires, it is renewed by another assertion",
    signIn: jwtBearer(APPLICATION),
    replies: [issued("a"), issued("b")],
    waits: [0, 54 * 60_000],
    tokens: ["a", "b"],
    sent: [{ claims: { jti: "id-1", iat: NOW } }, { form: BEARER, claims: { jti: "id-2", iat: NOW + 3240 } }],
  },
  {
    name: "a short life is left a tenth of it",
    signIn: jwtBearer(APPLICATION),
    replies: [issued("a", { expiresIn: 10 }), issued("b", { expiresIn: 10 })],
    waits: [0, 8999, 1],
    tokens: ["a", "a", "b"],
    sent: [{}, {}],
  },
  {
    name: "the life of a token counts from when it was asked for",
    signIn: jwtBearer(APPLICATION),
    replies: [{ ...issued("a", { expiresIn: 10 }), after: 9000 }, issued("b")],
    waits: [0, 0],
    tokens: ["a", "b"],
    sent: [{}, {}],
  },
  {
    name: "a token that has expired when it comes serves those who wait, and is not kept",
    signIn: jwtBearer(APPLICATION),
    replies: [issued("a", { expiresIn: 0 }), issued("b", { expiresIn: -5 }), issued("c")],
    waits: [0, 0, 0, 0],
    tokens: ["a", "b", "c", "c"],
    sent: [{}, {}, {}],
  },
  {
    name: "a token without a life lasts until it is rejected",
    signIn: jwtBearer(APPLICATION),
    replies: [issued("a", { expiresIn: undefined }), issued("b")],
    waits: [0, 1000 * HOUR],
    tokens: ["a", "a"],
    sent: [{}],
  },
  {
    name: "a life as text is read",
    signIn: jwtBearer(APPLICATION),
    replies: [issued("a", { expiresIn: "3600" }), issued("b")],
    waits: [0, HOUR],
    tokens: ["a", "b"],
    sent: [{}, {}],
  },
  {
    name: "an assertion may be for another audience",
    signIn: jwtBearer({ ...APPLICATION, audience: "https://issuer.example" }),
    replies: [issued("a")],
    waits: [0],
    tokens: ["a"],
    sent: [{ claims: { aud: "https://issuer.example" } }],
  },
  {
    name: "an application with a refresh token renews with it",
    signIn: jwtBearer({ ...APPLICATION, refreshGrantType: "refresh_token" }),
    replies: [issued("a"), issued("b"), issued("c")],
    waits: [0, HOUR, HOUR],
    tokens: ["a", "b", "c"],
    sent: [
      { form: BEARER },
      { form: { grantType: "refresh_token", refreshToken: "refresh-a" }, headers: {} },
      { form: { grantType: "refresh_token", refreshToken: "refresh-b" }, headers: {} },
    ],
  },
  {
    name: "a password goes with an assertion in the header, without a scheme",
    signIn: password(USER),
    replies: [issued("a")],
    waits: [0],
    tokens: ["a"],
    sent: [
      { form: PASSWORD, headers: { authorization: assertion }, claims: { iss: "urn:aid:one", sub: "urn:aid:one" } },
    ],
  },
  {
    name: "the header has the scheme that is asked for",
    signIn: password({ ...USER, scheme: "Bearer" }),
    replies: [issued("a")],
    waits: [0],
    tokens: ["a"],
    sent: [{ form: PASSWORD, headers: { authorization: expect.stringMatching(/^Bearer [\w-]+\.[\w-]+\.[\w-]+$/) } }],
  },
  {
    name: "a user's token is renewed by its refresh token",
    signIn: password(USER),
    replies: [issued("a"), issued("b")],
    waits: [0, HOUR],
    tokens: ["a", "b"],
    sent: [{ form: PASSWORD }, { form: { grantType: "REFRESH_TOKEN", refreshToken: "refresh-a" }, headers: {} }],
  },
  {
    name: "a refused renewal is followed by a fresh sign-in",
    signIn: password(USER),
    replies: [issued("a"), refusal, issued("b")],
    waits: [0, HOUR],
    tokens: ["a", "b"],
    sent: [{ form: PASSWORD }, { form: { grantType: "REFRESH_TOKEN" } }, { form: PASSWORD }],
  },
  {
    name: "a refresh token that was refused is not tried again",
    signIn: password(USER),
    replies: [issued("a"), refusal, refusal, issued("b")],
    waits: [0, HOUR, 0],
    tokens: ["a", /401/, "b"],
    sent: [{ form: PASSWORD }, { form: { grantType: "REFRESH_TOKEN" } }, { form: PASSWORD }, { form: PASSWORD }],
  },
  {
    name: "a renewal that the service breaks on is followed by a fresh sign-in too",
    signIn: password(USER),
    replies: [issued("a"), { status: 500, body: "oh" }, issued("b")],
    waits: [0, HOUR],
    tokens: ["a", "b"],
    sent: [{ form: PASSWORD }, { form: { grantType: "REFRESH_TOKEN" } }, { form: PASSWORD }],
  },
  {
    name: "a renewal without a response keeps its refresh token for the next time",
    signIn: password(USER),
    replies: [issued("a"), new Error("reset"), issued("b")],
    waits: [0, HOUR, 0],
    tokens: ["a", /: connection: /, "b"],
    sent: [{}, { form: { grantType: "REFRESH_TOKEN" } }, { form: { refreshToken: "refresh-a" } }],
  },
  {
    name: "a failure is not kept",
    signIn: jwtBearer(APPLICATION),
    replies: [refusal, issued("a")],
    waits: [0, 0],
    tokens: [/401/, "a"],
    sent: [{}, {}],
  },
  {
    name: "who cannot be reached says so itself",
    signIn: jwtBearer(APPLICATION),
    replies: [new Error("no route"), issued("a")],
    waits: [0, 0],
    tokens: [/: connection: /, "a"],
    sent: [{}, {}],
  },
];

describe("tokens over time", () => {
  test.each(COURSES)("$name", expectTimeline);
});
