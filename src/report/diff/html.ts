import type { DiffFinding, DiffLocation } from "../../diff/index.js";
import { OUTCOME_LABELS } from "../../gate/index.js";
import { getRuleTexts } from "../findings/rule-texts.js";
import { formatSpecSnippet } from "../findings/spec-snippet.js";
import { type Markup, markup } from "../formatting/markup.js";
import { renderPageHead } from "../html/page-head.js";
import {
  countByLevel,
  type DiffReportInput,
  formatAffectedOperations,
  formatCounterexample,
  formatDiffLocation,
  formatDiffTitle,
  formatDiffVerdict,
  formatSameVersion,
  formatSpecName,
  formatVersionCheck,
  getDiffOutcome,
} from "./diff-report-input.js";
import { type ChangeGroup, groupChanges } from "./group-changes.js";
import { formatFindingTraffic, formatTrafficSummary } from "./traffic.js";
import { formatWaiverStatus } from "./waivers.js";

/** Formats a changelog as one self-contained HTML file without a script. Changes are grouped by operation. */
export function formatDiffHtml(input: DiffReportInput): string {
  const { difference, tool, traffic } = input;
  const { kind } = getDiffOutcome(input);
  const word = OUTCOME_LABELS[kind];
  const name = formatDiffTitle(input);
  const summary = traffic === undefined ? undefined : markup`<p class="sentence">${formatTrafficSummary(traffic)}</p>`;
  const page = markup`${renderPageHead(`Changes: ${name}`)}<body>
<header class="top"><div class="brand"><p class="kicker">Changes</p><h1>${name}</h1></div></header>
<main>
<section class="verdict ${kind}" aria-label="Verdict"><p class="word">${word}</p><p class="sentence">${formatDiffVerdict(input)}</p>${summary}${[...formatVersionCheck(input), ...formatSameVersion(input)].map((line) => markup`<p class="sentence">${line}</p>`)}</section>
${renderNumbers(input)}
<section id="findings" aria-labelledby="findings-title">
<header class="section"><h2 id="findings-title">Changes</h2></header>
${groupChanges(difference.findings).map((group) => renderGroup(group, input))}
</section>
</main>
<footer>${tool.name} ${tool.version}</footer>
</body>
</html>
`;
  return page.markup;
}

/** Renders the changes as a section of another report. */
export function renderDiffSection(input: DiffReportInput | undefined): Markup | undefined {
  if (input === undefined) return undefined;
  const { difference, old, traffic } = input;
  const facts = [
    formatDiffVerdict(input),
    ...(traffic === undefined ? [] : [formatTrafficSummary(traffic)]),
    ...formatVersionCheck(input),
  ];
  return markup`<section id="changes" aria-labelledby="changes-title">
<header class="section"><h2 id="changes-title">Changes since ${formatSpecName(old)}</h2></header>
${facts.map((line) => markup`<p class="sentence">${line}</p>`)}
${groupChanges(difference.findings).map((group) => renderGroup(group, input))}
</section>
`;
}

function renderNumbers({ difference }: DiffReportInput): Markup {
  const { error, warn, info } = countByLevel(difference);
  const tiles = [
    [error, "breaking", "bad"],
    [warn, "possibly breaking", "warn"],
    [info, "compatible", ""],
  ] as const;
  return markup`<dl class="numbers" aria-label="Counts">${tiles.map(([count, name, tone]) => markup`<div class="${count === 0 ? "" : tone}"><dt>${name}</dt><dd>${count}</dd></div>`)}</dl>`;
}

function renderGroup({ title, findings }: ChangeGroup, input: DiffReportInput): Markup {
  return markup`<section class="operation" aria-label="${title}"><h3>${title} <span class="tally">${findings.length}</span></h3>
${findings.map((it) => renderFinding(it, input))}</section>
`;
}

const LEVEL_WORDS = { error: "breaking", warn: "may break", info: "compatible" } as const;

function renderFinding(finding: DiffFinding, input: DiffReportInput): Markup {
  const { level, code, message } = finding;
  const facts = [
    ["Where", formatAffectedOperations(finding)],
    ["Counterexample", formatCounterexample(finding) ?? ""],
    ["Traffic", formatFindingTraffic(finding, input.traffic).join("; ")],
    ["Accepted", formatWaiverStatus(input.accepted, finding) ?? ""],
    ["What to do", getRuleTexts(code).fix],
  ].filter(([, text]) => text !== "");
  return markup`<article class="finding ${level}"><details${level === "error" ? markup` open` : undefined}>
<summary><span class="level">${LEVEL_WORDS[level]}</span> <span class="code">${code}</span> <span class="message">${message}</span></summary>
${renderLocation("old", finding.old, input)}${renderLocation("new", finding.new, input)}<dl class="facts">${facts.map(([name, text]) => markup`<div><dt>${name}</dt><dd>${text}</dd></div>`)}</dl>
</details></article>
`;
}

function renderLocation(
  side: "old" | "new",
  location: DiffLocation | undefined,
  input: DiffReportInput,
): Markup | undefined {
  if (location === undefined) return undefined;
  return markup`<figure class="side contract"><figcaption><span class="who">${side}</span> <code class="place">${formatDiffLocation(location, input[side])}</code></figcaption>
<pre class="lines" tabindex="0">${formatSpecSnippet(location, input.source[side]).join("\n")}</pre><p class="pointer">${location.pointer}</p></figure>
`;
}
