import type { FindingGroup } from "../../gate/index.js";
import type { Colors } from "../formatting/colors.js";
import { ACCEPTANCE_ADVICE, ADVICE_TITLE, listAdvice } from "../summary/advice.js";

/** Formats how to fix findings, in one line for each code, and how to accept them. */
export function formatAdvice(
  findings: readonly FindingGroup[],
  { ink, canAccept }: { readonly ink: Colors; readonly canAccept: boolean },
): string[] {
  const advice = listAdvice(findings);
  if (advice.length === 0) return [];
  const width = Math.max(...advice.map(([code]) => code.length));
  const lines = advice.map(([code, fix]) => `  ${code.padEnd(width)}  ${ink.dim(fix)}`);
  if (canAccept) lines.push(`  ${ink.dim(ACCEPTANCE_ADVICE)}`);
  return [[ink.bold(ADVICE_TITLE), ...lines].join("\n")];
}
