/** How expected texts are kept short: JSON on few lines, and of a text that resembles another one only what differs. */

/** Formats JSON with each object and list on one line if it fits. */
export function formatCompactJson(value: unknown, indent = "", width = 120): string {
  const whole = JSON.stringify(value);
  if (typeof value !== "object" || value === null || indent.length + whole.length <= width) return whole;
  const inner = `${indent}  `;
  const lines = Array.isArray(value)
    ? value.map((it) => `${inner}${formatCompactJson(it, inner, width)}`)
    : Object.entries(value).map(
        ([name, it]) => `${inner}${JSON.stringify(name)}: ${formatCompactJson(it, inner, width)}`,
      );
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return `${open}\n${lines.join(",\n")}\n${indent}${close}`;
}

/** Lists the lines by which two texts differ: those of the first with `-`, those of the second with `+`, in order. */
export function listChangedLines(before: string, after: string): string[] {
  const lines = compareLines(before, after);
  return shortenRuns(["-", "+"].flatMap((mark) => lines.filter((line) => line.startsWith(mark))));
}

/** A text; or how to get it from the one of `others` that it resembles most, if that is much shorter. */
export function showOnce(text: string, others: Iterable<readonly [name: string, text: string]>): string {
  let [shown, fewest] = [text, text.split("\n").length * 0.6];
  for (const [name, other] of others) {
    const lines = [`like ${name}, but`, ...listEdits(other, text)];
    if (lines.length < fewest) [shown, fewest] = [lines.join("\n"), lines.length];
  }
  return shown;
}

/** Lists the lines by which two texts differ in their places, with the numbers of the lines before each that stay. */
function listEdits(before: string, after: string): string[] {
  const edits: string[] = [];
  let kept = 0;
  for (const line of compareLines(before, after)) {
    const isKept = line.startsWith(" ");
    if (!isKept && kept > 0) edits.push(`  … ${kept} lines`);
    if (!isKept) edits.push(line);
    kept = isKept ? kept + 1 : 0;
  }
  return edits;
}

/** Lists the lines of both texts: those of the first alone with `-`, those of the second alone with `+`. */
function compareLines(before: string, after: string): string[] {
  const [old, next] = [before.split("\n"), after.split("\n")];
  const kept = countKeptLines(old, next);
  const lines: string[] = [];
  for (let at = 0, to = 0; at < old.length || to < next.length; )
    if (at < old.length && to < next.length && old[at] === next[to]) {
      lines.push(`  ${old[at]}`);
      [at, to] = [at + 1, to + 1];
    } else if (to >= next.length || (at < old.length && kept(at + 1, to) >= kept(at, to + 1)))
      lines.push(`- ${old[at++]}`);
    else lines.push(`+ ${next[to++]}`);
  return lines;
}

/** Counts the lines from two positions on that are in both texts in the same order. */
function countKeptLines(old: readonly string[], next: readonly string[]): (at: number, to: number) => number {
  const width = next.length + 1;
  const counts = new Uint16Array((old.length + 1) * width);
  const count = (at: number, to: number): number => counts[at * width + to] ?? 0;
  for (let at = old.length - 1; at >= 0; at -= 1)
    for (let to = next.length - 1; to >= 0; to -= 1)
      counts[at * width + to] =
        old[at] === next[to] ? count(at + 1, to + 1) + 1 : Math.max(count(at + 1, to), count(at, to + 1));
  return count;
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

/** Lists results, each on one line with everything that has it. */
export function groupResults(results: Iterable<readonly [what: string, result: string]>): string[] {
  const groups = new Map<string, Set<string>>();
  for (const [what, result] of results) groups.set(result, (groups.get(result) ?? new Set()).add(what));
  return [...groups].map(
    ([result, group]) => `${[...group].join(" | ")}:${result.startsWith("\n") ? "" : " "}${result}`,
  );
}

/** Puts each block of code, of values or of a comment that fits on one line there, and leaves empty lines out. */
export function foldBlocks(text: string, width = 120): string {
  const indentOf = (line: string): number => line.length - line.trimStart().length;
  const shown: string[] = [];
  for (const line of text.replaceAll(/(\/\*\*)\n *\*( .*)\n *(\*\/)/g, "$1$2 $3").split("\n")) {
    if (line === "") continue;
    shown.push(line);
    if (!/^\s*[}\])]/.test(line)) continue;
    const indent = indentOf(line);
    const start = shown.findLastIndex((it, at) => at < shown.length - 1 && indentOf(it) <= indent);
    const block = shown.slice(start).map((it, at) => (at === 0 ? it.trimEnd() : it.trim()));
    const folded = block.join(" ");
    if (/[{[(]$/.test(block[0] ?? "") && indentOf(block[0] ?? "") === indent && folded.length <= width)
      shown.splice(start, block.length, folded);
  }
  return shown.join("\n");
}
