/** What is asked of a living service: cases made of a description, sent, judged, and told with the way to see them again. */
export { PHASES, type Phase } from "./case.js";
export { type Planned, type PlanOptions, plannedCases } from "./plan.js";
export type { Unaccepted } from "./reception.js";
export { type ProbeOptions, type ProbeResult, runProbe, type Unasked } from "./run-probe.js";
export type { CredentialSource } from "./session.js";
export type { Listen, Listener } from "./stories/webhooks.js";
export { createTargets } from "./targets.js";
export { type UnknownName, unknownNames } from "./unknown-names.js";
export { withoutKeysOf } from "./without-keys.js";
export type { Credentials } from "./write-request.js";
