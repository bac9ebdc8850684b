/** The number of names that are compared; hand-written lists have fewer. */
const MAX_CANDIDATES = 500;

/** The end of a message about an unknown name: the one that is probably meant, if there is one. */
export function formatSuggestion(name: string, known: Iterable<string>): string {
  const close = findClosestName(name, known);
  return close === undefined ? "" : `; did you mean "${close}"?`;
}

/** The same, or else those that there are. */
export function formatNameHint(name: string, known: readonly string[]): string {
  return formatSuggestion(name, known) || (known.length === 0 ? "" : `; expected one of ${known.join(", ")}`);
}

/** Finds the name that a misspelt name probably means: at most two edits away, or fewer for a short name. */
export function findClosestName(name: string, names: Iterable<string>): string | undefined {
  if (name.length > 40) return undefined;
  const allowed = name.length < 5 ? 0 : name.length < 8 ? 1 : 2;
  let best: { readonly name: string; readonly distance: number } | undefined;
  let rest = MAX_CANDIDATES;
  for (const candidate of names) {
    rest -= 1;
    if (candidate === name || rest < 0) break;
    if (Math.abs(candidate.length - name.length) > allowed) continue;
    const distance = candidate.toLowerCase() === name.toLowerCase() ? 0 : computeEditDistance(name, candidate, allowed);
    if (distance <= allowed && distance < (best?.distance ?? Number.POSITIVE_INFINITY))
      best = { name: candidate, distance };
  }
  return best?.name;
}

/** The number of insertions, deletions, substitutions and swaps of neighbours; infinite if it exceeds `max`. */
function computeEditDistance(a: string, b: string, max: number): number {
  if (max === 0) return Number.POSITIVE_INFINITY;
  let wasBeyond = false;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1];
      let cost = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        cost = Math.min(cost, (before[column - 2] ?? 0) + 1);
      current.push(cost);
    }
    // A swap of neighbours uses the row before the last, so two rows must exceed the limit.
    const isBeyond = Math.min(...current) > max;
    if (isBeyond && wasBeyond) return Number.POSITIVE_INFINITY;
    wasBeyond = isBeyond;
    before = last;
    last = current;
  }
  return last[b.length] ?? 0;
}
