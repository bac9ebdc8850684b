import { createHash, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { type Json, joinPointer } from "../../document/index.js";
import { quote } from "../../schema/index.js";
import type { AppContext } from "../context/app-context.js";
import { deriveBytes } from "../context/derived-ids.js";
import type { Queries } from "../store/database.js";
import { type PublicJwk, readPublicKey } from "./public-key.js";
import { assertDistinct, FieldError, readItems, readMembers, readText, type TextRule } from "./read-fields.js";

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
 * @throws FieldError with the pointer of the first error
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
    if (!known.has(id)) throw new FieldError(pointer, `${quote(id)} is not in /businesses`);
  };
  for (const [index, { businessIds }] of applications.entries())
    for (const [at, id] of businessIds.entries()) expectKnown(id, `/applications/${index}/businessIds/${at}`);
  for (const [index, { businessId }] of users.entries()) expectKnown(businessId, `/users/${index}/businessId`);
  return { applications, businesses, users };
}

/** @throws FieldError when the application is invalid */
function readApplication(value: unknown, pointer: string): TenantApplication {
  const members = readMembers(value, pointer, { required: ["id", "name", "keys"], optional: ["businessIds"] });
  const keys = readItems(members.keys, `${pointer}/keys`).map(({ item, at }) => ({ key: readPublicKey(item, at), at }));
  if (keys.length === 0 || keys.length > MAX_KEYS)
    throw new FieldError(`${pointer}/keys`, `expected 1 to ${MAX_KEYS} public keys`);
  assertDistinct(
    keys.map(({ key, at }) => ({ name: key.kid, at })),
    "a key with this id",
  );
  const businesses = readItems(members.businessIds, `${pointer}/businessIds`);
  if (businesses.length > MAX_BUSINESSES)
    throw new FieldError(
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

/** @throws FieldError when the business is invalid */
function readBusiness(value: unknown, pointer: string): Business {
  const members = readMembers(value, pointer, { required: ["id", "name"], optional: [] });
  return {
    id: readText(members.id, `${pointer}/id`, BUSINESS_ID),
    name: readText(members.name, `${pointer}/name`, NAME),
  };
}

/**
 * Reads a user. Names and passwords are compared in Unicode normalization form C (RFC 8265, sections 3.3 and 4.2).
 *
 * @throws FieldError when the user is invalid
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
const APPLICATION_ID: TextRule = {
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

/**
 * Registers tenants. Updates existing ones, so registering the same tenants twice changes nothing. Password hashing is
 * slow, and in a transaction other writers wait for it.
 *
 * @throws FieldError when a tenant is invalid
 */
export async function registerTenants(queries: Queries, tenants: Tenants, app: AppContext): Promise<void> {
  for (const business of tenants.businesses) await registerBusiness(queries, business);
  for (const application of tenants.applications) await registerApplication(queries, application);
  for (const user of tenants.users) await registerUser(queries, user, app);
}

/** Registers a business, or renames an existing one without touching its data. @throws FieldError */
export async function registerBusiness(queries: Queries, business: Business): Promise<void> {
  const { id, name } = readBusiness(business, "/business");
  await queries.run(
    `INSERT INTO businesses (id, name, sequence) VALUES ($1, $2, 0)
      ON CONFLICT (id) DO UPDATE SET name = excluded.name`,
    [id, name],
  );
}

/**
 * Registers an application. Replaces the keys and businesses of an existing one.
 *
 * @throws FieldError for a private or weak key, or a business that is not registered
 */
export async function registerApplication(queries: Queries, application: TenantApplication): Promise<void> {
  const { id, name, keys, businessIds } = readApplication(application, "/application");
  for (const [index, businessId] of businessIds.entries())
    if (!(await isRegistered(queries, "businesses", businessId)))
      throw new FieldError(`/application/businessIds/${index}`, "expected the id of a registered business");
  await queries.run(
    `INSERT INTO applications (id, name, keys) VALUES ($1, $2, $3)
      ON CONFLICT (id) DO UPDATE SET name = excluded.name, keys = excluded.keys`,
    [id, name, JSON.stringify(keys)],
  );
  await queries.run("DELETE FROM application_businesses WHERE application_id = $1", [id]);
  for (const businessId of businessIds) await addAccess(queries, id, businessId);
}

/** Whether there is a tenant with an id. */
export async function isRegistered(
  queries: Queries,
  table: "applications" | "businesses",
  id: string,
): Promise<boolean> {
  return (await queries.first(`SELECT 1 AS found FROM ${table} WHERE id = $1`, [id])) !== undefined;
}

/** Gives an application access to a business. */
export async function addAccess(queries: Queries, applicationId: string, businessId: string): Promise<void> {
  await queries.run(
    `INSERT INTO application_businesses (application_id, business_id) VALUES ($1, $2)
      ON CONFLICT (application_id, business_id) DO NOTHING`,
    [applicationId, businessId],
  );
}

/** Registers a user. The salt is derived from the seed, so the same seed gives the same bytes. @throws FieldError */
export async function registerUser(queries: Queries, user: User, app: AppContext): Promise<void> {
  const { businessId, username, password } = readUser(user, "/user");
  if (!(await isRegistered(queries, "businesses", businessId)))
    throw new FieldError("/user/businessId", "expected the id of a registered business");
  const salt = deriveBytes(app.seed, "password-salt", businessId, username).subarray(0, 16);
  await queries.run(
    `INSERT INTO users (business_id, username, password) VALUES ($1, $2, $3)
      ON CONFLICT (business_id, username) DO UPDATE SET password = excluded.password`,
    [businessId, username, await hashPassword(password, salt)],
  );
}

/** Returns the keys of an application; undefined when there is no such application. */
export async function findApplicationKeys(
  queries: Queries,
  applicationId: string,
): Promise<readonly PublicJwk[] | undefined> {
  const row = await queries.first("SELECT keys FROM applications WHERE id = $1", [applicationId]);
  // Validated at registration.
  return row && (JSON.parse(String(row.keys)) as readonly PublicJwk[]);
}

/** Returns the ids of the businesses that an application has access to, in order. */
export async function listApplicationBusinesses(queries: Queries, applicationId: string): Promise<readonly string[]> {
  const rows = await queries.all(
    "SELECT business_id FROM application_businesses WHERE application_id = $1 ORDER BY business_id",
    [applicationId],
  );
  return rows.map((row) => String(row.business_id));
}

/** Cache of hashes: sandboxes with the same seed have the same users and salts. */
const passwordHashes = new Map<string, Promise<Buffer>>();
const MAX_HASHES = 100;

/** Hashes a password to its stored form: salt and hash. */
async function hashPassword(password: string, salt: Uint8Array): Promise<string> {
  const key = createHash("sha256").update(salt).update(password).digest("base64url");
  const hash = passwordHashes.get(key) ?? deriveHash(password, salt);
  if (passwordHashes.size >= MAX_HASHES) passwordHashes.clear();
  passwordHashes.set(key, hash);
  return formatStoredPassword(salt, await hash);
}

function formatStoredPassword(...parts: readonly Uint8Array[]): string {
  return parts.map((it) => Buffer.from(it).toString("base64url")).join("$");
}

/**
 * Whether a password matches the stored one. Returns false without a stored password, but after the same work, so that
 * the response time does not reveal whether a user exists.
 */
export async function isCorrectPassword(password: string, stored: string | undefined): Promise<boolean> {
  const [salt = "", hash = ""] = (stored ?? DUMMY_HASH).split("$");
  const derived = await deriveHash(password, Buffer.from(salt, "base64url"));
  return timingSafeEqual(derived, Buffer.from(hash, "base64url")) && stored !== undefined;
}

const HASH_LENGTH = 32;
const DUMMY_HASH = formatStoredPassword(new Uint8Array(16), new Uint8Array(HASH_LENGTH));

/** The default cost of Node takes 16 MiB and about 40 ms, which is enough for the fictitious users of a sandbox. */
function deriveHash(password: string, salt: Uint8Array): Promise<Buffer> {
  return promisify<string, Uint8Array, number, Buffer>(scrypt)(password.normalize("NFC"), salt, HASH_LENGTH);
}
