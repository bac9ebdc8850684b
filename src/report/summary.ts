import {
  type ChangedCoverage,
  COVERAGE_KINDS,
  type CoverageByKind,
  type CoverageKind,
  type FindingGroup,
  findKindsBelowThreshold,
  type KindCoverage,
  listSkippedHosts,
  type OperationCoverage,
  OUTCOME_LABELS,
  type Report,
  type RunOutcome,
  type RunWarning,
  toPrintable,
} from "../check/index.js";
import type { Diagnostic } from "../lint/index.js";
import { formatSpecLocation, getFix } from "./finding-texts.js";
import { type Colors, joinList, pluralize } from "./formatting/text.js";
import { getPackagePage } from "./package-page.js";

/** Formats the outcome of a run and its reason in one sentence. It also counts errors in the spec, which do not fail the run. */
export function formatVerdict(report: Report, outcome: RunOutcome, diagnostics: readonly Diagnostic[] = []): string {
  const { shard } = report;
  const part = shard === undefined ? "" : `, shard ${shard.index} of ${shard.of}`;
  const reason =
    outcome.kind === "inconclusive"
      ? outcome.reasons.join("; ")
      : `${formatResult(report, outcome, diagnostics)}${formatUnchecked(outcome)}`;
  return `${OUTCOME_LABELS[outcome.kind]}${part}: ${reason}.`;
}

/** What a run with errors did not check. An inconclusive run has it as its reason. */
export function formatUnchecked({ kind, reasons = [] }: RunOutcome): string {
  return kind === "failed" && reasons.length > 0 ? `; not everything was checked: ${reasons.join("; ")}` : "";
}

function formatResult(report: Report, outcome: RunOutcome, diagnostics: readonly Diagnostic[]): string {
  const { summary, spec, baseline, coverage, excluded } = report;
  const { findings } = summary;
  const known = baseline?.known ?? { error: 0, warn: 0 };
  const accepted = known.error + known.warn;
  const errors = findings.error - known.error;
  const drift = findings.warn === known.warn ? "" : `; drift in ${pluralize(findings.warn - known.warn, "place")}`;
  const baselined = accepted === 0 ? "" : `; ${accepted} accepted by the baseline`;
  const wrong = diagnostics.filter(({ level }) => level === "error").length;
  const inSpec = wrong === 0 ? "" : `; the spec itself has ${pluralize(wrong, "error")}`;
  const notes = `${baselined}${formatExcluded(excluded)}${inSpec}`;
  const title = spec.title === "" ? `the spec ${spec.path}` : `the spec of ${spec.title} (${spec.path})`;
  const { notLogged = 0 } = summary;
  const fromLogs = notLogged === 0 ? "" : `; ${pluralize(notLogged, "exchange")} checked only for the recorded fields`;
  const unmet = formatUnmetThresholds(coverage);
  const below = unmet === "" ? "" : `coverage is below the threshold: ${unmet}`;
  const failures = [below, formatDifference(report)].filter((it) => it !== "").join("; ");
  if (outcome.kind === "failed" && errors === 0 && failures !== "")
    return `the traffic matches ${title}${drift}${fromLogs}${notes}, but ${failures}`;
  if (outcome.kind === "failed" && errors === 0)
    return `the traffic matches ${title}, but fails because of${drift.slice(1)}${fromLogs}${notes}`;
  if (outcome.kind === "failed")
    return `the traffic violates ${title} in ${pluralize(errors, "place")}${drift}${notes}${failures === "" ? "" : `; ${failures}`}`;
  if (errors > 0)
    return `errors do not fail this run; the traffic violates ${title} in ${pluralize(errors, "place")}${drift}${fromLogs}${notes}`;
  return `the traffic matches ${title}${drift}${fromLogs}${notes}`;
}

/** Formats a warning with its cure. */
export function formatWarning({ message, cure }: RunWarning): string {
  const advice = cure === undefined ? "" : `; pass ${cure} if they are of the service`;
  return toPrintable(message + advice);
}

/** The number of hosts in a count of skipped exchanges. */
const MAX_HOSTS = 3;

/** Formats the number of skipped exchanges with their hosts: `7 skipped (cdn.example 4, fonts.example 3)`. */
export function formatSkipped(report: Report): string {
  const hosts = listSkippedHosts(report);
  const named = hosts.slice(0, MAX_HOSTS).map(({ host, exchanges }) => `${host} ${exchanges}`);
  const rest = hosts.length - named.length;
  const list = [...named, ...(rest > 0 ? [`${pluralize(rest, "other host")}`] : [])].join(", ");
  return `${report.summary.skipped} skipped${list === "" ? "" : ` (${toPrintable(list)})`}`;
}

/** The title of the section for data that logs and recordings lack. */
export const NOT_LOGGED_TITLE = "Not recorded, so not checked";

/** Formats the services with operations that the user left out. */
function formatExcluded(groups: Report["excluded"] = []): string {
  const sources = [...new Set(groups.map(({ source }) => source))];
  const counts = sources.map((source) => {
    const ids = groups.filter((it) => it.source === source).flatMap(({ operations }) => operations);
    return `${pluralize(new Set(ids).size, "operation")} of ${toPrintable(source)} excluded`;
  });
  return counts.map((it) => `; ${it}`).join("");
}

/** Whether a finding fails the run: it is not accepted and has at least the given level. */
export function failsRun(finding: Report["findings"][number], failOn: "error" | "warn" | "never" = "error"): boolean {
  if (finding.state === "known" || failOn === "never") return false;
  return failOn === "warn" || finding.level === "error";
}

/** Formats how many bodies generated validators and the checker agree on, what was not compared, and each difference. */
export function formatAgreement({ agreement }: Pick<Report, "agreement">): string[] {
  if (agreement === undefined) return [];
  const { bodies, agreed, notCompared, differences, uncompiled = [] } = agreement;
  const omitted = notCompared.reduce((sum, it) => sum + it.bodies, 0);
  if (bodies + omitted === 0) return uncompiled.map(toPrintable);
  const reasons = notCompared.map((it) => `${it.reason} (${it.bodies})`).join(", ");
  const rest = omitted === 0 ? "" : `; ${formatBodies(omitted)} not compared: ${reasons}`;
  return [
    `Ajv agrees on ${agreed} of ${formatBodies(bodies)}${rest}.`,
    ...differences.map((it) => toPrintable(`Defect of commerce-contract: ${it}`)),
    ...uncompiled.map(toPrintable),
  ];
}

/** Why a run fails if the verdicts differ, or generated files do not compile; empty otherwise. */
export function formatDifference({ agreement }: Pick<Report, "agreement">): string {
  const count = (agreement?.bodies ?? 0) - (agreement?.agreed ?? 0);
  if (agreement?.uncompiled !== undefined) return "the generated files do not compile";
  if (count === 0) return "";
  return `Ajv and the checker disagree on ${formatBodies(count)}, which is a defect of commerce-contract`;
}

function formatBodies(count: number): string {
  return count === 1 ? "1 body" : `${count} bodies`;
}

export const ADVICE_TITLE = "How to fix";

/** How to accept findings that no baseline accepts. */
export const ACCEPTANCE_ADVICE = `To accept a finding for now, put its fingerprint into a baseline (${getPackagePage("findings.md")}); --update-baseline accepts all.`;

/** Lists how to fix the findings that are not accepted, once for each code and edit, with the first places. */
export function listAdvice(findings: readonly FindingGroup[]): readonly (readonly [code: string, fix: string])[] {
  const groups = new Map<string, { readonly first: FindingGroup; readonly places: Set<string> }>();
  for (const finding of findings.filter(({ state }) => state !== "known")) {
    const key = `${finding.code} ${getFix(finding, "")}`;
    const group = groups.get(key) ?? { first: finding, places: new Set() };
    groups.set(key, group);
    group.places.add(formatSpecLocation(finding.contract));
  }
  return [...groups.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { first, places }]) => {
      const more = places.size > MAX_PLACES ? ` and ${places.size - MAX_PLACES} more` : "";
      return [first.code, getFix(first, [...places].slice(0, MAX_PLACES).join(", ") + more)] as const;
    })
    .filter(([, fix]) => fix !== "");
}

const MAX_PLACES = 3;

/** One line per consumer, with the most frequent ones first. `text` contains text from traffic, which is not escaped. */
export function describeConsumers({ consumers }: Report, limit: number): readonly string[] {
  if (consumers === undefined) return [];
  const { listed, unlisted, unknown } = consumers;
  const others = listed.slice(limit);
  const rest = others.reduce((sum, { exchanges }) => sum + exchanges, unlisted);
  return [
    ...listed
      .slice(0, limit)
      .map(({ name, exchanges, failed }) => `${name}: ${pluralize(exchanges, "exchange")}, ${failed} with errors`),
    ...(rest === 0 ? [] : [`other consumers: ${pluralize(rest, "exchange")}`]),
    ...(unknown === 0 ? [] : [`no consumer recorded: ${pluralize(unknown, "exchange")}`]),
  ];
}

export const CONSUMERS_TITLE = "Consumers";

export const COVERAGE_KIND_LABELS: Readonly<Record<CoverageKind, string>> = {
  operations: "operations",
  statuses: "statuses",
  mediaTypes: "media types",
  parameters: "parameters",
  properties: "properties",
  values: "listed values",
  branches: "branches",
};

/** Formats one line per kind. It names only a few missing items; the JSON report lists all. */
export function formatCoverage(kinds: CoverageByKind | undefined, ink: Colors, title = "Coverage"): string[] {
  if (kinds === undefined) return [];
  const below = findKindsBelowThreshold(kinds);
  const rows = COVERAGE_KINDS.filter((kind) => kinds[kind].total > 0).map((kind) => {
    const { seen, total, percent, atLeast, missing } = kinds[kind];
    const counts = `${seen} of ${total}`.padStart(14);
    const text = `  ${COVERAGE_KIND_LABELS[kind].padEnd(13)}${counts}  ${percent.toFixed(1).padStart(5)} %`;
    const wanted = atLeast === undefined ? "" : `  at least ${atLeast} %`;
    const without =
      missing.length === 0
        ? ""
        : ink.dim(
            `  not seen: ${joinList(
              missing.map((it) => formatMissingName(kind, it)),
              3,
            )}`,
          );
    return `${below.includes(kind) ? ink.red(text + wanted) : text + wanted}${without}`;
  });
  return [[ink.bold(title), ...rows].join("\n")];
}

/** Formats each kind of coverage that is below its threshold. */
function listUnmetThresholds(kinds: CoverageByKind | undefined): string[] {
  if (kinds === undefined) return [];
  return findKindsBelowThreshold(kinds).map(
    (kind) => `${kinds[kind].percent} % of the ${COVERAGE_KIND_LABELS[kind]} instead of ${kinds[kind].atLeast} %`,
  );
}

/** Adds the component to the names of properties, values and branches, which are ambiguous without it. */
function formatMissingName(kind: CoverageKind, { name, pointer }: KindCoverage["missing"][number]): string {
  const [, owner] = /^\/components\/[^/]+\/([^/]+)/.exec(pointer) ?? [];
  if (owner === undefined || !["properties", "values", "branches"].includes(kind)) return name;
  return `${owner} ${name}`;
}

/** Formats the coverage of the changed parts of the spec: one line per changed operation and per kind. */
export function formatChangedCoverage(changed: ChangedCoverage | undefined, ink: Colors): string[] {
  if (changed === undefined) return [];
  const { since, operations, kinds } = changed;
  if (operations.length === 0) return [`${ink.bold(formatChangedTitle(changed))}\n  no operations`];
  const width = Math.max(9, ...operations.map(({ operationId }) => operationId.length));
  const rows = operations.map(({ operationId, exchanges, codes }) => {
    const row = `  ${operationId.padEnd(width)}  ${String(exchanges).padStart(9)}  ${joinList(codes, 3)}`;
    return exchanges === 0 ? ink.red(row) : row;
  });
  const head = ink.dim(`  ${"operation".padEnd(width)}  exchanges  changes`);
  return [
    [ink.bold(formatChangedTitle({ since })), head, ...rows].join("\n"),
    ...formatCoverage(kinds, ink, `Coverage of what changed since ${since}`),
  ];
}

export function formatChangedTitle({ since }: Pick<ChangedCoverage, "since">): string {
  return `Changed since ${since}`;
}

/** Lists the kinds of coverage below their threshold, or returns an empty string. */
export function formatUnmetThresholds({ kinds, changed }: Report["coverage"]): string {
  const since = changed === undefined ? "" : `changed since ${changed.since}`;
  return [
    ...listUnmetThresholds(kinds),
    ...listUnmetThresholds(changed?.kinds).map((text) => `${text}, ${since}`),
  ].join(", ");
}

/** The operations or webhooks of a spec, titled with the number that the traffic covers: `7 of 12 operations seen`. */
export type CoveredOperations = {
  readonly kind: "operation" | "webhook";
  readonly title: string;
  readonly all: readonly OperationCoverage[];
};

/** Summarizes the coverage of operations, of webhooks if the traffic has any, or of both. */
export function summarizeCoverage({
  coverage: { operations, webhooks },
}: Pick<Report, "coverage">): readonly CoveredOperations[] {
  const ofOperations = summarizeOperations("operation", operations);
  if (webhooks === undefined) return [ofOperations];
  const ofWebhooks = summarizeOperations("webhook", webhooks);
  // A recording of a webhook receiver has no calls of operations.
  return operations.some(isCovered) ? [ofOperations, ofWebhooks] : [ofWebhooks];
}

function summarizeOperations(kind: CoveredOperations["kind"], all: readonly OperationCoverage[]): CoveredOperations {
  return { kind, title: `${all.filter(isCovered).length} of ${pluralize(all.length, kind)} seen`, all };
}

function isCovered({ exchanges }: OperationCoverage): boolean {
  return exchanges > 0;
}
