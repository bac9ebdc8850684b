import type { OperationCoverage, Report } from "../../gate/index.js";
import { pluralize } from "../formatting/pluralize.js";

/** Operations or webhooks, and how many of them the traffic has shown: `7 of 12 operations seen`. */
export type CoveredOperations = {
  readonly kind: "operation" | "webhook";
  readonly title: string;
  readonly all: readonly OperationCoverage[];
};

/** What of the description the traffic was about: its operations, its webhooks, or both. */
export function summarizeCoverage({
  coverage: { operations, webhooks },
}: Pick<Report, "coverage">): readonly CoveredOperations[] {
  const ofOperations = summarizeOperations("operation", operations);
  if (webhooks === undefined) return [ofOperations];
  const ofWebhooks = summarizeOperations("webhook", webhooks);
  // Who receives events calls nothing.
  return operations.some(isCovered) ? [ofOperations, ofWebhooks] : [ofWebhooks];
}

function summarizeOperations(kind: CoveredOperations["kind"], all: readonly OperationCoverage[]): CoveredOperations {
  return { kind, title: `${all.filter(isCovered).length} of ${pluralize(all.length, kind)} seen`, all };
}

function isCovered({ exchanges }: OperationCoverage): boolean {
  return exchanges > 0;
}
