import { generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import { createClient, jwtBearerGrant } from "../../../src/client/index.js";

test("self-signed JWTs are exchanged at the token endpoint, a new one for each token", async () => {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const sent: { readonly url: string; readonly headers: Headers; readonly body: unknown }[] = [];
  const statuses = [200, 200, 401, 200, 200];
  const list: { readonly call: "GET /list" } = { call: "GET /list" };
  const client = createClient(
    { list },
    {
      baseUrl: "https://api.example",
      fetch: async (url, { headers, body } = {}) => {
        sent.push({ url: String(url), headers: new Headers(headers), body });
        return Response.json({ access_token: `token-${sent.length}` }, { status: statuses[sent.length - 1] ?? 500 });
      },
      signIn: {
        oauth2: jwtBearerGrant({
          tokenUrl: "https://id.example/token",
          issuer: "me@app.example",
          privateKey: privateKey.export({ type: "pkcs8", format: "pem" }) as string,
          claims: { scope: "read", sub: "user" },
        }),
      },
    },
  );
  const call = client.list as unknown as () => Promise<{ readonly status: number }>;
  expect([(await call()).status, (await call()).status]).toEqual([200, 200]);
  const forms = sent.flatMap(({ url, body }) =>
    url === "https://id.example/token" ? [new URLSearchParams(String(body))] : [],
  );
  const type = "urn:ietf:params:oauth:grant-type:jwt-bearer";
  expect(forms.map((form) => form.get("grant_type"))).toEqual([type, type]);
  const [first, second] = forms.map((form) => readClaims(form.get("assertion") ?? ""));
  const expected = { iss: "me@app.example", sub: "user", scope: "read", aud: "https://id.example/token" };
  expect(first).toMatchObject(expected);
  expect(first?.jti).not.toBe(second?.jti);
  expect(sent.at(-1)?.headers.get("authorization")).toBe("Bearer token-4");
});

function readClaims(token: string): Readonly<Record<string, unknown>> {
  return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
}
