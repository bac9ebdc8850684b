import type { FindingGroup } from "../gate/index.js";
import { selectMostImportant } from "./findings/group-findings.js";
import {
  formatOccurrences,
  formatRecordingLocation,
  formatReproduction,
  formatSpecLocation,
  formatWaiver,
} from "./findings/locations.js";
import { getRuleTexts } from "./findings/rule-texts.js";
import { escapeControl, escapeControlLines } from "./formatting/escape-control.js";
import { pluralize } from "./formatting/pluralize.js";
import type { ReportInput } from "./report-input.js";
import { formatUnmetThresholds } from "./summary/changed-coverage.js";
import { failsRun, formatVerdict } from "./summary/verdict.js";

/** GitHub shows as many annotations of one kind for a step; what is beyond is dropped without a word. */
export const MAX_ANNOTATIONS = 10;

export type AnnotationLevel = "error" | "warning" | "notice";
type AnnotationTarget = { readonly file: string; readonly line?: number; readonly column?: number };

/**
 * Workflow commands of GitHub Actions: an annotation on the line of the description for each finding, the most important
 * first, and one line with the verdict. What counts is an error, drift a warning, what is accepted is not annotated.
 */
export function formatGithubReport(input: ReportInput): string {
  const { report, outcome, failOn } = input;
  const open = selectMostImportant(report.findings).filter(({ state }) => state !== "known");
  const failing = open.filter((it) => failsRun(it, failOn));
  const others = open.filter((it) => !failsRun(it, failOn));
  const below = [formatUnmetThresholds(report.coverage)].filter((text) => text !== "");
  const errors = [
    ...below.map((text) => formatWorkflowCommand("error", `Too little was seen: ${text}`, { title: "coverage" })),
    ...failing.map((finding) => formatAnnotation("error", finding, input)),
  ];
  const warnings = others.map((finding) => formatAnnotation("warning", finding, input));
  const verdict = formatWorkflowCommand(
    outcome.kind === "passed" ? "notice" : "error",
    formatVerdict(report, outcome, input.problems),
    {
      title: "contract",
    },
  );
  // The verdict takes a place of its own kind.
  const room = outcome.kind === "passed" ? MAX_ANNOTATIONS : MAX_ANNOTATIONS - 1;
  const lines = [
    ...selectCommands(errors, room, "error"),
    ...selectCommands(warnings, MAX_ANNOTATIONS, "warning"),
    verdict,
  ];
  return `${lines.join("\n")}\n`;
}

/** As many as are shown; where there are more, the last of them says so. */
export function selectCommands(commands: readonly string[], most: number, kind: AnnotationLevel): readonly string[] {
  if (commands.length <= most) return commands;
  const rest = commands.length - most + 1;
  const text = kind === "error" ? pluralize(rest, "error") : `${rest} places of drift`;
  return [
    ...commands.slice(0, most - 1),
    formatWorkflowCommand(kind, `and ${text} more; the job summary has them`, { title: "more" }),
  ];
}

function formatAnnotation(kind: AnnotationLevel, finding: FindingGroup, input: ReportInput): string {
  const { code, contract, recording, operationId } = finding;
  const { fix } = getRuleTexts(code);
  const text = [
    finding.message,
    `${operationId ?? "not in the contract"}, ${formatOccurrences(finding)}${finding.state === "expired" ? `, was ${formatWaiver(finding)}` : ""}`,
    `contract: ${formatSpecLocation(contract)} ${contract.pointer}`,
    `recording: ${formatRecordingLocation(recording)}`,
    ...formatReproduction(finding).slice(0, 1),
    ...(fix === "" ? [] : [fix]),
  ].join("\n");
  return formatWorkflowCommand(kind, text, { title: code, ...getAnnotationLocation(contract, input) });
}

/** A line of a file outside the repository cannot be annotated; the message names it. */
export function getAnnotationLocation(
  { file, line, column = 1 }: AnnotationTarget,
  { pathInRepository }: Pick<ReportInput, "pathInRepository">,
): object {
  const path = pathInRepository === undefined ? file : pathInRepository(file);
  if (path === undefined) return {};
  return line === undefined ? { file: path } : { file: path, line, col: column };
}

export function formatWorkflowCommand(kind: AnnotationLevel, text: string, properties: object): string {
  const list = Object.entries(properties).map(([name, value]) => `${name}=${escapeProperty(String(value))}`);
  return `::${kind} ${list.join(",")}::${escapeData(escapeControlLines(text))}`;
}

/** What the runner would take for the end of the text or a line of its own is written as it reads it back. */
function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(escapeControl(text)).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
