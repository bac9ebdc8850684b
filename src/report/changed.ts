import type { ChangedCoverage, Report } from "../gate/index.js";
import { kindsText, kindsWords } from "./coverage.js";
import { listed } from "./listed.js";
import type { Paint } from "./paint.js";

/** What the traffic shows of what has changed: a line for each operation that has, and one for each kind. */
export function changedText(changed: ChangedCoverage | undefined, ink: Paint): string[] {
  if (changed === undefined) return [];
  const { since, operations, kinds } = changed;
  if (operations.length === 0) return [`${ink.bold(changedTitle(changed))}\n  no operation`];
  const width = Math.max(9, ...operations.map(({ operationId }) => operationId.length));
  const rows = operations.map(({ operationId, exchanges, codes }) => {
    const row = `  ${operationId.padEnd(width)}  ${String(exchanges).padStart(9)}  ${listed(codes, 3)}`;
    return exchanges === 0 ? ink.red(row) : row;
  });
  const head = ink.dim(`  ${"operation".padEnd(width)}  exchanges  differences`);
  return [
    [ink.bold(changedTitle({ since })), head, ...rows].join("\n"),
    ...kindsText(kinds, ink, `Coverage of what changed since ${since}`),
  ];
}

export function changedTitle({ since }: Pick<ChangedCoverage, "since">): string {
  return `Changed since ${since}`;
}

/** Which kinds are below their threshold, in words; empty when none is. */
export function belowText({ kinds, changed }: Report["coverage"]): string {
  const since = changed === undefined ? "" : `changed since ${changed.since}`;
  return [...kindsWords(kinds), ...kindsWords(changed?.kinds).map((words) => `${words}, ${since}`)].join(", ");
}
