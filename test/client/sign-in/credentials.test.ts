/** The option `signIn`: credentials by security scheme, for one scheme and for several. Each wrong form is one edit away. */
import { expect, test } from "vitest";
import {
  createClient,
  createHeaderPlacement,
  defineAuth,
  jwtBearer,
  placeBasic,
  placeBearer,
} from "../../../src/client/index.js";
import { createMiddleware } from "../../../src/client/openapi-fetch.js";

const KEY = ["key", createHeaderPlacement("X-Key")] as const;
const LOGIN = ["login", placeBasic] as const;

/** A call of a spec with one bearer scheme, one of a spec with two schemes, and one that needs both of them or a token. */
const CALLS = {
  one: { call: "GET /one" },
  two: {
    call: "GET /two",
    auth: defineAuth([KEY], [LOGIN]),
  },
  both: {
    call: "GET /both",
    auth: defineAuth([KEY, LOGIN], [["token", placeBearer]]),
  },
} as const;

test.each<[call: keyof typeof CALLS, signIn: object | undefined, authorization: string | null, key: string | null]>([
  ["one", { token: "t" }, "Bearer t", null],
  ["one", { token: () => "t" }, "Bearer t", null],
  ["one", { token: async () => "t" }, "Bearer t", null],
  ["one", { token: { connect: () => async () => "t" } }, "Bearer t", null],
  ["one", { token: undefined }, null, null],
  ["one", {}, null, null],
  ["one", undefined, null, null],
  ["two", { key: "k" }, null, "k"],
  ["two", { key: "k", login: "u:p" }, null, "k"],
  ["two", { login: () => "u:p" }, "Basic dTpw", null],
  ["two", { other: "k" }, null, null],
  ["both", { key: "k", login: "u:p", token: "t" }, "Basic dTpw", "k"],
  ["both", { key: "k", token: "t" }, "Bearer t", null],
  // A credential that is given is sent, although the spec requires another beside it.
  ["both", { key: "k" }, null, "k"],
  ["both", { login: "u:p" }, "Basic dTpw", null],
  ["both", { other: "k" }, null, null],
])("%s with %o", async (name, signIn, authorization, key) => {
  let sent = new Headers();
  const send: typeof fetch = async (_, init) => {
    sent = new Headers(init?.headers);
    return Response.json({});
  };
  const client = createClient(CALLS, { baseUrl: "https://api.example", fetch: send, signIn: signIn as never });
  await (client as unknown as Record<string, () => Promise<unknown>>)[name]?.();
  expect([sent.get("authorization"), sent.get("x-key")]).toEqual([authorization, key]);
});

const BY_SCHEME = 'signIn must name a scheme, such as { bearer: "token" }';
const CREDENTIAL = "must be a token, function or sign-in method";

test.each<[signIn: unknown, message: string]>([
  ["s3cret", BY_SCHEME],
  [() => "s3cret", BY_SCHEME],
  [jwtBearer({ applicationId: "a", privateKey: "s3cret" }), BY_SCHEME],
  [{ token: { s3cret: "s3cret" } }, `signIn.token ${CREDENTIAL}`],
  [{ token: { connect: 7 } }, `signIn.token ${CREDENTIAL}`],
  [{ token: 7 }, `signIn.token ${CREDENTIAL}`],
  [{ token: null }, `signIn.token ${CREDENTIAL}`],
])("%o is refused when the client is created", (signIn, message) => {
  const options = { baseUrl: "https://api.example", signIn: signIn as never };
  expect(() => createClient(CALLS, options)).toThrow(new TypeError(message));
});

test("the middleware of openapi-fetch, which knows no schemes, takes one credential", () => {
  expect(() => createMiddleware({ signIn: { token: "s3cret" } as never })).toThrow(
    new TypeError(`signIn ${CREDENTIAL}`),
  );
});
