import type { ProbeCase } from "../requests/probe-case.js";

/**
 * Cases in an order in which any beginning is a fair sample: operations take turns, and of each the first case of every
 * kind comes before the second of any, and a clause that was asked about already after one that was not.
 */
export function prioritizeCases(cases: Iterable<ProbeCase>): ProbeCase[] {
  return prioritizeBy(cases, (it) => it);
}

/** The same for what holds a case. */
export function prioritizeBy<Held>(cases: Iterable<Held>, caseOf: (held: Held) => ProbeCase): Held[] {
  const queues = new Map<string, Held[]>();
  for (const held of cases) {
    const { pointer } = caseOf(held).operation;
    const queue = queues.get(pointer) ?? [];
    queue.push(held);
    queues.set(pointer, queue);
  }
  const ranked = [...queues.values()].map((queue) => rankByKind(queue, caseOf));
  const longest = Math.max(0, ...ranked.map((queue) => queue.length));
  const ordered: Held[] = [];
  for (let index = 0; index < longest; index += 1)
    for (const queue of ranked) if (index < queue.length) ordered.push(...queue.slice(index, index + 1));
  return ordered;
}

function rankByKind<Held>(queue: readonly Held[], caseOf: (held: Held) => ProbeCase): Held[] {
  const kinds = new Map<string, number>();
  const clauses = new Map<string, number>();
  return queue
    .map((held) => {
      const it = caseOf(held);
      const kind = getCaseKind(it);
      return { held, rank: countUp(kinds, kind) + 2 * countUp(clauses, `${kind} ${it.edit?.contract ?? ""}`) };
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ held }) => held);
}

/** The phase, the part and the kind of edit, without which of its kind it is. */
function getCaseKind({ id, phase, edit }: ProbeCase): string {
  const slug = id.slice(id.lastIndexOf("/") + 1).replace(/:.*$|-\d+$/, "");
  return `${phase} ${edit?.part ?? ""} ${slug}`;
}

function countUp(counts: Map<string, number>, key: string): number {
  const before = counts.get(key) ?? 0;
  counts.set(key, before + 1);
  return before;
}
