import type { FindingGroup, Report } from "../../gate/index.js";
import { groupByOperation, type OperationFindings, selectMostImportant } from "../findings/group-findings.js";
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
import { type Markup, markup } from "../formatting/markup.js";
import { pluralize } from "../formatting/pluralize.js";
import type { ReportInput } from "../report-input.js";
import { failsRun } from "../summary/verdict.js";

/** The number of findings that are open at first, about a few screens. */
const MAX_OPEN = 12;

/** Renders the filter. It is hidden until the script of the page has started. */
export function renderFilterForm({ findings }: Report): Markup {
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

export function renderFindings(input: ReportInput): Markup {
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
