import { toPrintable } from "../../gate/index.js";
import type { SpecFinding } from "../../lint/index.js";
import { createDiffReport } from "../diff/json.js";
import { formatSpecLocation } from "../findings/locations.js";
import { getRuleTexts } from "../findings/rule-texts.js";
import { formatSpecSnippet } from "../findings/spec-snippet.js";
import { type Colors, createColors } from "../formatting/colors.js";
import { pluralize } from "../formatting/pluralize.js";
import { stringifyPrintable } from "../formatting/printable-json.js";
import { wrapText } from "../formatting/wrap-text.js";
import { renderGithub } from "../github.js";
import { renderHtml } from "../html.js";
import { renderJunit } from "../junit.js";
import { renderMarkdown } from "../markdown.js";
import { renderSarif } from "../sarif.js";
import type { LintFormatName } from "./format-names.js";
import { createLintPage } from "./lint-page.js";
import type { LintReportInput } from "./lint-report-input.js";
import {
  countAllDiagnostics,
  type DiagnosticGroup,
  formatLintVerdict,
  getLintOutcome,
  groupDiagnostics,
  LEVEL_NAMES,
  type LintedSpec,
} from "./lint-report-input.js";

export { getLintOutcome, type LintedSpec, type LintReportInput, type UncheckedSpec } from "./lint-report-input.js";

/** The lint report formats by their names for `--format`. */
export const LINT_FORMATS: Readonly<Record<LintFormatName, (input: LintReportInput) => string>> = {
  text: formatLintText,
  json: formatLintJson,
  ndjson: formatLintNdjson,
  junit: (input) => renderJunit(createLintPage(input)),
  sarif: (input) => renderSarif(createLintPage(input)),
  github: (input) => renderGithub(createLintPage(input)),
  markdown: (input) => renderMarkdown(createLintPage(input)),
  html: (input) => renderHtml(createLintPage(input)),
};

/** Formats the lint findings as JSON, `schemaVersion` 1, as lint.schema.json defines. The same input gives the same bytes. */
function formatLintJson(input: LintReportInput): string {
  const { specs, unchecked, tool, difference } = input;
  const diff = difference === undefined ? {} : { diff: createDiffReport(difference) };
  const report = { schemaVersion: 1, tool, summary: countAllDiagnostics(input), specs, unchecked, ...diff };
  return `${stringifyPrintable(report, 2)}\n`;
}

/** Formats the lint findings as lines of JSON: a head, one line per finding with the path of its spec, and the outcome. */
function formatLintNdjson(input: LintReportInput): string {
  const { specs, unchecked, tool } = input;
  const lines = [
    { head: { schemaVersion: 1, tool, specs: specs.map(({ diagnostics: _, ...spec }) => spec) } },
    ...specs.flatMap(({ path, diagnostics }) =>
      diagnostics.map((problem) => ({ problem: { spec: path, ...problem } })),
    ),
    { outcome: { summary: countAllDiagnostics(input), unchecked } },
  ];
  return lines.map((line) => `${stringifyPrintable(line)}\n`).join("");
}

/** Formats the lint findings as text: by spec and code, each with the line of the spec, and the result at the end. */
function formatLintText(input: LintReportInput): string {
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
