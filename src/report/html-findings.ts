import type { FindingGroup, Report } from "../gate/index.js";
import { clauseOf } from "./clause.js";
import { byOperation, type OperationFindings } from "./finding-order.js";
import { type Markup, markup } from "./markup.js";
import { ownName } from "./operation-name.js";
import { acceptance, contractPlace, declaredNames, recordingPlace, reproductionLines, seenIn } from "./places.js";
import { ruleWords } from "./rule-words.js";
import type { Told } from "./told.js";
import { counts } from "./verdict.js";

/** As many are shown open from the start: what fits on a few screens. */
const OPEN = 12;

/** What the filter offers; it does nothing without the script, and is hidden then. */
export function filterForm({ findings }: Report): Markup {
  const codes = [...new Set(findings.map(({ code }) => code))].sort();
  const operations = [...new Set(findings.map(({ operationId }) => operationId ?? ""))].sort();
  const hasKnown = findings.some(({ state }) => state === "known");
  const level = (value: string, words: string): Markup =>
    markup`<label class="check"><input type="checkbox" name="level" value="${value}" checked>${words}</label>`;
  return markup`<form id="filter" class="filter" role="search" aria-label="Filter the findings" hidden>
<label class="grow">Text<input type="search" name="text" id="text" placeholder="message, pointer, file … ( / )" autocomplete="off" spellcheck="false"></label>
<label>Operation<select name="operation"><option value="*">all</option>${operations.map((id) => markup`<option value="${id}">${id === "" ? "not in the contract" : id}</option>`)}</select></label>
<label>Code<select name="code"><option value="*">all</option>${codes.map((code) => markup`<option>${code}</option>`)}</select></label>
<fieldset><legend>Level</legend>${level("error", "Errors")}${level("warn", "Drift")}${hasKnown ? level("known", "Accepted") : undefined}</fieldset>
<div class="buttons"><button type="reset" class="quiet">Reset</button><button type="button" class="quiet" id="unfold" aria-pressed="false">Open all</button></div>
</form>`;
}

export function findingsByOperation(told: Told): Markup {
  const { report } = told;
  let open = OPEN;
  const sections = byOperation(report.findings, report).map((group) => {
    const articles = group.findings.map((finding) => {
      const isOpen = counts(finding, told.failOn) && open > 0;
      if (isOpen) open -= 1;
      return article(finding, told, isOpen);
    });
    return markup`<section class="operation" aria-label="${group.title}">${title(group)}
${articles}</section>
`;
  });
  return markup`<div id="list">${sections}</div>`;
}

function title({ operationId, method, path, title: words, findings }: OperationFindings): Markup {
  const name =
    operationId === null || method === undefined || path === undefined
      ? markup`${words}`
      : markup`<span class="method">${method}</span> <span class="path">${path}</span> <span class="id">${ownName({ operationId, method, path })}</span>`;
  return markup`<h3>${name} <span class="tally">${findings.length}</span></h3>`;
}

function article(finding: FindingGroup, told: Told, isOpen: boolean): Markup {
  const { code, message, fingerprint, operationId, statuses } = finding;
  const level = finding.state === "known" ? "known" : finding.level;
  const word = { error: "error", warn: "drift", known: "accepted" }[level];
  const { fix } = ruleWords(code);
  const facts = [
    ["Seen", `${seenIn(finding)} exchanges, answered with ${statuses.join(", ")}`],
    ...(finding.names.length > 1 ? [["Values", finding.names.join(", ")]] : []),
    ...(finding.waiver === undefined ? [] : [["Baseline", acceptance(finding)]]),
    ...(finding.state === "new" ? [["Baseline", "new"]] : []),
    ...(fix === "" ? [] : [["What to do", fix]]),
    ["Fingerprint", fingerprint],
  ];
  return markup`<article class="finding ${level}" id="f-${fingerprint}-${finding.level}" data-level="${level}" data-code="${code}" data-operation="${operationId ?? ""}"><details${isOpen ? markup` open` : undefined}>
<summary><span class="level">${word}</span> <span class="code">${code}</span> <span class="seen">${seenIn(finding)}</span> <span class="message">${message}</span></summary>
<div class="sides">${contractSide(finding, told)}${exchangeSide(finding)}</div>
${reproduction(finding)}<dl class="facts">${facts.map(([name = "", text = ""]) => markup`<div><dt>${name}</dt><dd>${text}</dd></div>`)}</dl>
</details></article>
`;
}

function contractSide(finding: FindingGroup, { source }: Told): Markup {
  const { contract } = finding;
  const lines = clauseOf(finding, source);
  const names = declaredNames(finding);
  return markup`<figure class="side contract"><figcaption><span class="who">The contract says</span> <code class="place">${contractPlace(contract)}</code></figcaption>
${lines.length === 0 ? undefined : code(lines)}${names.map((it) => markup`<p class="declared">${it}</p>`)}<p class="pointer">${contract.pointer}</p></figure>`;
}

function exchangeSide({ first, recording, fragment }: FindingGroup): Markup {
  const { method, url, status } = first;
  return markup`<figure class="side exchange"><figcaption><span class="who">The exchange shows</span></figcaption>
<p class="request"><b>${method}</b> <span class="url">${url}</span> <span class="arrow" aria-label="answered with">→</span> <b>${status}</b></p>
${fragment === undefined ? undefined : code([fragment])}<p class="pointer">${recordingPlace(recording)}</p></figure>`;
}

function code(lines: readonly { readonly line: number; readonly text: string }[]): Markup {
  const rows = lines.map(
    ({ line, text }) => markup`<span class="line"><span class="number">${line}</span>${text}</span>`,
  );
  return markup`<pre class="lines" tabindex="0">${rows}</pre>`;
}

/** How to see it once more, of what a probe has found. */
function reproduction(finding: FindingGroup): Markup | undefined {
  const lines = reproductionLines(finding);
  if (lines.length === 0) return undefined;
  return markup`<figure class="side again"><figcaption><span class="who">To see it again</span></figcaption><pre tabindex="0">${lines.map((line) => markup`<span class="shell">${line}</span>`)}</pre></figure>\n`;
}
