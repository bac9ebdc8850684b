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

export { listBodyValues } from "./bodies.js";
export type {
  BodyContent,
  BodyContext,
  BodyMediaType,
  BodyValue,
  Check,
  CheckContext,
  CheckedParameter,
  CheckFinding,
  Consequence,
  FindingReporter,
  NotValidated,
  XmlContent,
} from "./check.js";
export type { CodeDescription, Level } from "./codes.js";
export { CODES, type FindingCode } from "./codes.js";
export { isStandardHeader, readResponseHeader } from "./headers.js";
export {
  findCountViolation,
  findNextLinkViolation,
  findPageItems,
  findPageLink,
  findPageSizeParameter,
  findPageSizeViolation,
  getListingPaging,
  getPageSize,
  hasBodyComparison,
  type ListingPage,
} from "./listing.js";
export { isPreflight } from "./request/credentials.js";
export {
  createUndocumentedMethodFinding,
  createUndocumentedPathFinding,
  createUndocumentedServerFinding,
  hasTrailingSlashMismatch,
} from "./request/path.js";
export { createInvalidAcceptedFinding } from "./status.js";
export { createShownSecretFinding, findShownSecret } from "./values/secret-shown.js";
export { isSecretInXml } from "./values/value-findings.js";
export {
  createUnknownEventFinding,
  createUnknownWebhookFinding,
  hasStatedSignature,
  type SignatureResult,
  verifySignature,
} from "./webhook.js";

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
