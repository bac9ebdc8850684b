import { CHECKS, type Check, type CheckContext, type CheckFinding } from "../../checks/index.js";
import { CannotValidateError } from "../../schema/index.js";
import { exceedsMaxDepth } from "./max-depth.js";

export type CheckResult = { readonly findings: readonly CheckFinding[]; readonly notValidated: readonly string[] };

/** What the checks say of an exchange. */
export function runChecks(subject: CheckContext, checks: readonly Check[] = CHECKS): CheckResult {
  const findings: CheckFinding[] = [];
  const unjudged: string[] = [];
  for (const check of checks) {
    try {
      for (const result of check(subject)) {
        if ("notValidated" in result) unjudged.push(result.notValidated);
        else findings.push(result);
      }
    } catch (error) {
      // Validators recurse as deep as the value does. A stack that is full shows as a RangeError, or as nonsense.
      if (!(error instanceof CannotValidateError) && !hasDeepBody(subject)) throw error;
      unjudged.push(error instanceof CannotValidateError ? error.message : "a body is nested too deeply to be judged");
    }
  }
  return { findings, notValidated: [...new Set(unjudged)] };
}

function hasDeepBody({ bodies }: CheckContext): boolean {
  return [bodies.request, bodies.response].some(
    ({ content }) => content.kind === "value" && exceedsMaxDepth(content.value),
  );
}
