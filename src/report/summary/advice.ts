import type { FindingGroup } from "../../check/index.js";
import { formatSpecLocation } from "../findings/locations.js";
import { getFix } from "../findings/rule-texts.js";
import { getPackagePage } from "../package-page.js";

export const ADVICE_TITLE = "How to fix";

/** How to accept findings that no baseline accepts. */
export const ACCEPTANCE_ADVICE = `To accept a finding for now, put its fingerprint into a baseline (${getPackagePage("findings.md")}); --update-baseline accepts all.`;

/** Lists how to fix the findings that are not accepted, once for each code and edit, with the first places. */
export function listAdvice(findings: readonly FindingGroup[]): readonly (readonly [code: string, fix: string])[] {
  const groups = new Map<string, { readonly first: FindingGroup; readonly places: Set<string> }>();
  for (const finding of findings.filter(({ state }) => state !== "known")) {
    const key = `${finding.code} ${getFix(finding, "")}`;
    const group = groups.get(key) ?? { first: finding, places: new Set() };
    groups.set(key, group);
    group.places.add(formatSpecLocation(finding.contract));
  }
  return [...groups.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { first, places }]) => {
      const more = places.size > MAX_PLACES ? ` and ${places.size - MAX_PLACES} more` : "";
      return [first.code, getFix(first, [...places].slice(0, MAX_PLACES).join(", ") + more)] as const;
    })
    .filter(([, fix]) => fix !== "");
}

const MAX_PLACES = 3;
