import { type FindingGroup, type Report, toPrintable, type Waiver } from "../../gate/index.js";
import { formatWaiver } from "../findings/locations.js";
import type { Colors } from "../formatting/colors.js";
import { joinList } from "../formatting/join-list.js";

/** Formats the effect of the baseline: the accepted findings by reason, and the fixed and expired ones. */
export function formatBaseline({ baseline, findings }: Report, ink: Colors): string[] {
  if (baseline === undefined) return [];
  const { path, known, expired, fixed, unobserved } = baseline;
  const line = ({ fingerprint, code = "", operation, expires, reason }: Waiver, state: string): string =>
    `  ${state} ${ink.dim(fingerprint)} ${ink.bold(code)} ${operation ?? ""}  ${expires === undefined ? "" : `${expires}, `}${toPrintable(reason)}`;
  const counts = `${baseline.new} new, ${known.error + known.warn} known, ${expired.length} expired, ${fixed.length} fixed`;
  const rest = unobserved === 0 ? "" : `, ${unobserved} not observed`;
  return [
    [
      `${ink.bold(`Baseline ${path}`)}: ${counts}${rest}`,
      ...formatKnownByReason(findings, ink),
      ...expired.map((waiver) => line(waiver, ink.red("expired"))),
      ...fixed.map((waiver) => line(waiver, ink.green("fixed  "))),
      ...(fixed.length === 0 ? [] : [ink.dim("  --update-baseline removes the fixed findings")]),
    ].join("\n"),
  ];
}

/** Formats one line per reason, because accepted findings need no details. */
function formatKnownByReason(findings: readonly FindingGroup[], ink: Colors): string[] {
  const byReason = new Map<string, FindingGroup[]>();
  for (const finding of findings) {
    if (finding.state !== "known") continue;
    const reason = formatWaiver(finding);
    const group = byReason.get(reason);
    if (group === undefined) byReason.set(reason, [finding]);
    else group.push(finding);
  }
  return [...byReason].map(([reason, group]) => {
    const codes = [...new Set(group.map(({ code }) => code))].sort();
    return `  known   ${group.length} × ${reason}  ${ink.dim(joinList(codes, 3))}`;
  });
}

/** Formats the fingerprint of a finding that a baseline can accept, or the reason why it was accepted before. */
export function formatBaselineState({ state, waiver, fingerprint }: FindingGroup): string {
  if (state === undefined) return ` (${fingerprint})`;
  if (state === "known") return "";
  if (state === "new") return `, new (${fingerprint})`;
  const ticket = waiver?.ticket === undefined ? "" : `, ${toPrintable(waiver.ticket)}`;
  return `, accepted until ${waiver?.expires}: ${toPrintable(waiver?.reason ?? "")}${ticket}`;
}
