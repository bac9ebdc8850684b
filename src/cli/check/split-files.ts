/** A recording and its size in bytes. */
export type SizedFile = { readonly name: string; readonly size: number };

/** A part of a run that reads much more than the others would decide its duration. */
const MAX_UNEVENNESS = 1.25;

/**
 * Deals out whole files to the parts of a run, the largest first, so that no part reads what another one checks.
 *
 * @returns the files of each part in their order, or undefined if the parts would be too uneven.
 */
export function splitFiles(files: readonly SizedFile[], parts: number): readonly (readonly string[])[] | undefined {
  const loads = Array.from({ length: parts }, () => ({ size: 0, names: new Set<string>() }));
  for (const { name, size } of [...files].sort((one, other) => other.size - one.size)) {
    const least = loads.reduce((best, it) => (it.size < best.size ? it : best));
    least.size += size;
    least.names.add(name);
  }
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const isEven = loads.every(({ names, size }) => names.size > 0 && size <= (total / parts) * MAX_UNEVENNESS);
  if (!isEven) return undefined;
  return loads.map(({ names }) => files.flatMap(({ name }) => (names.has(name) ? [name] : [])));
}
