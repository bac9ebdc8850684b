import { type Document, isAlias, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from "yaml";
import { DocumentError, type SourceLocation } from "./diagnostic.js";
import { findJsonStringEnd, type Json, type Pointer, parsePointer, tryParseJson } from "./json.js";

/** One parsed file of a spec, with the source position of each value. */
export type SourceFile = {
  readonly path: string;
  readonly text: string;
  readonly value: Json;
  /** The position of the key or array item at a pointer, or of the closest parent if it is absent. */
  readonly locate: (pointer: Pointer) => SourceLocation;
  /** The source text of a scalar, with every digit of a number that a double cannot hold. */
  readonly textAt?: (pointer: Pointer) => string | undefined;
};

/** More values than any spec has after YAML aliases are expanded; an alias bomb has billions. */
const MAX_VALUES = 5_000_000;

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
  const { value, locate } = parseYaml(path, text);
  let made: Required<SourceFile>["textAt"] | undefined;
  const textAt = (pointer: Pointer): string | undefined => {
    made ??= createYamlTextReader(text);
    return made(pointer);
  };
  return { path, text, value, locate, textAt };
}

function parseYaml(path: string, text: string): Pick<SourceFile, "value" | "locate"> {
  const lines = new LineCounter();
  try {
    const tree = parseDocument(text, { lineCounter: lines, version: "1.2", merge: true, logLevel: "error" });
    const [error] = tree.errors;
    if (error !== undefined && !/call stack/.test(error.message)) {
      const [start] = error.linePos ?? [];
      const message = (error.message.split("\n")[0] ?? error.message).replace(/ at line \d+, column \d+:?$/, "");
      const location = start === undefined ? { file: path } : { file: path, line: start.line, column: start.col };
      const hint = error.code === "BAD_INDENT" ? "; indent this line further, also if other tools accept it" : "";
      const [key = ""] = error.code === "DUPLICATE_KEY" ? (/^[^\n:]*/.exec(text.slice(error.pos[0])) ?? []) : [];
      const name = key === "" ? "" : `: ${key.trim()}`;
      throw new DocumentError([{ message: `not valid YAML or JSON: ${message}${hint}${name}`, ...location }]);
    }
    if (error !== undefined) throw new RangeError(error.message);
    const value = (tree.toJS({ maxAliasCount: -1 }) ?? null) as Json;
    if (countValues(value) > MAX_VALUES) {
      const message = `holds more than ${MAX_VALUES} values once its YAML aliases are followed, as an alias bomb does; write the repeated parts as components and $ref them`;
      throw new DocumentError([{ message, file: path }]);
    }
    const offsetOf = createYamlLocator(tree);
    const locate = (pointer: Pointer): SourceLocation => {
      const { line, col } = lines.linePos(offsetOf(pointer));
      return { file: path, line, column: col };
    };
    return { value, locate };
  } catch (error) {
    if (error instanceof DocumentError) throw error;
    throw new DocumentError([{ message: formatYamlError(error), file: path }], { cause: error });
  }
}

function formatYamlError(error: unknown): string {
  if (error instanceof RangeError) return "nested too deeply to be read";
  return `not valid YAML or JSON: ${error instanceof Error ? error.message : String(error)}`;
}

/** Counts values with aliases expanded, up to the limit. */
function countValues(value: Json): number {
  const rest: Json[] = [value];
  let count = 0;
  for (let next = rest.pop(); next !== undefined && count <= MAX_VALUES; next = rest.pop()) {
    count += 1;
    if (typeof next === "object" && next !== null) for (const child of Object.values(next)) rest.push(child);
  }
  return count;
}

/** Few specs have numbers that a double cannot hold, so that source texts are parsed again only when needed. */
function createYamlTextReader(text: string): (pointer: Pointer) => string | undefined {
  const tree = parseDocument(text, { version: "1.2", merge: true });
  return (pointer) => {
    let node: unknown = tree.contents;
    for (const token of parsePointer(pointer)) node = stepInto(isAlias(node) ? node.resolve(tree) : node, token);
    const found = isAlias(node) ? node.resolve(tree) : node;
    return isScalar(found) ? found.source : undefined;
  };
}

function stepInto(node: unknown, token: string): unknown {
  if (isMap(node)) return node.items.find(({ key }) => String(isScalar(key) ? key.value : key) === token)?.value;
  return isSeq(node) ? node.items[Number(token)] : undefined;
}

/** The positions of all values in a YAML file, parents before children, in a fraction of the memory of YAML nodes. */
type YamlPositions = {
  /** The key or index in the parent, and its offset in the text. */
  readonly names: string[];
  readonly offsets: number[];
  /** The index after its last child. */
  readonly ends: number[];
  /** For an alias, the index of its target. */
  readonly aliases: Map<number, number>;
};

/**
 * Where in the text the key (of a property) or the item (of an array) at a pointer begins; its closest parent when it is
 * absent.
 */
function createYamlLocator(tree: Document.Parsed): (pointer: Pointer) => number {
  const { names, offsets, ends, aliases } = collectPositions(tree);
  const childOf = (parent: number, token: string): number | undefined => {
    const end = ends[parent] ?? 0;
    for (let child = parent + 1; child < end; child = ends[child] ?? end) if (names[child] === token) return child;
    return undefined;
  };
  return (pointer) => {
    let offset = 0;
    for (const token of parsePointer(pointer)) {
      const child = childOf(aliases.get(offset) ?? offset, token);
      if (child === undefined) break;
      offset = child;
    }
    return offsets[offset] ?? 0;
  };
}

function collectPositions(tree: Document.Parsed): YamlPositions {
  const positions: YamlPositions = { names: [], offsets: [], ends: [], aliases: new Map() };
  // An alias refers to the last anchor of its name. The search of the parser would walk the file for each alias.
  const anchored = new Map<string, number>();
  const visit = (node: unknown, name: string, offset: number): void => {
    const index = positions.names.push(name) - 1;
    positions.offsets.push(offset);
    positions.ends.push(0);
    if (isAlias(node)) {
      const target = anchored.get(node.source);
      if (target !== undefined) positions.aliases.set(index, target);
    } else {
      if (isNode(node) && node.anchor !== undefined) anchored.set(node.anchor, index);
      for (const [name, child, start] of listChildren(node)) visit(child, name, start ?? offset);
    }
    positions.ends[index] = positions.names.length;
  };
  visit(tree.contents, "", getStart(tree.contents) ?? 0);
  return positions;
}

function* listChildren(node: unknown): Iterable<[name: string, child: unknown, start: number | undefined]> {
  if (isMap(node))
    for (const { key, value } of node.items) yield [String(isScalar(key) ? key.value : key), value, getStart(key)];
  else if (isSeq(node)) for (const [index, item] of node.items.entries()) yield [String(index), item, getStart(item)];
}

function getStart(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined;
}

const QUOTE = 0x22;

/**
 * Finds the line and column of the key or item at a pointer in a JSON text.
 *
 * Reads only up to the position, so that one finding in a spec of many megabytes takes milliseconds. Visited positions are
 * cached for further findings. The text must be valid JSON. If the pointer does not exist, the closest parent is returned.
 */
export function createJsonLocator(text: string): {
  readonly locate: (pointer: Pointer) => { line: number; column: number };
  readonly textAt: (pointer: Pointer) => string | undefined;
} {
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
    locate: (pointer) => {
      lines ??= findLineStarts(text);
      return getPosition(lines, find(pointer).start);
    },
    textAt: (pointer) => {
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
