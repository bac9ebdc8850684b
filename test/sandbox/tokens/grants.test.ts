import { createPrivateKey, createPublicKey } from "node:crypto";
import { compactVerify, decodeJwt, decodeProtectedHeader } from "jose";
import { beforeAll, describe, expect, test } from "vitest";
import { deriveBytes } from "../../../src/sandbox/context/derived-ids.js";
import { createDatabaseTables, openDatabase } from "../../../src/sandbox/store/open-database.js";
import { deriveDemoKey } from "../../../src/sandbox/tenants/public-key.js";
import { registerApplication, registerBusiness } from "../../../src/sandbox/tenants/tenants.js";
import { getIssuer } from "../../../src/sandbox/tokens/access-token.js";
import { selfSignedAssertion } from "../../../src/sandbox/tokens/verify-assertion.js";
import { describeEachEngine } from "../engines.js";
import {
  APP,
  AUDIENCE,
  createTokenEndpoint,
  ec,
  OTHER_SHOP,
  openShop,
  pss,
  rsa,
  SHOP,
  signedBy,
  type TokenEndpoint,
  USERNAME,
} from "./token-endpoint.js";

describeEachEngine("tokens are granted", (makeDatabase) => {
  let desk: TokenEndpoint;
  beforeAll(async () => {
    const database = await makeDatabase();
    await openShop(database);
    desk = createTokenEndpoint(database);
  });

  const assertions: Readonly<Record<string, () => string>> = {
    "ES256, without a key id": () => signedBy(desk, "ES256", ec),
    "ES256, with a key id": () => signedBy(desk, "ES256", ec, { kid: "ec", typ: "JWT" }),
    RS256: () => signedBy(desk, "RS256", rsa),
    "PS256, by a key that is for RSA signatures of any kind": () => signedBy(desk, "PS256", rsa, { kid: "rsa" }),
    "PS256, by a key that is for nothing else": () => signedBy(desk, "PS256", pss, { kid: "pss" }),
    "an audience in an array of its own": () => desk.forged({ claims: desk.claims({ aud: [AUDIENCE] }) }),
    "no iat": () => desk.forged({ claims: desk.claims({ iat: undefined }) }),
    "a key in the header, which is not looked at": () =>
      signedBy(desk, "ES256", ec, { jwk: rsa.publicKey.export({ format: "jwk" }), jku: "https://evil.example/keys" }),
    "an iat one minute ahead": () => {
      const now = Math.floor(desk.clock.now / 1000);
      return desk.forged({ claims: desk.claims({ iat: now + 60, nbf: now + 60, exp: now + 660 }) });
    },
    "the last second of its life": () =>
      desk.forged({ claims: desk.claims({ exp: Math.floor(desk.clock.now / 1000) + 1 }) }),
  };
  test.each(Object.entries(assertions))("to an assertion with %s", async (_, make) => {
    const reply = await desk.bearer(make());
    expect(reply).toMatchObject({
      status: 200,
      headers: { "cache-control": "no-store" },
      body: { expiresIn: 3600, scope: "ALL", tokenType: "BEARER" },
    });
    expect(Object.keys(reply.body).sort()).toEqual(["accessToken", "expiresIn", "refreshToken", "scope", "tokenType"]);
    expect((await desk.use([`Bearer ${reply.body.accessToken}`])).status).toBe(200);
    expect((await desk.use([`Bearer ${reply.body.accessToken}`], { business: OTHER_SHOP })).status).toBe(403);
  });

  test("to assertions signed by the package itself, for keys of both types and for the demo key of a seed", async () => {
    const { privateKeyPem, publicJwk } = deriveDemoKey("some seed");
    expect(deriveDemoKey("some seed")).toEqual({ privateKeyPem, publicJwk });
    expect(deriveDemoKey("another seed").privateKeyPem).not.toBe(privateKeyPem);
    const applicationId = "urn:aid:00000000-0000-4000-8000-000000000001";
    await registerApplication(desk.database, {
      id: applicationId,
      name: "Demo",
      keys: [publicJwk],
      businessIds: [SHOP],
    });
    const order = { audience: getIssuer(desk.world), now: desk.clock.now };
    const pem = rsa.privateKey.export({ format: "pem", type: "pkcs1" }).toString();
    for (const more of [
      { applicationId, privateKeyPem, jti: "demo-1" },
      { applicationId, privateKeyPem, jti: "demo-2", lifetime: 1 },
      { applicationId: APP, privateKeyPem: pem, jti: "demo-3" },
    ])
      expect((await desk.bearer(await selfSignedAssertion({ ...order, ...more }))).status).toBe(200);
    const long = { ...order, applicationId, privateKeyPem, jti: "demo-4", lifetime: 601 };
    expect((await desk.bearer(await selfSignedAssertion(long))).status).toBe(401);
  });

  test("to an application with the maximum number of businesses", async () => {
    const businessIds = Array.from(
      { length: 200 },
      (_, at) => `00000000-0000-4000-8000-${String(at).padStart(12, "0")}`,
    );
    for (const id of businessIds) await registerBusiness(desk.database, { id, name: "One of many" });
    const { publicJwk, privateKeyPem } = deriveDemoKey("many");
    const applicationId = "urn:aid:00000000-0000-4000-8000-000000000200";
    await registerApplication(desk.database, { id: applicationId, name: "Chain", keys: [publicJwk], businessIds });
    const order = { applicationId, privateKeyPem, audience: AUDIENCE, now: desk.clock.now, jti: "many" };
    const { accessToken } = (await desk.bearer(await selfSignedAssertion(order))).body;
    expect(accessToken.length).toBeLessThan(12_000);
    expect((await desk.use([`Bearer ${accessToken}`], { business: String(businessIds[199]) })).status).toBe(200);
  });

  test.each(["", "Bearer "])('to a business user, with the header "%s<JWT>"', async (scheme) => {
    const { status, body } = await desk.signIn({}, `${scheme}${desk.forged()}`);
    expect(status).toBe(200);
    expect(decodeJwt(body.accessToken)).toMatchObject({ aid: APP, businessIds: [SHOP], username: USERNAME });
    expect((await desk.use([`Bearer ${body.accessToken}`])).status).toBe(200);
  });

  test("to a business user with a name in decomposed letters", async () => {
    const { status, body } = await desk.signIn({ username: USERNAME.normalize("NFD") });
    expect(status).toBe(200);
    expect(decodeJwt(body.accessToken).username).toBe(USERNAME);
  });

  test("as JSON Web Tokens with the documented claims, signed with Ed25519", async () => {
    const { body } = await desk.bearer(desk.forged());
    expect(decodeProtectedHeader(body.accessToken)).toEqual({ alg: "EdDSA", typ: "at+jwt" });
    const now = Math.floor(desk.clock.now / 1000);
    const text = expect.any(String);
    expect(decodeJwt(body.accessToken)).toEqual({
      ...{ iss: AUDIENCE, aud: AUDIENCE, sub: APP, aid: APP, businessIds: [SHOP] },
      ...{ iat: now, exp: now + 3600, jti: text, sid: text },
    });
    expect(Buffer.from(body.refreshToken, "base64url")).toHaveLength(32);
    const [row] = await desk.database.all("SELECT * FROM refresh_tokens WHERE used_at IS NULL");
    expect(JSON.stringify(await desk.database.all("SELECT * FROM refresh_tokens"))).not.toContain(body.refreshToken);
    expect(row).toBeDefined();
  });
});

describe("the bytes of tokens", () => {
  test("follow from seed, clock and request, and are unpredictable without the seed", async () => {
    const tokensOf = async (seed: string, jti: string): Promise<unknown> => {
      const database = await openDatabase(":memory:");
      await createDatabaseTables(database);
      await openShop(database, seed);
      const desk = createTokenEndpoint(database, { seed });
      const { body } = await desk.bearer(desk.forged({ claims: desk.claims({ jti }) }));
      const renewed = await desk.refresh(body.refreshToken);
      await database.close();
      return [body, renewed.body];
    };
    const first = await tokensOf("seed", "one");
    expect(await tokensOf("seed", "one")).toEqual(first);
    expect(await tokensOf("seed", "two")).not.toEqual(first);
    expect(await tokensOf("other seed", "one")).not.toEqual(first);
  });

  test("are signed with the key of the seed, so that replicas accept each other's tokens", async () => {
    const database = await openDatabase(":memory:");
    await createDatabaseTables(database);
    await openShop(database);
    const desk = createTokenEndpoint(database);
    const { accessToken } = (await desk.bearer(desk.forged())).body;
    const key = Buffer.from(deriveBytes("test", "access-token-key"));
    const pkcs8 = Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), key]);
    const publicKey = createPublicKey(createPrivateKey({ key: pkcs8, format: "der", type: "pkcs8" }));
    expect((await compactVerify(accessToken, publicKey)).protectedHeader.alg).toBe("EdDSA");
    expect((await createTokenEndpoint(database).use([`Bearer ${accessToken}`])).status).toBe(200);
    await database.close();
  });
});
