/**
 * Wraps prose to the width of a terminal, with indented continuation lines. Snippets and commands are not wrapped, so that
 * they can be copied.
 */
export function wrapText(text: string, width: number): string {
  const lines = text.split("\n");
  return lines.map((line) => (NEVER_WRAPPED.test(line) ? line : wrapLine(line, width))).join("\n");
}

function wrapLine(line: string, width: number): string {
  if (stripColors(line).length <= width) return line;
  const before = line.search(/[^ ]/);
  const indent = " ".repeat(before === 0 ? 0 : before + HANGING_INDENT);
  const lines: string[] = [];
  let current = "";
  for (const word of line.split(/(?<=[^ →] +)(?=[^ ])/)) {
    const isFull = stripColors(current + word.trimEnd()).length > width;
    // A label and its location stay on one line.
    if (isFull && !LABEL_ONLY.test(stripColors(current))) {
      lines.push(current.trimEnd());
      current = indent;
    }
    current += word;
  }
  return [...lines, current].join("\n");
}

/** Removes colour codes, which have no width. */
function stripColors(text: string): string {
  return text.replaceAll(ANSI_COLORS, "");
}

const LABEL_ONLY = /^ *(?:spec|recording)? *$/;
const HANGING_INDENT = 4;
const ANSI_COLORS = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, "g");
const NEVER_WRAPPED = new RegExp(`^ *(?:\\d+ │|(?:${ANSI_COLORS.source})?reproduce )`);
