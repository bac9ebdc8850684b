import { type Diagnostic, DocumentError, type SourceLocation } from "./diagnostic.js";
import { findJsonStringEnd, type Json, joinPointer, type Pointer, parsePointer, tryParseJson } from "./json.js";
import { findJsonSyntaxError } from "./json-scanner.js";
import { memoize } from "./memoize.js";
import { mapItems, mapValues } from "./structure.js";
import { canBeInexact, parseNumber } from "./values/exact-number.js";
import { LONG_NUMBER } from "./values/parse-json.js";
import { buildYamlValue, countBelow, createYamlLocator, parseYamlEvents, YamlError } from "./yaml.js";

/** One parsed file of a spec, with the source position of each value. */
export type SourceFile = {
  readonly path: string;
  readonly text: string;
  readonly value: Json;
  /** The position of the key or array item at a pointer, or of the closest parent if it is absent. */
  readonly locate: (pointer: Pointer) => SourceLocation;
  /** The source text of a scalar, with every digit of a number that a double cannot hold. */
  readonly textAt?: (pointer: Pointer) => string | undefined;
  /** What other programs cannot read in a file that is YAML, although its name ends with `.json`. */
  readonly findJsonFault?: () => Diagnostic;
};

/**
 * Parses one file of a spec, YAML 1.2 or JSON.
 *
 * @throws DocumentError when the text is neither, with line and column.
 */
export function parseSourceFile(path: string, text: string): SourceFile {
  const isJson = /^\uFEFF?\s*[{[]/.test(text);
  // A text that begins with a brace can be YAML in flow style. The YAML parser also locates errors.
  const json = isJson ? tryParseJson(text.startsWith("\uFEFF") ? text.slice(1) : text) : undefined;
  if (json !== undefined) {
    const { locate, textAt } = createJsonLocator(text);
    const value = LONG_NUMBER.test(text) ? readExactNumbers(json, textAt) : json;
    return { path, text, value, locate: (pointer) => ({ file: path, ...locate(pointer) }), textAt };
  }
  const { value: parsed, events } = readYaml(path, text);
  // Few files need positions. The events of a long text, which take seven times its length, are read again for them.
  let kept = text.length > MAX_KEPT_LENGTH ? undefined : events;
  let located: ReturnType<typeof createYamlLocator> | undefined;
  const locator = (): ReturnType<typeof createYamlLocator> => {
    located ??= createYamlLocator(text, kept ?? parseYamlEvents(text));
    kept = undefined;
    return located;
  };
  let lines: readonly number[] | undefined;
  const locate = (pointer: Pointer): SourceLocation => {
    lines ??= findLineStarts(text);
    return { file: path, ...getPosition(lines, locator().findOffset(pointer)) };
  };
  const strict = /\.json$/i.test(path) ? { findJsonFault: () => findJsonFault(path, text) } : {};
  const textAt = (pointer: Pointer): string | undefined => locator().textAt(pointer);
  const value = LONG_NUMBER.test(text) ? readExactNumbers(parsed, textAt) : parsed;
  return { path, text, value, locate, textAt, ...strict };
}

const JSON_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** Replaces each number that may have lost precision with all its digits, from the text of the file. */
function readExactNumbers(value: Json, textAt: (pointer: Pointer) => string | undefined, pointer = ""): Json {
  if (typeof value === "number" && canBeInexact(value)) {
    const text = textAt(pointer) ?? "";
    // Typed as a number, because most code treats exact numbers as numbers.
    return JSON_NUMBER.test(text) ? (parseNumber(text) as number) : value;
  }
  const readChild = (child: Json, name: string | number): Json =>
    readExactNumbers(child, textAt, joinPointer(pointer, name));
  return Array.isArray(value) ? mapItems(value, readChild) : mapValues(value, readChild);
}

/** Finds the first place where a text is no JSON (RFC 8259). */
function findJsonFault(path: string, text: string): Diagnostic {
  const bytes = Buffer.from(text.replace(/^\uFEFF/, ""));
  const { offset, message } = findJsonSyntaxError(bytes);
  const position = getPosition(findLineStarts(text), bytes.toString("utf8", 0, offset).length);
  return { message: `not valid JSON: ${message}`, file: path, ...position };
}

const MAX_KEPT_LENGTH = 4_000_000;

function readYaml(path: string, text: string) {
  try {
    const events = parseYamlEvents(text);
    return { value: buildYamlValue(text, events) as Json, events };
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    const position = error.offset === undefined ? {} : getPosition(findLineStarts(text), error.offset);
    const message = error.isSyntax ? `not valid YAML or JSON: ${error.message}` : error.message;
    throw new DocumentError([{ message, file: path, ...position }], { cause: error });
  }
}

/**
 * Finds the line and column of the key or item at a pointer in a JSON text.
 *
 * Reads only the values around the position, so that one finding in a spec of many megabytes takes milliseconds. Visited values
 * are cached for further findings. The text must be valid JSON. If the pointer does not exist, the closest parent is returned.
 */
export function createJsonLocator(text: string) {
  const start = text.search(/\S/);
  const scan = memoize((offset: number) => scanValue(text, offset));
  let lines: readonly number[] | undefined;
  const find = (pointer: Pointer): ValueOffsets & { readonly isThere: boolean } => {
    let found: ValueOffsets = { start, value: start };
    for (const token of parsePointer(pointer)) {
      const child = scan(found.value).children.get(token);
      if (child === undefined) return { ...found, isThere: false };
      found = child;
    }
    return { ...found, isThere: true };
  };
  return {
    locate: (pointer: Pointer) => {
      lines ??= findLineStarts(text);
      return getPosition(lines, find(pointer).start);
    },
    textAt: (pointer: Pointer): string | undefined => {
      const { value, isThere } = find(pointer);
      return isThere ? text.slice(value, scan(value).end) : undefined;
    },
  };
}

function findLineStarts(text: string): number[] {
  const starts = [0];
  for (let next = text.indexOf("\n"); next !== -1; next = text.indexOf("\n", next + 1)) starts.push(next + 1);
  return starts;
}

function getPosition(starts: readonly number[], offset: number): { line: number; column: number } {
  const line = countBelow(starts, offset + 1);
  return { line, column: offset - (starts[line - 1] ?? 0) + 1 };
}

type ValueOffsets = { readonly start: number; readonly value: number };

const QUOTE = 0x22;

/** Finds the end of a value, and its properties or items. */
function scanValue(text: string, offset: number) {
  const children = new Map<string, ValueOffsets>();
  let property: { readonly name: string; readonly start: number } | undefined;
  let [at, depth] = [offset, 0];
  do {
    const code = text.charCodeAt(at);
    const isToken = depth <= 1 && !/[\s,:\]}]/.test(text.charAt(at));
    const end = code === QUOTE ? findJsonStringEnd(text, at) : isToken ? findTokenEnd(text, at) : at + 1;
    if (isToken && depth === 1 && property === undefined && text[offset] === "{")
      property = { name: JSON.parse(text.slice(at, end)) as string, start: at };
    else if (isToken && depth === 1) {
      // A repeated key is overwritten by its last occurrence, as JSON.parse does.
      const { name, start } = property ?? { name: String(children.size), start: at };
      children.set(name, { start, value: at });
      property = undefined;
    }
    if (code === 0x7b || code === 0x5b) depth += 1;
    if (code === 0x7d || code === 0x5d) depth -= 1;
    at = end;
  } while (depth > 0);
  return { end: at, children };
}

/** The end of a bracket, a number, true, false or null. */
function findTokenEnd(text: string, offset: number): number {
  let at = offset + 1;
  if (!/[[{]/.test(text.charAt(offset))) while (at < text.length && !/[\s,\]}]/.test(text.charAt(at))) at += 1;
  return at;
}
