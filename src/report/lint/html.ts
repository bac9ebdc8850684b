import { OUTCOME_LABELS } from "../../gate/index.js";
import { renderDiffSection } from "../diff/html.js";
import { formatSpecLocation } from "../findings/locations.js";
import { getRuleTexts } from "../findings/rule-texts.js";
import { formatSpecSnippet } from "../findings/spec-snippet.js";
import { type Markup, markup } from "../formatting/markup.js";
import { renderPageHead } from "../html/page-head.js";
import {
  countAllDiagnostics,
  type DiagnosticGroup,
  formatLintVerdict,
  getLintOutcome,
  groupDiagnostics,
  isFailure,
  LEVEL_NAMES,
  type LintedSpec,
  type LintReportInput,
} from "./lint-report-input.js";

/** Formats the lint findings as one self-contained HTML file without a script. */
export function formatLintHtml(input: LintReportInput): string {
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
