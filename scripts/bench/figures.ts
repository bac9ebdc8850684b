export function median(all: readonly number[]): number {
  return quantile(
    [...all].sort((a, b) => a - b),
    0.5,
  );
}

/** @param sorted numbers in ascending order */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
