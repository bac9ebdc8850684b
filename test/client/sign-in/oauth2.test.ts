/** The grants of OAuth 2: each row has other options than the first, and other token requests. */
import { expect, test } from "vitest";
import {
  clientCredentials,
  createClient,
  createCookiePlacement,
  defineAuth,
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
    "the token endpoint of OpenID Connect",
    clientCredentials({ ...id, tokenUrl: undefined, openIdConnectUrl: "/.well-known/openid-configuration" } as never),
    [{}],
    [`https://found.example grant_type=client_credentials ${BASIC}`],
  ],
])("%s", async (_, signIn, issued, expected) => {
  expect(await signInTwice(signIn, issued)).toEqual(expected);
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
