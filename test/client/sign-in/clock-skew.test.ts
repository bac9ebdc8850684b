import { describe, test } from "vitest";
import { jwtBearer, password } from "../../../src/client/index.js";
import { issued, refusal, START } from "./connection.js";
import { p256, pem } from "./keys.js";
import { expectTimeline, type TokenTimeline } from "./token-timeline.js";

const APPLICATION = { applicationId: "urn:aid:one", privateKey: pem(p256) };
const USER = { ...APPLICATION, businessId: "shop", username: "ann", password: 'open "sesame" ü+/' };
const HOUR = 3_600_000;
const NOW = START / 1000;

const COURSES: readonly TokenTimeline[] = [
  {
    name: "a clock that is behind is put right by the Date of the refusal, and stays so",
    signIn: jwtBearer(APPLICATION),
    replies: [{ ...refusal, ahead: HOUR }, issued("a"), issued("b")],
    waits: [0, HOUR],
    tokens: ["a", "b"],
    sent: [{ claims: { iat: NOW } }, { claims: { iat: NOW + 3600 } }, { claims: { iat: NOW + 7200 } }],
  },
  {
    name: "a clock that is ahead by years, too",
    signIn: jwtBearer(APPLICATION),
    replies: [{ ...refusal, status: 400, ahead: -9000 * HOUR }, issued("a")],
    waits: [0],
    tokens: ["a"],
    sent: [{}, { claims: { iat: NOW - 9000 * 3600, exp: NOW - 9000 * 3600 + 300 } }],
  },
  {
    name: "a time that does not help is forgotten, and there is no third try",
    signIn: jwtBearer(APPLICATION),
    replies: [{ ...refusal, ahead: HOUR }, { ...refusal, ahead: -HOUR }, issued("a")],
    waits: [0, 0],
    tokens: [/401/, "a"],
    sent: [{}, { claims: { iat: NOW + 3600 } }, { claims: { iat: NOW } }],
  },
  {
    name: "a refusal at the same time, give or take, is final",
    signIn: jwtBearer(APPLICATION),
    replies: [{ ...refusal, ahead: 2000 }, issued("a")],
    waits: [0],
    tokens: [/401/],
    sent: [{}],
  },
  {
    name: "a wrong password is not tried twice",
    signIn: password(USER),
    replies: [{ ...refusal, ahead: 0 }, issued("a")],
    waits: [0],
    tokens: [/password grant of ann of urn:aid:one for aud https:\/\/service\.example\/v1: .*401/],
    sent: [{}],
  },
  {
    name: "a Date that is none says nothing",
    signIn: jwtBearer(APPLICATION),
    replies: [refusal, issued("a")],
    waits: [0],
    tokens: [/401/],
    sent: [{}],
  },
  {
    name: "a service that is broken is not asked for its time",
    signIn: jwtBearer(APPLICATION),
    replies: [{ status: 503, body: "busy", ahead: HOUR }, issued("a")],
    waits: [0],
    tokens: [/busy;.*503/],
    sent: [{}],
  },
  {
    name: "a refusal at the time that was learned is final too",
    signIn: jwtBearer(APPLICATION),
    replies: [{ ...refusal, ahead: HOUR }, issued("a"), { ...refusal, ahead: HOUR }, issued("b")],
    waits: [0, HOUR],
    tokens: ["a", /401/],
    sent: [{}, {}, {}],
  },
];

describe("sign-in with the clock of the service", () => {
  test.each(COURSES)("$name", expectTimeline);
});
