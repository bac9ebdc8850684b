import { type Outcome, printable, type Report } from "../gate/index.js";
import type { Problem } from "../lint/index.js";
import { belowText } from "./changed.js";
import { plural } from "./plural.js";

/** How a run came out, in one sentence; that the traffic keeps a description does not say that this is without errors. */
export function verdictSentence(report: Report, outcome: Outcome, problems: readonly Problem[] = []): string {
  const { summary, spec, baseline, coverage, unaccepted } = report;
  const { findings } = summary;
  const known = baseline?.known ?? { error: 0, warn: 0 };
  const accepted = known.error + known.warn;
  const errors = findings.error - known.error;
  const drift = findings.warn === known.warn ? "" : `; drift in ${plural(findings.warn - known.warn, "place")}`;
  const beside = accepted === 0 ? "" : `; ${accepted} known`;
  const lacking = unacceptedWords(unaccepted);
  const wrong = problems.filter(({ level }) => level === "error").length;
  const own = wrong === 0 ? "" : `; the description has ${plural(wrong, "error")} of its own`;
  const title = spec.title === "" ? spec.path : `${spec.title} (${spec.path})`;
  const { unlogged = 0 } = summary;
  const told =
    unlogged === 0 ? "" : `; ${plural(unlogged, "exchange")} of logs could be judged only as far as these tell`;
  if (outcome.kind === "unjudged") return `Could not judge: ${outcome.reasons.join("; ")}.`;
  const below = belowText(coverage);
  if (outcome.kind === "broken" && errors === 0 && below !== "")
    return `The contract of ${title} holds${drift}${told}${beside}${lacking}${own}, but too little of it was seen: ${below}.`;
  const unseen = below === "" ? "" : `; too little of it was seen: ${below}`;
  if (outcome.kind === "broken")
    return `The contract of ${title} is broken in ${plural(errors, "place")}${drift}${beside}${lacking}${own}${unseen}.`;
  const apart = errors === 0 ? "" : `, apart from errors in ${plural(errors, "place")} that do not count here`;
  return `The contract of ${title} holds${apart}${drift}${told}${beside}${lacking}${own}.`;
}

/** What stands over what logs do not hold. */
export const UNLOGGED = "Not in the log, and so not judged";

/** Which services have accepted nothing of how many operations: so far nobody has seen that they keep the contract. */
function unacceptedWords(groups: Report["unaccepted"] = []): string {
  const sources = [...new Set(groups.map(({ source }) => source))];
  const counts = sources.map((source) => {
    const ids = groups.filter((it) => it.source === source).flatMap(({ operations }) => operations);
    return `${printable(source)} accepted nothing of ${plural(new Set(ids).size, "operation")}`;
  });
  return counts.map((it) => `; ${it}`).join("");
}

/** Whether a finding fails the run: not one that is accepted, and from the given level on. */
export function counts(finding: Report["findings"][number], failOn: "error" | "warn" | "never" = "error"): boolean {
  if (finding.state === "known" || failOn === "never") return false;
  return failOn === "warn" || finding.level === "error";
}
