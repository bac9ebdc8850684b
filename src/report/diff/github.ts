import type { DiffFinding } from "../../diff/index.js";
import { command, type Kind } from "../github.js";
import { diffPlace, diffSentence, fails, type ToldDiff, touched, unaccepted, witnessLine } from "./told.js";

/** GitHub shows as many annotations of one kind for a step; what is beyond is dropped without a word. */
const MOST = 9;

/** Workflow commands of GitHub Actions: annotations on the lines of the new description, and one line with the outcome. */
export function diffGithub(told: ToldDiff): string {
  const { findings } = unaccepted(told);
  const lines = [...annotations("error", told), ...annotations("warning", told)];
  const verdict = command(fails(told) ? "error" : "notice", diffSentence(told), { title: "contract diff" });
  const rest = findings.length - lines.length;
  const more = rest > 0 ? [command("notice", `${rest} more; the text report has them`, { title: "more" })] : [];
  return `${[...lines, ...more, verdict].join("\n")}\n`;
}

function annotations(kind: Kind, told: ToldDiff): string[] {
  const level = kind === "error" ? "error" : "warn";
  const chosen = unaccepted(told).findings.filter((finding) => finding.level === level);
  return chosen.slice(0, MOST).map((finding) => annotation(kind, finding, told));
}

function annotation(kind: Kind, finding: DiffFinding, told: ToldDiff): string {
  const witness = witnessLine(finding);
  const text = [
    finding.message,
    touched(finding),
    ...(witness === undefined ? [] : [witness]),
    ...(finding.old === undefined ? [] : [`old: ${diffPlace(finding.old, told.old)} ${finding.old.pointer}`]),
  ].join("\n");
  return command(kind, text, { title: finding.code, ...placeIn(finding, told) });
}

/** Only what lies in the folder can be annotated, not what was read from another commit. */
function placeIn(finding: DiffFinding, { pathInRepository, new: next }: ToldDiff): object {
  const place = finding.new;
  const path = place === undefined || next.ref !== undefined ? undefined : (pathInRepository ?? String)(place.file);
  if (place === undefined || path === undefined) return {};
  return place.line === undefined ? { file: path } : { file: path, line: place.line, col: place.column ?? 1 };
}
