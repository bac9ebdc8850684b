import { type FindingGroup, listWarnings } from "../gate/index.js";
import { selectMostImportant } from "./findings/group-findings.js";
import {
  formatOccurrences,
  formatRecordingLocation,
  formatReproduction,
  formatSpecLocation,
  formatWaiver,
} from "./findings/locations.js";
import { getFix } from "./findings/rule-texts.js";
import { escapeControl, escapeControlLines } from "./formatting/escape-control.js";
import { pluralize } from "./formatting/pluralize.js";
import type { ReportInput } from "./report-input.js";
import { formatUnmetThresholds } from "./summary/coverage.js";
import { failsRun, formatVerdict, formatWarning } from "./summary/verdict.js";

/** GitHub silently drops further annotations of one kind in a step. */
export const MAX_ANNOTATIONS = 10;

export type AnnotationLevel = "error" | "warning" | "notice";
type AnnotationTarget = { readonly file: string; readonly line?: number; readonly column?: number };

/**
 * Formats workflow commands of GitHub Actions: annotations on lines of the spec, the most important first, and the outcome.
 * Findings that fail the run are errors, others are warnings. Accepted findings have no annotation.
 */
export function formatGithubReport(input: ReportInput): string {
  const { report, outcome, failOn, maxFindings } = input;
  const all = report.findings.filter(({ state }) => state !== "known");
  const open = selectMostImportant(all, maxFindings);
  const failing = open.filter((it) => failsRun(it, failOn));
  const others = open.filter((it) => !failsRun(it, failOn));
  const below = [formatUnmetThresholds(report.coverage)].filter((text) => text !== "");
  const errors = [
    ...below.map((text) =>
      formatWorkflowCommand("error", `Coverage is below the threshold: ${text}`, { title: "coverage" }),
    ),
    ...failing.map((finding) => formatAnnotation("error", finding, input)),
  ];
  const warnings = others.map((finding) => formatAnnotation("warning", finding, input));
  const verdict = formatWorkflowCommand(
    outcome.kind === "passed" ? "notice" : "error",
    formatVerdict(report, outcome, input.diagnostics),
    {
      title: "contract",
    },
  );
  // The outcome of a failed run is an annotation of the kind `error` too.
  const room = outcome.kind === "passed" ? MAX_ANNOTATIONS : MAX_ANNOTATIONS - 1;
  const rest = all.length - open.length;
  const lines = [
    ...listWarnings(report).map((it) => formatWorkflowCommand("warning", formatWarning(it), { title: "contract" })),
    ...selectCommands(errors, room, "error"),
    ...selectCommands(warnings, MAX_ANNOTATIONS, "warning"),
    ...(rest === 0
      ? []
      : [formatWorkflowCommand("notice", `and ${pluralize(rest, "more finding")}`, { title: "more" })]),
    verdict,
  ];
  return `${lines.join("\n")}\n`;
}

/** Limits the commands to `most`. The last one then counts the omitted ones. */
export function selectCommands(commands: readonly string[], most: number, kind: AnnotationLevel): readonly string[] {
  if (commands.length <= most) return commands;
  const rest = commands.length - most + 1;
  const text = kind === "error" ? pluralize(rest, "more error") : `${rest} more places with drift`;
  return [
    ...commands.slice(0, most - 1),
    formatWorkflowCommand(kind, `and ${text}; the job summary lists all`, { title: "more" }),
  ];
}

function formatAnnotation(kind: AnnotationLevel, finding: FindingGroup, input: ReportInput): string {
  const { code, contract, recording, operationId } = finding;
  const fix = getFix(finding);
  const text = [
    finding.message,
    ...(finding.consequences ?? []).map((it) => `and ${it.code}: ${it.message}`),
    `${operationId ?? "not in the spec"}, ${formatOccurrences(finding)}${finding.state === "expired" ? `, ${formatWaiver(finding)}` : ""}`,
    `spec: ${formatSpecLocation(contract)} ${contract.pointer}`,
    `recording: ${formatRecordingLocation(recording)}`,
    ...formatReproduction(finding).slice(0, 1),
    ...(fix === "" ? [] : [fix]),
  ].join("\n");
  return formatWorkflowCommand(kind, text, { title: code, ...getAnnotationLocation(contract, input) });
}

/** Returns nothing for files outside the repository, which GitHub cannot annotate. The message names them. */
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

/** Escapes the characters that would end a workflow command. The runner decodes them. */
function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(escapeControl(text)).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
