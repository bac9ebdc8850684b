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
import { asArray, asObject, isObject, type Json, type Pointer, parsePointer } from "../document/index.js";

/** A value to append to a map (with `key`) or to a list (without `key`). */
export type Addition = { readonly key?: string; readonly value: Json };

/** A replacement of the text between two offsets. */
export type TextEdit = { readonly start: number; readonly end: number; readonly text: string };

/** An edit of a text, and what it is to make of the value at a pointer. */
export type ValueEdit = TextEdit & { readonly at: Pointer; readonly change: (value: Json) => Json };

/**
 * Inserts an addition into the map or list at a pointer of a YAML or JSON text. All other bytes stay unchanged. Returns
 * undefined if there is no map or list at the pointer, or if the edit would change anything else, such as an alias of the
 * edited anchor.
 */
export function insertAddition(text: string, at: Pointer, addition: Addition): string | undefined {
  const edit = planAddition(text, at, addition);
  return edit === undefined ? undefined : applyEdits(text, [edit]);
}

/** Plans the edit that inserts an addition; undefined if there is no map or list at the pointer. */
export function planAddition(text: string, at: Pointer, addition: Addition): ValueEdit | undefined {
  const collection = findCollection(text, at);
  if (collection === undefined || isSeq(collection) !== (addition.key === undefined)) return undefined;
  const style = detectStyle(text);
  const edit =
    insertIntoEmpty(text, collection, addition, style) ??
    (collection.flow === true
      ? insertIntoFlow(text, collection, addition, style)
      : insertIntoBlock(text, collection, addition, style));
  return edit === undefined ? undefined : { ...edit, at, change: (value) => addTo(value, addition) };
}

/** Applies edits that do not overlap. Returns undefined if they change any other value than they are to. */
export function applyEdits(text: string, edits: readonly ValueEdit[]): string | undefined {
  // From the end, so that offsets and indices of the others stay.
  const sorted = [...edits].sort((one, other) => other.start - one.start);
  let edited = text;
  for (const { start, end, text: written } of sorted) edited = edited.slice(0, start) + written + edited.slice(end);
  const [old, next] = [parseCached(text), parseDocument(edited, PARSE_OPTIONS)];
  if (next.errors.length > old.errors.length) return undefined;
  // A copy, because an alias has the same object as its anchor: an edit of one must not change the other.
  const expected = { root: JSON.parse(JSON.stringify(old.toJS({ maxAliasCount: -1 }))) as Json };
  for (const { at, change } of sorted) {
    const tokens = ["root", ...parsePointer(at)];
    let holder: Record<string, Json> = expected;
    for (const token of tokens.slice(0, -1)) holder = holder[token] as Record<string, Json>;
    const last = tokens.at(-1) ?? "";
    holder[last] = change(holder[last] ?? null);
  }
  if (JSON.stringify(next.toJS({ maxAliasCount: -1 })) !== JSON.stringify(expected.root)) return undefined;
  // The output of one edit is the input of the next, and parsing large files is slow.
  lastParsed = { text: edited, tree: next };
  return edited;
}

/** Returns a value with the addition, or as it is if it has the key. */
function addTo(value: Json, { key, value: added }: Addition): Json {
  if (key === undefined) return [...asArray(value), added];
  const fields = asObject(value) ?? {};
  return Object.hasOwn(fields, key) ? fields : { ...fields, [key]: added };
}

type Collection = YAMLMap | YAMLSeq;

type Style = ReturnType<typeof detectStyle>;

/** Finds the map or list at a pointer, through aliases. */
export function findCollection(text: string, at: Pointer): Collection | undefined {
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

function detectStyle(text: string) {
  const [, indentUnit = "  "] = /^[^\n]*[{[]\r?\n([ \t]+)/.exec(text) ?? [];
  const isJson = /^\uFEFF?\s*[{[]/.test(text);
  const newline = /^[^\n]*\r\n/.test(text) ? "\r\n" : "\n";
  return {
    newline,
    isJson,
    /** JSON without spaces. */
    isCompact: isJson && !/"[:,] /.test(text),
    indentUnit,
  };
}

/** Replaces the braces of an empty YAML map at the end of a line by a block map below its key. */
function insertIntoEmpty(
  text: string,
  node: Collection,
  addition: Addition,
  { newline, isJson }: Style,
): TextEdit | undefined {
  const [start, close] = node.range ?? [];
  if (isJson || !isMap(node) || node.items.length > 0 || start === undefined || close === undefined) return undefined;
  const [, indent] = /(?:^|\n)( *)[^\s\-{}[\],#][^\n{}[\],#]*:[ \t]+$/.exec(text.slice(0, start)) ?? [];
  const [rest] = /^[ \t]*(?:#[^\r\n]*)?(?=\r?\n|$)/.exec(text.slice(close)) ?? [];
  if (indent === undefined || rest === undefined) return undefined;
  const lines = formatBlockLines(addition).map((line) => `${newline}${indent}  ${line}`);
  return { start: text.slice(0, start).trimEnd().length, end: close + rest.length, text: rest + lines.join("") };
}

function formatBlockLines({ key, value }: Addition): readonly string[] {
  const options = { lineWidth: 0, version: "1.2", aliasDuplicateObjects: false } as const;
  return stringify(key === undefined ? [value] : { [key]: value }, options)
    .trimEnd()
    .split("\n");
}

/** Inserts after the last line of the last item, with the indentation of the items. */
function insertIntoBlock(text: string, node: Collection, addition: Addition, { newline }: Style): TextEdit | undefined {
  const start = node.range?.[0];
  const end = getEnd(node);
  if (start === undefined || end === undefined) return undefined;
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const indent = " ".repeat(start - lineStart);
  const lines = formatBlockLines(addition);
  const block = lines.map((line) => `${indent}${line}${newline}`).join("");
  const lineEnd = text[end - 1] === "\n" ? end - 1 : text.indexOf("\n", end);
  if (lineEnd === -1) return insertAt(text.length, `${newline}${block.slice(0, -newline.length)}`);
  return insertAt(lineEnd + 1, block);
}

/** Inserts after the last item: on the same line, or on a new line if the items are on separate lines. */
function insertIntoFlow(text: string, node: Collection, addition: Addition, style: Style): TextEdit | undefined {
  const [start, close] = node.range ?? [];
  if (start === undefined || close === undefined) return undefined;
  const last = getEnd(node);
  const first = getStart(node);
  if (last === undefined || first === undefined) {
    const padding = isMap(node) ? " " : "";
    return { start: start + 1, end: close - 1, text: `${padding}${formatFlow(addition, style, undefined)}${padding}` };
  }
  const before = text.slice(text.lastIndexOf("\n", first - 1) + 1, first);
  const isOwnLine = before.trim() === "" && text.slice(start, first).includes("\n");
  const [comma = ""] = /^\s*,/.exec(text.slice(last, close - 1)) ?? [];
  const at = last + comma.length;
  const gap = isOwnLine ? `${style.newline}${before}` : style.isCompact ? "" : " ";
  const added = formatFlow(addition, style, isOwnLine ? before : undefined);
  return insertAt(at, `${comma === "" ? "," : ""}${gap}${added}${comma === "" ? "" : isOwnLine ? "," : ""}`);
}

function insertAt(offset: number, text: string): TextEdit {
  return { start: offset, end: offset, text };
}

function formatFlow({ key, value }: Addition, style: Style, indent: string | undefined): string {
  if (!style.isJson) {
    const flow = { collectionStyle: "flow", lineWidth: 0, flowCollectionPadding: true } as const;
    const yaml = stringify(key === undefined ? [value] : { [key]: value }, flow).trim();
    return yaml.slice(1, -1).trim();
  }
  const lines = style.isCompact
    ? JSON.stringify(value)
    : indent === undefined
      ? formatOnOneLine(value)
      : JSON.stringify(value, null, style.indentUnit).replaceAll("\n", `${style.newline}${indent}`);
  return key === undefined ? lines : `${JSON.stringify(key)}:${style.isCompact ? "" : " "}${lines}`;
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

function parseCached(text: string): Document.Parsed {
  if (lastParsed?.text !== text) lastParsed = { text, tree: parseDocument(text, PARSE_OPTIONS) };
  return lastParsed.tree;
}

let lastParsed: { readonly text: string; readonly tree: Document.Parsed } | undefined;

const PARSE_OPTIONS = { version: "1.2", merge: true } as const;

/** Serializes a file as JSON or YAML, depending on its extension. */
export function serializeFile(path: string, value: Json): string {
  if (/\.json$/i.test(path)) return `${JSON.stringify(value, null, 2)}\n`;
  return stringify(value, { lineWidth: 0, version: "1.2", aliasDuplicateObjects: false });
}
