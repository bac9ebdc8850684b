import { beforeAll, expect, test } from "vitest";
import type { Database } from "../../../src/sandbox/store/database.js";
import { registerApplication } from "../../../src/sandbox/tenants/tenants.js";
import { purgeTokens } from "../../../src/sandbox/tokens/refresh-tokens.js";
import { describeEachEngine } from "../engines.js";
import { signer } from "./forge.js";
import {
  createTokenEndpoint,
  ec,
  memory,
  OTHER_APP,
  openShop,
  others,
  SHOP,
  type TokenEndpoint,
  USERNAME,
} from "./token-endpoint.js";

const DAY = 86_400_000;

describeEachEngine("refresh tokens", (makeDatabase, { newTarget }) => {
  let database: Database;
  let desk: TokenEndpoint;
  beforeAll(async () => {
    database = await makeDatabase();
    await openShop(database);
    desk = createTokenEndpoint(database);
  });
  const first = async (): Promise<string> => (await desk.bearer(desk.forged())).body.refreshToken;

  test("renew an access token, for the same businesses and the same user", async () => {
    const { body } = await desk.signIn();
    desk.clock.now += 1000;
    const renewed = await desk.refresh(body.refreshToken);
    expect(renewed).toMatchObject({ status: 200, body: { expiresIn: 3600, scope: "ALL", tokenType: "BEARER" } });
    expect(renewed.body.refreshToken).not.toBe(body.refreshToken);
    const [old, fresh] = [body, renewed.body].map(({ accessToken }) =>
      JSON.parse(Buffer.from(accessToken.split(".")[1] ?? "", "base64url").toString()),
    );
    expect(fresh).toEqual({ ...old, iat: old.iat + 1, exp: old.exp + 1, jti: fresh.jti });
    expect(fresh).toMatchObject({ username: USERNAME, businessIds: [SHOP] });
    expect(fresh.jti).not.toBe(old.jti);
    expect((await desk.use([`Bearer ${renewed.body.accessToken}`])).status).toBe(200);
  });

  test("O9 repeated too late end the family", async () => {
    const token = await first();
    const next = (await desk.refresh(token)).body.refreshToken;
    desk.clock.now += 10_001;
    const reply = await desk.refresh(token);
    expect(reply).toMatchObject({ status: 401, body: { code: "INVALID_REFRESH_TOKEN" } });
    expect(reply.headers["www-authenticate"]).toContain('error="invalid_grant"');
    expect((await desk.refresh(next)).status).toBe(401);
    expect((await desk.refresh(token)).status).toBe(401);
  });

  test("O9 repeated after their successor was used end the family, however soon", async () => {
    const token = await first();
    const next = (await desk.refresh(token)).body.refreshToken;
    const last = (await desk.refresh(next)).body.refreshToken;
    expect((await desk.refresh(token)).status).toBe(401);
    expect((await desk.refresh(last)).status).toBe(401);
    expect((await desk.refresh(next)).status).toBe(401);
  });

  test("O10 repeated within ten seconds get the same successor", async () => {
    const token = await first();
    const one = await desk.refresh(token);
    desk.clock.now += 10_000;
    const two = await desk.refresh(token);
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(two.body.refreshToken).toBe(one.body.refreshToken);
    for (const { body } of [one, two]) expect((await desk.use([`Bearer ${body.accessToken}`])).status).toBe(200);
    expect((await desk.refresh(one.body.refreshToken)).status).toBe(200);
  });

  test("O10 repeated fifty times in parallel at two replicas get the same successor", async () => {
    const target = await newTarget();
    const replicas = [createTokenEndpoint(await makeDatabase(target)), createTokenEndpoint(await makeDatabase(target))];
    const [one] = replicas as [TokenEndpoint];
    await openShop(one.database);
    const token = (await one.bearer(one.forged())).body.refreshToken;
    const replies = await Promise.all(Array.from({ length: 50 }, (_, at) => replicas[at % 2]?.refresh(token)));
    expect(new Set(replies.map((reply) => reply?.status))).toEqual(new Set([200]));
    expect(new Set(replies.map((reply) => reply?.body.refreshToken)).size).toBe(1);
    const rows = await one.database.all("SELECT DISTINCT family FROM refresh_tokens");
    expect(rows).toHaveLength(1);
    expect(await one.database.all("SELECT hash FROM refresh_tokens WHERE revoked = 1")).toEqual([]);
  });

  test("O10 need no surrounding transaction", async () => {
    const token = await first();
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => desk.untied({ grantType: "REFRESH_TOKEN", refreshToken: token })),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(replies.map(({ body }) => (body as { refreshToken: string }).refreshToken)).size).toBe(1);
  });

  test("are known to another replica and after a restart, used ones too", async () => {
    const target = await newTarget();
    const before = createTokenEndpoint(await makeDatabase(target));
    await openShop(before.database);
    const token = (await before.bearer(before.forged())).body.refreshToken;
    const next = (await createTokenEndpoint(await makeDatabase(target)).refresh(token)).body.refreshToken;
    await before.database.close();
    const after = createTokenEndpoint(await makeDatabase(target));
    after.clock.now += 60_000;
    const last = (await after.refresh(next)).body.refreshToken;
    expect(last).toEqual(expect.any(String));
    expect((await after.refresh(token)).status).toBe(401);
    expect((await after.refresh(last)).status).toBe(401);
  });

  test("expire on the domain clock, to the second", async () => {
    const [one, two] = [await first(), await first()];
    const started = desk.clock.now;
    desk.clock.now = started + 30 * DAY - 1000;
    expect((await desk.refresh(one)).status).toBe(200);
    desk.clock.now = started + 30 * DAY;
    expect((await desk.refresh(two)).status).toBe(401);
    desk.clock.now = started;
  });

  test("O11 of another application are rejected, and stay valid", async () => {
    const token = await first();
    const claims = desk.claims({ iss: OTHER_APP, sub: OTHER_APP });
    const foreign = desk.forged({ claims }, signer("ES256", others));
    expect((await desk.refresh(token, [["Authorization", foreign]])).status).toBe(401);
    const nonsense = await desk.refresh(token, [["Authorization", "Bearer nonsense"]]);
    expect(nonsense).toMatchObject({ status: 401, body: { code: "INVALID_ASSERTION" } });
    expect((await desk.refresh(token, [["Authorization", `Bearer ${desk.forged()}`]])).status).toBe(200);
  });

  test.each(["x", "A".repeat(43), "A".repeat(512), "'OR'1'='1"])(
    "that were never issued are rejected: %s",
    async (token) => {
      const before = await memory(database);
      expect(await desk.refresh(token)).toMatchObject({ status: 401, body: { code: "INVALID_REFRESH_TOKEN" } });
      expect(await memory(database)).toBe(before);
    },
  );

  test("lose the permissions that their application lost", async () => {
    const keys = [{ ...ec.publicKey.export({ format: "jwk" }), kid: "taken" }] as never;
    const application = {
      id: "urn:aid:00000000-0000-4000-8000-000000000002",
      name: "Short",
      keys,
      businessIds: [SHOP],
    };
    await registerApplication(database, application);
    const claims = desk.claims({ iss: application.id, sub: application.id });
    const token = (await desk.bearer(desk.forged({ claims }))).body.refreshToken;
    const next = (await desk.refresh(token)).body;
    expect((await desk.use([`Bearer ${next.accessToken}`])).status).toBe(200);
    await registerApplication(database, { ...application, businessIds: [] });
    const last = (await desk.refresh(next.refreshToken)).body;
    expect((await desk.use([`Bearer ${last.accessToken}`])).status).toBe(403);
    await database.run("DELETE FROM applications WHERE id = $1", [application.id]);
    expect((await desk.refresh(last.refreshToken)).status).toBe(401);
    expect((await desk.use([`Bearer ${last.accessToken}`])).status).toBe(401);
  });

  test("are renewed by the grant type of the policies", async () => {
    const renamed = createTokenEndpoint(database, { policies: { refreshGrantType: "refresh_token" } });
    const token = await first();
    expect((await renamed.ask({ grantType: "REFRESH_TOKEN", refreshToken: token })).status).toBe(400);
    expect((await renamed.ask({ grantType: "refresh_token", refreshToken: token })).status).toBe(200);
  });

  test("are purged after the last of their family has expired, and so are old assertions and failures", async () => {
    const own = await makeDatabase();
    await openShop(own);
    const it = createTokenEndpoint(own);
    const token = (await it.bearer(it.forged())).body.refreshToken;
    await it.signIn({ password: "wrong" });
    const counts = async (): Promise<number[]> =>
      Promise.all(
        ["refresh_tokens", "used_assertions", "login_failures"].map(
          async (table) => (await own.all(`SELECT * FROM ${table}`)).length,
        ),
      );
    it.clock.now += 29 * DAY;
    const next = (await it.refresh(token)).body.refreshToken;
    it.clock.now -= 29 * DAY;
    await purgeTokens(own, it.clock.now + 59_999);
    expect(await counts()).toEqual([2, 2, 2]);
    await purgeTokens(own, it.clock.now + 60_000);
    expect(await counts()).toEqual([2, 2, 0]);
    it.clock.now += 31 * DAY;
    await purgeTokens(own, it.clock.now);
    expect(await counts()).toEqual([2, 0, 0]);
    expect((await it.refresh(token)).status).toBe(401);
    expect((await it.refresh(next)).status).toBe(200);
    await purgeTokens(own, it.clock.now + 30 * DAY);
    expect(await counts()).toEqual([0, 0, 0]);
  });
});
