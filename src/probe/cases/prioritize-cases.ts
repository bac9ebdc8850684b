import type { ProbeCase } from "../requests/probe-case.js";

/**
 * Orders cases so that any prefix is a fair sample. Operations take turns. Within an operation, the first case of each
 * kind precedes the second of any kind, and cases for untested keywords come first.
 */
export function prioritizeCases(cases: Iterable<ProbeCase>): ProbeCase[] {
  return prioritizeBy(cases, (it) => it);
}

/** Like `prioritizeCases`, for items that contain a case. */
export function prioritizeBy<Held>(cases: Iterable<Held>, caseOf: (item: Held) => ProbeCase): Held[] {
  const queues = new Map<string, Held[]>();
  for (const item of cases) {
    const { pointer } = caseOf(item).operation;
    const queue = queues.get(pointer) ?? [];
    queue.push(item);
    queues.set(pointer, queue);
  }
  const ranked = [...queues.values()].map((queue) => rankByKind(queue, caseOf));
  const longest = Math.max(0, ...ranked.map((queue) => queue.length));
  const ordered: Held[] = [];
  for (let index = 0; index < longest; index += 1)
    for (const queue of ranked) if (index < queue.length) ordered.push(...queue.slice(index, index + 1));
  return ordered;
}

function rankByKind<Held>(queue: readonly Held[], caseOf: (item: Held) => ProbeCase): Held[] {
  const kinds = new Map<string, number>();
  const clauses = new Map<string, number>();
  return queue
    .map((item) => {
      const it = caseOf(item);
      const kind = getCaseKind(it);
      return { item, rank: countUp(kinds, kind) + 2 * countUp(clauses, `${kind} ${it.edit?.contract ?? ""}`) };
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}

/** The phase, the part and the kind of edit, without the number or value. */
function getCaseKind({ id, phase, edit }: ProbeCase): string {
  const slug = id.slice(id.lastIndexOf("/") + 1).replace(/:.*$|-\d+$/, "");
  return `${phase} ${edit?.part ?? ""} ${slug}`;
}

function countUp(counts: Map<string, number>, key: string): number {
  const before = counts.get(key) ?? 0;
  counts.set(key, before + 1);
  return before;
}
