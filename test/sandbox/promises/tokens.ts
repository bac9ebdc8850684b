/** Checks of authentication: assertions, tokens and their access. */
import { createPrivateKey, generateKeyPairSync, randomUUID } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SignJWT } from "jose";
import { expect, onTestFinished } from "vitest";
import { createSandbox } from "../../../src/sandbox/index.js";
import { deriveDemoAccess } from "../../../src/sandbox/seed-data/fixtures.js";
import { type CheckedClient, type CheckedResponse, sendUnchecked } from "../checked-client.js";
import { advance, type Checks, open, ordersPath, START } from "./check-setup.js";

const BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer";

type Signing = {
  readonly claims?: object;
  readonly alg?: string;
  readonly key?: Parameters<SignJWT["sign"]>[0];
};

async function assertionOf({ sandbox: { demo } }: CheckedClient, { claims = {}, alg = "ES256", key }: Signing = {}) {
  const now = START / 1000;
  const { applicationId = "", audience = "" } = demo ?? {};
  const all = { iss: applicationId, sub: applicationId, aud: audience, iat: now, exp: now + 600 };
  return new SignJWT({ ...all, jti: randomUUID(), ...claims })
    .setProtectedHeader({ alg, typ: "JWT" })
    .sign(key ?? createPrivateKey(demo?.privateKey ?? ""));
}

function token(
  url: string,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<CheckedResponse> {
  return sendUnchecked(url, {
    method: "POST",
    path: "/token",
    headers: { "Api-Version": "1.2", "Content-Type": "application/x-www-form-urlencoded", ...headers },
    body: new URLSearchParams(fields).toString(),
  });
}

async function byAssertion(client: CheckedClient, signing: Signing = {}): Promise<CheckedResponse> {
  return token(client.sandbox.url, { grantType: BEARER, assertion: await assertionOf(client, signing) });
}

async function byPassword(
  client: CheckedClient,
  parts: { readonly fields?: object; readonly header?: string } = {},
): Promise<CheckedResponse> {
  const { username, password } = deriveDemoAccess("promises");
  const { businessId } = client;
  const Authorization = parts.header ?? (await assertionOf(client));
  const fields = { grantType: "PASSWORD", businessId, username, password, ...parts.fields };
  return token(client.sandbox.url, fields, Authorization === "" ? {} : { Authorization });
}

function bearing(client: CheckedClient, accessToken: string, path = ordersPath(client)): Promise<CheckedResponse> {
  return client.raw({ path, headers: { "Api-Version": "1.2", Authorization: `Bearer ${accessToken}` } });
}

export const TOKEN_CHECKS: Checks = {
  "refresh-token-grant": async () => {
    const client = await open();
    const renew = (refreshToken: string) => token(client.sandbox.url, { grantType: "REFRESH_TOKEN", refreshToken });
    const { refreshToken } = (await byAssertion(client)).json;
    const first = (await renew(refreshToken)).json;
    await advance(client, "PT10S");
    const again = (await renew(refreshToken)).json;
    expect(again.refreshToken).toBe(first.refreshToken);
    expect((await bearing(client, first.accessToken)).status).toBe(200);
    await advance(client, "PT1S");
    expect((await renew(refreshToken)).status).toBe(401);
    expect((await renew(first.refreshToken)).status).toBe(401);
    for (const { accessToken } of [first, again]) expect((await bearing(client, accessToken)).status).toBe(401);
    expect((await bearing(client, client.token)).status).toBe(200);
  },
  "token-lifetime": async () => {
    const client = await open();
    const { refreshToken, ...first } = (await byAssertion(client)).json;
    expect(first.expiresIn).toBe(3600);
    await advance(client, "PT59M59S");
    expect((await bearing(client, first.accessToken)).status).toBe(200);
    await advance(client, "PT1S");
    const late = await bearing(client, first.accessToken);
    expect([late.status, late.header("www-authenticate")]).toEqual([
      401,
      expect.stringContaining('error="invalid_token"'),
    ]);
    await advance(client, "P29DT22H59M59S");
    const renewed = await token(client.sandbox.url, { grantType: "REFRESH_TOKEN", refreshToken });
    expect(renewed.status).toBe(200);
    await advance(client, "P30D");
    const { refreshToken: next } = renewed.json;
    expect((await token(client.sandbox.url, { grantType: "REFRESH_TOKEN", refreshToken: next })).status).toBe(401);
    const short = await open({ policies: { tokenLifetime: 60 } });
    expect((await byAssertion(short)).json.expiresIn).toBe(60);
  },
  "endpoint-permissions": async () => {
    const client = await open();
    const [first, second] = deriveDemoAccess("promises").businessIds;
    for (const id of [first, second])
      expect((await bearing(client, client.token, `/businesses/${id}/orders`)).status).toBe(200);
    const { accessToken } = (await byPassword(client)).json;
    expect((await bearing(client, accessToken, `/businesses/${first}/orders`)).status).toBe(200);
    for (const id of [second, randomUUID()])
      expect((await bearing(client, accessToken, `/businesses/${id}/orders`)).status).toBe(403);
  },
  "rate-limits": async () => {
    const client = await open();
    const fail = (username: string) => byPassword(client, { fields: { username, password: "wrong" } });
    for (let failure = 0; failure < 5; failure += 1) expect((await fail("demo")).header("retry-after")).toBeUndefined();
    const limited = await byPassword(client);
    expect([limited.status, limited.header("retry-after")]).toEqual([401, "60"]);
    for (let failure = 5; failure < 30; failure += 1)
      expect((await fail(`user ${failure}`)).header("retry-after")).toBeUndefined();
    expect((await fail("another")).header("retry-after")).toBe("60");
    await advance(client, "PT1M");
    expect((await byPassword(client)).status).toBe(200);
  },
  "self-signed-jwt": selfSigned,
  "password-grant-header": async () => {
    const client = await open();
    expect((await byPassword(client)).status).toBe(200);
    expect((await byPassword(client, { header: `Bearer ${await assertionOf(client)}` })).status).toBe(200);
    expect((await byPassword(client, { header: "" })).json.code).toBe("MISSING_ASSERTION");
    // A wrong password with a wrong assertion is not checked.
    const wrong = await byPassword(client, { header: "Bearer x.y.z", fields: { password: "wrong" } });
    expect([wrong.status, wrong.json.code]).toEqual([401, "INVALID_ASSERTION"]);
    expect((await byPassword(client, { fields: { password: "wrong" } })).json.code).toBe("INVALID_CREDENTIALS");
  },
};

async function selfSigned(): Promise<void> {
  const client = await open();
  const now = START / 1000;
  const status = async (claims: object) => (await byAssertion(client, { claims })).status;
  const { url } = client.sandbox;
  expect(await status({})).toBe(200);
  for (const claims of [
    { sub: "urn:aid:6d8f0b2a-afc2-48e9-9bed-5f7b9d1c3ad1" },
    { iss: "urn:aid:6d8f0b2a-afc2-48e9-9bed-5f7b9d1c3ad1" },
    { aud: `${url}/token` },
    { exp: now + 601 },
    { exp: now },
    { jti: undefined },
  ])
    expect(await status(claims), JSON.stringify(claims)).toBe(401);
  expect([await status({ jti: "once" }), await status({ jti: "once" })]).toEqual([200, 401]);
  await withRsa();
}

async function withRsa(): Promise<void> {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const applicationId = "urn:aid:6d8f0b2a-afc2-48e9-9bed-5f7b9d1c3ad1";
  const business = "7f3c1d52-4b8e-4a57-9c1e-2d6a8b0f4e11";
  const keys = [publicKey.export({ format: "pem", type: "spki" })];
  const data = join(mkdtempSync(join(tmpdir(), "promised-")), "data.json");
  const applications = [{ id: applicationId, name: "Mine", businessIds: [business], keys }];
  writeFileSync(data, JSON.stringify({ businesses: [{ id: business, name: "Shop" }], applications }));
  const sandbox = await createSandbox({ data, startAt: { time: START, freeze: true } });
  onTestFinished(() => sandbox.close());
  const now = START / 1000;
  const all = { iss: applicationId, sub: applicationId, aud: sandbox.url, iat: now, exp: now + 600 };
  const statuses: number[] = [];
  for (const alg of ["RS256", "PS256", "RS512"]) {
    const assertion = await new SignJWT({ ...all, jti: alg }).setProtectedHeader({ alg }).sign(privateKey);
    statuses.push((await token(sandbox.url, { grantType: BEARER, assertion })).status);
  }
  expect(statuses).toEqual([200, 200, 401]);
}
