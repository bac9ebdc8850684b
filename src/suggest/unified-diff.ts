/** Formats a unified diff with one hunk and three lines of context. Returns an empty text if nothing changed. */
export function formatUnifiedDiff(file: string, before: string, after: string): string {
  if (before === after) return "";
  const [old, updated] = [before.split("\n"), after.split("\n")];
  let head = 0;
  while (head < old.length && head < updated.length && old[head] === updated[head]) head += 1;
  let tail = 0;
  while (
    tail < old.length - head &&
    tail < updated.length - head &&
    old[old.length - 1 - tail] === updated[updated.length - 1 - tail]
  )
    tail += 1;
  const from = Math.max(0, head - CONTEXT_LINES);
  const changed = (lines: readonly string[]): readonly string[] => lines.slice(head, lines.length - tail);
  const contextAfter = old.slice(old.length - tail, old.length - tail + CONTEXT_LINES);
  const lines = [
    ...old.slice(from, head).map((text) => ` ${text}`),
    ...changed(old).map((text) => `-${text}`),
    ...changed(updated).map((text) => `+${text}`),
    ...contextAfter.map((text) => ` ${text}`),
  ];
  if (lines.at(-1) === " ") lines.pop();
  const count = (sign: " " | "+" | "-"): number => lines.filter((line) => line.startsWith(sign)).length;
  const range = (extra: number): string => `${from + 1},${count(" ") + extra}`;
  const hunk = `@@ -${range(count("-"))} +${range(count("+"))} @@`;
  return `${[`--- ${file}`, `+++ ${file}`, hunk, ...lines].join("\n")}\n`;
}

/** Formats a unified diff of a new file. */
export function formatNewFileDiff(file: string, text: string): string {
  const lines = text.split("\n").slice(0, -1);
  return `--- /dev/null\n+++ ${file}\n@@ -0,0 +1,${lines.length} @@\n${lines.map((line) => `+${line}\n`).join("")}`;
}

const CONTEXT_LINES = 3;
