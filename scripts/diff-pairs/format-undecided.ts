import type { DiffResult } from "../../src/diff/index.js";

type ComparedPair = Pick<DiffResult, "schemas"> & { readonly title: string };

/** The pairs of schemas whose comparison stays undecided, also because a search is given up. */
export function formatUndecided(results: readonly ComparedPair[]): string {
  const sum = (count: (schemas: DiffResult["schemas"]) => number): number =>
    results.reduce((total, { schemas }) => total + count(schemas), 0);
  const [compared, undecided] = [sum((it) => it.compared), sum((it) => it.undecided)];
  const getShare = ({ schemas }: ComparedPair): number => schemas.undecided / Math.max(1, schemas.compared);
  const worst = [...results].sort((one, other) => getShare(other) - getShare(one))[0];
  if (worst === undefined || compared === 0) return "";
  return [
    `Of ${compared} pairs of schemas in operations that differ, ${undecided} are undecided, which is ${((100 * undecided) / compared).toFixed(1)} %; each direction counts as one pair.`,
    `The worst is: ${worst.title} with ${worst.schemas.undecided} of ${worst.schemas.compared}.`,
  ].join("\n");
}
