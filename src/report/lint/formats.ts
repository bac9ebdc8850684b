import { EXIT_CODES, OUTCOME_LABELS, toPrintable } from "../../gate/index.js";
import type { SpecFinding } from "../../lint/index.js";
import { renderDiffSection } from "../diff/html.js";
import { createDiffReport } from "../diff/json.js";
import { createDiffSuites } from "../diff/junit.js";
import { createDiffRuns } from "../diff/sarif.js";
import { formatSpecLocation } from "../findings/locations.js";
import { getRuleTexts } from "../findings/rule-texts.js";
import { formatSpecSnippet } from "../findings/spec-snippet.js";
import { type Colors, createColors } from "../formatting/colors.js";
import { type Markup, markup } from "../formatting/markup.js";
import { pluralize } from "../formatting/pluralize.js";
import { stringifyPrintable } from "../formatting/printable-json.js";
import { wrapText } from "../formatting/wrap-text.js";
import { formatWorkflowCommand, getAnnotationLocation, MAX_ANNOTATIONS, selectCommands } from "../github-report.js";
import { renderPageHead } from "../html/page-head.js";
import { type JunitCase, type JunitSuite, renderJunit } from "../render-junit.js";
import { createMessage } from "../sarif/locations.js";
import { createSarifLog, createSarifRule, MAX_RESULTS } from "../sarif/sarif-log.js";
import { createDiagnosticResult } from "../sarif/sarif-report.js";
import type { LintFormatName } from "./format-names.js";
import type { LintReportInput } from "./lint-report-input.js";
import {
  countAllDiagnostics,
  type DiagnosticGroup,
  formatLintVerdict,
  getLintOutcome,
  groupDiagnostics,
  isFailure,
  LEVEL_NAMES,
  type LintedSpec,
  type UncheckedSpec,
} from "./lint-report-input.js";
import { formatLintMarkdown } from "./markdown.js";

export { getLintOutcome, type LintedSpec, type LintReportInput, type UncheckedSpec } from "./lint-report-input.js";
export { formatLintMarkdown } from "./markdown.js";

/** The lint report formats by their names for `--format`. */
export const LINT_FORMATS: Readonly<Record<LintFormatName, (input: LintReportInput) => string>> = {
  text: formatLintText,
  json: formatLintJson,
  ndjson: formatLintNdjson,
  junit: formatLintJunit,
  sarif: formatLintSarif,
  github: formatLintGithub,
  markdown: (input) => formatLintMarkdown(input),
  html: formatLintHtml,
};

/** Formats workflow commands of GitHub Actions: an annotation on the line of each error and warning, and the result. */
function formatLintGithub(input: LintReportInput): string {
  const { specs, unchecked, failOn } = input;
  const diagnostics = specs.flatMap((spec) => spec.diagnostics).filter(({ level }) => level !== "info");
  const errors = [
    ...unchecked.map(({ reason }) => formatWorkflowCommand("error", reason, { title: "not checked" })),
    ...diagnostics.filter((it) => isFailure(it, failOn)).map((it) => formatAnnotation("error", it, input)),
  ];
  const warnings = diagnostics
    .filter((it) => !isFailure(it, failOn))
    .map((it) => formatAnnotation("warning", it, input));
  const isPassed = getLintOutcome(input).kind === "passed";
  const lines = [
    ...selectCommands(errors, isPassed ? MAX_ANNOTATIONS : MAX_ANNOTATIONS - 1, "error"),
    ...selectCommands(warnings, MAX_ANNOTATIONS, "warning"),
    formatWorkflowCommand(isPassed ? "notice" : "error", formatLintVerdict(input), { title: "contract lint" }),
  ];
  return `${lines.join("\n")}\n`;
}

function formatAnnotation(kind: "error" | "warning", problem: SpecFinding, input: LintReportInput): string {
  const { code, message } = problem;
  const text = [message, getRuleTexts(code).fix].filter((it) => it !== "").join("\n");
  return formatWorkflowCommand(kind, text, { title: code, ...getAnnotationLocation(problem, input) });
}

/** Formats the lint findings as one self-contained HTML file without a script. */
function formatLintHtml(input: LintReportInput): string {
  const { specs, unchecked, tool } = input;
  const { kind } = getLintOutcome(input);
  const word = OUTCOME_LABELS[kind];
  const name = [...specs, ...unchecked].map(({ path }) => path).join(", ");
  const page = markup`${renderPageHead(`${word}: ${name}`)}<body>
<header class="top"><div class="brand"><p class="kicker">Spec report</p><h1>${name}</h1></div></header>
<main>
<section class="verdict ${kind}" aria-label="Verdict"><p class="word">${word}</p><p class="sentence">${formatLintVerdict(input)}</p></section>
${renderNumbers(input)}
${unchecked.length === 0 ? undefined : markup`<section class="more" aria-label="Not checked"><ul>${unchecked.map(({ reason }) => markup`<li>${reason}</li>`)}</ul></section>`}
<section id="findings" aria-labelledby="findings-title">
<header class="section"><h2 id="findings-title">Findings</h2></header>
${specs.map((spec) => renderSpec(spec, input))}
</section>
${renderDiffSection(input.difference)}</main>
<footer>${tool.name} ${tool.version}</footer>
</body>
</html>
`;
  return page.markup;
}

function renderNumbers(input: LintReportInput): Markup {
  const { error, warn, info } = countAllDiagnostics(input);
  const tiles = [
    [error, "errors", "bad"],
    [warn, "warnings", "warn"],
    [info, "remarks", ""],
  ] as const;
  return markup`<dl class="numbers" aria-label="Counts">${tiles.map(([count, name, tone]) => markup`<div class="${count === 0 ? "" : tone}"><dt>${name}</dt><dd>${count}</dd></div>`)}</dl>`;
}

function renderSpec({ path, diagnostics }: LintedSpec, input: LintReportInput): Markup {
  if (diagnostics.length === 0) return markup`<p class="empty">${path}: no findings.</p>\n`;
  return markup`<section class="operation" aria-label="${path}"><h3>${path} <span class="tally">${diagnostics.length}</span></h3>
${groupDiagnostics(diagnostics).map((it) => renderGroup(it, input))}</section>
`;
}

function renderGroup({ code, diagnostics }: DiagnosticGroup, input: LintReportInput): Markup {
  const { title, fix } = getRuleTexts(code);
  const level = diagnostics[0]?.level ?? "error";
  const isOpen = diagnostics.some((it) => isFailure(it, input.failOn));
  return markup`<article class="finding ${level}"><details${isOpen ? markup` open` : undefined}>
<summary><span class="level">${LEVEL_NAMES[level]}</span> <span class="code">${code}</span> <span class="seen">${diagnostics.length}</span> <span class="message">${title}</span></summary>
${diagnostics.map(
  (
    it,
  ) => markup`<figure class="side contract"><figcaption><span class="who">${it.message}</span> <code class="place">${formatSpecLocation(it)}</code></figcaption>
<pre class="lines" tabindex="0">${formatSpecSnippet(it, input.source).join("\n")}</pre><p class="pointer">${it.pointer}</p></figure>
`,
)}<dl class="facts"><div><dt>What to do</dt><dd>${fix}</dd></div></dl>
</details></article>
`;
}

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

/**
 * Formats the lint findings as JUnit XML: one test suite for each spec, and one test case for each finding code in it. A code
 * whose findings are all below the level that fails the run is a skipped test case. A spec that cannot be read is an error.
 */
function formatLintJunit(input: LintReportInput): string {
  const suites = [
    ...input.specs.map((spec) => createSuite(spec, input)),
    ...input.unchecked.map((spec) => ({
      name: spec.path,
      className: getClassName(spec, input),
      cases: [createErrorCase(spec)],
    })),
  ];
  return renderJunit([...suites, ...createDiffSuites(input.difference)], input.tool.name);
}

function createSuite(spec: LintedSpec, input: LintReportInput): JunitSuite {
  const cases = groupDiagnostics(spec.diagnostics).map((group) => createCodeCase(group, input));
  const passedCase: JunitCase = { name: "is a valid spec", result: { kind: "passed" } };
  const hasFailure = cases.some(({ result }) => result.kind === "failure");
  return {
    name: spec.path,
    className: getClassName(spec, input),
    cases: hasFailure ? cases : [...cases, passedCase],
  };
}

/** Creates the test case of one finding code, with the location of each finding and how to fix it. */
function createCodeCase({ code, diagnostics }: DiagnosticGroup, { failOn, source }: LintReportInput): JunitCase {
  const { title, fix } = getRuleTexts(code);
  const findings = diagnostics.map((diagnostic) =>
    [
      `${formatSpecLocation(diagnostic)}: ${diagnostic.message}`,
      ...formatSpecSnippet(diagnostic, source).slice(0, 1),
    ].join("\n"),
  );
  const details = [...findings, ...(fix === "" ? [] : ["", fix])].join("\n");
  const kind = diagnostics.some((it) => isFailure(it, failOn)) ? "failure" : "skipped";
  return {
    name: `${code} ${diagnostics[0]?.level ?? ""}`.trimEnd(),
    result: { kind, type: code, message: title, details },
  };
}

function createErrorCase({ reason }: UncheckedSpec): JunitCase {
  return { name: "can be read", result: { kind: "error", type: "unchecked", message: reason, details: reason } };
}

function getClassName({ path }: { readonly path: string }, { tool }: LintReportInput): string {
  return `${tool.name}.${path}`;
}

/** Formats the lint findings as SARIF 2.1.0: one run, with a result at a line of a spec for each finding. */
function formatLintSarif(input: LintReportInput): string {
  const { specs, unchecked, tool } = input;
  const diagnostics = specs.flatMap((spec) => spec.diagnostics);
  const shown = diagnostics.slice(0, MAX_RESULTS);
  const codes = [...new Set(shown.map(({ code }) => code))].sort();
  const indexes = new Map(codes.map((code, index) => [code, index]));
  const rest = diagnostics.length - shown.length;
  const note = (level: string, text: string) => ({ level, message: createMessage(text) });
  const run = {
    tool,
    rules: codes.map(createSarifRule),
    id: "contract/lint/",
    invocation: {
      executionSuccessful: unchecked.length === 0,
      exitCode: EXIT_CODES[getLintOutcome(input).kind],
      toolExecutionNotifications: [
        ...unchecked.map(({ reason }) => note("error", `not checked: ${reason}`)),
        ...(rest === 0 ? [] : [note("warning", `${rest} more results; --format json has them all`)]),
      ],
    },
    results: shown.map((it) => ({
      ruleId: it.code,
      ruleIndex: indexes.get(it.code),
      ...createDiagnosticResult(it, input),
    })),
  };
  return createSarifLog([run, ...createDiffRuns(input.difference)]);
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
