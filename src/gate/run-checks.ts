import { CHECKS, type Check, type Disagreement, type Subject } from "../checks/index.js";
import { Unjudged } from "../schema/index.js";
import { isNestedDeeply } from "./nesting.js";

export type Checked = { readonly disagreements: readonly Disagreement[]; readonly unjudged: readonly string[] };

/** What the checks say of an exchange. */
export function runChecks(subject: Subject, checks: readonly Check[] = CHECKS): Checked {
  const disagreements: Disagreement[] = [];
  const unjudged: string[] = [];
  for (const check of checks) {
    try {
      for (const result of check(subject)) {
        if ("unjudged" in result) unjudged.push(result.unjudged);
        else disagreements.push(result);
      }
    } catch (error) {
      // Validators recurse as deep as the value does. A stack that is full shows as a RangeError, or as nonsense.
      if (!(error instanceof Unjudged) && !hasDeepBody(subject)) throw error;
      unjudged.push(error instanceof Unjudged ? error.message : "a body is nested too deeply to be judged");
    }
  }
  return { disagreements, unjudged: [...new Set(unjudged)] };
}

function hasDeepBody({ bodies }: Subject): boolean {
  return [bodies.request, bodies.response].some(
    ({ content }) => content.kind === "value" && isNestedDeeply(content.value),
  );
}
