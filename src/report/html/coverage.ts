import {
  type ChangedCoverage,
  COVERAGE_KINDS,
  type CoverageByKind,
  type KindCoverage,
  type OperationCoverage,
  type Report,
} from "../../gate/index.js";
import { formatSpecLocation } from "../findings/locations.js";
import { getExplicitOperationId } from "../findings/operation-name.js";
import { type Markup, markup } from "../formatting/markup.js";
import { pluralize } from "../formatting/pluralize.js";
import { COVERAGE_KIND_LABELS, formatChangedTitle, summarizeCoverage } from "../summary/coverage.js";

/** The maximum number of listed names per kind, to keep the page small. The JSON report lists all. */
const MAX_MISSING = 200;

/** Renders coverage as bars per kind, if measured, and as a heat map of operations and statuses. */
export function renderCoverage(report: Report): Markup {
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
