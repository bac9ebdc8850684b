import type { ChangedCoverage, Report } from "../../gate/index.js";
import type { Colors } from "../formatting/colors.js";
import { joinList } from "../formatting/join-list.js";
import { formatCoverage, listUnmetThresholds } from "./coverage.js";

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
