import { isObject } from "../../document/index.js";
import { type Answer, type Call, type Handler, refuse } from "../call.js";
import { businessesOf } from "../registry/index.js";
import { acceptAssertion, LONGEST_ASSERTION } from "./assertion.js";
import { issueFirstTokens } from "./first-tokens.js";
import { grantByPassword } from "./password-grant.js";
import { grantByRefreshToken } from "./refresh-grant.js";
import type { Setting } from "./setting.js";
import { readField, type TokenForm } from "./token-form.js";

/**
 * `POST /token` (seed, "POST /token" and "Authentication"): three grants, told apart by the form field `grantType`.
 *
 * A form that is not one of them gets 400. An assertion, a password or a refresh token that is refused gets 401 with a
 * challenge, where RFC 6749, section 5.2, has 400 for most: the seed says that an invalid token yields 401.
 *
 * Each step is one statement that decides for all replicas. Nothing has to be undone together, so that it may run with or
 * without a transaction; without one, nobody waits while a password is hashed.
 */
export const createToken: Handler = {
  kind: "sign-in",
  answer: async (call, queries, world) => grantTokens(call, { queries, world, now: call.now }),
};

async function grantTokens({ body, headers }: Call, setting: Setting): Promise<Answer> {
  if (!isObject(body)) return refuse(400, "MISSING_BODY", "a form is required: application/x-www-form-urlencoded");
  const { refreshGrantType } = setting.world.policies;
  switch (body.grantType) {
    case JWT_BEARER:
      return grantByAssertion(body, setting);
    case PASSWORD_GRANT:
      return grantByPassword(body, headers.authorization, setting);
    case refreshGrantType:
      return grantByRefreshToken(body, headers.authorization, setting);
    default:
      return refuse(
        400,
        "UNSUPPORTED_GRANT_TYPE",
        `the form field grantType: expected ${JWT_BEARER}, ${PASSWORD_GRANT} or ${refreshGrantType} (not grant_type)`,
      );
  }
}

const JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer";
const PASSWORD_GRANT = "PASSWORD";

/** A token for the application itself and all its businesses (RFC 7523, section 2.1). */
async function grantByAssertion(form: TokenForm, setting: Setting): Promise<Answer> {
  const assertion = readField(form, "assertion", ASSERTION);
  if (typeof assertion !== "string") return assertion;
  const accepted = await acceptAssertion(assertion, setting);
  if ("status" in accepted) return accepted;
  const { applicationId } = accepted;
  const businessIds = await businessesOf(setting.queries, applicationId);
  return issueFirstTokens(setting, { applicationId, businessIds, username: undefined }, accepted);
}

const ASSERTION = {
  pattern: new RegExp(`^[^]{1,${LONGEST_ASSERTION}}$`),
  expected: `a self-signed JWT of at most ${LONGEST_ASSERTION} characters`,
};
