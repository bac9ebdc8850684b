import {
  belowThreshold,
  COVERAGE_KINDS,
  type CoverageKind,
  type KindCoverage,
  type KindsCoverage,
} from "../gate/index.js";
import { listed } from "./listed.js";
import type { Paint } from "./paint.js";

export const KIND_WORDS: Readonly<Record<CoverageKind, string>> = {
  operations: "operations",
  statuses: "statuses",
  mediaTypes: "media types",
  parameters: "parameters",
  properties: "properties",
  values: "listed values",
  branches: "branches",
};

/** A line for each kind; everything that is missing stands in the JSON report. */
export function kindsText(kinds: KindsCoverage | undefined, ink: Paint, title = "Coverage"): string[] {
  if (kinds === undefined) return [];
  const below = belowThreshold(kinds);
  const rows = COVERAGE_KINDS.filter((kind) => kinds[kind].total > 0).map((kind) => {
    const { seen, total, percent, atLeast, missing } = kinds[kind];
    const counts = `${seen} of ${total}`.padStart(14);
    const text = `  ${KIND_WORDS[kind].padEnd(13)}${counts}  ${percent.toFixed(1).padStart(5)} %`;
    const wanted = atLeast === undefined ? "" : `  at least ${atLeast} %`;
    const without =
      missing.length === 0
        ? ""
        : ink.dim(
            `  not seen: ${listed(
              missing.map((it) => nameOf(kind, it)),
              3,
            )}`,
          );
    return `${below.includes(kind) ? ink.red(text + wanted) : text + wanted}${without}`;
  });
  return [[ink.bold(title), ...rows].join("\n")];
}

/** The kinds that are below their threshold, in words. */
export function kindsWords(kinds: KindsCoverage | undefined): string[] {
  if (kinds === undefined) return [];
  return belowThreshold(kinds).map(
    (kind) => `${kinds[kind].percent} % of the ${KIND_WORDS[kind]} instead of ${kinds[kind].atLeast} %`,
  );
}

/** Properties, values and branches go by a name that says little without its place. */
function nameOf(kind: CoverageKind, { name, pointer }: KindCoverage["missing"][number]): string {
  const [, owner] = /^\/components\/[^/]+\/([^/]+)/.exec(pointer) ?? [];
  if (owner === undefined || !["properties", "values", "branches"].includes(kind)) return name;
  return `${owner} ${name}`;
}
