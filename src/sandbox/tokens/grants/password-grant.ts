import type { ServiceResponse } from "../../context/request-context.js";
import { BUSINESS_ID, isCorrectPassword, PASSWORD, USERNAME } from "../../tenants/index.js";
import type { GrantContext } from "../grant-context.js";
import { countFailure, getLimitWait, getLoginFailureLimits } from "../login-failures.js";
import { createUnauthorizedResponse } from "../unauthorized-response.js";
import { verifyAuthorization } from "../verify-assertion.js";
import { issueFirstTokens } from "./issue-first-tokens.js";
import { readFormField, type TokenForm } from "./token-form.js";

/**
 * Signs a business user in, in the application that has signed the JWT of the Authorization header: the application first,
 * the password after it.
 *
 * Whether the name is unknown, the password wrong, or the business of somebody else: answer and time are the same. Failures
 * are limited, for known names and others alike; what is refused for that is judged no further.
 */
export async function grantByPassword(
  form: TokenForm,
  authorization: string | undefined,
  context: GrantContext,
): Promise<ServiceResponse> {
  const given = readCredentials(form);
  if ("status" in given) return given;
  if (authorization === undefined)
    return createUnauthorizedResponse({
      code: "MISSING_ASSERTION",
      message:
        "the password grant takes a self-signed JWT in the Authorization header, with or without Bearer before it",
    });
  const accepted = await verifyAuthorization(authorization, context);
  if ("status" in accepted) return accepted;
  const { queries, now } = context;
  const { businessId, username } = given;
  const limits = getLoginFailureLimits(accepted.applicationId, businessId, username);
  const wait = await getLimitWait(queries, limits, now);
  if (wait !== undefined) return createLimitResponse(wait);
  const right = await isCorrectPassword(given.password, await findPassword(context, accepted.applicationId, given));
  // Others may have failed in the meantime: guesses that are made all at once are counted like those one after another.
  const isJudged = right
    ? (await getLimitWait(queries, limits, now)) === undefined
    : await countFailure(queries, limits, now);
  if (!isJudged) return createLimitResponse((await getLimitWait(queries, limits, now)) ?? 1);
  if (right)
    return issueFirstTokens(
      context,
      { applicationId: accepted.applicationId, businessIds: [businessId], username },
      accepted,
    );
  return createUnauthorizedResponse({
    code: "INVALID_CREDENTIALS",
    message: "businessId, username and password are not those of a user of a business that the application may open",
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

/** Only of a business that the application may open: it never signs in to another. */
async function findPassword(
  { queries }: GrantContext,
  applicationId: string,
  { businessId, username }: UserCredentials,
): Promise<string | undefined> {
  const row = await queries.first(
    `SELECT users.password FROM users JOIN application_businesses AS opened
      ON opened.business_id = users.business_id AND opened.application_id = $1
      WHERE users.business_id = $2 AND users.username = $3`,
    [applicationId, businessId, username],
  );
  return row === undefined ? undefined : String(row.password);
}

function createLimitResponse(retryAfter: number): ServiceResponse {
  return createUnauthorizedResponse({
    code: "TOO_MANY_FAILURES",
    message: `too many sign-ins have failed; another is judged in ${retryAfter} s`,
    error: "invalid_grant",
    retryAfter,
  });
}
