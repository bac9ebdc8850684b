import type { Report } from "../gate/index.js";
import { coverageSection } from "./html-coverage.js";
import { filterForm, findingsByOperation } from "./html-findings.js";
import { moreSections } from "./html-lists.js";
import { type Markup, markup } from "./markup.js";
import { SCRIPT, SCRIPT_HASH, STYLE, STYLE_HASH } from "./page/built-page.js";
import { plural } from "./plural.js";
import type { Told } from "./told.js";
import { verdictSentence } from "./verdict.js";

/** Its one style and its one script run, and nothing else may happen in it. */
const POLICY = [
  "default-src 'none'",
  `style-src '${STYLE_HASH}'`,
  `script-src '${SCRIPT_HASH}'`,
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

const WORDS = { holds: "Holds", broken: "Broken", unjudged: "Could not judge" } as const;

/**
 * The report as one page that asks nobody for anything: findings with the clause beside the exchange that breaks it, and
 * coverage as a picture. All of it is text without the script, which only filters and changes colours.
 */
export function htmlReport(told: Told): string {
  const { report, outcome, tool } = told;
  const name = report.spec.title === "" ? report.spec.path : report.spec.title;
  const page = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${{ markup: POLICY }}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${WORDS[outcome.kind]}: the contract of ${name}</title>
<link rel="icon" href="data:,">
<style>${{ markup: STYLE }}</style>
</head>
<body>
<a class="skip" href="#findings">Skip to the findings</a>
<header class="top">
<div class="brand"><p class="kicker">Contract report</p><h1>${name} <span class="version">${report.spec.version}</span></h1></div>
<nav aria-label="Parts"><a href="#findings">Findings</a> <a href="#coverage">Coverage</a></nav>
<button type="button" id="theme" class="quiet" hidden>Colours: as the system</button>
</header>
<main>
${verdict(told)}
${numbers(report)}
<section id="findings" aria-labelledby="findings-title">
<header class="section"><h2 id="findings-title">Findings</h2><p class="count" id="shown" role="status">${plural(report.findings.length, "finding")}</p></header>
${report.findings.length === 0 ? markup`<p class="empty">Nothing that was seen disagrees with the contract.</p>` : [filterForm(report), findingsByOperation(told)].map((it) => it)}
<p class="empty" id="none" hidden>Nothing fits this filter.</p>
</section>
${coverageSection(report)}
${moreSections(told)}
</main>
<footer>${tool.name} ${tool.version} · ${report.spec.path}</footer>
<script>${{ markup: SCRIPT }}</script>
</body>
</html>
`;
  return page.markup;
}

function verdict(told: Told): Markup {
  return markup`<section class="verdict ${told.outcome.kind}" aria-label="Verdict">
<p class="word">${WORDS[told.outcome.kind]}</p>
<p class="sentence">${sentence(told)}</p>
</section>`;
}

/** The word before it has said already that it could not be judged. */
function sentence({ report, outcome, problems }: Told): string {
  return outcome.kind === "unjudged" ? `${outcome.reasons.join("; ")}.` : verdictSentence(report, outcome, problems);
}

function numbers({ summary, baseline }: Report): Markup {
  const { exchanges, passed, failed, partial, skipped, unreadable, findings } = summary;
  const known = baseline === undefined ? 0 : baseline.known.error + baseline.known.warn;
  const tiles: readonly (readonly [count: number, name: string, tone: string, always: boolean])[] = [
    [exchanges, exchanges === 1 ? "exchange" : "exchanges", "", true],
    [passed, "passed", "good", true],
    [failed, "failed", "bad", true],
    [partial, "in part", "warn", true],
    [skipped, "skipped", "", true],
    [unreadable, "unreadable", "warn", false],
    [findings.error, findings.error === 1 ? "error" : "errors", "bad", true],
    [findings.warn, "drift", "warn", true],
    [known, "accepted", "", false],
  ];
  const shown = tiles.filter(([count, , , always]) => always || count > 0);
  return markup`<dl class="numbers" aria-label="Counts">${shown.map(
    ([count, name, tone]) =>
      markup`<div class="${count === 0 ? "" : tone}"><dt>${name}</dt><dd>${count.toLocaleString("en-US")}</dd></div>`,
  )}</dl>`;
}
