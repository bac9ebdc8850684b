/** The grants of OAuth 2: each row has other options than the first, and other token requests. */
import { expect, test } from "vitest";
import {
  authorizationCodeGrant,
  clientCredentials,
  createClient,
  createCookiePlacement,
  defineAuth,
  type OAuth2Tokens,
  passwordGrant,
  refreshTokenGrant,
  type SignIn,
} from "../../../src/client/index.js";

const list = { call: "GET /list" } as const;
const id = { tokenUrl: "https://id.example/token", clientId: "app", clientSecret: "s" };

/** A client whose token endpoint issues these, and whose service refuses every token but the last. Returns the token requests. */
async function signInTwice(signIn: SignIn, issued: readonly object[]): Promise<readonly string[]> {
  const requests: string[] = [];
  let tokens = 0;
  const client = createClient(
    { list },
    {
      baseUrl: "https://api.example",
      signIn: { oauth2: signIn },
      tokenEndpoints: { oauth2: { tokenUrl: "https://stated.example/token" } },
      fetch: async (url, { headers, body } = {}) => {
        const given = new Headers(headers).get("authorization");
        const { origin, pathname } = new URL(String(url));
        if (pathname.startsWith("/.well-known"))
          return Response.json({ token_endpoint: "https://found.example/token" });
        if (pathname !== "/token")
          return Response.json([], { status: given === `Bearer ${issued.length}` ? 200 : 401 });
        requests.push([origin, String(body), ...(given === null ? [] : [given])].join(" "));
        tokens += 1;
        return Response.json({ access_token: `${tokens}`, ...issued[tokens - 1] });
      },
    },
  );
  const call = client.list as unknown as () => Promise<{ readonly status: number }>;
  expect((await call()).status).toBe(200);
  return requests;
}

const BASIC = "Basic YXBwOnM=";

test.each<[string, SignIn, readonly object[], readonly string[]]>([
  [
    "client credentials, again after 401",
    clientCredentials(id),
    [{}, {}],
    [
      `https://id.example grant_type=client_credentials ${BASIC}`,
      `https://id.example grant_type=client_credentials ${BASIC}`,
    ],
  ],
  [
    "in the form, with scopes and another field",
    clientCredentials({ ...id, clientAuthentication: "form", scopes: ["a", "b"], fields: { audience: "x" } }),
    [{}],
    ["https://id.example grant_type=client_credentials&scope=a+b&client_id=app&client_secret=s&audience=x"],
  ],
  [
    "a password, and then the refresh token that came with it",
    passwordGrant({ tokenUrl: id.tokenUrl, username: "u", password: "p" }),
    [{ refresh_token: "r" }, {}],
    [
      "https://id.example grant_type=password&username=u&password=p",
      "https://id.example grant_type=refresh_token&refresh_token=r",
    ],
  ],
  [
    "a refresh token, and then the rotated one",
    refreshTokenGrant({ ...id, refreshToken: "first" }),
    [{ refresh_token: "second" }, {}],
    [
      `https://id.example grant_type=refresh_token&refresh_token=first ${BASIC}`,
      `https://id.example grant_type=refresh_token&refresh_token=second ${BASIC}`,
    ],
  ],
  [
    "a code with its verifier, and then the refresh token that came with it",
    authorizationCodeGrant({
      tokenUrl: id.tokenUrl,
      clientId: "app",
      code: "c",
      redirectUri: "a://b",
      codeVerifier: "v",
    }),
    [{ refresh_token: "r" }, {}],
    [
      "https://id.example grant_type=authorization_code&code=c&redirect_uri=a%3A%2F%2Fb&code_verifier=v&client_id=app",
      "https://id.example grant_type=refresh_token&refresh_token=r&client_id=app",
    ],
  ],
  [
    "the token endpoint of the spec",
    clientCredentials({ clientId: "app" }),
    [{}],
    ["https://stated.example grant_type=client_credentials&client_id=app"],
  ],
  [
    "the token endpoint of OpenID Connect",
    clientCredentials({ ...id, tokenUrl: undefined, openIdConnectUrl: "/.well-known/openid-configuration" } as never),
    [{}],
    [`https://found.example grant_type=client_credentials ${BASIC}`],
  ],
])("%s", async (_, signIn, issued, expected) => {
  expect(await signInTwice(signIn, issued)).toEqual(expected);
});

type Step = readonly [response: object | "refused" | "lost", sent: readonly string[], result: string];

const SHORT = { access_token: "a", expires_in: 1e-9 };
const tokenUrl = "https://id.example/token";

test.each<
  [grant: string, create: (onTokens: (tokens: OAuth2Tokens) => Promise<void>) => SignIn, steps: readonly Step[]]
>([
  [
    "refresh token",
    (onTokens) => refreshTokenGrant({ tokenUrl, refreshToken: "first", onTokens }),
    [
      [{ ...SHORT, refresh_token: "second" }, ["refresh_token first"], "stored second"],
      ["lost", ["refresh_token second"], "connection"],
      ["refused", ["refresh_token second"], "sign-in"],
      [{ ...SHORT, refresh_token: "unstorable" }, ["refresh_token second"], "the disk is full"],
      [SHORT, ["refresh_token unstorable"], "stored undefined"],
      [SHORT, ["refresh_token unstorable"], "stored undefined"],
    ],
  ],
  [
    "code",
    (onTokens) => authorizationCodeGrant({ tokenUrl, code: "c", onTokens }),
    [
      [{ ...SHORT, refresh_token: "first" }, ["authorization_code c"], "stored first"],
      ["refused", ["refresh_token first"], "sign-in"],
    ],
  ],
  [
    "password",
    (onTokens) => passwordGrant({ tokenUrl, username: "u", password: "p", onTokens }),
    [
      [{ ...SHORT, refresh_token: "first" }, ["password"], "stored first"],
      ["lost", ["refresh_token first"], "connection"],
      // The password works again.
      ["refused", ["refresh_token first", "password"], "sign-in"],
      [SHORT, ["password"], "stored undefined"],
    ],
  ],
])("tokens of a %s are stored before they are used, and none is lost", async (_, create, steps) => {
  let step = steps[0] as Step;
  let sent: string[] = [];
  let stored = "";
  const signIn = create(async ({ refresh_token: token }) => {
    await Promise.resolve();
    if (token === "unstorable") throw new Error("the disk is full");
    stored = `stored ${token}`;
  });
  const fetch: typeof globalThis.fetch = async (url, init) => {
    if (String(url) !== tokenUrl) return Response.json({});
    const form = new URLSearchParams(String(init?.body));
    sent.push([form.get("grant_type"), form.get("refresh_token") ?? form.get("code") ?? []].flat().join(" "));
    if (step[0] === "lost") throw new TypeError("lost");
    return step[0] === "refused" ? Response.json({ error: "invalid_grant" }, { status: 400 }) : Response.json(step[0]);
  };
  const options = { baseUrl: "https://api.example", retries: 0, signIn: { oauth2: signIn }, fetch };
  const call = createClient({ list }, options).list as unknown as () => Promise<unknown>;
  for (step of steps) {
    sent = [];
    const result = await call().then(
      () => stored,
      (error) => error.kind ?? error.message,
    );
    expect([sent, result]).toEqual(step.slice(1));
  }
});

test("a key in a cookie stands beside other cookies", async () => {
  const seen: (string | null)[] = [];
  const withKey = {
    ...list,
    headers: { cookie: "a=1; key=old" },
    auth: defineAuth([["session", createCookiePlacement("key")]]),
  };
  const fetch = async (_: unknown, init: RequestInit = {}) => {
    seen.push(new Headers(init.headers).get("cookie"));
    return Response.json([]);
  };
  const client = createClient({ list: withKey }, { baseUrl: "https://api.example", signIn: { session: "a;b" }, fetch });
  await (client.list as unknown as () => Promise<unknown>)();
  expect(seen).toEqual(["a=1; key=a%3Bb"]);
});
