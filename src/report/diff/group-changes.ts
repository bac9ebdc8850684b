import type { DiffFinding } from "../../diff/index.js";

/** Changes of one operation, or of more operations than a changelog repeats them for. */
export type ChangeGroup = { readonly title: string; readonly findings: readonly DiffFinding[] };

/** Groups changes by operation. A change of many operations is listed once, before them. */
export function groupChanges(findings: readonly DiffFinding[]): ChangeGroup[] {
  const shared: DiffFinding[] = [];
  const groups = new Map<string, DiffFinding[]>();
  for (const finding of findings) {
    const ids = [...new Set(finding.affects.map(({ operation }) => operation))];
    if (ids.length > MAX_REPEATED) shared.push(finding);
    else for (const id of ids) groups.set(id, [...(groups.get(id) ?? []), finding]);
  }
  const own = [...groups]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([title, findings]) => ({ title, findings }));
  return shared.length === 0 ? own : [{ title: "Many operations", findings: shared }, ...own];
}

/** A change of more operations is not repeated for each. */
const MAX_REPEATED = 3;
