import type { ExcludedOperations } from "../../check/index.js";

/** Formats what leaves operations out, and the reason of the configuration. */
export function formatExclusion({ selector, reason }: ExcludedOperations): string {
  return reason === undefined ? `by ${selector}` : `by ${selector}: ${reason}`;
}
