/** Matches items that one of the tests takes for the same, the first test first. Returns the matches, and what is left of each list. */
export function matchItems<Item>(
  left: readonly Item[],
  right: readonly Item[],
  tests: readonly ((one: Item, other: Item) => boolean)[],
): [ReadonlyMap<Item, Item>, ReadonlySet<Item>, ReadonlySet<Item>] {
  const matches = new Map<Item, Item>();
  const [open, free] = [new Set(left), new Set(right)];
  for (const isSame of tests)
    for (const item of open) {
      const partner = [...free].find((it) => isSame(item, it));
      if (partner === undefined) continue;
      matches.set(item, partner);
      open.delete(item);
      free.delete(partner);
    }
  return [matches, open, free];
}
