import { CHECKS, type Check, type CheckContext, type CheckFinding, type FindingReporter } from "../../checks/index.js";
import { CannotValidateError } from "../../schema/index.js";
import { exceedsMaxDepth } from "./max-depth.js";

export type CheckResult = { readonly findings: readonly CheckFinding[]; readonly notValidated: readonly string[] };

/** Runs the checks on an exchange and collects their results. */
export function runChecks(context: CheckContext, checks: readonly Check[] = CHECKS): CheckResult {
  const findings: CheckFinding[] = [];
  const notValidated: string[] = [];
  const report: FindingReporter = (found) => {
    if ("notValidated" in found) notValidated.push(found.notValidated);
    else findings.push(found);
  };
  for (const check of checks) {
    try {
      check(context, report);
    } catch (error) {
      // Validators recurse with the depth of the value. A stack overflow may show as any error, not only as a RangeError.
      if (!(error instanceof CannotValidateError) && !hasDeepBody(context)) throw error;
      notValidated.push(
        error instanceof CannotValidateError ? error.message : "a body is nested too deeply to be checked",
      );
    }
  }
  return { findings, notValidated: [...new Set(notValidated)] };
}

function hasDeepBody({ bodies }: CheckContext): boolean {
  return [bodies.request, bodies.response].some(
    ({ content }) => content.kind === "value" && exceedsMaxDepth(content.value),
  );
}
