import type { OperationCoverage, Report } from "../gate/index.js";
import { plural } from "./plural.js";

/** Operations or webhooks, and how many of them the traffic has shown: `7 of 12 operations seen`. */
export type Shown = {
  readonly kind: "operation" | "webhook";
  readonly title: string;
  readonly all: readonly OperationCoverage[];
};

/** What of the description the traffic was about: its operations, its webhooks, or both. */
export function shown({ coverage: { operations, webhooks } }: Pick<Report, "coverage">): readonly Shown[] {
  const ofOperations = shownOf("operation", operations);
  if (webhooks === undefined) return [ofOperations];
  const ofWebhooks = shownOf("webhook", webhooks);
  // Who receives events calls nothing.
  return operations.some(isSeen) ? [ofOperations, ofWebhooks] : [ofWebhooks];
}

function shownOf(kind: Shown["kind"], all: readonly OperationCoverage[]): Shown {
  return { kind, title: `${all.filter(isSeen).length} of ${plural(all.length, kind)} seen`, all };
}

function isSeen({ exchanges }: OperationCoverage): boolean {
  return exchanges > 0;
}
