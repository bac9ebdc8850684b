/** A unified diff of a file to which lines were added, or of which lines were changed, with three lines around each. */
export function formatUnifiedDiff(file: string, before: string, after: string): string {
  if (before === after) return "";
  const [old, made] = [before.split("\n"), after.split("\n")];
  let head = 0;
  while (head < old.length && head < made.length && old[head] === made[head]) head += 1;
  let tail = 0;
  while (
    tail < old.length - head &&
    tail < made.length - head &&
    old[old.length - 1 - tail] === made[made.length - 1 - tail]
  )
    tail += 1;
  const from = Math.max(0, head - CONTEXT_LINES);
  const shown = (lines: readonly string[]): readonly string[] => lines.slice(head, lines.length - tail);
  const behind = old.slice(old.length - tail, old.length - tail + CONTEXT_LINES);
  const lines = [
    ...old.slice(from, head).map((text) => ` ${text}`),
    ...shown(old).map((text) => `-${text}`),
    ...shown(made).map((text) => `+${text}`),
    ...behind.map((text) => ` ${text}`),
  ];
  if (lines.at(-1) === " ") lines.pop();
  const count = (sign: " " | "+" | "-"): number => lines.filter((line) => line.startsWith(sign)).length;
  const range = (extra: number): string => `${from + 1},${count(" ") + extra}`;
  const hunk = `@@ -${range(count("-"))} +${range(count("+"))} @@`;
  return `${[`--- ${file}`, `+++ ${file}`, hunk, ...lines].join("\n")}\n`;
}

/** The same of a file that is made. */
export function formatNewFileDiff(file: string, made: string): string {
  const lines = made.split("\n").slice(0, -1);
  return `--- /dev/null\n+++ ${file}\n@@ -0,0 +1,${lines.length} @@\n${lines.map((line) => `+${line}\n`).join("")}`;
}

const CONTEXT_LINES = 3;
