import type { ServiceResponse } from "../../context/request-context.js";
import { BUSINESS_ID, isCorrectPassword, PASSWORD, USERNAME } from "../../tenants/index.js";
import type { GrantContext } from "../grant-context.js";
import { countFailure, getLimitWait, getLoginFailureLimits } from "../login-failures.js";
import { createUnauthorizedResponse } from "../unauthorized-response.js";
import { verifyAuthorization } from "../verify-assertion.js";
import { issueFirstTokens } from "./issue-first-tokens.js";
import { readFormField, type TokenForm } from "./token-form.js";

/**
 * Signs in a business user. Verifies the application's JWT in the Authorization header first, then the password.
 *
 * Response and timing are the same for an unknown user, a wrong password and an inaccessible business. Failures are
 * limited for known and unknown users. When a limit is reached, the password is not checked.
 */
export async function grantByPassword(
  form: TokenForm,
  authorization: string | undefined,
  context: GrantContext,
): Promise<ServiceResponse> {
  const credentials = readCredentials(form);
  if ("status" in credentials) return credentials;
  if (authorization === undefined)
    return createUnauthorizedResponse({
      code: "MISSING_ASSERTION",
      message:
        "the password grant requires a self-signed JWT in the Authorization header, with or without the prefix Bearer",
    });
  const verified = await verifyAuthorization(authorization, context);
  if ("status" in verified) return verified;
  const { queries, now } = context;
  const { applicationId } = verified;
  const { businessId, username, password } = credentials;
  const limits = getLoginFailureLimits(applicationId, businessId, username);
  const wait = await getLimitWait(queries, limits, now);
  if (wait !== undefined) return createLimitResponse(wait);
  const isCorrect = await isCorrectPassword(password, await findPassword(context, applicationId, credentials));
  // Concurrent guesses may have failed meanwhile; they count like consecutive ones.
  const isWithinLimits = isCorrect
    ? (await getLimitWait(queries, limits, now)) === undefined
    : await countFailure(queries, limits, now);
  if (!isWithinLimits) return createLimitResponse((await getLimitWait(queries, limits, now)) ?? 1);
  if (isCorrect) return issueFirstTokens(context, { applicationId, businessIds: [businessId], username }, verified);
  return createUnauthorizedResponse({
    code: "INVALID_CREDENTIALS",
    message: "invalid businessId, username or password, or the application has no access to the business",
    error: "invalid_grant",
  });
}

type UserCredentials = { readonly businessId: string; readonly username: string; readonly password: string };

function readCredentials(form: TokenForm): UserCredentials | ServiceResponse {
  const businessId = readFormField(form, "businessId", {
    pattern: /^[^\p{Cc}\p{Surrogate}]{1,128}$/u,
    expected: BUSINESS_ID.expected,
  });
  if (typeof businessId !== "string") return businessId;
  const username = readFormField(form, "username", USERNAME);
  if (typeof username !== "string") return username;
  const password = readFormField(form, "password", PASSWORD);
  if (typeof password !== "string") return password;
  return { businessId, username: username.normalize("NFC"), password };
}

/** Finds the stored password of a user in a business that the application has access to. */
async function findPassword(
  { queries }: GrantContext,
  applicationId: string,
  { businessId, username }: UserCredentials,
): Promise<string | undefined> {
  const row = await queries.first(
    `SELECT users.password FROM users JOIN application_businesses AS accessible
      ON accessible.business_id = users.business_id AND accessible.application_id = $1
      WHERE users.business_id = $2 AND users.username = $3`,
    [applicationId, businessId, username],
  );
  return row === undefined ? undefined : String(row.password);
}

function createLimitResponse(retryAfter: number): ServiceResponse {
  return createUnauthorizedResponse({
    code: "TOO_MANY_FAILURES",
    message: `too many failed sign-ins; retry after ${retryAfter} s`,
    error: "invalid_grant",
    retryAfter,
  });
}
