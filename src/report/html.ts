import {
  type ChangedCoverage,
  COVERAGE_KINDS,
  type CoverageByKind,
  formatLocation,
  type KindCoverage,
  type OperationCoverage,
  OUTCOME_LABELS,
  type Report,
  type Waiver,
} from "../check/index.js";
import { type Markup, markup } from "./formatting/markup.js";
import { capitalize, getExplicitOperationId, pluralize } from "./formatting/text.js";
import { REPORT_SCRIPT, REPORT_SCRIPT_HASH, REPORT_STYLE, REPORT_STYLE_HASH } from "./html/page/built-page.js";
import {
  formatPlace,
  formatResults,
  formatVerdict,
  groupIssues,
  type IssueSection,
  type ListRow,
  type PageFinding,
  type ReportPage,
  type SourcePlace,
} from "./page.js";
import { CONSUMERS_TITLE, COVERAGE_KIND_LABELS, describeConsumers, summarizeCoverage } from "./summary.js";

/**
 * Formats the report as one self-contained HTML file: each issue with the snippets of its places, such as the spec next to the
 * failing exchange, and coverage as charts. The script only adds filters and colour themes.
 */
export function renderHtml(page: ReportPage): string {
  const { report, outcome, tool, name, version, difference, issues } = page;
  const sections = groupIssues(issues, page, ({ subjects }) => subjects);
  const count = sections.reduce((sum, it) => sum + it.issues.length, 0);
  const html = markup`${renderHead(`${OUTCOME_LABELS[outcome.kind]}: ${name}`)}<body>
<a class="skip" href="#findings">Skip to the findings</a>
<header class="top">
<div class="brand"><p class="kicker">${page.kind}</p><h1>${name} <span class="version">${version}</span></h1></div>
<nav aria-label="Parts"><a href="#findings">Findings</a>${report && markup` <a href="#coverage">Coverage</a>`}${difference && markup` <a href="#changes">Changes</a>`}</nav>
<button type="button" id="theme" class="quiet" hidden>Theme: system</button>
</header>
<main>
${renderVerdict(page)}
${renderNumbers(page)}
<section id="findings" aria-labelledby="findings-title">
<header class="section"><h2 id="findings-title">Findings</h2><p class="count" id="shown" role="status">${pluralize(count, "finding")}</p></header>
${count === 0 ? markup`<p class="empty">No findings${report && markup`: the traffic matches the spec`}.</p>` : [renderFilterForm(page), markup`<div id="list">${renderSections(sections)}</div>`]}
<p class="empty" id="none" hidden>No findings match this filter.</p>
</section>
${difference && renderDifference(difference)}${report && renderCoverage(report)}
${renderLists(page)}
</main>
<footer>${tool.name} ${tool.version}${report && markup` · ${page.spec}`}</footer>
<script>${{ markup: REPORT_SCRIPT }}</script>
</body>
</html>
`;
  return html.markup;
}

/** Renders the start of a page up to its body. Its content security policy allows only the inline style and script. */
function renderHead(title: string): Markup {
  const policy = [
    "default-src 'none'",
    `style-src '${REPORT_STYLE_HASH}'`,
    `script-src '${REPORT_SCRIPT_HASH}'`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${{ markup: policy }}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${{ markup: REPORT_STYLE }}</style>
</head>
`;
}

function renderVerdict(page: ReportPage): Markup {
  const { outcome, statements, warnings } = page;
  const results = formatResults(page);
  const sentences = [
    `${/^[a-z]+ /.test(results) ? capitalize(results) : results}.`,
    ...statements,
    ...warnings.map(({ text }) => `Warning: ${text}`),
  ];
  return markup`<section class="verdict ${outcome.kind}" aria-label="Outcome">
<p class="word">${OUTCOME_LABELS[outcome.kind]}</p>
${sentences.map(renderSentence)}</section>`;
}

function renderSentence(text: string): Markup {
  return markup`<p class="sentence">${text}</p>\n`;
}

function renderNumbers({ numbers }: ReportPage): Markup {
  const shown = numbers.filter(({ count, isOptional }) => count > 0 || isOptional !== true);
  return markup`<dl class="numbers" aria-label="Counts">${shown.map(
    ({ count, name, one = name, tone }) =>
      markup`<div class="${count === 0 ? "" : tone}"><dt>${count === 1 ? one : name}</dt><dd>${count.toLocaleString("en-US")}</dd></div>`,
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
  return markup`<div class="bars"><details class="missing" open><summary>Changed since ${changed.since}: ${pluralize(rows.length, "operation")}</summary><ul>${rows}</ul></details>${renderBars(changed.kinds)}</div>`;
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
    .map((it) => markup`<li><span>${it.name}</span> <code>${formatLocation(it)}</code></li>`)}${rest}</ul></details>`;
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
function renderFilterForm({ issues, levels, subjectName }: ReportPage): Markup {
  const codes = [...new Set(issues.map(({ code }) => code))].sort();
  const subjects = [...new Set(issues.flatMap((it) => it.subjects))].sort();
  const hasKnown = issues.some(({ state }) => state === "known");
  const renderLevel = ([value, text]: readonly [string, string]): Markup =>
    markup`<label class="check"><input type="checkbox" name="level" value="${value}" checked>${text}</label>`;
  return markup`<form id="filter" class="filter" role="search" aria-label="Filter the findings" hidden>
<label class="grow">Text<input type="search" name="text" id="text" placeholder="message, pointer, file … ( / )" autocomplete="off" spellcheck="false"></label>
<label>${subjectName}<select name="operation"><option value="*">all</option>${subjects.map((id) => markup`<option value="${id}">${id === "" ? "not in the spec" : id}</option>`)}</select></label>
<label>Code<select name="code"><option value="*">all</option>${codes.map((code) => markup`<option>${code}</option>`)}</select></label>
<fieldset><legend>Level</legend>${levels.map(renderLevel)}${hasKnown ? renderLevel(["known", "Accepted"]) : undefined}</fieldset>
<div class="buttons"><button type="reset" class="quiet">Reset</button><button type="button" class="quiet" id="unfold" aria-pressed="false">Open all</button></div>
</form>`;
}

function renderSections(sections: readonly IssueSection[]): Markup[] {
  let open = MAX_OPEN;
  return sections.map((section) => {
    const articles = section.issues.map((issue) => {
      const isOpen = issue.fails && open > 0;
      if (isOpen) open -= 1;
      return renderIssue(issue, section.id, isOpen);
    });
    return markup`<section class="operation" aria-label="${section.title}">${renderTitle(section)}
${articles}</section>
`;
  });
}

function renderTitle({ subject, title, issues }: IssueSection): Markup {
  const { operation } = subject ?? {};
  const name =
    operation === undefined
      ? markup`${title}`
      : markup`<span class="method">${operation.method}</span> <span class="path">${operation.path}</span> <span class="id">${operation.name}</span>`;
  return markup`<h3>${name} <span class="tally">${issues.length}</span></h3>`;
}

function renderIssue(issue: PageFinding, subject: string, isOpen: boolean): Markup {
  const { code, message, fingerprint, note, fix, places } = issue;
  const level = issue.state === "known" ? "known" : issue.level;
  const word = level === "known" ? "accepted" : issue.word;
  const facts = [
    ...issue.facts,
    ...issue.details.map((text) => ["Detail", text]),
    ...(fix === "" ? [] : [["Fix", fix]]),
    ...(fingerprint === "" ? [] : [["Fingerprint", fingerprint]]),
  ];
  const id =
    subject === issue.subjects[0] && fingerprint !== "" ? markup` id="f-${fingerprint}-${issue.level}"` : undefined;
  return markup`<article class="finding ${level}"${id} data-level="${level}" data-code="${code}" data-operation="${subject}"><details${isOpen ? markup` open` : undefined}>
<summary><span class="level">${word}</span> <span class="code">${code}</span> <span class="seen">${note}</span> <span class="message">${message}</span></summary>
<div class="sides">${places.map(renderPlace)}</div>
${renderReproduction(issue)}<dl class="facts">${facts.map(([name = "", text = ""]) => markup`<div><dt>${name}</dt><dd>${text}</dd></div>`)}</dl>
</details></article>
`;
}

function renderPlace(place: SourcePlace): Markup {
  const { label, name, pointer, lines, notes = [], exchange, message } = place;
  const code = lines.length === 0 ? undefined : renderCode(lines);
  if (exchange === undefined)
    return markup`<figure class="side contract"><figcaption><span class="who">${message ?? capitalize(label)}</span> <code class="place">${name}</code></figcaption>
${code}${notes.map((it) => markup`<p class="declared">${it}</p>`)}<p class="pointer">${pointer}</p></figure>`;
  const { method, url, status } = exchange;
  return markup`<figure class="side exchange"><figcaption><span class="who">Exchange</span></figcaption>
<p class="request"><b>${method}</b> <span class="url">${url}</span> <span class="arrow" aria-label="response status">→</span> <b>${status}</b></p>
${code}<p class="pointer">${formatPlace(place)}</p></figure>`;
}

/** Renders the changes as a section of another report. */
function renderDifference(page: ReportPage): Markup {
  const { statements, spec, issues } = page;
  return markup`<section id="changes" aria-labelledby="changes-title">
<header class="section"><h2 id="changes-title">Changes since ${spec}</h2></header>
${[formatVerdict(page), ...statements].map(renderSentence)}
${renderSections(groupIssues(issues, page, ({ subjects }) => subjects))}
</section>
`;
}

function renderCode(lines: readonly { readonly line: number; readonly text: string }[]): Markup {
  const rows = lines.map(
    ({ line, text }) => markup`<span class="line"><span class="number">${line}</span>${text}</span>`,
  );
  return markup`<pre class="lines" tabindex="0">${rows}</pre>`;
}

/** Renders the commands that reproduce a finding of the probe. */
function renderReproduction({ reproduction: lines }: PageFinding): Markup | undefined {
  if (lines.length === 0) return undefined;
  return markup`<figure class="side again"><figcaption><span class="who">To reproduce</span></figcaption><pre tabindex="0">${lines.map((line) => markup`<span class="shell">${line}</span>`)}</pre></figure>\n`;
}

/** The maximum number of rows per list, to keep the page small. The JSON report lists all. */
const MAX_ROWS = 200;

/** Renders everything but the issues: unchecked and skipped exchanges, the baseline, and findings in the spec. */
function renderLists({ lists, report, specIssues }: ReportPage): Markup {
  const { expired = [], fixed = [] } = report?.baseline ?? {};
  const consumers = report === undefined ? [] : describeConsumers(report, MAX_ROWS - 2);
  const [skipped = [], others = []] = [true, false].map((it) => lists.filter(({ id }) => (id === "skipped") === it));
  const shown = [
    ...others.map(({ title, rows }) => renderRows(title, rows.map(renderRow), true)),
    renderRows(
      CONSUMERS_TITLE,
      consumers.map((it) => markup`<li>${it}</li>`),
      false,
    ),
    ...skipped.map(({ title, rows }) => renderRows(title, rows.map(renderRow), false)),
    renderRows("Expired in the baseline", expired.map(renderWaiver), true),
    renderRows("Fixed, but still in the baseline", fixed.map(renderWaiver), false),
    renderRows("Findings in the spec", specIssues.filter(({ level }) => level !== "info").map(renderSpecIssue), false),
  ].flatMap((it) => it ?? []);
  return shown.length === 0 ? markup`` : markup`<section class="more" aria-label="More">${shown}</section>`;
}

function renderRows(title: string, rows: readonly Markup[], isOpen: boolean): Markup | undefined {
  if (rows.length === 0) return undefined;
  const rest = rows.length > MAX_ROWS ? markup`<li>and ${rows.length - MAX_ROWS} more</li>` : undefined;
  return markup`<details${isOpen ? markup` open` : undefined}><summary><h2>${title}</h2> <span class="tally">${rows.length}</span></summary><ul>${rows.slice(0, MAX_ROWS)}${rest}</ul></details>
`;
}

function renderRow({ exchanges, operations, text, place }: ListRow): Markup {
  const lead = exchanges === undefined ? operations : pluralize(exchanges, "exchange");
  return markup`<li>${lead === undefined ? undefined : markup`<b>${lead}</b> `}${text} <code>${place}</code></li>`;
}

function renderWaiver({ fingerprint, code = "", operation, reason, expires }: Waiver): Markup {
  const until = expires === undefined ? "" : ` until ${expires}`;
  return markup`<li><b>${code}</b> ${operation ?? "not in the spec"}: ${reason}${until} <code>${fingerprint}</code></li>`;
}

function renderSpecIssue({ code, word, places: [place] }: PageFinding): Markup {
  return markup`<li><b>${word} ${code}</b> ${place?.message} <code>${place?.name}</code></li>`;
}
