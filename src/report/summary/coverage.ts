import {
  COVERAGE_KINDS,
  type CoverageByKind,
  type CoverageKind,
  findKindsBelowThreshold,
  type KindCoverage,
} from "../../gate/index.js";
import type { Colors } from "../formatting/colors.js";
import { joinList } from "../formatting/join-list.js";

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
