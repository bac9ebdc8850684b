import { CannotValidateError } from "../../schema/index.js";
import { CHECKS } from "../rules/all-checks.js";
import type { Check, CheckContext, CheckFinding, FindingReporter } from "../rules/check.js";

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

/** Deeper than real bodies, and far below the limit of the call stack. */
const MAX_DEPTH = 500;

/** Cached, because every finding needs it and a body can be large. */
const depthCache = new WeakMap<object, boolean>();

/** Whether a value is nested too deeply for recursive validation. */
export function exceedsMaxDepth(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const exceeds = depthCache.get(value) ?? isDeeperThanMax(value);
  depthCache.set(value, exceeds);
  return exceeds;
}

function isDeeperThanMax(value: object): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    const next: unknown[] = [];
    for (const item of level) {
      if (typeof item === "object" && item !== null) for (const child of Object.values(item)) next.push(child);
    }
    if (next.length === 0) return false;
    level = next;
  }
  return true;
}
