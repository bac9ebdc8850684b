import { isObject, type JsonObject } from "../../document/index.js";
import { JWT_BEARER } from "../context/app-context.js";
import { deriveUuid } from "../context/derived-ids.js";
import { type Caller, type OperationHandler, Refusal, type ServiceResponse } from "../context/request-context.js";
import type { TextRule } from "../tenants/read-fields.js";
import {
  BUSINESS_ID,
  findApplicationKeys,
  isCorrectPassword,
  listApplicationBusinesses,
  PASSWORD,
  USERNAME,
  type User,
} from "../tenants/tenants.js";
import { type AccessTokenOptions, createUnauthorized, type GrantContext, signAccessToken } from "./access-token.js";
import {
  countFailure,
  deriveRefreshToken,
  findRefreshToken,
  getLimitWait,
  getLoginFailureLimits,
  hashRefreshToken,
  revokeFamily,
  storeRefreshToken,
  useRefreshToken,
} from "./refresh-tokens.js";
import {
  MAX_ASSERTION_LENGTH,
  type VerifiedAssertion,
  verifyAssertion,
  verifyAuthorization,
} from "./verify-assertion.js";

/**
 * `POST /token` (seed, "POST /token" and "Authentication"): three grants, selected by the form field `grantType`.
 *
 * Responds with 400 to an invalid form. Responds with 401 and a challenge to an invalid assertion, password or refresh
 * token. The seed says that an invalid token yields 401; RFC 6749, section 5.2, has 400 for most of these.
 *
 * Each step is one atomic statement, so no transaction is needed, and other writers do not wait for password hashing.
 */
export const createToken: OperationHandler = async ({ body, headers, now }, queries, app) => {
  const context: GrantContext = { queries, app, now };
  if (!isObject(body))
    throw new Refusal(
      400,
      "MISSING_BODY",
      "the request has no body; expected a form (application/x-www-form-urlencoded)",
    );
  const { refreshGrantType } = context.app.policies;
  switch (body.grantType) {
    case JWT_BEARER:
      return grantByAssertion(body, context);
    case PASSWORD_GRANT:
      return grantByPassword(body, headers.authorization, context);
    case refreshGrantType:
      return grantByRefreshToken(body, headers.authorization, context);
    default:
      throw new Refusal(
        400,
        "UNSUPPORTED_GRANT_TYPE",
        `the form field grantType: expected ${JWT_BEARER}, ${PASSWORD_GRANT} or ${refreshGrantType} (not grant_type)`,
      );
  }
};

const PASSWORD_GRANT = "PASSWORD";

/** Grants tokens to the application itself, for all its businesses (RFC 7523, section 2.1). */
async function grantByAssertion(form: TokenForm, context: GrantContext): Promise<ServiceResponse> {
  const assertion = readFormField(form, "assertion", ASSERTION_RULE);
  const verified = await verifyAssertion(assertion, context);
  const { applicationId } = verified;
  const businessIds = await listApplicationBusinesses(context.queries, applicationId);
  return issueFirstTokens(context, { applicationId, businessIds, username: undefined }, verified);
}

const ASSERTION_RULE = {
  pattern: new RegExp(`^[^]{1,${MAX_ASSERTION_LENGTH}}$`),
  expected: `a self-signed JWT of at most ${MAX_ASSERTION_LENGTH} characters`,
};

/**
 * Signs in a business user. Verifies the application's JWT in the Authorization header first, then the password.
 *
 * Response and timing are the same for an unknown user, a wrong password and an inaccessible business. Failures are
 * limited for known and unknown users. When a limit is reached, the password is not checked.
 */
async function grantByPassword(
  form: TokenForm,
  authorization: string | undefined,
  context: GrantContext,
): Promise<ServiceResponse> {
  const credentials = readCredentials(form);
  if (authorization === undefined)
    throw createUnauthorized(
      "MISSING_ASSERTION",
      "the password grant requires a self-signed JWT in the Authorization header, with or without the prefix Bearer",
    );
  const verified = await verifyAuthorization(authorization, context);
  const { queries, now } = context;
  const { applicationId } = verified;
  const { businessId, username, password } = credentials;
  const limits = getLoginFailureLimits(applicationId, businessId, username);
  const wait = await getLimitWait(queries, limits, now);
  if (wait !== undefined) throw createLimit(wait);
  const isCorrect = await isCorrectPassword(password, await findPassword(context, applicationId, credentials));
  // Concurrent guesses may have failed meanwhile; they count like consecutive ones.
  const isWithinLimits = isCorrect
    ? (await getLimitWait(queries, limits, now)) === undefined
    : await countFailure(queries, limits, now);
  if (!isWithinLimits) throw createLimit((await getLimitWait(queries, limits, now)) ?? 1);
  if (isCorrect) return issueFirstTokens(context, { applicationId, businessIds: [businessId], username }, verified);
  throw createUnauthorized(
    "INVALID_CREDENTIALS",
    "invalid businessId, username or password, or the application has no access to the business",
    { error: "invalid_grant" },
  );
}

function readCredentials(form: TokenForm): User {
  const businessId = readFormField(form, "businessId", {
    pattern: /^[^\p{Cc}\p{Surrogate}]{1,128}$/u,
    expected: BUSINESS_ID.expected,
  });
  const username = readFormField(form, "username", USERNAME);
  const password = readFormField(form, "password", PASSWORD);
  return { businessId, username: username.normalize("NFC"), password };
}

/** Finds the stored password of a user in a business that the application has access to. */
async function findPassword(
  { queries }: GrantContext,
  applicationId: string,
  { businessId, username }: User,
): Promise<string | undefined> {
  const row = await queries.first(
    `SELECT users.password FROM users JOIN application_businesses AS accessible
      ON accessible.business_id = users.business_id AND accessible.application_id = $1
      WHERE users.business_id = $2 AND users.username = $3`,
    [applicationId, businessId, username],
  );
  return row === undefined ? undefined : String(row.password);
}

function createLimit(retryAfter: number): Refusal {
  const message = `too many failed sign-ins; retry after ${retryAfter} s`;
  return createUnauthorized("TOO_MANY_FAILURES", message, { error: "invalid_grant", retryAfter });
}

/** How long a used token is accepted again, in milliseconds: for concurrent requests of a client and lost responses. */
const GRACE_PERIOD = 10_000;

/**
 * Renews an access token. The seed specifies neither type nor parameters of this grant; they are the sandbox's choice.
 * The form contains `refreshToken`. An optional Authorization header contains a self-signed JWT of the same
 * application.
 *
 * A refresh token can be used once. Its successor is derived from it, so a repetition within ten seconds returns the
 * same successor. A later repetition, or one after the successor was used, indicates a stolen token and revokes the
 * whole family (RFC 9700, section 4.14.2).
 */
async function grantByRefreshToken(
  form: TokenForm,
  authorization: string | undefined,
  context: GrantContext,
): Promise<ServiceResponse> {
  const { queries, app, now } = context;
  const token = readFormField(form, "refreshToken", { pattern: /^[\x21-\x7e]{1,512}$/, expected: "a refresh token" });
  const client = authorization === undefined ? undefined : await verifyAuthorization(authorization, context);
  const hash = hashRefreshToken(token);
  const found = await findRefreshToken(queries, hash);
  const grant = found === undefined ? undefined : await readCurrentGrant(found.grant, context);
  if (found === undefined || grant === undefined || found.revoked || found.expiresAt <= now)
    throw createInvalidRefreshToken();
  if (client !== undefined && client.applicationId !== grant.applicationId) throw createInvalidRefreshToken();
  const refreshToken = deriveRefreshToken(app, hash);
  const successor = hashRefreshToken(refreshToken);
  if (!(await useRefreshToken(queries, { hash, successor, now })) && !(await isRepeated(hash, successor, context))) {
    // Until an access token that a concurrent request may just get has expired.
    await revokeFamily(queries, found.family, now + GRACE_PERIOD + app.policies.tokenLifetime * 1000);
    throw createInvalidRefreshToken();
  }
  const { family } = found;
  await storeRefreshToken(context, { hash: successor, family, grant, predecessor: hash });
  return createTokenResponse(context, { grant, family, refreshToken, purpose: [successor, String(now)] });
}

/** Whether a used token can be accepted again: within the grace period, and while its successor is unused. */
async function isRepeated(hash: string, successor: string, { queries, now }: GrantContext): Promise<boolean> {
  const used = await findRefreshToken(queries, hash);
  const next = await findRefreshToken(queries, successor);
  if (used?.usedAt === undefined || used.revoked) return false;
  return Math.abs(now - used.usedAt) <= GRACE_PERIOD && next?.usedAt === undefined;
}

/** The grant without the businesses that the application has lost access to; undefined when nothing remains. */
async function readCurrentGrant(grant: Caller, { queries }: GrantContext): Promise<Caller | undefined> {
  if ((await findApplicationKeys(queries, grant.applicationId)) === undefined) return undefined;
  const accessible = new Set(await listApplicationBusinesses(queries, grant.applicationId));
  const businessIds = grant.businessIds.filter((id) => accessible.has(id));
  return grant.username !== undefined && businessIds.length === 0 ? undefined : { ...grant, businessIds };
}

function createInvalidRefreshToken(): Refusal {
  const message = "the refresh token is invalid; expected the latest one issued, unused and not expired";
  return createUnauthorized("INVALID_REFRESH_TOKEN", message, { error: "invalid_grant" });
}

/** Issues the first pair of tokens of a new family, derived from the assertion, which can be used only once. */
async function issueFirstTokens(
  context: GrantContext,
  grant: Caller,
  { applicationId, jti }: VerifiedAssertion,
): Promise<ServiceResponse> {
  const purpose = [applicationId, jti, String(context.now)];
  const refreshToken = deriveRefreshToken(context.app, ...purpose);
  const family = deriveUuid(context.app.seed, "token-family", ...purpose);
  await storeRefreshToken(context, { hash: hashRefreshToken(refreshToken), family, grant });
  return createTokenResponse(context, { grant, family, refreshToken, purpose });
}

/** The tokens to return. */
type IssuedTokens = Omit<AccessTokenOptions, "now"> & { readonly refreshToken: string };

/** Creates the response of the token endpoint (seed, "TokenResponse"). */
async function createTokenResponse({ app, now }: GrantContext, issued: IssuedTokens): Promise<ServiceResponse> {
  const { refreshToken, ...options } = issued;
  return {
    status: 200,
    body: {
      expiresIn: app.policies.tokenLifetime,
      accessToken: await signAccessToken(app, { ...options, now }),
      refreshToken,
      scope: "ALL",
      tokenType: "BEARER",
    },
  };
}

/** The parsed form of POST /token. Validation has ensured that no field is repeated. */
type TokenForm = JsonObject;

/** Reads a form field. @throws Refusal that omits the value, which may be a secret */
export function readFormField(form: TokenForm, name: string, { pattern, expected }: TextRule): string {
  const value = form[name];
  if (value === undefined) throw new Refusal(400, "MISSING_FIELD", `the form field ${name} is required: ${expected}`);
  if (typeof value !== "string" || !pattern.test(value))
    throw new Refusal(400, "INVALID_FIELD", `the form field ${name}: expected ${expected}`);
  return value;
}
