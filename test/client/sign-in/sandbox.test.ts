/** Sign-in against the sandbox, which validates assertions strictly. Its responses are checked against the spec. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { jwtBearer, type PasswordOptions, password, type SignIn } from "../../../src/client/index.js";
import { realClock } from "../../../src/client/retries/real-clock.js";
import type { TokenRequest } from "../../../src/client/sign-in/token-source.js";
import { deriveDemoAccess } from "../../../src/sandbox/seed-data/fixtures.js";
import { type CheckedClient, openCheckedClient } from "../../sandbox/checked-client.js";
import { jwk, p256, pem, rsa } from "./keys.js";

const SEED = "sign-in";
let service: CheckedClient;
beforeAll(async () => {
  service = await openCheckedClient({ seed: SEED });
});
afterAll(() => service.close());

/** A token source for a sandbox, and the requests it sent. */
function connect(signIn: SignIn) {
  const sent: TokenRequest["body"][] = [];
  const send: typeof fetch = async (_, init) => {
    const form = JSON.parse(String(init?.body)) as TokenRequest["body"];
    sent.push(form);
    const given = Object.fromEntries(new Headers(init?.headers));
    const { status, headers, text } = await service.raw({
      method: "POST",
      path: "/token",
      headers: { "Api-Version": "1.2", ...given, "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(form as Record<string, string>).toString(),
    });
    const pairs = headers.map(([name, value]) => [name, value] as [string, string]);
    return new Response(text, { status, headers: pairs });
  };
  const core = { clock: realClock, baseUrl: service.sandbox.url, fetch: send };
  const source = signIn.connect(core);
  return { source, grants: () => sent.map(({ grantType }) => grantType) };
}

/** Whether a token gives access to the data of its application. */
async function opens(token: string): Promise<number> {
  const path = `/businesses/${service.businessId}/orders?limit=1`;
  const got = await service.raw({ path, headers: { "Api-Version": "1.2", Authorization: `Bearer ${token}` } });
  return got.status;
}

const JWT = "urn:ietf:params:oauth:grant-type:jwt-bearer";
const application = () => ({
  applicationId: service.applicationId,
  privateKey: service.sandbox.demo?.privateKey ?? "",
});
const user = (): PasswordOptions => {
  const { username, password } = deriveDemoAccess(SEED);
  return { ...application(), businessId: service.businessId, username, password };
};

const GRANTED: readonly { readonly name: string; readonly signIn: () => SignIn; readonly grants: readonly string[] }[] =
  [
    { name: "an assertion, and another one", signIn: () => jwtBearer(application()), grants: [JWT, JWT] },
    {
      name: "an assertion, renewed",
      signIn: () => jwtBearer({ ...application(), refreshGrantType: "REFRESH_TOKEN" }),
      grants: [JWT, "REFRESH_TOKEN"],
    },
    {
      name: "an assertion, renewed by a type that the service has not",
      signIn: () => jwtBearer({ ...application(), refreshGrantType: "refresh_token" }),
      grants: [JWT, "refresh_token", JWT],
    },
    { name: "a password, renewed", signIn: () => password(user()), grants: ["PASSWORD", "REFRESH_TOKEN"] },
    {
      name: "a password with a scheme, renewed",
      signIn: () => password({ ...user(), scheme: "Bearer" }),
      grants: ["PASSWORD", "REFRESH_TOKEN"],
    },
  ];

describe("tokens of every grant give the documented access", () => {
  test.each(GRANTED)("$name", async ({ signIn, grants }) => {
    const { source, grants: sent } = connect(signIn());
    const first = await source();
    expect(await source()).toBe(first);
    const second = await source(first);
    expect(second).not.toBe(first);
    expect([await opens(first), await opens(second)]).toEqual([200, 200]);
    expect(sent()).toEqual(grants);
  });

  test.each([400, -800])("with a service clock that differs by %i days", async (days) => {
    const { json } = await service.admin("GET", "/clock");
    const time = new Date(Date.parse(json.time) + days * 86_400_000).toISOString();
    expect((await service.admin("PUT", "/clock", { mode: "set", time })).status).toBe(200);
    const { source, grants } = connect(jwtBearer(application()));
    expect(await opens(await source())).toBe(200);
    expect(grants()).toEqual([JWT, JWT]);
    expect(await opens(await source(await source()))).toBe(200);
    expect(grants()).toEqual([JWT, JWT, JWT]);
    await service.admin("PUT", "/clock", { mode: "real" });
  });
});

const REFUSED: readonly { readonly name: string; readonly signIn: () => SignIn; readonly message: RegExp }[] = [
  {
    name: "another key",
    signIn: () => jwtBearer({ ...application(), privateKey: pem(p256) }),
    message:
      /^signIn: sign-in: JWT bearer grant of urn:aid:\S+ for aud http:\S+: .*INVALID_ASSERTION.*check key, aud and time/,
  },
  {
    name: "a key of another kind",
    signIn: () => jwtBearer({ ...application(), privateKey: jwk(rsa) }),
    message: /401/,
  },
  {
    name: "another audience",
    signIn: () => jwtBearer({ ...application(), audience: "https://x.example" }),
    message: /aud https:\/\/x.example: .*401/,
  },
  {
    name: "another application",
    signIn: () => jwtBearer({ ...application(), applicationId: "urn:aid:none" }),
    message: /of urn:aid:none for/,
  },
  {
    name: "a key id that is not registered",
    signIn: () => jwtBearer({ ...application(), keyId: "none" }),
    message: /401/,
  },
  {
    name: "a wrong password",
    signIn: () => password({ ...user(), password: "s3cret" }),
    message: /password grant of demo of .*INVALID_CREDENTIALS/,
  },
];

describe("a rejected sign-in fails after one request", () => {
  test.each(REFUSED)("$name", async ({ signIn, message }) => {
    const { source, grants } = connect(signIn());
    const error = await source().catch((caught: unknown) => caught);
    expect(error).toMatchObject({ kind: "sign-in", status: 401, message: expect.stringMatching(message) });
    expect(String(error)).not.toContain("s3cret");
    expect(grants()).toHaveLength(1);
  });
});
