import { OUTCOME_LABELS, toPrintable } from "../../gate/index.js";
import type { SpecFinding } from "../../lint/index.js";
import { renderDiffSection } from "../diff/html.js";
import { createDiffReport } from "../diff/json.js";
import { formatSpecLocation } from "../findings/locations.js";
import { getRuleTexts } from "../findings/rule-texts.js";
import { formatSpecSnippet } from "../findings/spec-snippet.js";
import { type Colors, createColors } from "../formatting/colors.js";
import { type Markup, markup } from "../formatting/markup.js";
import { pluralize } from "../formatting/pluralize.js";
import { stringifyPrintable } from "../formatting/printable-json.js";
import { wrapText } from "../formatting/wrap-text.js";
import { renderGithub } from "../github.js";
import { renderPageHead } from "../html/page-head.js";
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
  isFailure,
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
  html: formatLintHtml,
};

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
