import { describe, expect, test } from "vitest";
import { password } from "../../../src/client/index.js";
import { connectTo, issued, type Reply, refusal } from "./connection.js";
import { p256, pem } from "./keys.js";

const USER = {
  ...{ applicationId: "urn:aid:one", privateKey: pem(p256) },
  ...{ businessId: "shop", username: "ann", password: 'open "sesame" ü+/' },
};

const TEXT: readonly {
  readonly name: string;
  readonly reply: Reply;
  readonly message: RegExp;
  readonly hides?: readonly string[];
}[] = [
  {
    name: "what the service says",
    reply: refusal,
    message: /: \{"code":"REFUSED","message":"no"\}; check key, aud and time \{"attempts":1,"status":401\}$/,
  },
  { name: "a page of a proxy", reply: { status: 502, body: "<h1>Bad gateway</h1>" }, message: /: <h1>Bad gateway/ },
  { name: "an empty response", reply: { status: 403, body: "" }, message: /: ; check key, aud and time/ },
  {
    name: "a success without a token",
    reply: { body: { access_token: "t0p-s3cret", refresh_token: "m0re-s3cret" } },
    message: /: no accessToken; check .*"status":200\}$/,
    hides: ["t0p-s3cret", "m0re-s3cret"],
  },
  {
    name: "a success of HTML",
    reply: { body: "<html>token t0p-s3cret</html>" },
    message: /: no accessToken; check/,
    hides: ["t0p-s3cret"],
  },
  { name: "a success of null", reply: { body: "null" }, message: /: no accessToken; check/ },
  {
    name: "a token that is no text",
    reply: issued(7 as unknown as string),
    message: /the token is not ASCII text/,
  },
  {
    name: "a token with a line end",
    reply: issued("t0p\r\nX-Evil: 1"),
    message: /the token is not ASCII text/,
    hides: ["t0p", "Evil"],
  },
  { name: "a token that is empty", reply: issued(""), message: /: no accessToken; check/ },
  {
    name: "a token beyond ASCII",
    reply: issued("t0p-ü"),
    message: /the token is not ASCII text/,
    hides: ["t0p"],
  },
  {
    name: "a form that comes back, as it was sent",
    reply: {
      status: 400,
      body: `bad: ${new URLSearchParams({ password: USER.password, businessId: "shop" })} and ${encodeURIComponent(USER.password)}`,
    },
    message: /: bad: password=/,
    hides: ["sesame", "ü", "%22", "%C3%BC", "shop"],
  },
  {
    name: "a form that comes back in JSON",
    reply: {
      status: 400,
      body: { got: { password: USER.password, Authorization: "eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOi" } },
    },
    message: /: \{"got":\{"password":"/,
    hides: ["sesame", "ü", "eyJ", "hbGci"],
  },
  { name: "a long answer", reply: { status: 400, body: "x".repeat(1e6) }, message: /^.{100,1400}$/ },
];

test("a password that a form cannot contain is not valid text either", async () => {
  const { core } = connectTo([{ status: 400, body: 'bad: "s3cret\uFFFD!" and s3cret%EF%BF%BD%21' }]);
  const signIn = password({ ...USER, password: "s3cret\uD800!" });
  await expect(signIn.connect(core)()).rejects.toMatchObject({
    status: 400,
    message: expect.not.stringContaining("s3cret%"),
  });
});

describe("errors show the response, and no secret", () => {
  test.each(TEXT)("$name", async ({ reply, message, hides = [] }) => {
    const { core } = connectTo([reply]);
    const error = await password(USER)
      .connect(core)()
      .catch((caught: unknown) => caught);
    expect(error).toMatchObject({ kind: "sign-in", message: expect.stringMatching(message) });
    const text = `${(error as Error).message} ${(error as Error).stack} ${JSON.stringify(error)}`;
    for (const secret of [...hides, "sesame"]) expect(text).not.toContain(secret);
    expect((error as { readonly status?: number }).status).toBe(
      message.source.includes("ASCII") ? undefined : (reply.status ?? 200),
    );
  });
});
