import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument } from "yaml";
import { DocumentError } from "./document-error.js";
import type { Json } from "./json.js";
import { createJsonLocator } from "./json-positions.js";
import { type Pointer, parsePointer } from "./pointer.js";
import type { SourceLocation } from "./source-location.js";
import { createYamlLocator } from "./yaml-positions.js";

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
  const json = isJson ? parseJson(text) : undefined;
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

function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text.startsWith("\uFEFF") ? text.slice(1) : text) as Json;
  } catch {
    // A text that begins with a brace can be YAML in flow style. The YAML parser also locates errors.
    return undefined;
  }
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
      throw new DocumentError([{ message: `not valid YAML or JSON: ${message}${hint}`, ...location }]);
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
