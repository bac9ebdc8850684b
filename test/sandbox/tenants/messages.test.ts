/** The whole messages about invalid tenants and keys. */
import { generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import { listAlgorithms, type PublicJwk, readPublicKey } from "../../../src/sandbox/tenants/public-key.js";
import {
  assertDistinct,
  FieldError,
  readItems,
  readMembers,
  readText,
} from "../../../src/sandbox/tenants/read-fields.js";
import { readTenants } from "../../../src/sandbox/tenants/tenants.js";

/** What is wrong, and where. */
function messageOf(read: () => unknown): string {
  try {
    read();
    return "accepted";
  } catch (error) {
    return error instanceof FieldError ? error.message : String(error);
  }
}

const ec = generateKeyPairSync("ec", { namedCurve: "P-256" });
const JWK = ec.publicKey.export({ format: "jwk" });
const PUBLIC = ec.publicKey.export({ format: "pem", type: "spki" }).toString();
const PRIVATE = ec.privateKey.export({ format: "pem", type: "pkcs8" }).toString();
const P384 = generateKeyPairSync("ec", { namedCurve: "P-384" }).publicKey.export({ format: "jwk" });
const ED = generateKeyPairSync("ed25519").publicKey.export({ format: "jwk" });
const KEYS = "a public key as a JWK object or as PEM (BEGIN PUBLIC KEY): RSA from 2048 bits, or EC on P-256";
const HINT = "it is not public. Pass the public key only; the private key stays with the client";
const UNSUPPORTED = `/k: the key has an unsupported type; expected ${KEYS}`;

test.each<[name: string, key: unknown, message: string]>([
  ["a number", 7, `/k: expected ${KEYS}`],
  ["another text", "x", `/k: expected ${KEYS}`],
  ["a PEM after a word", `x ${PUBLIC}`, `/k: expected ${KEYS}`],
  ["a cut PEM", PUBLIC.slice(0, 60), `/k: the key is invalid; expected ${KEYS}`],
  ["a private PEM", PRIVATE, `/k: the key is a private key: ${HINT}`],
  ["an empty object", {}, `/k: the key is invalid; expected ${KEYS}`],
  ...["d", "p", "q", "dp", "dq", "qi", "oth", "k"].map(
    (name): [string, unknown, string] =>
      [...[`the member ${name}`, { ...JWK, [name]: "x" }, `/k: the key has the member "${name}": ${HINT}`]] as [
        string,
        unknown,
        string,
      ],
  ),
  ["another curve", P384, UNSUPPORTED],
  ["another type", ED, UNSUPPORTED],
  ["an id of a number", { ...JWK, kid: 7 }, "/k/kid: expected 1 to 128 letters, digits, dots, dashes and underscores"],
  [
    "an id with a space",
    { ...JWK, kid: "a b" },
    "/k/kid: expected 1 to 128 letters, digits, dots, dashes and underscores",
  ],
  ["another use", { ...JWK, use: "enc" }, '/k/use: expected "sig": the key is for signatures'],
  ["another algorithm", { ...JWK, alg: "RS256" }, "/k/alg: expected ES256 for a key of this type"],
])("a key that is or has %s is refused", (_, key, message) => {
  expect(messageOf(() => readPublicKey(key, "/k"))).toBe(message);
});

test("a key keeps its id and its algorithm, and gets the thumbprint as its id", () => {
  const { x, y } = JWK;
  const members = { kty: "EC", crv: "P-256", x, y };
  expect(readPublicKey({ ...JWK, kid: "my.key-1_", alg: "ES256", use: "sig", more: 1 }, "/k")).toEqual({
    ...{ ...members, kid: "my.key-1_", alg: "ES256" },
  });
  const read = readPublicKey(`\n ${PUBLIC}`, "/k");
  expect(read).toEqual({ ...members, kid: expect.stringMatching(/^[\w-]{43}$/) });
  expect(readPublicKey(JWK, "/k")).toEqual(read);
});

test("the algorithms of keys", () => {
  const rsa: PublicJwk = { kid: "r", kty: "RSA", n: "n", e: "e" };
  expect(listAlgorithms(rsa)).toEqual(["RS256", "PS256"]);
  expect(listAlgorithms({ ...rsa, alg: "PS256" })).toEqual(["PS256"]);
  expect(listAlgorithms({ kid: "e", kty: "EC", crv: "P-256", x: "x", y: "y" })).toEqual(["ES256"]);
});

const MEMBERS = { required: ["name"], optional: ["businesses"] };

test.each<[value: unknown, message: string]>([
  [[], "/a: expected an object with name, businesses"],
  [{ busineses: 1 }, '/a: unknown member "busineses"; did you mean "businesses"?'],
  [{ zzzzzz: 1 }, '/a: unknown member "zzzzzz"; expected name, businesses'],
  [{ businesses: 1 }, '/a: "name" is required'],
])("the members of %j", (value, message) => {
  expect(messageOf(() => readMembers(value, "/a", MEMBERS))).toBe(message);
});

test("members, items, texts and distinct names", () => {
  expect(readMembers({ name: 1 }, "/a", MEMBERS)).toEqual({ name: 1 });
  expect(readItems(undefined, "/a")).toEqual([]);
  expect(readItems([5, 6], "/a")).toEqual([
    { item: 5, at: "/a/0" },
    { item: 6, at: "/a/1" },
  ]);
  expect(messageOf(() => readItems({}, "/a"))).toBe("/a: expected an array");
  const rule = { pattern: /^a$/, expected: "an a" };
  expect(readText("a", "/a", rule)).toBe("a");
  for (const value of ["b", ["a"]]) expect(messageOf(() => readText(value, "/a", rule))).toBe("/a: expected an a");
  const names = ["x", "y", "x"].map((name, at) => ({ name, at: `/${at}` }));
  expect(() => assertDistinct(names.slice(0, 2), "it")).not.toThrow();
  expect(messageOf(() => assertDistinct(names, "it"))).toBe("/2: it already exists at /0");
});

const SHOP = "7f3c1d52-4b8e-4a57-9c1e-2d6a8b0f4e11";
const OTHER = SHOP.replace("7", "8");
const business = { id: SHOP, name: "Shop" };
const application = { id: `urn:aid:${SHOP}`, name: "Till", keys: [JWK] };
const user = { businessId: SHOP, username: "u", password: "p" };
const AN_ID = 'expected an application id: "urn:aid:" and a UUID in lower case';

test.each<[name: string, tenants: object, message: string]>([
  ["a business", { businesses: [{ ...business, id: `x${SHOP}` }] }, "/businesses/0/id: expected a UUID in lower case"],
  ["a business", { businesses: [{ ...business, id: `${SHOP}0` }] }, "/businesses/0/id: expected a UUID in lower case"],
  [
    "a name",
    { businesses: [{ ...business, name: "\n" }] },
    "/businesses/0/name: expected 1 to 200 printable characters",
  ],
  ["an application", { applications: [{ ...application, id: SHOP }] }, `/applications/0/id: ${AN_ID}`],
  ["no keys", { applications: [{ ...application, keys: [] }] }, "/applications/0/keys: expected 1 to 20 public keys"],
  [
    "equal keys",
    { applications: [{ ...application, keys: [JWK, JWK] }] },
    "/applications/0/keys/1: a key with this id already exists at /applications/0/keys/0",
  ],
  [
    "equal businesses of an application",
    { applications: [{ ...application, businessIds: [SHOP, SHOP] }] },
    "/applications/0/businessIds/1: this business already exists at /applications/0/businessIds/0",
  ],
  [
    "too many businesses",
    { applications: [{ ...application, businessIds: Array(201).fill(SHOP) }] },
    "/applications/0/businessIds: expected at most 200: every access token of the application lists them",
  ],
  [
    "equal businesses",
    { businesses: [business, business] },
    "/businesses/1: a business with this id already exists at /businesses/0",
  ],
  [
    "equal applications",
    { applications: [application, application] },
    "/applications/1: an application with this id already exists at /applications/0",
  ],
  ["equal users", { businesses: [business], users: [user, user] }, "/users/1: this user already exists at /users/0"],
  [
    "an unknown business of an application",
    { businesses: [business], applications: [{ ...application, businessIds: [SHOP, OTHER] }] },
    `/applications/0/businessIds/1: "${OTHER}" is not in /businesses`,
  ],
  ["an unknown business of a user", { users: [user] }, `/users/0/businessId: "${SHOP}" is not in /businesses`],
  ["a user name", { users: [{ ...user, username: "" }] }, "/users/0/username: expected 1 to 256 printable characters"],
  ["a password", { users: [{ ...user, password: "\0" }] }, "/users/0/password: expected 1 to 1024 characters"],
])("tenants with %s are refused", (_, tenants, message) => {
  expect(messageOf(() => readTenants(tenants))).toBe(message);
});

test("tenants at their limits are accepted", () => {
  const longest = { id: OTHER, name: "x".repeat(200) };
  const named = { ...user, username: "u\u0308".repeat(128), password: "o\u0308" };
  expect(readTenants({ businesses: [business, longest], users: [named] })).toEqual({
    businesses: [business, longest],
    applications: [],
    users: [{ businessId: SHOP, username: "ü".repeat(128), password: "ö" }],
  });
  expect(readTenants({})).toEqual({ businesses: [], applications: [], users: [] });
});
