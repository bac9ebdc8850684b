import { describe, expect, test } from "vitest";
import { jwtBearer, password, type SignIn } from "../../../src/client/sign-in/index.js";
import { connectTo, issued, type Reply, refusal, START } from "./connection.js";
import { p256, pem } from "./keys.js";

const APPLICATION = { applicationId: "urn:aid:one", privateKey: pem(p256) };
const USER = { ...APPLICATION, businessId: "shop", username: "ann", password: 'open "sesame" ü+/' };
const assertion = expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/);
const BEARER = { grantType: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion };
const PASSWORD = { grantType: "PASSWORD", businessId: "shop", username: "ann", password: USER.password };
const HOUR = 3_600_000;
const NOW = START / 1000;

type Row = {
  readonly name: string;
  readonly signIn: SignIn;
  readonly replies: readonly (Reply | Error)[];
  /** Waiting before each time a token is asked for. */
  readonly waits: readonly number[];
  readonly tokens: readonly (string | RegExp)[];
  /** Forms that were sent, each with the headers where they matter. */
  readonly sent: readonly object[];
};

const ROWS: readonly Row[] = [
  {
    name: "an assertion brings a token, which is kept",
    signIn: jwtBearer(APPLICATION),
    replies: [issued("a")],
    waits: [0, 0, 59 * 60_000 - 1],
    tokens: ["a", "a", "a"],
    sent: [{ form: BEARER, headers: {}, claims: { aud: "https://service.example/v1", iss: "urn:aid:one" } }],
  },
  {
    name: "a minute before it expires, it is renewed by another assertion",
    signIn: jwtBearer(APPLICATION),
    replies: [issued("a"), issued("b")],
    waits: [0, 59 * 60_000],
    tokens: ["a", "b"],
    sent: [{ claims: { jti: "id-1", iat: NOW } }, { form: BEARER, claims: { jti: "id-2", iat: NOW + 3540 } }],
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
    name: "a life that is not told lasts until the token is refused",
    signIn: jwtBearer(APPLICATION),
    replies: [issued("a", { expiresIn: undefined }), issued("b")],
    waits: [0, 1000 * HOUR],
    tokens: ["a", "a"],
    sent: [{}],
  },
  {
    name: "a life that is told as text is understood",
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
    name: "an application renews by refresh token where it is told how",
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
      { form: PASSWORD, headers: { Authorization: assertion }, claims: { iss: "urn:aid:one", sub: "urn:aid:one" } },
    ],
  },
  {
    name: "the header has the scheme that is asked for",
    signIn: password({ ...USER, scheme: "Bearer" }),
    replies: [issued("a")],
    waits: [0],
    tokens: ["a"],
    sent: [{ form: PASSWORD, headers: { Authorization: expect.stringMatching(/^Bearer [\w-]+\.[\w-]+\.[\w-]+$/) } }],
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
    name: "a refused renewal is followed by a fresh sign-in, and the refresh token is not tried again",
    signIn: password(USER),
    replies: [issued("a"), refusal, { ...issued("b", { refreshToken: undefined }) }, issued("c")],
    waits: [0, HOUR, HOUR],
    tokens: ["a", "b", "c"],
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
    name: "a renewal that was not answered keeps its refresh token for the next time",
    signIn: password(USER),
    replies: [issued("a"), new Error("reset"), issued("b")],
    waits: [0, HOUR, 0],
    tokens: ["a", /^reset$/, "b"],
    sent: [{}, { form: { grantType: "REFRESH_TOKEN" } }, { form: { refreshToken: "refresh-a" } }],
  },
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
    replies: [{ ...refusal, ahead: 1500 }, issued("a")],
    waits: [0],
    tokens: [/401/],
    sent: [{}],
  },
  {
    name: "a wrong password is not tried twice",
    signIn: password(USER),
    replies: [{ ...refusal, ahead: 0 }, issued("a")],
    waits: [0],
    tokens: [/password grant of ann of urn:aid:one for aud https:\/\/service\.example\/v1: 401/],
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
    tokens: [/503 busy/],
    sent: [{}],
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
    tokens: [/^no route$/, "a"],
    sent: [{}, {}],
  },
];

describe("tokens in the course of time", () => {
  test.each(ROWS)("$name", async ({ signIn, replies, waits, tokens, sent }) => {
    const service = connectTo(replies);
    const source = signIn.connect(service.connection);
    const got: string[] = [];
    for (const wait of waits) {
      service.move(wait);
      got.push(await source.get().catch((error: Error) => error.message));
    }
    expect(got).toEqual(tokens.map((it) => (typeof it === "string" ? it : expect.stringMatching(it))));
    expect(service.sent).toEqual(sent.map((it) => expect.objectContaining(containing(it))));
  });
});

/** Parts that are said partly are compared so. */
function containing(row: object): object {
  return Object.fromEntries(
    Object.entries(row).map(([name, part]) => [
      name,
      Object.keys(part).length === 0 ? part : expect.objectContaining(part),
    ]),
  );
}
