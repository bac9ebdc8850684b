import { createHash } from "node:crypto";
import { createWaiverFinder, type Waiver } from "../check/index.js";
import type { SpecFinding } from "../lint/index.js";
import { escapeControl, pluralize } from "./formatting/text.js";
import type { List } from "./page.js";

/** The accepted findings of a baseline, and the date of the run. */
export type AcceptedFindings = { readonly path: string; readonly waivers: readonly Waiver[]; readonly today: string };

export function isExpired({ expires }: Waiver, today: string): boolean {
  return expires !== undefined && expires < today;
}

/** Lists the entries without a matching finding, which can be removed. */
export function listUnusedWaivers(path: string, unused: readonly Waiver[]): List[] {
  const rows = unused.map(({ fingerprint = "pattern", code, reason }) => {
    const text = escapeControl(`unused entry: ${fingerprint} ${code === undefined ? "" : `${code}, `}${reason}`);
    return { text, place: path, relation: "" };
  });
  const title = "No longer found, but still in the baseline";
  return rows.length === 0 ? [] : [{ id: "unused", title, count: pluralize(rows.length, "finding"), rows }];
}

/** A finding in a spec, and why it is accepted. */
export type LintedFinding = SpecFinding & { readonly accepted?: Pick<Waiver, "reason" | "ticket" | "expires"> };

/** Identifies a finding in a spec. */
export function getSpecFingerprint({ code = "unknown", pointer = "" }: Pick<SpecFinding, "code" | "pointer">): string {
  return createHash("sha256").update(`${code}\n${pointer}`).digest("hex").slice(0, 16);
}

/** Returns a function that adds why findings in specs are accepted, and one that lists the entries that it has not used. */
export function createSpecAcceptance({ waivers, today, path }: AcceptedFindings) {
  const findWaiver = createWaiverFinder(waivers);
  const used = new Set<Waiver>();
  const accept = (finding: SpecFinding): LintedFinding => {
    const { code, pointer = "" } = finding;
    const waiver = findWaiver({ fingerprint: getSpecFingerprint(finding), code, operations: [], pointer });
    if (waiver !== undefined) used.add(waiver);
    if (waiver === undefined || isExpired(waiver, today)) return finding;
    const { reason, ticket, expires } = waiver;
    return { ...finding, accepted: { reason, ...(ticket && { ticket }), ...(expires && { expires }) } };
  };
  const isUnused = (it: Waiver): boolean => it.code?.startsWith("spec.") === true && !used.has(it);
  return { accept, listUnused: () => listUnusedWaivers(path, waivers.filter(isUnused)) };
}
