import { type Json, joinPointer } from "../../document/index.js";
import { quote } from "../../schema/index.js";
import { type PublicJwk, readPublicKey } from "./public-key.js";
import { assertDistinct, readItems, readMembers, readText, type TextRule } from "./read-fields.js";
import { TenantsError } from "./tenants-error.js";

/** The tenants of a sandbox, as in a seed-data file. */
export type Tenants = {
  readonly applications: readonly TenantApplication[];
  readonly businesses: readonly Business[];
  readonly users: readonly User[];
};

/** A client of the token endpoint (seed, "Authentication", 2). */
export type TenantApplication = {
  /** `urn:aid:<uuid>` in lower case. */
  readonly id: string;
  readonly name: string;
  /** Keys that verify its assertions. */
  readonly keys: readonly PublicJwk[];
  /** The businesses whose data it has access to. */
  readonly businessIds: readonly string[];
};

export type Business = { readonly id: string; readonly name: string };

/** A business user (seed, "POST /token", password grant). */
export type User = { readonly businessId: string; readonly username: string; readonly password: string };

/**
 * Reads `{ applications, businesses, users }`, all optional. Keys are public keys as JWK or PEM. Referenced businesses
 * must be listed, so that a misspelt id does not cause a 403 later.
 *
 * @throws TenantsError with the pointer of the first error
 */
export function readTenants(value: unknown): Tenants {
  const members = readMembers(value, "", { required: [], optional: ["applications", "businesses", "users"] });
  const businesses = readItems(members.businesses, "/businesses").map(({ item, at }) => readBusiness(item, at));
  const applications = readItems(members.applications, "/applications").map(({ item, at }) =>
    readApplication(item, at),
  );
  const users = readItems(members.users, "/users").map(({ item, at }) => readUser(item, at));
  const at = (list: string) => (name: string, index: number) => ({ name, at: joinPointer(`/${list}`, index) });
  assertDistinct(businesses.map(({ id }) => id).map(at("businesses")), "a business with this id");
  assertDistinct(applications.map(({ id }) => id).map(at("applications")), "an application with this id");
  assertDistinct(users.map((it) => JSON.stringify([it.businessId, it.username])).map(at("users")), "this user");
  const known = new Set(businesses.map(({ id }) => id));
  const expectKnown = (id: string, pointer: string): void => {
    if (!known.has(id)) throw new TenantsError(pointer, `${quote(id)} is not in /businesses`);
  };
  for (const [index, { businessIds }] of applications.entries())
    for (const [at, id] of businessIds.entries()) expectKnown(id, `/applications/${index}/businessIds/${at}`);
  for (const [index, { businessId }] of users.entries()) expectKnown(businessId, `/users/${index}/businessId`);
  return { applications, businesses, users };
}

/** @throws TenantsError when the application is invalid */
export function readApplication(value: unknown, pointer: string): TenantApplication {
  const members = readMembers(value, pointer, { required: ["id", "name", "keys"], optional: ["businessIds"] });
  const keys = readItems(members.keys, `${pointer}/keys`).map(({ item, at }) => ({ key: readPublicKey(item, at), at }));
  if (keys.length === 0 || keys.length > MAX_KEYS)
    throw new TenantsError(`${pointer}/keys`, `expected 1 to ${MAX_KEYS} public keys`);
  assertDistinct(
    keys.map(({ key, at }) => ({ name: key.kid, at })),
    "a key with this id",
  );
  const businesses = readItems(members.businessIds, `${pointer}/businessIds`);
  if (businesses.length > MAX_BUSINESSES)
    throw new TenantsError(
      `${pointer}/businessIds`,
      `expected at most ${MAX_BUSINESSES}: every access token of the application lists them`,
    );
  const named = businesses.map(({ item, at }) => ({ name: readText(item, at, BUSINESS_ID), at }));
  assertDistinct(named, "this business");
  return {
    id: readText(members.id, `${pointer}/id`, APPLICATION_ID),
    name: readText(members.name, `${pointer}/name`, NAME),
    keys: keys.map(({ key }) => key),
    businessIds: named.map(({ name }) => name),
  };
}

/** @throws TenantsError when the business is invalid */
export function readBusiness(value: unknown, pointer: string): Business {
  const members = readMembers(value, pointer, { required: ["id", "name"], optional: [] });
  return {
    id: readText(members.id, `${pointer}/id`, BUSINESS_ID),
    name: readText(members.name, `${pointer}/name`, NAME),
  };
}

/**
 * Reads a user. Names and passwords are compared in Unicode normalization form C (RFC 8265, sections 3.3 and 4.2).
 *
 * @throws TenantsError when the user is invalid
 */
export function readUser(value: unknown, pointer: string): User {
  const members = readMembers(value, pointer, { required: ["businessId", "username", "password"], optional: [] });
  const text = (name: string, rule: TextRule): string => readText(members[name] as Json, `${pointer}/${name}`, rule);
  return {
    businessId: text("businessId", BUSINESS_ID),
    username: text("username", USERNAME).normalize("NFC"),
    password: text("password", PASSWORD).normalize("NFC"),
  };
}

const UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
export const APPLICATION_ID: TextRule = {
  pattern: new RegExp(`^urn:aid:${UUID}$`),
  expected: 'an application id: "urn:aid:" and a UUID in lower case',
};
export const BUSINESS_ID: TextRule = { pattern: new RegExp(`^${UUID}$`), expected: "a UUID in lower case" };
const NAME: TextRule = { pattern: /^[^\p{Cc}\p{Surrogate}]{1,200}$/u, expected: "1 to 200 printable characters" };
export const USERNAME: TextRule = {
  pattern: /^[^\p{Cc}\p{Surrogate}]{1,256}$/u,
  expected: "1 to 256 printable characters",
};
export const PASSWORD: TextRule = { pattern: /^[^\p{Surrogate}\0]{1,1024}$/u, expected: "1 to 1024 characters" };

const MAX_KEYS = 20;
// Each takes 39 bytes of an access token, which must fit into a header.
const MAX_BUSINESSES = 200;
