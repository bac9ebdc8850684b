/** A recording and its size in bytes. */
export type SizedFile = { readonly name: string; readonly size: number };

/**
 * Deals out whole files to the parts of a run, the largest first to the part with the fewest bytes, so that no part reads what
 * another one checks.
 *
 * @returns the files of each part in their order; with fewer files than parts, some parts have none.
 */
export function splitFiles(files: readonly SizedFile[], parts: number): readonly (readonly string[])[] {
  const loads = Array.from({ length: parts }, () => ({ size: 0, names: new Set<string>() }));
  for (const { name, size } of [...files].sort((one, other) => other.size - one.size)) {
    const least = loads.reduce((best, it) => (it.size < best.size ? it : best));
    least.size += size;
    least.names.add(name);
  }
  return loads.map(({ names }) => files.flatMap(({ name }) => (names.has(name) ? [name] : [])));
}
