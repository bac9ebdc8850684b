import { type Diagnostic, DocumentError, type SourceLocation } from "./diagnostic.js";
import { findJsonStringEnd, type Json, type Pointer, parsePointer, tryParseJson } from "./json.js";
import { findJsonSyntaxError } from "./json-scanner.js";
import { buildYamlValue, createYamlLocator, parseYamlEvents, YamlError } from "./yaml.js";

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
    return { path, text, value: json, locate: (pointer) => ({ file: path, ...locate(pointer) }), textAt };
  }
  const { value, events } = readYaml(path, text);
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
  return { path, text, value, locate, textAt: (pointer) => locator().textAt(pointer), ...strict };
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

const QUOTE = 0x22;

/**
 * Finds the line and column of the key or item at a pointer in a JSON text.
 *
 * Reads only up to the position, so that one finding in a spec of many megabytes takes milliseconds. Visited positions are
 * cached for further findings. The text must be valid JSON. If the pointer does not exist, the closest parent is returned.
 */
export function createJsonLocator(text: string) {
  const start = skipSpace(text, text.startsWith("\uFEFF") ? 1 : 0);
  const known = new Map<number, ReadonlyMap<string, ValueOffsets>>();
  let lines: readonly number[] | undefined;
  const find = (pointer: Pointer): ValueOffsets & { readonly isThere: boolean } => {
    let found: ValueOffsets = { start, value: start };
    for (const token of parsePointer(pointer)) {
      const children = known.get(found.value) ?? readChildren(text, found.value);
      known.set(found.value, children);
      const child = children.get(token);
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
      return isThere ? text.slice(value, skipValue(text, value)) : undefined;
    },
  };
}

function findLineStarts(text: string): number[] {
  const starts = [0];
  for (let next = text.indexOf("\n"); next !== -1; next = text.indexOf("\n", next + 1)) starts.push(next + 1);
  return starts;
}

function getPosition(starts: readonly number[], offset: number): { line: number; column: number } {
  let [low, high] = [0, starts.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle;
  }
  return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
}

type ValueOffsets = { readonly start: number; readonly value: number };

function readChildren(text: string, offset: number): ReadonlyMap<string, ValueOffsets> {
  const children = new Map<string, ValueOffsets>();
  if (text[offset] === "[") addItems(text, offset, children);
  else if (text[offset] === "{") addKeys(text, offset, children);
  return children;
}

function addKeys(text: string, object: number, children: Map<string, ValueOffsets>): void {
  let offset = skipSpace(text, object + 1);
  while (text[offset] === '"') {
    const end = findJsonStringEnd(text, offset);
    const value = skipSpace(text, skipSpace(text, end) + 1);
    // A repeated key is overwritten by its last occurrence, as JSON.parse does.
    children.set(JSON.parse(text.slice(offset, end)) as string, { start: offset, value });
    offset = skipComma(text, skipValue(text, value));
  }
}

function addItems(text: string, array: number, children: Map<string, ValueOffsets>): void {
  let offset = skipSpace(text, array + 1);
  for (let item = 0; text[offset] !== "]"; item += 1) {
    children.set(String(item), { start: offset, value: offset });
    offset = skipComma(text, skipValue(text, offset));
  }
}

function skipComma(text: string, offset: number): number {
  const end = skipSpace(text, offset);
  return text[end] === "," ? skipSpace(text, end + 1) : end;
}

function skipValue(text: string, offset: number): number {
  const first = text[offset];
  if (first === '"') return findJsonStringEnd(text, offset);
  if (first !== "{" && first !== "[") return skipScalar(text, offset);
  let depth = 0;
  let at = offset;
  do {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = findJsonStringEnd(text, at);
      continue;
    }
    if (code === 0x7b || code === 0x5b) depth += 1;
    if (code === 0x7d || code === 0x5d) depth -= 1;
    at += 1;
  } while (depth > 0);
  return at;
}

function skipScalar(text: string, offset: number): number {
  let at = offset;
  while (at < text.length && !/[\s,\]}]/.test(text[at] ?? "")) at += 1;
  return at;
}

function skipSpace(text: string, offset: number): number {
  let at = offset;
  while (/\s/.test(text[at] ?? "")) at += 1;
  return at;
}
