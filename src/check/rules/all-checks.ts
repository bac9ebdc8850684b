import { bodyDrift } from "./body/body-drift.js";
import { bodyInvalid } from "./body/body-invalid.js";
import { bodyMalformed, bodyMissing, bodyUnexpected, contentType } from "./body/body-presence.js";
import type { Check } from "./check.js";
import { headerUndeclared, responseHeader } from "./headers.js";
import { checkListing } from "./listing.js";
import { queryUndeclared, securityMissing } from "./request/credentials.js";
import { parameterDrift, parameterInvalid, parameterMissing } from "./request/parameters.js";
import { pathAmbiguous, trailingSlash } from "./request/path.js";
import { statusUndocumented } from "./status.js";
import { secretShown } from "./values/secret-shown.js";
import { webhookLate } from "./webhook.js";

/** The checks that look at each parameter separately, independently of the rest of the exchange. */
export const PARAMETER_CHECKS: readonly Check[] = [parameterMissing, parameterInvalid, parameterDrift];

/** The checks that compare values of the bodies, beyond what their schemas say. */
export const STATED_CHECKS: readonly Check[] = [checkListing, secretShown];

/** All checks of an exchange with a documented operation, in the order of the report. */
export const CHECKS: readonly Check[] = [
  pathAmbiguous,
  trailingSlash,
  parameterMissing,
  parameterInvalid,
  parameterDrift,
  queryUndeclared,
  securityMissing,
  statusUndocumented,
  responseHeader,
  headerUndeclared,
  contentType,
  bodyMissing,
  bodyUnexpected,
  bodyMalformed,
  bodyInvalid,
  bodyDrift,
  ...STATED_CHECKS,
];

/**
 * The checks of webhooks. The listener chooses the URL and its query; the security requirements of the spec apply to API
 * clients only.
 */
export const WEBHOOK_CHECKS: readonly Check[] = [
  ...CHECKS.filter((check) => ![pathAmbiguous, trailingSlash, queryUndeclared, securityMissing].includes(check)),
  webhookLate,
];
