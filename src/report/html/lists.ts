import type { ExcludedOperations, ReasonGroup, UnacceptedOperations, Waiver } from "../../gate/index.js";
import type { Diagnostic } from "../../lint/index.js";
import { formatSpecLocation } from "../findings/locations.js";
import { formatExclusion } from "../formatting/exclusion.js";
import { joinList } from "../formatting/join-list.js";
import { type Markup, markup } from "../formatting/markup.js";
import { pluralize } from "../formatting/pluralize.js";
import type { ReportInput } from "../report-input.js";
import { CONSUMERS_TITLE, describeConsumers } from "../summary/consumers.js";
import { NOT_LOGGED_TITLE } from "../summary/verdict.js";

/** The maximum number of rows per list, to keep the page small. The JSON report lists all. */
const MAX_ROWS = 200;

/** Renders everything but the findings in traffic: unchecked and skipped exchanges, the baseline, and findings in the spec. */
export function renderLists({ report, diagnostics }: ReportInput): Markup {
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
