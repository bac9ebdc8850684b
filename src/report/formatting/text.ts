import type { ExcludedOperations, OperationCoverage } from "../../check/index.js";

export { capitalize, joinList, pluralize } from "../../check/index.js";

/** Functions that colour text for a terminal, or return it unchanged. */
export type Colors = Readonly<Record<"red" | "yellow" | "green" | "bold" | "dim", (text: string) => string>>;

export function createColors(colour: boolean): Colors {
  const ink = (open: number, close: number) => (text: string) =>
    colour ? `\u001b[${open}m${text}\u001b[${close}m` : text;
  return { red: ink(31, 39), yellow: ink(33, 39), green: ink(32, 39), bold: ink(1, 22), dim: ink(2, 22) };
}

/** Invisible characters: controls, direction marks, unpaired surrogates, and characters that XML forbids. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\ufffe\uffff]/gu;

/** Escapes invisible characters, including line breaks. */
export function escapeControl(text: string): string {
  return text.replaceAll(INVISIBLE, escapeCharacter);
}

/** Escapes invisible characters except tabs and line breaks. */
export function escapeControlLines(text: string): string {
  return text.replaceAll(INVISIBLE, (char) => (char === "\n" || char === "\t" ? char : escapeCharacter(char)));
}

export function escapeCharacter(char: string): string {
  const code = (char.codePointAt(0) ?? 0).toString(16);
  return char.length > 1 ? `\\u{${code}}` : `\\u${code.padStart(4, "0")}`;
}

/** Formats what leaves operations out, and the reason of the configuration. */
export function formatExclusion({ selector, reason }: ExcludedOperations): string {
  return reason === undefined ? `by ${selector}` : `by ${selector}: ${reason}`;
}

/** Returns the path of a page of docs/ for messages: users have the pages in the installed package. */
export function getPackagePage(name: string): string {
  return `node_modules/commerce-contract/docs/${name}`;
}

/** Serializes a value as JSON and escapes invisible characters, because a terminal can interpret them. */
export function stringifyPrintable(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replaceAll(INVISIBLE_IN_JSON, escapeCharacters);
}

// JSON escapes the characters below U+0020 itself, except the line breaks of its indentation.
const INVISIBLE_IN_JSON = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}\p{Cs}\ufffe\uffff]/gu;

function escapeCharacters(char: string): string {
  return [...Array(char.length).keys()]
    .map((index) => `\\u${char.charCodeAt(index).toString(16).padStart(4, "0")}`)
    .join("");
}

/**
 * Wraps prose to the width of a terminal, with indented continuation lines. Snippets and long values are cut in the middle; the JSON
 * report has them whole. Commands are neither.
 */
export function wrapText(text: string, width: number): string {
  const fit = (line: string): string => {
    if (isSnippet(line)) return shortenMiddle(line, width);
    return isCommand(line) ? line : wrapLine(line, width);
  };
  return text.split("\n").map(fit).join("\n");
}

/** Breaks the commands of a report between their arguments, so that what is copied from a terminal runs. */
export function wrapCommands(text: string, width: number): string {
  return text.replaceAll(/^.*$/gm, (line) => (isCommand(line) ? wrapCommand(line, width) : line));
}

function wrapCommand(line: string, width: number): string {
  if (removeColors(line).length <= width) return line;
  const lines: string[] = [];
  let current = "";
  for (const word of line.match(SHELL_ARGUMENT) ?? []) {
    const isFull = removeColors(current + word).length > width - LINE_END.length;
    if (isFull && !/^ *(?:reproduce)?$/.test(removeColors(current))) {
      lines.push(current + LINE_END);
      current = " ".repeat(2 * HANGING_INDENT);
    }
    current += current.trim() === "" && lines.length > 0 ? word.trimStart() : word;
  }
  return [...lines, current].join("\n");
}

/** An argument, with the flag before it. */
const SHELL_ARGUMENT = / *(?:-[\w-]+ +)?(?:\$'(?:\\.|[^'\\])*'|'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s'"\\])+/g;
const LINE_END = " \\";

/** Cuts a text that is too long in the middle, without its colours. */
export function shortenMiddle(text: string, width: number): string {
  if (removeColors(text).length <= width) return text;
  const plain = removeColors(text);
  const end = Math.floor((width - 1) / 2);
  return `${plain.slice(0, width - 1 - end)}…${plain.slice(plain.length - end)}`;
}

function wrapLine(line: string, width: number): string {
  if (removeColors(line).length <= width) return line;
  const before = line.search(/[^ ]/);
  const indent = " ".repeat(before === 0 ? 0 : before + HANGING_INDENT);
  const lines: string[] = [];
  let current = "";
  // JSON has no spaces, so that a long value is wrapped behind its commas.
  const splitLong = (word: string): readonly string[] =>
    removeColors(word.trimEnd()).length > width - indent.length
      ? word
          .split(/(?<=,)(?=\S)/)
          .map((part) => (part.startsWith('"') ? shortenMiddle(part, width - indent.length) : part))
      : [word];
  for (const word of line.split(/(?<=[^ →] +)(?=[^ ])/).flatMap(splitLong)) {
    const isFull = removeColors(current + word.trimEnd()).length > width;
    // A label and its location stay on one line.
    if (isFull && !LABEL_ONLY.test(removeColors(current))) {
      lines.push(current.trimEnd());
      current = indent;
    }
    current += word;
  }
  return [...lines, current].join("\n");
}

/** Removes colour codes, which have no width. */
export function removeColors(text: string): string {
  return text.replaceAll(ANSI_COLORS, "");
}

const LABEL_ONLY = /^ *(?:spec|recording)? *$/;
const HANGING_INDENT = 4;
const ANSI_COLORS = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, "g");
const COMMAND = new RegExp(`^ *(?:${ANSI_COLORS.source})?reproduce `);

/** Whether a line of a text report is a command. */
export function isCommand(line: string): boolean {
  return COMMAND.test(line);
}

/** Whether a line of a text report is a line of a file. */
export function isSnippet(line: string): boolean {
  return /^ *\d+ │/.test(line);
}

type OperationIdentity = Pick<OperationCoverage, "operationId" | "method" | "path">;

/** Returns the operationId in the spec, or undefined if the operation is identified by method and path. */
export function getExplicitOperationId({ operationId, method, path }: OperationIdentity): string | undefined {
  return operationId === `${method} ${path}` ? undefined : operationId;
}
