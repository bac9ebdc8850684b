import {
  type ChangedCoverage,
  COVERAGE_KINDS,
  type CoverageByKind,
  type CoverageKind,
  findKindsBelowThreshold,
  type KindCoverage,
  type OperationCoverage,
  type Report,
} from "../../check/index.js";
import type { Colors } from "../formatting/colors.js";
import { joinList } from "../formatting/join-list.js";
import { pluralize } from "../formatting/pluralize.js";

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
export function listUnmetThresholds(kinds: CoverageByKind | undefined): string[] {
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
