import { bodyDrift } from "./body-drift.js";
import { bodyInvalid } from "./body-invalid.js";
import { bodyMalformed } from "./body-malformed.js";
import { bodyMissing } from "./body-missing.js";
import { bodyUnexpected } from "./body-unexpected.js";
import type { Check } from "./check.js";
import { contentType } from "./content-type.js";
import { headerUndeclared } from "./header-undeclared.js";
import { parameterDrift } from "./parameter-drift.js";
import { parameterInvalid } from "./parameter-invalid.js";
import { parameterMissing } from "./parameter-missing.js";
import { pathAmbiguous } from "./path-ambiguous.js";
import { queryUndeclared } from "./query-undeclared.js";
import { responseHeader } from "./response-header.js";
import { securityMissing } from "./security-missing.js";
import { statusUndocumented } from "./status-undocumented.js";
import { trailingSlash } from "./trailing-slash.js";

export type { BodyContent, BodyProblem, XmlContent } from "./body-content.js";
export type {
  BodySubject,
  Check,
  Disagreement,
  ReadParameter,
  Subject,
  Unjudged,
} from "./check.js";
export { CODES, type CodeDescription, type FindingCode, type Level } from "./codes.js";
export { methodUndocumented, pathUndocumented } from "./endpoint-undocumented.js";
export { invalidAccepted } from "./invalid-accepted.js";
export { isPreflight } from "./preflight.js";
export { readAnswerHeader } from "./read-answer-header.js";
export { isSecretInXml } from "./secret-in-xml.js";
export { isStandardHeader } from "./standard-headers.js";
export { hasTrailingSlashMismatch } from "./trailing-slash.js";
export { eventUnknown, webhookUnknown } from "./webhook-event.js";
export { signatureInvalid } from "./webhook-signature.js";

/** What is asked of one parameter after another, whatever else the exchange holds. */
export const PARAMETER_CHECKS: readonly Check[] = [parameterMissing, parameterInvalid, parameterDrift];

/** Every check of an exchange with a documented operation, in the order in which a reader wants to hear of them. */
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
];

/**
 * Of a webhook: its URL is the listener's own, and so is what else it asks of whoever calls it; what a description asks as
 * credentials it asks of its clients.
 */
export const WEBHOOK_CHECKS: readonly Check[] = CHECKS.filter(
  (check) => ![pathAmbiguous, trailingSlash, queryUndeclared, securityMissing].includes(check),
);
