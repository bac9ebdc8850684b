import type { FindingGroup } from "../../gate/index.js";
import { getRuleTexts } from "../findings/rule-texts.js";
import { getPackagePage } from "../package-page.js";

export const ADVICE_TITLE = "How to fix";

/** How to accept findings that no baseline accepts. */
export const ACCEPTANCE_ADVICE = `To accept a finding for now, put its fingerprint into a baseline (${getPackagePage("findings.md")}); --update-baseline accepts all.`;

/** Lists how to fix the findings that are not accepted, once for each code. */
export function listAdvice(findings: readonly FindingGroup[]): readonly (readonly [code: string, fix: string])[] {
  const codes = new Set(findings.filter(({ state }) => state !== "known").map(({ code }) => code));
  return [...codes]
    .sort()
    .map((code) => [code, getRuleTexts(code).fix] as const)
    .filter(([, fix]) => fix !== "");
}
