import { isObject } from "../../../document/index.js";
import {
  createErrorResponse,
  type OperationHandler,
  type RequestContext,
  type ServiceResponse,
} from "../../context/request-context.js";
import { listApplicationBusinesses } from "../../tenants/index.js";
import type { GrantContext } from "../grant-context.js";
import { JWT_BEARER } from "../jwt-bearer.js";
import { MAX_ASSERTION_LENGTH, verifyAssertion } from "../verify-assertion.js";
import { issueFirstTokens } from "./issue-first-tokens.js";
import { grantByPassword } from "./password-grant.js";
import { grantByRefreshToken } from "./refresh-grant.js";
import { readFormField, type TokenForm } from "./token-form.js";

/**
 * `POST /token` (seed, "POST /token" and "Authentication"): three grants, selected by the form field `grantType`.
 *
 * Responds with 400 to an invalid form. Responds with 401 and a challenge to an invalid assertion, password or refresh
 * token. The seed says that an invalid token yields 401; RFC 6749, section 5.2, has 400 for most of these.
 *
 * Each step is one atomic statement, so no transaction is needed, and other writers do not wait for password hashing.
 */
export const createToken: OperationHandler = {
  kind: "sign-in",
  handle: async (call, queries, app) => grantTokens(call, { queries, app, now: call.now }),
};

async function grantTokens({ body, headers }: RequestContext, context: GrantContext): Promise<ServiceResponse> {
  if (!isObject(body))
    return createErrorResponse(
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
      return createErrorResponse(
        400,
        "UNSUPPORTED_GRANT_TYPE",
        `the form field grantType: expected ${JWT_BEARER}, ${PASSWORD_GRANT} or ${refreshGrantType} (not grant_type)`,
      );
  }
}

const PASSWORD_GRANT = "PASSWORD";

/** Grants tokens to the application itself, for all its businesses (RFC 7523, section 2.1). */
async function grantByAssertion(form: TokenForm, context: GrantContext): Promise<ServiceResponse> {
  const assertion = readFormField(form, "assertion", ASSERTION_RULE);
  if (typeof assertion !== "string") return assertion;
  const verified = await verifyAssertion(assertion, context);
  if ("status" in verified) return verified;
  const { applicationId } = verified;
  const businessIds = await listApplicationBusinesses(context.queries, applicationId);
  return issueFirstTokens(context, { applicationId, businessIds, username: undefined }, verified);
}

const ASSERTION_RULE = {
  pattern: new RegExp(`^[^]{1,${MAX_ASSERTION_LENGTH}}$`),
  expected: `a self-signed JWT of at most ${MAX_ASSERTION_LENGTH} characters`,
};
