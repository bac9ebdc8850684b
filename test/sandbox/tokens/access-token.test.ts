import { createPrivateKey, createPublicKey } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { deriveBytes } from "../../../src/sandbox/context/derived-ids.js";
import type { Database } from "../../../src/sandbox/store/database.js";
import { describeEachEngine } from "../engines.js";
import { encoded, hmac, type Pair, signer, token, unsigned } from "./forge.js";
import {
  APP,
  AUDIENCE,
  createTokenEndpoint,
  ec,
  memory,
  openShop,
  SHOP,
  type TokenEndpoint,
} from "./token-endpoint.js";

/** The signing key of a sandbox, to sign tokens that it would never issue. */
function signingPair(seed = "test"): Pair {
  const key = Buffer.concat([
    Buffer.from("302e020100300506032b657004220420", "hex"),
    deriveBytes(seed, "access-token-key"),
  ]);
  const privateKey = createPrivateKey({ key, format: "der", type: "pkcs8" });
  return { privateKey, publicKey: createPublicKey(privateKey) };
}

type Case = { readonly title: string; readonly send: (access: string, desk: TokenEndpoint) => readonly string[] };
const header = { alg: "EdDSA", typ: "at+jwt" };
const own = signer("EdDSA", signingPair());
const claimsOf = (access: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(access.split(".")[1] ?? "", "base64url").toString());

const bearer = (title: string, make: (access: string, desk: TokenEndpoint) => string): Case => ({
  title,
  send: (access, desk) => [`Bearer ${make(access, desk)}`],
});
const resigned = (title: string, more: object, by = own, head: object = header): Case =>
  bearer(title, (access) => token({ header: head, claims: { ...claimsOf(access), ...more } }, by));

const CASES: readonly Case[] = [
  { title: "none", send: () => [] },
  { title: "O12 bearer in lower case", send: (access) => [`bearer ${access}`] },
  { title: "O12 BEARER in upper case", send: (access) => [`BEARER ${access}`] },
  { title: "O12 two spaces", send: (access) => [`Bearer  ${access}`] },
  { title: "O12 a tab", send: (access) => [`Bearer\t${access}`] },
  { title: "O12 no space", send: (access) => [`Bearer${access}`] },
  { title: "O12 a space behind", send: (access) => [`Bearer ${access} `] },
  { title: "O12 nothing behind Bearer", send: () => ["Bearer"] },
  { title: "O12 a space behind Bearer", send: () => ["Bearer "] },
  { title: "O12 an empty header", send: () => [""] },
  { title: "O12 no scheme", send: (access) => [access] },
  { title: "O12 another scheme", send: (access) => [`Basic ${access}`] },
  { title: "O12 two headers that are the same", send: (access) => [`Bearer ${access}`, `Bearer ${access}`] },
  { title: "O12 two headers, the second empty", send: (access) => [`Bearer ${access}`, ""] },
  { title: "O12 two tokens in one header", send: (access) => [`Bearer ${access}, Bearer ${access}`] },
  bearer("20 kB", (access) => `${access}${"A".repeat(20_000)}`),
  bearer("J15 nothing between the dots", () => ".."),
  bearer("J16 four parts", (access) => `${access}.AA`),
  bearer("J17 a padded signature", (access) => `${access}==`),
  bearer("J17 no signature", (access) => access.replace(/[^.]+$/, "")),
  bearer("J17 other claims under the same signature", (access) => {
    const [head, , signature] = access.split(".");
    return [head, encoded({ ...claimsOf(access), businessIds: ["*"] }), signature].join(".");
  }),
  resigned("J1 alg none", {}, unsigned, { ...header, alg: "none" }),
  resigned(
    "J3 HS256 keyed with the public key",
    {},
    hmac(signingPair().publicKey.export({ format: "der", type: "spki" })),
    {
      ...header,
      alg: "HS256",
    },
  ),
  resigned("J5 a key of its own", {}, signer("ES256", ec), {
    alg: "ES256",
    typ: "at+jwt",
    jwk: ec.publicKey.export({ format: "jwk" }),
  }),
  resigned("J12 an unknown crit", {}, own, { ...header, crit: ["x"], x: 1 }),
  resigned("J14 no typ", {}, own, { alg: "EdDSA" }),
  resigned("J29 the typ of an assertion", {}, own, { ...header, typ: "JWT" }),
  bearer("J29 an assertion", (_, desk) => desk.forged()),
  bearer("J29 an assertion with the type of an access token", (_, desk) =>
    desk.forged({ header: { alg: "ES256", typ: "at+jwt" } }),
  ),
  resigned("J30 the key of another sandbox", {}, signer("EdDSA", signingPair("another"))),
  resigned("J30 the address of another sandbox", { iss: "http://127.0.0.1:4020" }),
  resigned("J30 the audience of another sandbox", { aud: "http://127.0.0.1:4020" }),
  resigned("an application that is not registered", { aid: "urn:aid:00000000-0000-4000-8000-00000000dead" }),
];

describeEachEngine("access tokens", (makeDatabase) => {
  let database: Database;
  let desk: TokenEndpoint;
  let access = "";
  beforeAll(async () => {
    database = await makeDatabase();
    await openShop(database);
    desk = createTokenEndpoint(database);
    access = (await desk.bearer(desk.forged())).body.accessToken;
  });

  test("are accepted in one form", async () => {
    expect((await desk.use([`Bearer ${access}`])).status).toBe(200);
    // Shows that the forged tokens below are otherwise valid: the same function creates an accepted one.
    expect((await desk.use([`Bearer ${token({ header, claims: claimsOf(access) }, own)}`])).status).toBe(200);
  });

  test.each(CASES.map((it) => [it.title, it] as const))("are rejected: %s", async (title, { send }) => {
    const before = await memory(database);
    const sent = send(access, desk);
    const reply = await desk.use(sent);
    expect(reply.status).toBe(401);
    const error = title === "none" ? "" : ', error="invalid_token"';
    expect(reply.headers["www-authenticate"]).toBe(`Bearer realm="commerce-contract sandbox"${error}`);
    expect(reply.body.code).toBe(title === "none" ? "MISSING_TOKEN" : "INVALID_TOKEN");
    for (const part of sent.flatMap((value) => value.split(/[ .,]/)).filter((it) => it.length > 20))
      expect(JSON.stringify(reply)).not.toContain(part);
    expect(await memory(database)).toBe(before);
  });

  test("J28 are not accepted as assertions", async () => {
    expect(await desk.bearer(access)).toMatchObject({ status: 401, body: { code: "INVALID_ASSERTION" } });
    expect((await desk.signIn({}, `Bearer ${access}`)).status).toBe(401);
    const asAssertion = { ...claimsOf(access), iss: APP, sub: APP, jti: "x", exp: claimsOf(access).iat };
    expect((await desk.bearer(token({ header, claims: asAssertion }, own))).status).toBe(401);
  });

  test("O13 are not read from the query or from cookies", async () => {
    const other = { headers: [["Cookie", `access_token=${access}; Authorization=Bearer ${access}`]] as const };
    expect((await desk.use([], other)).body.code).toBe("MISSING_TOKEN");
    expect((await desk.use([], { query: `access_token=${access}` })).status).toBe(401);
    expect((await desk.use(["Bearer x"], { query: `access_token=${access}` })).status).toBe(401);
  });

  test("J31 expire on the domain clock, to the second, and are valid again when it is set back", async () => {
    const started = desk.clock.now;
    const at = async (milliseconds: number): Promise<number> => {
      desk.clock.now = started + milliseconds;
      return (await desk.use([`Bearer ${access}`])).status;
    };
    expect(await at(3_599_000)).toBe(200);
    expect(await at(3_599_999)).toBe(200);
    expect(await at(3_600_000)).toBe(401);
    expect(await at(3_601_000)).toBe(401);
    expect(await at(-1_000_000)).toBe(200);
    desk.clock.now = started;
  });

  test("J31 end with their family", async () => {
    const { body } = await desk.bearer(desk.forged());
    const renewed = (await desk.refresh(body.refreshToken)).body;
    await desk.refresh(renewed.refreshToken);
    expect((await desk.use([`Bearer ${renewed.accessToken}`])).status).toBe(200);
    expect((await desk.refresh(body.refreshToken)).status).toBe(401);
    for (const dead of [body.accessToken, renewed.accessToken])
      expect((await desk.use([`Bearer ${dead}`])).status).toBe(401);
    expect((await desk.use([`Bearer ${access}`])).status).toBe(200);
  });

  test("are accepted by a replica with the same address, and by no other sandbox", async () => {
    const replica = createTokenEndpoint(database);
    expect((await replica.use([`Bearer ${access}`])).status).toBe(200);
    expect((await createTokenEndpoint(database, { seed: "another" }).use([`Bearer ${access}`])).status).toBe(401);
    expect(
      (await createTokenEndpoint(database, { baseUrl: "http://127.0.0.1:1" }).use([`Bearer ${access}`])).status,
    ).toBe(401);
    expect(claimsOf(access)).toMatchObject({ iss: AUDIENCE, businessIds: [SHOP] });
  });
});
