import { generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import { FieldError } from "../../../src/sandbox/tenants/read-fields.js";
import {
  readTenants,
  registerApplication,
  registerTenants,
  registerUser,
} from "../../../src/sandbox/tenants/tenants.js";
import { describeEachEngine } from "../engines.js";
import { ecPair, rsaPair } from "../tokens/forge.js";
import { createTokenEndpoint, ec, pss, rsa, SHOP } from "../tokens/token-endpoint.js";
import { listApplications, listBusinesses, listUsers } from "./list-tenants.js";

const jwk = (pair = ec) => pair.publicKey.export({ format: "jwk" });
const pem = (pair = ec) => pair.publicKey.export({ format: "pem", type: "spki" }).toString();
const APP = "urn:aid:6d8f0b2a-afc2-48e9-9bed-5f7b9d1c3ad1";
const application = { id: APP, name: "Till", keys: [pem()], businessIds: [SHOP] };
const right = {
  businesses: [{ id: SHOP, name: "Shop" }],
  applications: [application],
  users: [{ businessId: SHOP, username: "zoe\u0308", password: "secret" }],
};
const withApplication = (more: object) => ({ ...right, applications: [{ ...application, ...more }] });
const withKey = (key: unknown) => withApplication({ keys: [key] });
const withUser = (more: object) => ({ ...right, users: [{ ...right.users[0], ...more }] });
const privatePem = (type: "pkcs1" | "pkcs8") => rsa.privateKey.export({ format: "pem", type }).toString();
const secp256k1 = generateKeyPairSync("ec", { namedCurve: "secp256k1" });

/** Invalid tenants, with the pointer and message of the error. */
const WRONG: Readonly<Record<string, readonly [value: unknown, pointer: string, words: RegExp]>> = {
  "no object": [[], "", /^the tenants: expected an object with applications, businesses, users$/],
  "a misspelt part": [{ aplications: [] }, "", /unknown member "aplications"; did you mean "applications"\?/],
  "a part that is no array": [{ users: {} }, "/users", /expected an array/],
  "no id": [withApplication({ id: undefined }), "/applications/0/id", /"urn:aid:" and a UUID in lower case/],
  "an id in upper case": [withApplication({ id: APP.toUpperCase() }), "/applications/0/id", /lower case/],
  "a misspelt member": [withApplication({ busineses: [] }), "/applications/0", /"busineses"/],
  "a missing member": [{ applications: [{ id: APP, name: "Till" }] }, "/applications/0", /"keys" is required/],
  "a name with a line break": [withApplication({ name: "a\nb" }), "/applications/0/name", /printable/],
  "no key": [withApplication({ keys: [] }), "/applications/0/keys", /1 to 20 public keys/],
  "an application twice": [{ ...right, applications: [application, application] }, "/applications/1", /already/],
  "a business twice": [
    { businesses: [right.businesses[0], right.businesses[0]] },
    "/businesses/1",
    /already exists at \/businesses\/0/,
  ],
  "a user twice, in two forms of Unicode": [
    { ...right, users: [right.users[0], { ...right.users[0], username: "zo\u00eb" }] },
    "/users/1",
    /already/,
  ],
  "a business that is not listed": [
    withApplication({ businessIds: ["8a4d2e63-5c9f-4b68-8d2f-3e7b9c1a5f22"] }),
    "/applications/0/businessIds/0",
    /not in \/businesses/,
  ],
  "a business named twice": [
    withApplication({ businessIds: [SHOP, SHOP] }),
    "/applications/0/businessIds/1",
    /already/,
  ],
  "more businesses than a token holds": [
    withApplication({ businessIds: Array.from({ length: 201 }, () => SHOP) }),
    "/applications/0/businessIds",
    /at most 200/,
  ],
  "a user of a business that is not listed": [
    withUser({ businessId: "8a4d2e63-5c9f-4b68-8d2f-3e7b9c1a5f22" }),
    "/users/0/businessId",
    /not in \/businesses/,
  ],
  "a user without a name": [withUser({ username: "" }), "/users/0/username", /1 to 256/],
  "a password with NUL": [withUser({ password: "s\0" }), "/users/0/password", /1 to 1024/],
  "a private key as PEM": [
    withKey(privatePem("pkcs8")),
    "/applications/0/keys/0",
    /is a private key.*Pass the public key only/,
  ],
  "a private key as PEM of PKCS #1": [withKey(privatePem("pkcs1")), "/applications/0/keys/0", /is a private key/],
  "a private key as JWK": [
    withKey(ec.privateKey.export({ format: "jwk" })),
    "/applications/0/keys/0",
    /the member "d".*not public/,
  ],
  "a symmetric key": [withKey({ kty: "oct", k: "c2VjcmV0" }), "/applications/0/keys/0", /the member "k"/],
  "no key at all": [
    withKey("ssh-rsa AAAA"),
    "/applications/0/keys/0",
    /expected a public key as a JWK object or as PEM/,
  ],
  "a certificate": [withKey("-----BEGIN CERTIFICATE-----\n"), "/applications/0/keys/0", /expected a public key/],
  "a broken key": [withKey(pem().replace(/M/g, "N")), "/applications/0/keys/0", /is invalid/],
  "a key that is a number": [withKey(7), "/applications/0/keys/0", /expected a public key/],
  "a point that is on no curve": [withKey({ ...jwk(), y: jwk().x }), "/applications/0/keys/0", /is invalid/],
  "another curve": [withKey(jwk(secp256k1)), "/applications/0/keys/0", /unsupported type/],
  "an Ed25519 key": [
    withKey(generateKeyPairSync("ed25519").publicKey.export({ format: "jwk" })),
    "/applications/0/keys/0",
    /unsupported type/,
  ],
  "a short RSA key": [withKey(jwk(rsaPair(1024))), "/applications/0/keys/0", /1024 bits; expected 2048 to 8192/],
  "an RSA key with the exponent 1": [
    withKey({ ...jwk(rsa), e: "AQ" }),
    "/applications/0/keys/0",
    /exponent|is invalid/,
  ],
  "another algorithm": [withKey({ ...jwk(rsa), alg: "RS512" }), "/applications/0/keys/0/alg", /RS256 or PS256/],
  "an algorithm of another type": [withKey({ ...jwk(), alg: "RS256" }), "/applications/0/keys/0/alg", /ES256/],
  "a key for encryption": [withKey({ ...jwk(rsa), use: "enc" }), "/applications/0/keys/0/use", /"sig"/],
  "a key id with a slash": [withKey({ ...jwk(), kid: "../x" }), "/applications/0/keys/0/kid", /letters, digits/],
  "two keys of one id": [withApplication({ keys: [pem(), jwk()] }), "/applications/0/keys/1", /already/],
};

test.each(Object.entries(WRONG))("tenants are rejected with %s", (_, [value, pointer, words]) => {
  let thrown: unknown;
  try {
    readTenants(value);
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(FieldError);
  expect(thrown).toMatchObject({ pointer, message: expect.stringMatching(words) });
  expect(String(thrown)).not.toMatch(/secret|c2VjcmV0/);
});

test("tenants have their keys as JWK, whether they were given as JWK or as PEM", () => {
  const keys = [pem(), pem(rsa), { ...jwk(pss), kid: "pss", alg: "PS256", use: "sig", x5c: [] }];
  const { applications, users } = readTenants(withApplication({ keys }));
  const { kty, crv, x, y } = jwk();
  expect(applications[0]?.keys).toEqual([
    { kty, crv, x, y, kid: expect.stringMatching(/^[\w-]{43}$/) },
    { kty: "RSA", n: jwk(rsa).n, e: "AQAB", kid: expect.stringMatching(/^[\w-]{43}$/) },
    { kty: "RSA", n: jwk(pss).n, e: "AQAB", kid: "pss", alg: "PS256" },
  ]);
  expect(users[0]?.username).toBe("zo\u00eb");
  expect(readTenants({})).toEqual({ applications: [], businesses: [], users: [] });
});

test("the thumbprint of a key is that of RFC 7638, section 3.1", () => {
  const n =
    "0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw";
  const { applications } = readTenants(withKey({ kty: "RSA", e: "AQAB", n }));
  expect(applications[0]?.keys[0]?.kid).toBe("NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs");
});

describeEachEngine("a registry is kept", (makeDatabase) => {
  test("whole, and as last given", async () => {
    const database = await makeDatabase();
    const { world } = createTokenEndpoint(database);
    const registry = readTenants(right);
    await registerTenants(database, registry, world);
    const users = await database.all("SELECT * FROM users");
    await database.run("UPDATE businesses SET sequence = 7");
    await registerTenants(database, registry, world);
    expect(await listApplications(database)).toEqual(registry.applications);
    expect(await listBusinesses(database)).toEqual(registry.businesses);
    expect(await listUsers(database)).toEqual([{ businessId: SHOP, username: "zo\u00eb" }]);
    expect(await database.all("SELECT * FROM users")).toEqual(users);
    expect(JSON.stringify(users)).not.toContain("secret");
    expect(await database.first("SELECT sequence FROM businesses")).toEqual({ sequence: 7 });
    const other = readTenants(withApplication({ keys: [jwk(ecPair())], businessIds: [], name: "Other" }));
    await registerTenants(database, other, world);
    expect(await listApplications(database)).toEqual(other.applications);
  });

  test("and rejects what is registered next to it in the same way", async () => {
    const database = await makeDatabase();
    const { world } = createTokenEndpoint(database);
    const { applications, users } = readTenants(right);
    const [app, user] = [applications[0], users[0]] as const;
    if (app === undefined || user === undefined) throw new Error("the registry is empty");
    await expect(registerApplication(database, app)).rejects.toThrow(
      "/application/businessIds/0: expected the id of a registered business",
    );
    await expect(registerUser(database, user, world)).rejects.toThrow("/user/businessId: expected");
    const withPrivate = { ...app, keys: [ec.privateKey.export({ format: "jwk" })] } as never;
    await expect(registerApplication(database, withPrivate)).rejects.toThrow(
      '/application/keys/0: the key has the member "d"',
    );
    expect(await listApplications(database)).toEqual([]);
  });
});
