import type { OperationCoverage, Report } from "../../gate/index.js";
import { pluralize } from "../formatting/pluralize.js";

/** The operations or webhooks of a spec, titled with the number that the traffic covers: `7 of 12 operations seen`. */
export type CoveredOperations = {
  readonly kind: "operation" | "webhook";
  readonly title: string;
  readonly all: readonly OperationCoverage[];
};

/** Summarizes the coverage of operations, of webhooks if the traffic has any, or of both. */
export function summarizeCoverage({
  coverage: { operations, webhooks },
}: Pick<Report, "coverage">): readonly CoveredOperations[] {
  const ofOperations = summarizeOperations("operation", operations);
  if (webhooks === undefined) return [ofOperations];
  const ofWebhooks = summarizeOperations("webhook", webhooks);
  // A recording of a webhook receiver has no calls of operations.
  return operations.some(isCovered) ? [ofOperations, ofWebhooks] : [ofWebhooks];
}

function summarizeOperations(kind: CoveredOperations["kind"], all: readonly OperationCoverage[]): CoveredOperations {
  return { kind, title: `${all.filter(isCovered).length} of ${pluralize(all.length, kind)} seen`, all };
}

function isCovered({ exchanges }: OperationCoverage): boolean {
  return exchanges > 0;
}
