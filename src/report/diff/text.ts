import type { DiffFinding, DiffLevel, DiffLocation } from "../../diff/index.js";
import { toPrintable } from "../../gate/index.js";
import { formatSpecSnippet } from "../findings/spec-snippet.js";
import { type Colors, createColors } from "../formatting/colors.js";
import { wrapText } from "../formatting/wrap-text.js";
import {
  type DiffReportInput,
  formatAffectedOperations,
  formatCounterexample,
  formatDiffLocation,
  formatDiffVerdict,
  formatVersionCheck,
  getDiffOutcome,
} from "./diff-report-input.js";
import { formatFindingTraffic, formatTrafficSummary } from "./traffic.js";
import { findWaiver, formatUnusedWaivers, formatWaiverStatus } from "./waivers.js";

/** Formats the text report: each change with its counterexample and the lines of both specs. */
export function formatDiffText(input: DiffReportInput): string {
  const { difference, colour, width, quiet = false } = input;
  const ink = createColors(colour);
  const unused = formatUnusedWaivers(input.accepted, difference.findings);
  const sections = [
    ...difference.findings.filter(({ level }) => !quiet || level !== "info").map((it) => formatFinding(it, input, ink)),
    ...(unused.length === 0 ? [] : [unused.map((line) => toPrintable(line)).join("\n")]),
    ...(input.traffic === undefined ? [] : [formatTrafficSummary(input.traffic)]),
    ...formatVersionCheck(input).map((line) => (input.version?.isEnough === true ? line : ink.red(toPrintable(line)))),
    (getDiffOutcome(input).kind === "passed" ? ink.green : ink.red)(toPrintable(formatDiffVerdict(input))),
  ];
  const text = `${sections.join("\n\n")}\n`;
  return width === undefined ? text : wrapText(text, width);
}

function formatFinding(finding: DiffFinding, input: DiffReportInput, ink: Colors): string {
  const counterexample = formatCounterexample(finding);
  const acceptance = formatWaiverStatus(input.accepted, finding);
  const isAccepted = findWaiver(input.accepted, finding) !== undefined;
  return [
    `${isAccepted ? ink.dim("~ accepted") : formatLevel(finding.level, ink)} ${ink.bold(finding.code)}  ${ink.dim(toPrintable(formatAffectedOperations(finding)))}`,
    `    ${toPrintable(finding.message)}`,
    ...(acceptance === undefined ? [] : [`    ${toPrintable(acceptance)}`]),
    ...(counterexample === undefined ? [] : [`    ${toPrintable(counterexample)}`]),
    ...formatFindingTraffic(finding, input.traffic).map((line) => `    ${ink.bold(toPrintable(line))}`),
    ...formatLocation("old", finding.old, input, ink),
    ...formatLocation("new", finding.new, input, ink),
  ].join("\n");
}

function formatLevel(level: DiffLevel, ink: Colors): string {
  if (level === "error") return ink.red("✗ breaking");
  return level === "warn" ? ink.yellow("! may break") : ink.green("· compatible");
}

function formatLocation(
  side: "old" | "new",
  location: DiffLocation | undefined,
  input: DiffReportInput,
  ink: Colors,
): string[] {
  if (location === undefined) return [];
  return [
    `    ${ink.dim(side)} ${toPrintable(formatDiffLocation(location, input[side]))}  ${ink.dim(toPrintable(location.pointer))}`,
    ...formatSpecSnippet(location, input.source[side]).map((line) => `    ${line}`),
  ];
}
