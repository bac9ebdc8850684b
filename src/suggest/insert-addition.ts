import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  parseDocument,
  stringify,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import { isObject, type Json, type Pointer, parsePointer } from "../document/index.js";

/** Something that comes behind what a map (by its key) or a list (without one) holds. */
export type Addition = { readonly key?: string; readonly value: Json };

/**
 * The text of a YAML or JSON file with one addition to the map or list at a pointer, and every other byte as it was.
 * Undefined where that cannot be done: nothing to add to stands there, or the text would then say something else as well.
 */
export function insertAddition(text: string, at: Pointer, addition: Addition): string | undefined {
  const found = findCollection(text, at);
  if (found === undefined || (isSeq(found) ? addition.key !== undefined : addition.key === undefined)) return undefined;
  const style = detectStyle(text);
  const added =
    insertIntoEmpty(text, found, addition, style) ??
    (found.flow === true
      ? insertIntoFlow(text, found, addition, style)
      : insertIntoBlock(text, found, addition, style));
  return added !== undefined && containsOnly(text, added, at, addition) ? added : undefined;
}

type Collection = YAMLMap | YAMLSeq;
type Style = {
  readonly newline: string;
  readonly isJson: boolean;
  /** JSON without spaces. */
  readonly isTight: boolean;
  readonly unit: string;
};

function findCollection(text: string, at: Pointer): Collection | undefined {
  const tree = parseCached(text);
  let node: unknown = tree.contents;
  for (const token of parsePointer(at)) {
    if (isAlias(node)) node = node.resolve(tree);
    if (isMap(node)) node = node.items.find(({ key }) => String(isScalar(key) ? key.value : key) === token)?.value;
    else node = isSeq(node) ? node.items[Number(token)] : undefined;
  }
  if (isAlias(node)) node = node.resolve(tree);
  return isMap(node) || isSeq(node) ? node : undefined;
}

function detectStyle(text: string): Style {
  const [, unit = "  "] = /^[^\n]*[{[]\r?\n([ \t]+)/.exec(text) ?? [];
  const isJson = /^\uFEFF?\s*[{[]/.test(text);
  const newline = /^[^\n]*\r\n/.test(text) ? "\r\n" : "\n";
  return { newline, isJson, isTight: isJson && !/"[:,] /.test(text), unit };
}

/** In place of the braces of a YAML map that is empty, where it ends its line: below its key. */
function insertIntoEmpty(
  text: string,
  node: Collection,
  addition: Addition,
  { newline, isJson }: Style,
): string | undefined {
  const [start, close] = node.range ?? [];
  if (isJson || !isMap(node) || node.items.length > 0 || start === undefined || close === undefined) return undefined;
  const [, indent] = /(?:^|\n)( *)[^\s\-{}[\],#][^\n{}[\],#]*:[ \t]+$/.exec(text.slice(0, start)) ?? [];
  const [rest] = /^[ \t]*(?:#[^\r\n]*)?(?=\r?\n|$)/.exec(text.slice(close)) ?? [];
  if (indent === undefined || rest === undefined) return undefined;
  const lines = formatBlockLines(addition).map((line) => `${newline}${indent}  ${line}`);
  return text.slice(0, start).trimEnd() + rest + lines.join("") + text.slice(close + rest.length);
}

function formatBlockLines({ key, value }: Addition): readonly string[] {
  const options = { lineWidth: 0, version: "1.2", aliasDuplicateObjects: false } as const;
  return stringify(key === undefined ? [value] : { [key]: value }, options)
    .trimEnd()
    .split("\n");
}

/** Behind the last line of the last item, indented as the items are. */
function insertIntoBlock(text: string, node: Collection, addition: Addition, { newline }: Style): string | undefined {
  const start = node.range?.[0];
  const end = getEnd(node);
  if (start === undefined || end === undefined) return undefined;
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const indent = " ".repeat(start - lineStart);
  const lines = formatBlockLines(addition);
  const block = lines.map((line) => `${indent}${line}${newline}`).join("");
  const lineEnd = text[end - 1] === "\n" ? end - 1 : text.indexOf("\n", end);
  if (lineEnd === -1) return `${text}${newline}${block.slice(0, -newline.length)}`;
  return text.slice(0, lineEnd + 1) + block + text.slice(lineEnd + 1);
}

/** Behind the last item, on its line, or on one of its own where the items stand so. */
function insertIntoFlow(text: string, node: Collection, addition: Addition, style: Style): string | undefined {
  const [start, close] = node.range ?? [];
  if (start === undefined || close === undefined) return undefined;
  const last = getEnd(node);
  const first = getStart(node);
  if (last === undefined || first === undefined) {
    const padding = isMap(node) ? " " : "";
    return `${text.slice(0, start + 1)}${padding}${formatFlow(addition, style, undefined)}${padding}${text.slice(close - 1)}`;
  }
  const before = text.slice(text.lastIndexOf("\n", first - 1) + 1, first);
  const isOwnLine = before.trim() === "" && text.slice(start, first).includes("\n");
  const [comma = ""] = /^\s*,/.exec(text.slice(last, close - 1)) ?? [];
  const at = last + comma.length;
  const gap = isOwnLine ? `${style.newline}${before}` : style.isTight ? "" : " ";
  const added = formatFlow(addition, style, isOwnLine ? before : undefined);
  return `${text.slice(0, at)}${comma === "" ? "," : ""}${gap}${added}${comma === "" ? "" : isOwnLine ? "," : ""}${text.slice(at)}`;
}

function formatFlow({ key, value }: Addition, style: Style, indent: string | undefined): string {
  if (!style.isJson) {
    const flow = { collectionStyle: "flow", lineWidth: 0, flowCollectionPadding: true } as const;
    const written = stringify(key === undefined ? [value] : { [key]: value }, flow).trim();
    return written.slice(1, -1).trim();
  }
  const lines = style.isTight
    ? JSON.stringify(value)
    : indent === undefined
      ? formatOnOneLine(value)
      : JSON.stringify(value, null, style.unit).replaceAll("\n", `${style.newline}${indent}`);
  return key === undefined ? lines : `${JSON.stringify(key)}:${style.isTight ? "" : " "}${lines}`;
}

function formatOnOneLine(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(formatOnOneLine).join(", ")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const fields = Object.entries(value).map(([key, field]) => `${JSON.stringify(key)}: ${formatOnOneLine(field)}`);
  return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
}

function getStart(node: Collection): number | undefined {
  const [first] = node.items;
  const begin = isMap(node) ? (first as YAMLMap["items"][number] | undefined)?.key : first;
  return (begin as Node | undefined)?.range?.[0];
}

function getEnd(node: Collection): number | undefined {
  const last = node.items.at(-1);
  if (last === undefined) return undefined;
  if (!isMap(node)) return (last as Node).range?.[1];
  const { key, value } = last as YAMLMap["items"][number];
  return ((value ?? key) as Node).range?.[1];
}

/** Whether the new text says what the old one said, and the addition. */
function containsOnly(before: string, after: string, at: Pointer, { key, value }: Addition): boolean {
  const old = parseCached(before);
  const made = parseCached(after);
  if (made.errors.length > old.errors.length) return false;
  const wanted = old.toJS({ maxAliasCount: -1 }) as unknown;
  let holder = wanted as Record<string, unknown>;
  for (const token of parsePointer(at)) holder = holder[token] as Record<string, unknown>;
  if (Array.isArray(holder)) holder.push(value);
  else if (key === undefined || Object.hasOwn(holder, key)) return false;
  else holder[key] = value;
  return JSON.stringify(made.toJS({ maxAliasCount: -1 })) === JSON.stringify(wanted);
}

/** What one addition leaves behind, the next one is made to: of a large file, reading it is all that takes time. */
function parseCached(text: string): Document.Parsed {
  if (lastParsed?.text !== text) lastParsed = { text, tree: parseDocument(text, PARSE_OPTIONS) };
  return lastParsed.tree;
}

let lastParsed: { readonly text: string; readonly tree: Document.Parsed } | undefined;

const PARSE_OPTIONS = { version: "1.2", merge: true } as const;
