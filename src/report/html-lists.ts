import type { ReasonGroup, Unaccepted, Waiver } from "../gate/index.js";
import type { Problem } from "../lint/index.js";
import { listed } from "./listed.js";
import { type Markup, markup } from "./markup.js";
import { contractPlace } from "./places.js";
import { plural } from "./plural.js";
import type { Told } from "./told.js";
import { UNLOGGED } from "./verdict.js";

/** More rows of one list than anybody reads here; the JSON report has them all. */
const MAX_ROWS = 200;

/** What is no finding: what could not be judged, what was not ours, the baseline, and the description itself. */
export function moreSections({ report, problems }: Told): Markup {
  const { partial, unlogged = [], skipped, unreadable, unaccepted = [], baseline } = report;
  const told = problems.filter(({ level }) => level !== "info");
  const lists = [
    list("Judged only in part", partial.map(reasonRow), true),
    list(UNLOGGED, unlogged.map(reasonRow), true),
    list(
      "Unreadable",
      unreadable.map(({ source, pointer, reason }) => markup`<li>${reason} <code>${source} ${pointer}</code></li>`),
      true,
    ),
    list("Nothing accepted", unaccepted.map(unacceptedRow), true),
    list("Skipped", skipped.map(reasonRow), false),
    list("No longer accepted", (baseline?.expired ?? []).map(waiverRow), true),
    list("Fixed, and still in the baseline", (baseline?.fixed ?? []).map(waiverRow), false),
    list("The description itself", told.map(problemRow), false),
  ];
  const shown = lists.flatMap((it) => (it === undefined ? [] : [it]));
  return shown.length === 0 ? markup`` : markup`<section class="more" aria-label="More">${shown}</section>`;
}

function list(title: string, rows: readonly Markup[], isOpen: boolean): Markup | undefined {
  if (rows.length === 0) return undefined;
  const rest = rows.length > MAX_ROWS ? markup`<li>and ${rows.length - MAX_ROWS} more</li>` : undefined;
  return markup`<details${isOpen ? markup` open` : undefined}><summary><h2>${title}</h2> <span class="tally">${rows.length}</span></summary><ul>${rows.slice(0, MAX_ROWS)}${rest}</ul></details>
`;
}

function reasonRow({ reason, exchanges, first }: ReasonGroup): Markup {
  return markup`<li><b>${plural(exchanges, "exchange")}</b> ${reason} <code>${first.source} ${first.pointer}</code></li>`;
}

function unacceptedRow({ source, reason, operations }: Unaccepted): Markup {
  return markup`<li><b>${listed(operations)}</b> ${reason} <code>${source}</code></li>`;
}

function waiverRow({ fingerprint, code = "", operation, reason, expires }: Waiver): Markup {
  const until = expires === undefined ? "" : ` until ${expires}`;
  return markup`<li><b>${code}</b> ${operation ?? "not in the contract"}: ${reason}${until} <code>${fingerprint}</code></li>`;
}

function problemRow(problem: Problem): Markup {
  const word = problem.level === "error" ? "error" : "warning";
  return markup`<li><b>${word} ${problem.code}</b> ${problem.message} <code>${contractPlace(problem)}</code></li>`;
}
