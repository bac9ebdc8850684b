/**
 * The probe: generates requests from a spec, sends them to a running service, checks the responses, and reports
 * findings with a command to reproduce each.
 */

export type { UnacceptedOperation, WrongSetup } from "./acceptance-stats.js";
export { type ArazzoDocument, listEntryWorkflows, readArazzoDocument } from "./arazzo/arazzo-document.js";
export { findUnknownNames } from "./body-properties.js";
export { findDestructiveOperations } from "./graph/operation-order.js";
export { createServerUrls, listPlannedCases, type ProbePlanOptions } from "./plan.js";
export { isSafeMethod, PHASES, type Phase } from "./requests/probe-case.js";
export {
  formatArgument,
  getCredentialPart,
  NO_CREDENTIALS,
  type ProbeCredentials,
  quoteArgument,
} from "./requests/serialize-request.js";
export { type ProbeOptions, type ProbeResult, runProbe } from "./run-probe.js";
export type { WebhookListenerFactory } from "./scenarios/webhooks/webhooks.js";
export { type CredentialSource, needsCredentials } from "./session/session.js";
