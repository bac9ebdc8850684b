import { bodyDrift } from "./body/body-drift.js";
import { bodyInvalid } from "./body/body-invalid.js";
import { bodyMalformed } from "./body/body-malformed.js";
import { bodyMissing } from "./body/body-missing.js";
import { bodyUnexpected } from "./body/body-unexpected.js";
import { contentType } from "./body/content-type.js";
import type { Check } from "./check.js";
import { headerUndeclared } from "./headers/header-undeclared.js";
import { responseHeader } from "./headers/response-header.js";
import { checkListing } from "./listing/listing-stated.js";
import { parameterDrift } from "./request/parameter-drift.js";
import { parameterInvalid } from "./request/parameter-invalid.js";
import { parameterMissing } from "./request/parameter-missing.js";
import { pathAmbiguous } from "./request/path-ambiguous.js";
import { queryUndeclared } from "./request/query-undeclared.js";
import { securityMissing } from "./request/security-missing.js";
import { trailingSlash } from "./request/trailing-slash.js";
import { statusUndocumented } from "./status/status-undocumented.js";
import { secretShown } from "./values/secret-shown.js";
import { webhookLate } from "./webhook/webhook-late.js";

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
export type { CodeDescription, Level } from "./codes/code-description.js";
export { CODES, type FindingCode } from "./codes/codes.js";
export { readResponseHeader } from "./headers/read-response-header.js";
export { isStandardHeader } from "./headers/standard-headers.js";
export {
  findPageItems,
  findPageSizeParameter,
  getListingPaging,
  getPageSize,
  type ListingPage,
} from "./listing/listing-page.js";
export { findCountViolation, findNextLinkViolation, findPageSizeViolation } from "./listing/listing-rules.js";
export { hasBodyComparison } from "./listing/listing-stated.js";
export { findPageLink } from "./listing/page-link.js";
export {
  createUndocumentedMethodFinding,
  createUndocumentedPathFinding,
  createUndocumentedServerFinding,
} from "./request/endpoint-undocumented.js";
export { isPreflight } from "./request/preflight.js";
export { hasTrailingSlashMismatch } from "./request/trailing-slash.js";
export { createInvalidAcceptedFinding } from "./status/invalid-accepted.js";
export { isSecretInXml } from "./values/secret-in-xml.js";
export { createShownSecretFinding, findShownSecret } from "./values/secret-shown.js";
export { createUnknownEventFinding, createUnknownWebhookFinding } from "./webhook/webhook-event.js";
export { hasStatedSignature, type SignatureResult, verifySignature } from "./webhook/webhook-signature.js";

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
