import type { ProbeCase } from "./case.js";

/**
 * Cases in an order in which any beginning is a fair sample: operations take turns, and of each the first case of every
 * kind comes before the second of any, and a clause that was asked about already before comes after one that was not.
 */
export function inOrderOfWorth<Case extends ProbeCase>(cases: Iterable<Case>): Case[] {
  const queues = new Map<string, Case[]>();
  for (const it of cases) {
    const queue = queues.get(it.operation.pointer) ?? [];
    queue.push(it);
    queues.set(it.operation.pointer, queue);
  }
  const ranked = [...queues.values()].map((queue) => inOrder(queue));
  const longest = Math.max(0, ...ranked.map((queue) => queue.length));
  const ordered: Case[] = [];
  for (let index = 0; index < longest; index += 1)
    for (const queue of ranked) {
      const next = queue[index];
      if (next !== undefined) ordered.push(next);
    }
  return ordered;
}

function inOrder<Case extends ProbeCase>(queue: readonly Case[]): Case[] {
  const kinds = new Map<string, number>();
  const clauses = new Map<string, number>();
  return queue
    .map((it) => {
      const kind = kindOf(it);
      const clause = `${kind} ${it.edit?.contract ?? ""}`;
      const rank = count(kinds, kind) + 2 * count(clauses, clause);
      return { it, rank };
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ it }) => it);
}

/** The phase, the part and the kind of edit, without which of its kind it is. */
function kindOf({ id, phase, edit }: ProbeCase): string {
  const slug = id.slice(id.lastIndexOf("/") + 1).replace(/:.*$|-\d+$/, "");
  return `${phase} ${edit?.part ?? ""} ${slug}`;
}

function count(counts: Map<string, number>, key: string): number {
  const before = counts.get(key) ?? 0;
  counts.set(key, before + 1);
  return before;
}
