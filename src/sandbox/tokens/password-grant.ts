import type { Answer } from "../call.js";
import { BUSINESS_ID, isPassword, PASSWORD, USERNAME } from "../registry/index.js";
import { acceptAuthorization } from "./assertion.js";
import { issueFirstTokens } from "./first-tokens.js";
import { countFailure, signInLimits, waitOf } from "./login-failures.js";
import type { Setting } from "./setting.js";
import { readField, type TokenForm } from "./token-form.js";
import { unauthorized } from "./unauthorized.js";

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
  setting: Setting,
): Promise<Answer> {
  const given = readCredentials(form);
  if ("status" in given) return given;
  if (authorization === undefined)
    return unauthorized({
      code: "MISSING_ASSERTION",
      message:
        "the password grant takes a self-signed JWT in the Authorization header, with or without Bearer before it",
    });
  const accepted = await acceptAuthorization(authorization, setting);
  if ("status" in accepted) return accepted;
  const { queries, now } = setting;
  const { businessId, username } = given;
  const limits = signInLimits(accepted.applicationId, businessId, username);
  const wait = await waitOf(queries, limits, now);
  if (wait !== undefined) return limited(wait);
  const right = await isPassword(given.password, await passwordOf(setting, accepted.applicationId, given));
  // Others may have failed in the meantime: guesses that are made all at once are counted like those one after another.
  const isJudged = right
    ? (await waitOf(queries, limits, now)) === undefined
    : await countFailure(queries, limits, now);
  if (!isJudged) return limited((await waitOf(queries, limits, now)) ?? 1);
  if (right)
    return issueFirstTokens(
      setting,
      { applicationId: accepted.applicationId, businessIds: [businessId], username },
      accepted,
    );
  return unauthorized({
    code: "INVALID_CREDENTIALS",
    message: "businessId, username and password are not those of a user of a business that the application may open",
    error: "invalid_grant",
  });
}

type Credentials = { readonly businessId: string; readonly username: string; readonly password: string };

function readCredentials(form: TokenForm): Credentials | Answer {
  const businessId = readField(form, "businessId", {
    pattern: /^[^\p{Cc}\p{Surrogate}]{1,128}$/u,
    expected: BUSINESS_ID.expected,
  });
  if (typeof businessId !== "string") return businessId;
  const username = readField(form, "username", USERNAME);
  if (typeof username !== "string") return username;
  const password = readField(form, "password", PASSWORD);
  if (typeof password !== "string") return password;
  return { businessId, username: username.normalize("NFC"), password };
}

/** Only of a business that the application may open: it never signs in to another. */
async function passwordOf(
  { queries }: Setting,
  applicationId: string,
  { businessId, username }: Credentials,
): Promise<string | undefined> {
  const row = await queries.first(
    `SELECT users.password FROM users JOIN application_businesses AS opened
      ON opened.business_id = users.business_id AND opened.application_id = $1
      WHERE users.business_id = $2 AND users.username = $3`,
    [applicationId, businessId, username],
  );
  return row === undefined ? undefined : String(row.password);
}

function limited(retryAfter: number): Answer {
  return unauthorized({
    code: "TOO_MANY_FAILURES",
    message: `too many sign-ins have failed; another is judged in ${retryAfter} s`,
    error: "invalid_grant",
    retryAfter,
  });
}
