import { bodyDrift } from "./body/body-drift.js";
import { bodyInvalid } from "./body/body-invalid.js";
import { bodyMalformed, bodyMissing, bodyUnexpected, contentType } from "./body/body-presence.js";
import type { Check } from "./check.js";
import { headerUndeclared } from "./headers/header-undeclared.js";
import { responseHeader } from "./headers/response-header.js";
import { checkListing } from "./listing/listing-stated.js";
import { parameterDrift, parameterInvalid, parameterMissing } from "./request/parameters.js";
import { pathAmbiguous, trailingSlash } from "./request/path.js";
import { queryUndeclared } from "./request/query-undeclared.js";
import { securityMissing } from "./request/security-missing.js";
import { statusUndocumented } from "./status.js";
import { secretShown } from "./values/secret-shown.js";
import { webhookLate } from "./webhook.js";

export { listBodyValues } from "./bodies.js";
export type { BodyContent, BodyValue, XmlContent } from "./body-content.js";
export type {
  BodyContext,
  BodyMediaType,
  Check,
  CheckContext,
  CheckedParameter,
  CheckFinding,
  Consequence,
  FindingReporter,
  NotValidated,
} from "./check.js";
export type { CodeDescription, Level } from "./codes.js";
export { CODES, type FindingCode } from "./codes.js";
export { readResponseHeader } from "./headers/response-header.js";
export { isStandardHeader } from "./headers/standard-headers.js";
export {
  findPageItems,
  findPageLink,
  findPageSizeParameter,
  getListingPaging,
  getPageSize,
  type ListingPage,
} from "./listing/listing-page.js";
export { findCountViolation, findNextLinkViolation, findPageSizeViolation } from "./listing/listing-rules.js";
export { hasBodyComparison } from "./listing/listing-stated.js";
export {
  createUndocumentedMethodFinding,
  createUndocumentedPathFinding,
  createUndocumentedServerFinding,
  hasTrailingSlashMismatch,
} from "./request/path.js";
export { isPreflight } from "./request/security-missing.js";
export { createInvalidAcceptedFinding } from "./status.js";
export { isSecretInXml } from "./values/redacted-value.js";
export { createShownSecretFinding, findShownSecret } from "./values/secret-shown.js";
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
