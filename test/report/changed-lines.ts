/** Lists the lines of two texts that only one of them has: those of the first with `-`, those of the second with `+`. */
export function listChangedLines(before: string, after: string): string[] {
  const [old, next] = [before.split("\n"), after.split("\n")];
  const lines = [...without(old, next).map((line) => `- ${line}`), ...without(next, old).map((line) => `+ ${line}`)];
  return shortenRuns(lines);
}

/** Keeps the first and the last of more than three lines that differ in their numbers alone. */
function shortenRuns(lines: readonly string[]): string[] {
  const shape = (line: string | undefined): string | undefined => line?.replaceAll(/\d+/g, "#");
  const shown: string[] = [];
  for (let start = 0, end = 1; start < lines.length; start = end, end += 1) {
    while (shape(lines[end]) === shape(lines[start])) end += 1;
    const run = lines.slice(start, end);
    shown.push(...(run.length > 3 ? [run[0] ?? "", `  … ${run.length - 2} such lines`, run.at(-1) ?? ""] : run));
  }
  return shown;
}

/** Removes each line once for each time that it is in the others. */
function without(lines: readonly string[], others: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const line of others) counts.set(line, (counts.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const left = counts.get(line) ?? 0;
    counts.set(line, left - 1);
    return left <= 0;
  });
}
