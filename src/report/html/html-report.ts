import { listWarnings, OUTCOME_LABELS, type Report } from "../../gate/index.js";
import { renderDiffSection } from "../diff/html.js";
import { type Markup, markup } from "../formatting/markup.js";
import { pluralize } from "../formatting/pluralize.js";
import type { ReportInput } from "../report-input.js";
import { formatVerdictReason, formatWarning } from "../summary/verdict.js";
import { renderCoverage } from "./coverage.js";
import { renderFilterForm, renderFindings } from "./findings.js";
import { renderLists } from "./lists.js";
import { REPORT_SCRIPT, REPORT_SCRIPT_HASH } from "./page/built-page.js";
import { renderPageHead } from "./page-head.js";

/**
 * Formats the report as one self-contained HTML file: each finding with the spec snippet next to the failing exchange, and
 * coverage as charts. The script only adds filters and colour themes.
 */
export function formatHtmlReport(input: ReportInput): string {
  const { report, outcome, tool } = input;
  const name = report.spec.title === "" ? report.spec.path : report.spec.title;
  const page = markup`${renderPageHead(`${OUTCOME_LABELS[outcome.kind]}: ${name}`, REPORT_SCRIPT_HASH)}<body>
<a class="skip" href="#findings">Skip to the findings</a>
<header class="top">
<div class="brand"><p class="kicker">Contract report</p><h1>${name} <span class="version">${report.spec.version}</span></h1></div>
<nav aria-label="Parts"><a href="#findings">Findings</a> <a href="#coverage">Coverage</a>${input.difference === undefined ? undefined : markup` <a href="#changes">Changes</a>`}</nav>
<button type="button" id="theme" class="quiet" hidden>Theme: system</button>
</header>
<main>
${renderVerdict(input)}
${renderNumbers(report)}
<section id="findings" aria-labelledby="findings-title">
<header class="section"><h2 id="findings-title">Findings</h2><p class="count" id="shown" role="status">${pluralize(report.findings.length, "finding")}</p></header>
${report.findings.length === 0 ? markup`<p class="empty">No findings: the traffic matches the spec.</p>` : [renderFilterForm(report), renderFindings(input)].map((it) => it)}
<p class="empty" id="none" hidden>No findings match this filter.</p>
</section>
${renderDiffSection(input.difference)}${renderCoverage(report)}
${renderLists(input)}
</main>
<footer>${tool.name} ${tool.version} · ${report.spec.path}</footer>
<script>${{ markup: REPORT_SCRIPT }}</script>
</body>
</html>
`;
  return page.markup;
}

function renderVerdict({ report, outcome, diagnostics }: ReportInput): Markup {
  return markup`<section class="verdict ${outcome.kind}" aria-label="Outcome">
<p class="word">${OUTCOME_LABELS[outcome.kind]}</p>
<p class="sentence">${capitalize(formatVerdictReason(report, outcome, diagnostics))}</p>
${listWarnings(report).map((it) => markup`<p class="sentence">Warning: ${formatWarning(it)}</p>`)}</section>`;
}

function capitalize(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function renderNumbers({ summary, baseline }: Report): Markup {
  const { exchanges, passed, accepted = 0, failed, partial, skipped, unreadable, findings } = summary;
  const known = baseline?.known ?? { error: 0, warn: 0 };
  const errors = findings.error - known.error;
  const acceptedFindings = known.error + known.warn;
  const tiles: readonly (readonly [count: number, name: string, tone: string, always: boolean])[] = [
    [exchanges, exchanges === 1 ? "exchange" : "exchanges", "", true],
    [passed, "passed", "good", true],
    [accepted, "with accepted findings only", "", false],
    [failed, "failed", "bad", true],
    [partial, "partial", "warn", true],
    [skipped, "skipped", "", true],
    [unreadable, "unreadable", "warn", false],
    [errors, errors === 1 ? "error" : "errors", "bad", true],
    [findings.warn - known.warn, "drift", "warn", true],
    [acceptedFindings, acceptedFindings === 1 ? "accepted finding" : "accepted findings", "", false],
  ];
  const shown = tiles.filter(([count, , , always]) => always || count > 0);
  return markup`<dl class="numbers" aria-label="Counts">${shown.map(
    ([count, name, tone]) =>
      markup`<div class="${count === 0 ? "" : tone}"><dt>${name}</dt><dd>${count.toLocaleString("en-US")}</dd></div>`,
  )}</dl>`;
}
