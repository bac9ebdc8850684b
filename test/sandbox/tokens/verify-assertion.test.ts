import { beforeAll, expect, test } from "vitest";
import { readPublicKey } from "../../../src/sandbox/tenants/public-key.js";
import { FieldError } from "../../../src/sandbox/tenants/read-fields.js";
import { readCompactJws } from "../../../src/sandbox/tokens/access-token.js";
import { describeEachEngine } from "../engines.js";
import { CLAIMS_ATTACKS } from "./claims-attacks.js";
import { rsaPair } from "./forge.js";
import { FORM_ATTACKS } from "./form-attacks.js";
import { HEADER_ATTACKS } from "./header-attacks.js";
import { createTokenEndpoint, memory, openShop, type TokenEndpoint } from "./token-endpoint.js";

const ATTACKS = [...FORM_ATTACKS, ...HEADER_ATTACKS, ...CLAIMS_ATTACKS];

test("a token has three parts, with any verifier", () => {
  expect(readCompactJws("e30.e30.AA")).toEqual({ header: {}, claims: {} });
  for (const text of ["e30.e30", "e30.e30.AA.AA", "e30.e30.AA.AA.AA", ".e30.AA", "e30..AA", "e30.e30.AB", "e30.e30.A"])
    expect(readCompactJws(text)).toBeUndefined();
});

describeEachEngine("assertions are refused", (makeDatabase, { newTarget }) => {
  let desk: TokenEndpoint;
  beforeAll(async () => {
    const database = await makeDatabase();
    await openShop(database);
    desk = createTokenEndpoint(database);
  });

  test.each(ATTACKS.map((attack) => [`${attack.line} ${attack.title}`, attack] as const))("%s", async (_, { make }) => {
    const before = await memory(desk.database);
    const assertion = make(desk);
    for (const reply of [await desk.bearer(assertion), await desk.signIn({}, make(desk))]) {
      expect(reply.status).toBe(401);
      expect(reply.headers["www-authenticate"]).toBe('Bearer realm="commerce-contract sandbox", error="invalid_token"');
      expect(reply.body.code).toBe("INVALID_ASSERTION");
      // The response lists what is accepted but not the reason: all messages are the same.
      expect(reply.body.message).toMatch(/^the assertion is invalid; expected a JWT .* 2026-03-14T12:00:00Z$/);
    }
    expect(await memory(desk.database)).toBe(before);
  });

  test("J10 a key id of 100 kB, in an assertion that is too long for the form", async () => {
    const long = desk.forged({ header: { alg: "ES256", kid: "k".repeat(100_000) } });
    expect(await desk.bearer(long)).toMatchObject({ status: 400, body: { code: "INVALID_FIELD" } });
    expect((await desk.signIn({}, long)).status).toBe(401);
  });

  test("J20 a weak key cannot be registered", () => {
    const jwk = rsaPair(1024).publicKey.export({ format: "jwk" });
    expect(() => readPublicKey(jwk, "/keys/0")).toThrow(
      new FieldError("/keys/0", "the RSA key has 1024 bits; expected 2048 to 8192"),
    );
  });

  test("J23 times in milliseconds are rejected with a hint; a lenient sandbox accepts them, and a life of a year", async () => {
    const database = await makeDatabase();
    await openShop(database);
    const lenient = createTokenEndpoint(database, { seed: "lenient", policies: { lenientAssertions: true } });
    const now = lenient.clock.now;
    const year = { iat: now, exp: now + 365 * 86_400_000 };
    const refused = await desk.bearer(desk.forged({ claims: desk.claims(year) }));
    expect(refused.status).toBe(401);
    expect(refused.body.message).toContain("exp and iat look like milliseconds; send seconds");
    const accepted = [
      year,
      { exp: year.exp, iat: undefined },
      { iat: now, exp: now + 60_000 },
      { exp: Math.floor(year.exp / 1000) },
    ];
    for (const times of accepted)
      expect((await lenient.bearer(lenient.forged({ claims: lenient.claims(times) }))).status).toBe(200);
    const still = [
      { iat: now, exp: now - 1 },
      { exp: now + 367 * 86_400_000 },
      { iat: now + 61_000 },
      { exp: "2030" },
      { aud: ["a", "b"] },
    ];
    for (const times of still)
      expect((await lenient.bearer(lenient.forged({ claims: lenient.claims(times) }))).status).toBe(401);
  });

  test("J27 a repeated assertion is rejected: here, at another replica, after a restart", async () => {
    const target = await newTarget();
    const first = await makeDatabase(target);
    await openShop(first);
    const [one, two] = [createTokenEndpoint(first), createTokenEndpoint(await makeDatabase(target), { seed: "test" })];
    const assertion = one.forged();
    expect((await one.bearer(assertion)).status).toBe(200);
    expect((await one.bearer(assertion)).status).toBe(401);
    expect((await two.bearer(assertion)).status).toBe(401);
    expect((await two.signIn({}, assertion)).status).toBe(401);
    await first.close();
    const again = createTokenEndpoint(await makeDatabase(target));
    expect((await again.bearer(assertion)).status).toBe(401);
    // After it has expired its id is free again, and the assertion is refused as expired.
    const { jti } = JSON.parse(Buffer.from(assertion.split(".")[1] ?? "", "base64url").toString()) as { jti: string };
    again.clock.now += 299_000;
    expect((await again.bearer(again.forged({ claims: again.claims({ jti }) }))).status).toBe(401);
    again.clock.now += 1000;
    expect((await again.bearer(assertion)).status).toBe(401);
    expect((await again.bearer(again.forged({ claims: again.claims({ jti }) }))).status).toBe(200);
  });

  test("J27 of fifty concurrent uses at two replicas, one is accepted", async () => {
    const target = await newTarget();
    const desks = [createTokenEndpoint(await makeDatabase(target)), createTokenEndpoint(await makeDatabase(target))];
    await openShop(desks[0]?.database ?? desk.database);
    const assertion = desk.forged();
    const replies = await Promise.all(Array.from({ length: 50 }, (_, at) => desks[at % 2]?.bearer(assertion)));
    expect(replies.filter((reply) => reply?.status === 200)).toHaveLength(1);
    expect(replies.filter((reply) => reply?.status === 401)).toHaveLength(49);
  });
});
