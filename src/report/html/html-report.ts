import {
  type ChangedCoverage,
  COVERAGE_KINDS,
  type CoverageByKind,
  type ExcludedOperations,
  type FindingGroup,
  type KindCoverage,
  listWarnings,
  type OperationCoverage,
  OUTCOME_LABELS,
  type ReasonGroup,
  type Report,
  type UnacceptedOperations,
  type Waiver,
} from "../../gate/index.js";
import type { Diagnostic } from "../../lint/index.js";
import { renderDiffSection } from "../diff/html.js";
import { groupByOperation, type OperationFindings } from "../findings/group-findings.js";
import {
  formatDeclaredNames,
  formatOccurrences,
  formatRecordingLocation,
  formatReproduction,
  formatSpecLocation,
  formatWaiver,
} from "../findings/locations.js";
import { getExplicitOperationId } from "../findings/operation-name.js";
import { getFix } from "../findings/rule-texts.js";
import { getFindingSnippet } from "../findings/spec-snippet.js";
import { formatExclusion } from "../formatting/exclusion.js";
import { joinList } from "../formatting/join-list.js";
import { type Markup, markup } from "../formatting/markup.js";
import { capitalize, pluralize } from "../formatting/pluralize.js";
import { selectMostImportant } from "../page.js";
import type { ReportInput } from "../report-input.js";
import { CONSUMERS_TITLE, describeConsumers } from "../summary/consumers.js";
import { COVERAGE_KIND_LABELS, formatChangedTitle, summarizeCoverage } from "../summary/coverage.js";
import { failsRun, formatVerdictReason, formatWarning, NOT_LOGGED_TITLE } from "../summary/verdict.js";
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

/** The maximum number of listed names per kind, to keep the page small. The JSON report lists all. */
const MAX_MISSING = 200;

/** Renders coverage as bars per kind, if measured, and as a heat map of operations and statuses. */
function renderCoverage(report: Report): Markup {
  const { kinds, specs = [], changed } = report.coverage;
  const summaries = summarizeCoverage(report);
  const bars = kinds === undefined ? undefined : renderBars(kinds);
  return markup`<section id="coverage" aria-labelledby="coverage-title">
<header class="section"><h2 id="coverage-title">Coverage</h2><p class="count">${summaries.map(({ title }) => title).join(", ")}</p></header>
<div class="coverage">${bars === undefined ? undefined : markup`<div class="bars">${bars}</div>`}${specs.map((it) => markup`<div class="bars"><p class="count">Coverage of ${it.path}</p>${renderBars(it.kinds)}</div>`)}${changed === undefined ? undefined : renderChangedBars(changed)}
${renderHeatMap(
  summaries.flatMap(({ all }) => all),
  findUndocumentedStatuses(report.findings),
)}</div>
</section>`;
}

function renderBars(kinds: CoverageByKind): Markup[] {
  const counted = COVERAGE_KINDS.filter((kind) => kinds[kind].total > 0);
  return counted.map((kind) => renderKindBar(COVERAGE_KIND_LABELS[kind], kinds[kind]));
}

/** Renders the changed operations, and the bars of their coverage. */
function renderChangedBars(changed: ChangedCoverage): Markup {
  const rows = changed.operations.map(
    ({ operationId, exchanges, codes }) =>
      markup`<li><code>${operationId}</code> ${pluralize(exchanges, "exchange")}: ${codes.join(", ")}</li>`,
  );
  return markup`<div class="bars"><details class="missing" open><summary>${formatChangedTitle(changed)}: ${pluralize(rows.length, "operation")}</summary><ul>${rows}</ul></details>${renderBars(changed.kinds)}</div>`;
}

function renderKindBar(name: string, { seen, total, percent, atLeast, missing }: KindCoverage): Markup {
  const below = atLeast !== undefined && percent < atLeast;
  const wanted = atLeast === undefined ? "" : `, threshold ${atLeast} %`;
  const mark =
    atLeast === undefined ? undefined : markup`<line x1="${atLeast}" x2="${atLeast}" y1="0" y2="8" class="mark"/>`;
  const bar = markup`<svg viewBox="0 0 100 8" preserveAspectRatio="none" role="img" aria-label="${percent} % of the ${name}${wanted}"><rect class="track" width="100" height="8"/><rect class="${below ? "fill below" : "fill"}" width="${percent}" height="8"/>${mark}</svg>`;
  const head = markup`<span class="kind">${name}</span><span class="of">${seen} of ${total}</span>${bar}<span class="percent${below ? " below" : ""}">${percent.toFixed(1)} %</span>`;
  if (missing.length === 0) return markup`<div class="bar">${head}</div>`;
  const rest = missing.length > MAX_MISSING ? markup`<li>and ${missing.length - MAX_MISSING} more</li>` : undefined;
  return markup`<details class="missing"><summary class="bar">${head}</summary><ul>${missing
    .slice(0, MAX_MISSING)
    .map(
      (it) => markup`<li><span>${it.name}</span> <code>${formatSpecLocation(it)}</code></li>`,
    )}${rest}</ul></details>`;
}

/** Returns the operation and status of each undocumented response. */
function findUndocumentedStatuses(findings: Report["findings"]): ReadonlySet<string> {
  const stray = findings.filter(({ code }) => code === "response.status.undocumented");
  return new Set(stray.flatMap(({ operationId, statuses }) => statuses.map((status) => `${operationId} ${status}`)));
}

/** Renders a row per operation and a column per status, with the number of responses and the documented statuses not seen. */
function renderHeatMap(operations: readonly OperationCoverage[], stray: ReadonlySet<string>): Markup {
  const all = operations.flatMap(({ statuses, missing }) => [...Object.keys(statuses), ...missing]);
  const columns = [...new Set(all)].sort();
  const most = Math.max(1, ...operations.flatMap(({ statuses }) => Object.values(statuses)));
  const rows = operations.map(
    (operation) =>
      markup`<tr><th scope="row"><span class="method">${operation.method}</span> <span class="path">${operation.path}</span><span class="id">${getExplicitOperationId(operation)}</span></th>${columns.map((status) => renderCell(operation, status, { most, stray }))}<td class="sum">${operation.exchanges}</td></tr>\n`,
  );
  return markup`<div class="scroll" tabindex="0" role="group" aria-label="Operations and statuses"><table class="map"><caption>Exchanges by operation and status<span class="key"><span class="cell s1"></span> few <span class="cell s5"></span> many <span class="cell unseen"></span> documented, not seen${stray.size === 0 ? undefined : markup` <span class="cell stray"></span> seen, not documented`}</span></caption>
<thead><tr><th scope="col">Operation</th>${columns.map((status) => markup`<th scope="col">${status}</th>`)}<th scope="col" class="sum">total</th></tr></thead>
<tbody>${rows}</tbody></table></div>`;
}

type HeatMapScale = { readonly most: number; readonly stray: ReadonlySet<string> };

function renderCell(
  { operationId, statuses, missing }: OperationCoverage,
  status: string,
  { most, stray }: HeatMapScale,
): Markup {
  const count = statuses[status] ?? 0;
  const title = `${operationId} ${status}`;
  if (stray.has(title))
    return markup`<td class="cell stray" title="${title}: ${count}, not documented">${count}<span class="away"> not documented</span></td>`;
  if (count > 0) return markup`<td class="cell s${getShade(count, most)}" title="${title}: ${count}">${count}</td>`;
  if (missing.includes(status))
    return markup`<td class="cell unseen" title="${title}: documented, not seen"><span class="away">not seen</span></td>`;
  return markup`<td class="cell none"></td>`;
}

/** Returns a shade from 1 to 5 on a logarithmic scale, because counts range from a few to thousands. */
function getShade(count: number, most: number): number {
  if (most === 1) return 3;
  return 1 + Math.round((4 * Math.log(count)) / Math.log(most));
}

/** The number of findings that are open at first, about a few screens. */
const MAX_OPEN = 12;

/** Renders the filter. It is hidden until the script of the page has started. */
function renderFilterForm({ findings }: Report): Markup {
  const codes = [...new Set(findings.map(({ code }) => code))].sort();
  const operations = [...new Set(findings.map(({ operationId }) => operationId ?? ""))].sort();
  const hasKnown = findings.some(({ state }) => state === "known");
  const level = (value: string, text: string): Markup =>
    markup`<label class="check"><input type="checkbox" name="level" value="${value}" checked>${text}</label>`;
  return markup`<form id="filter" class="filter" role="search" aria-label="Filter the findings" hidden>
<label class="grow">Text<input type="search" name="text" id="text" placeholder="message, pointer, file … ( / )" autocomplete="off" spellcheck="false"></label>
<label>Operation<select name="operation"><option value="*">all</option>${operations.map((id) => markup`<option value="${id}">${id === "" ? "not in the spec" : id}</option>`)}</select></label>
<label>Code<select name="code"><option value="*">all</option>${codes.map((code) => markup`<option>${code}</option>`)}</select></label>
<fieldset><legend>Level</legend>${level("error", "Errors")}${level("warn", "Drift")}${hasKnown ? level("known", "Accepted") : undefined}</fieldset>
<div class="buttons"><button type="reset" class="quiet">Reset</button><button type="button" class="quiet" id="unfold" aria-pressed="false">Open all</button></div>
</form>`;
}

function renderFindings(input: ReportInput): Markup {
  const { report, maxFindings } = input;
  let open = MAX_OPEN;
  const shown = selectMostImportant(report.findings, maxFindings);
  const rest = report.findings.length - shown.length;
  const sections = groupByOperation(shown, report).map((group) => {
    const articles = group.findings.map((finding) => {
      const isOpen = failsRun(finding, input.failOn) && open > 0;
      if (isOpen) open -= 1;
      return renderFinding(finding, input, isOpen);
    });
    return markup`<section class="operation" aria-label="${group.title}">${renderTitle(group)}
${articles}</section>
`;
  });
  const more = rest === 0 ? undefined : markup`<p class="empty">and ${pluralize(rest, "more finding")}</p>`;
  return markup`<div id="list">${sections}</div>${more}`;
}

function renderTitle({ operationId, method, path, title: text, findings }: OperationFindings): Markup {
  const name =
    operationId === null || method === undefined || path === undefined
      ? markup`${text}`
      : markup`<span class="method">${method}</span> <span class="path">${path}</span> <span class="id">${getExplicitOperationId({ operationId, method, path })}</span>`;
  return markup`<h3>${name} <span class="tally">${findings.length}</span></h3>`;
}

function renderFinding(finding: FindingGroup, input: ReportInput, isOpen: boolean): Markup {
  const { code, message, fingerprint, operationId, statuses } = finding;
  const level = finding.state === "known" ? "known" : finding.level;
  const word = { error: "error", warn: "drift", known: "accepted" }[level];
  const fix = getFix(finding);
  const facts = [
    ["Seen", `${formatOccurrences(finding)} exchanges, status ${statuses.join(", ")}`],
    ...(finding.property === undefined ? [] : [["Property", finding.property]]),
    ...(finding.consequences ?? []).map((it) => ["Consequence", `${it.code}: ${it.message}`]),
    ...(finding.names.length > 1 ? [["Values", finding.names.join(", ")]] : []),
    ...(finding.waiver === undefined ? [] : [["Baseline", formatWaiver(finding)]]),
    ...(finding.state === "new" ? [["Baseline", "new"]] : []),
    ...(fix === "" ? [] : [["Fix", fix]]),
    ["Fingerprint", fingerprint],
  ];
  return markup`<article class="finding ${level}" id="f-${fingerprint}-${finding.level}" data-level="${level}" data-code="${code}" data-operation="${operationId ?? ""}"><details${isOpen ? markup` open` : undefined}>
<summary><span class="level">${word}</span> <span class="code">${code}</span> <span class="seen">${formatOccurrences(finding)}</span> <span class="message">${message}</span></summary>
<div class="sides">${renderSpecSide(finding, input)}${renderExchangeSide(finding)}</div>
${renderReproduction(finding)}<dl class="facts">${facts.map(([name = "", text = ""]) => markup`<div><dt>${name}</dt><dd>${text}</dd></div>`)}</dl>
</details></article>
`;
}

function renderSpecSide(finding: FindingGroup, { source }: ReportInput): Markup {
  const { contract } = finding;
  const lines = getFindingSnippet(finding, source);
  const names = formatDeclaredNames(finding);
  return markup`<figure class="side contract"><figcaption><span class="who">Spec</span> <code class="place">${formatSpecLocation(contract)}</code></figcaption>
${lines.length === 0 ? undefined : renderCode(lines)}${names.map((it) => markup`<p class="declared">${it}</p>`)}<p class="pointer">${contract.pointer}</p></figure>`;
}

function renderExchangeSide({ first, recording, snippet }: FindingGroup): Markup {
  const { method, url, status } = first;
  return markup`<figure class="side exchange"><figcaption><span class="who">Exchange</span></figcaption>
<p class="request"><b>${method}</b> <span class="url">${url}</span> <span class="arrow" aria-label="response status">→</span> <b>${status}</b></p>
${snippet === undefined ? undefined : renderCode([snippet])}<p class="pointer">${formatRecordingLocation(recording)}</p></figure>`;
}

function renderCode(lines: readonly { readonly line: number; readonly text: string }[]): Markup {
  const rows = lines.map(
    ({ line, text }) => markup`<span class="line"><span class="number">${line}</span>${text}</span>`,
  );
  return markup`<pre class="lines" tabindex="0">${rows}</pre>`;
}

/** Renders the commands that reproduce a finding of the probe. */
function renderReproduction(finding: FindingGroup): Markup | undefined {
  const lines = formatReproduction(finding);
  if (lines.length === 0) return undefined;
  return markup`<figure class="side again"><figcaption><span class="who">To reproduce</span></figcaption><pre tabindex="0">${lines.map((line) => markup`<span class="shell">${line}</span>`)}</pre></figure>\n`;
}

/** The maximum number of rows per list, to keep the page small. The JSON report lists all. */
const MAX_ROWS = 200;

/** Renders everything but the findings in traffic: unchecked and skipped exchanges, the baseline, and findings in the spec. */
function renderLists({ report, diagnostics }: ReportInput): Markup {
  const { partial, notLogged = [], skipped, unreadable, unaccepted = [], excluded = [], baseline } = report;
  const shownDiagnostics = diagnostics.filter(({ level }) => level !== "info");
  const lists = [
    renderList("Partially checked", partial.map(renderReason), true),
    renderList(NOT_LOGGED_TITLE, notLogged.map(renderReason), true),
    renderList(
      "Unreadable",
      unreadable.map(({ source, pointer, reason }) => markup`<li>${reason} <code>${source} ${pointer}</code></li>`),
      true,
    ),
    renderList("No request accepted", unaccepted.map(renderUnaccepted), true),
    renderList("Excluded", excluded.map(renderExcluded), true),
    renderList(
      CONSUMERS_TITLE,
      describeConsumers(report, MAX_ROWS - 2).map((it) => markup`<li>${it}</li>`),
      false,
    ),
    renderList("Skipped", skipped.map(renderReason), false),
    renderList("Expired in the baseline", (baseline?.expired ?? []).map(renderWaiver), true),
    renderList("Fixed, but still in the baseline", (baseline?.fixed ?? []).map(renderWaiver), false),
    renderList("Findings in the spec", shownDiagnostics.map(renderDiagnostic), false),
  ];
  const shown = lists.flatMap((it) => (it === undefined ? [] : [it]));
  return shown.length === 0 ? markup`` : markup`<section class="more" aria-label="More">${shown}</section>`;
}

function renderList(title: string, rows: readonly Markup[], isOpen: boolean): Markup | undefined {
  if (rows.length === 0) return undefined;
  const rest = rows.length > MAX_ROWS ? markup`<li>and ${rows.length - MAX_ROWS} more</li>` : undefined;
  return markup`<details${isOpen ? markup` open` : undefined}><summary><h2>${title}</h2> <span class="tally">${rows.length}</span></summary><ul>${rows.slice(0, MAX_ROWS)}${rest}</ul></details>
`;
}

function renderReason({ reason, exchanges, first }: ReasonGroup): Markup {
  return markup`<li><b>${pluralize(exchanges, "exchange")}</b> ${reason} <code>${first.source} ${first.pointer}</code></li>`;
}

function renderUnaccepted({ source, reason, operations }: UnacceptedOperations): Markup {
  return markup`<li><b>${joinList(operations)}</b> ${reason} <code>${source}</code></li>`;
}

function renderExcluded(group: ExcludedOperations): Markup {
  return markup`<li><b>${joinList(group.operations)}</b> ${formatExclusion(group)} <code>${group.source}</code></li>`;
}

function renderWaiver({ fingerprint, code = "", operation, reason, expires }: Waiver): Markup {
  const until = expires === undefined ? "" : ` until ${expires}`;
  return markup`<li><b>${code}</b> ${operation ?? "not in the spec"}: ${reason}${until} <code>${fingerprint}</code></li>`;
}

function renderDiagnostic(diagnostic: Diagnostic): Markup {
  const level = diagnostic.level === "error" ? "error" : "warning";
  return markup`<li><b>${level} ${diagnostic.code}</b> ${diagnostic.message} <code>${formatSpecLocation(diagnostic)}</code></li>`;
}
