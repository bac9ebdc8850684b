/**
 * Prose as wide as a terminal: what does not fit goes on in the next line, further in. Lines of the contract and of a body stay
 * whole, and commands can still be copied.
 */
export function wrapped(text: string, width: number): string {
  const lines = text.split("\n");
  return lines.map((line) => (AS_IT_IS.test(line) ? line : wrappedLine(line, width))).join("\n");
}

function wrappedLine(line: string, width: number): string {
  if (shown(line).length <= width) return line;
  const before = line.search(/[^ ]/);
  const indent = " ".repeat(before === 0 ? 0 : before + FURTHER_IN);
  const lines: string[] = [];
  let current = "";
  for (const word of line.split(/(?<=[^ →] +)(?=[^ ])/)) {
    const isFull = shown(current + word.trimEnd()).length > width;
    // What a place is the place of stands before it.
    if (isFull && !BEGINNING.test(shown(current))) {
      lines.push(current.trimEnd());
      current = indent;
    }
    current += word;
  }
  return [...lines, current].join("\n");
}

/** Colours take no room. */
function shown(text: string): string {
  return text.replaceAll(COLOURS, "");
}

const BEGINNING = /^ *(?:contract|recording)? *$/;
const FURTHER_IN = 4;
const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, "g");
const AS_IT_IS = new RegExp(`^ *(?:\\d+ │|(?:${COLOURS.source})?again )`);
