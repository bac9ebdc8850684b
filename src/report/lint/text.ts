import { toPrintable } from "../../gate/index.js";
import type { SpecFinding } from "../../lint/index.js";
import { formatSpecLocation } from "../findings/locations.js";
import { getRuleTexts } from "../findings/rule-texts.js";
import { formatSpecSnippet } from "../findings/spec-snippet.js";
import { type Colors, createColors } from "../formatting/colors.js";
import { pluralize } from "../formatting/pluralize.js";
import { wrapText } from "../formatting/wrap-text.js";
import {
  type DiagnosticGroup,
  formatLintVerdict,
  getLintOutcome,
  groupDiagnostics,
  LEVEL_NAMES,
  type LintedSpec,
  type LintReportInput,
} from "./lint-report-input.js";

/** Formats the lint findings as text: by spec and code, each with the line of the spec, and the result at the end. */
export function formatLintText(input: LintReportInput): string {
  const { specs, unchecked, width, maxFindings = Number.POSITIVE_INFINITY } = input;
  const ink = createColors(input.colour);
  let room = maxFindings;
  const sections = specs.flatMap((spec) => {
    const shown = spec.diagnostics.slice(0, room);
    room -= shown.length;
    return shown.length === 0 ? [] : [formatSpec({ ...spec, diagnostics: shown }, input, ink)];
  });
  const rest = specs.reduce((sum, { diagnostics }) => sum + diagnostics.length, 0) - (maxFindings - room);
  const lines = [
    ...sections,
    ...(rest > 0 ? [ink.dim(`and ${pluralize(rest, "finding")} more; --format json has them all`)] : []),
    ...unchecked.map(({ path, reason }) => `${ink.red("? not checked")} ${ink.bold(toPrintable(path))}\n    ${reason}`),
    (getLintOutcome(input).kind === "passed" ? ink.green : ink.red)(toPrintable(formatLintVerdict(input))),
  ];
  const text = `${lines.join("\n\n")}\n`;
  return width === undefined ? text : wrapText(text, width);
}

function formatSpec({ path, title, version, diagnostics }: LintedSpec, input: LintReportInput, ink: Colors): string {
  const name = title === "" ? path : `${path}  ${title} ${version}`.trimEnd();
  return [ink.bold(toPrintable(name)), ...groupDiagnostics(diagnostics).map((it) => formatGroup(it, input, ink))].join(
    "\n\n",
  );
}

function formatGroup({ code, diagnostics }: DiagnosticGroup, input: LintReportInput, ink: Colors): string {
  const { title, fix } = getRuleTexts(code);
  const [first] = diagnostics;
  return [
    `${formatLevel(first?.level ?? "error", ink)} ${ink.bold(code)}  ${title}`,
    ...diagnostics.map((it) => formatDiagnostic(it, input, ink)),
    ...(fix === "" ? [] : [`    ${ink.dim(fix)}`]),
  ].join("\n");
}

function formatDiagnostic(diagnostic: SpecFinding, { source }: LintReportInput, ink: Colors): string {
  return [
    `    ${ink.dim(toPrintable(formatSpecLocation(diagnostic)))}  ${toPrintable(diagnostic.message)}`,
    ...formatSpecSnippet(diagnostic, source).slice(0, 1),
  ].join("\n");
}

function formatLevel(level: SpecFinding["level"], ink: Colors): string {
  if (level === "error") return ink.red(`✗ ${LEVEL_NAMES.error}`);
  return level === "warn" ? ink.yellow(`! ${LEVEL_NAMES.warn}`) : ink.dim(`· ${LEVEL_NAMES.info}`);
}
