import type { Finding } from "../../gate/index.js";
import type { CaseEdit, ProbeCase } from "../requests/probe-case.js";
import type { CaseDraft, DraftOutcome } from "./case-draft.js";
import { fastValidateDraft } from "./fast-validate-draft.js";
import type { GenerationContext } from "./generation-context.js";

/**
 * Validates a draft against the spec. Returns undefined if the result contradicts `expect`: an accepted case must be
 * valid, and a refused case must be invalid at the edited location only.
 */
export function validateCaseDraft(context: GenerationContext, draft: CaseDraft): ProbeCase | undefined {
  const expect = fastValidateDraft(context, draft) ?? fullyValidateDraft(context, draft);
  context.stats[expect === "dropped" ? "dropped" : "planned"] += 1;
  return expect === "dropped" ? undefined : { ...draft.probeCase, expect };
}

/** Validates the whole serialized request. */
export function fullyValidateDraft(context: GenerationContext, { probeCase, enclosing }: CaseDraft): DraftOutcome {
  const { expect, edit, credentials } = probeCase;
  const isAbout = createLocationTest(edit, enclosing);
  // The spec only says whether credentials are present, not whether they are valid.
  if (credentials === "wrong" || edit.part === "method") return expect;
  const checkResult = context.validate(probeCase);
  if (!checkResult.isMatched) return "dropped";
  if (expect === "refused")
    return checkResult.errors.length > 0 && checkResult.errors.every(isAbout) ? expect : "dropped";
  if (expect === "open") return expect;
  if (checkResult.errors.length > 0 || !checkResult.isRoundTripped || checkResult.reasons.length > 0) return "dropped";
  // A service may reject undocumented data.
  return checkResult.drift.some(isAbout) ? "open" : expect;
}

/**
 * Creates a test whether a finding is about the edited location: same part, and in the body an ancestor or a
 * descendant.
 */
function createLocationTest({ part }: CaseEdit, at: string): (finding: Finding) => boolean {
  return ({ code, recording }) => {
    if (!code.startsWith(`request.${part}.`)) return false;
    const place = recording.body;
    return part !== "body" || place === undefined || isSameOrInside(place, at) || isSameOrInside(at, place);
  };
}

function isSameOrInside(outer: string, inner: string): boolean {
  return inner === outer || inner.startsWith(`${outer}/`);
}
