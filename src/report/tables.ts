import {
  type ChangedCoverage,
  COVERAGE_KINDS,
  type CoverageByKind,
  type CoverageKind,
  type FindingGroup,
  groupBy,
  type KindCoverage,
  type Report,
  toPrintable,
  type Waiver,
} from "../check/index.js";
import { formatWaiver } from "./finding-texts.js";
import { joinList } from "./formatting/text.js";
import type { PageTable } from "./page.js";
import { CONSUMERS_TITLE, COVERAGE_KIND_LABELS, describeConsumers, summarizeCoverage } from "./summary.js";

/** Creates the tables of a run over traffic: operations, consumers, coverage and the baseline. */
export function createTables(report: Report): PageTable[] {
  const { kinds, specs = [], changed } = report.coverage;
  const { exchanges, skipped } = report.summary;
  return [
    ...(exchanges > skipped ? createOperationTables(report) : []),
    ...createConsumerTable(report),
    ...createCoverageTable(kinds, "Coverage"),
    ...specs.flatMap((it) => createCoverageTable(it.kinds, `Coverage of ${it.path}`)),
    ...(changed === undefined ? [] : createChangedTables(changed)),
    ...createBaselineTable(report),
  ];
}

/** Creates a table of the covered operations, with the documented statuses that are missing. */
function createOperationTables(report: Report): PageTable[] {
  return summarizeCoverage(report).map(({ kind, title, all }) => {
    const unseen = all.filter(({ exchanges }) => exchanges === 0).map(({ operationId }) => operationId);
    return {
      title,
      columns: [kind, "exchanges", "statuses", "not seen"],
      rows: all
        .filter(({ exchanges }) => exchanges > 0)
        .map(({ operationId, exchanges, statuses, missing }) => [
          ...[operationId, String(exchanges)],
          ...[Object.keys(statuses).join(" "), missing.join(" ")],
        ]),
      notes: unseen.length === 0 ? [] : [`not seen: ${joinList(unseen)}`],
    };
  });
}

const MAX_CONSUMERS = 10;

function createConsumerTable(report: Report): PageTable[] {
  const notes = describeConsumers(report, MAX_CONSUMERS).map(toPrintable);
  return notes.length === 0 ? [] : [{ title: CONSUMERS_TITLE, columns: [], rows: [], notes }];
}

const MAX_MISSING = 3;

/** Creates a row for each kind. It names only a few missing items; the JSON report lists all. */
function createCoverageTable(kinds: CoverageByKind | undefined, title: string): PageTable[] {
  if (kinds === undefined) return [];
  const rows = COVERAGE_KINDS.filter((kind) => kinds[kind].total > 0).map((kind) => {
    const { seen, total, percent, atLeast, missing } = kinds[kind];
    const names = missing.map((it) => formatMissingName(kind, it));
    return [
      ...[COVERAGE_KIND_LABELS[kind], `${seen} of ${total}`, `${percent.toFixed(1)} %`],
      atLeast === undefined ? "" : `${percent < atLeast ? "✗ " : ""}at least ${atLeast} %`,
      names.length === 0 ? "" : joinList(names, MAX_MISSING),
    ];
  });
  return [{ title, columns: ["part", "seen", "share", "threshold", "not seen"], rows, notes: [] }];
}

/** Adds the component to the names of properties, values and branches, which are ambiguous without it. */
function formatMissingName(kind: CoverageKind, { name, pointer }: KindCoverage["missing"][number]): string {
  const [, owner] = /^\/components\/[^/]+\/([^/]+)/.exec(pointer) ?? [];
  if (owner === undefined || !["properties", "values", "branches"].includes(kind)) return name;
  return `${owner} ${name}`;
}

function createChangedTables({ since, operations, kinds }: ChangedCoverage): PageTable[] {
  const rows = operations.map(({ operationId, exchanges, codes }) => [
    ...[operationId, String(exchanges), joinList(codes, MAX_MISSING)],
  ]);
  const title = `Changed since ${since}`;
  if (rows.length === 0) return [{ title, columns: [], rows, notes: ["no operations"] }];
  return [
    { title, columns: ["operation", "exchanges", "changes"], rows, notes: [] },
    ...createCoverageTable(kinds, `Coverage of what changed since ${since}`),
  ];
}

/** Creates the effect of the baseline: the accepted findings by reason, and the fixed and expired ones. */
function createBaselineTable({ baseline, findings }: Report): PageTable[] {
  const accepted = formatKnownByReason(findings);
  if (baseline === undefined)
    return accepted.length === 0 ? [] : [{ title: "Accepted in the spec", columns: [], rows: [], notes: accepted }];
  const { path, known, expired, fixed, unobserved } = baseline;
  const format = ({ fingerprint = "", code = "", operation, expires, reason }: Waiver, state: string): string =>
    `${state} ${fingerprint} ${code} ${operation ?? ""}  ${expires === undefined ? "" : `${expires}, `}${toPrintable(reason)}`;
  const rest = unobserved === 0 ? "" : `, ${unobserved} not observed`;
  const counts = `${baseline.new} new, ${known.error + known.warn} known, ${expired.length} expired, ${fixed.length} fixed${rest}`;
  const notes = [
    ...accepted,
    ...expired.map((waiver) => format(waiver, "expired")),
    ...fixed.map((waiver) => format(waiver, "fixed  ")),
    ...(fixed.length === 0 ? [] : ["--update-baseline removes the fixed findings"]),
  ];
  return [{ title: `Baseline ${path}: ${counts}`, columns: [], rows: [], notes }];
}

/** Formats one line per reason, because accepted findings need no details. */
function formatKnownByReason(findings: readonly FindingGroup[]): string[] {
  const known = findings.filter(({ state }) => state === "known");
  return [...groupBy(known, formatWaiver)].map(([reason, group]) => {
    const codes = [...new Set(group.map(({ code }) => code))].sort();
    return `known   ${group.length} × ${reason}  ${joinList(codes, 3)}`;
  });
}
