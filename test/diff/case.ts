import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { type DiffOptions, type DiffResult, diffDocuments } from "../../src/diff/index.js";
import { type Document, type JsonObject, loadDocument, parsePointer } from "../../src/document/index.js";

/** An edit of base.yaml, the expected codes, and the expected codes of the reverse edit. */
export type Case = {
  readonly title: string;
  readonly set?: Readonly<Record<string, unknown>>;
  readonly remove?: readonly string[];
  readonly finds: readonly string[];
  readonly back: readonly string[];
};

const FOLDER = join(import.meta.dirname, "cases");
const BASE = parse(readFileSync(join(FOLDER, "base.yaml"), "utf8")) as JsonObject;

export function readCases(name: string): readonly Case[] {
  return parse(readFileSync(join(FOLDER, name), "utf8")) as readonly Case[];
}

export function baseText(): string {
  return JSON.stringify(BASE, null, 1);
}

export function editedText(edit: Pick<Case, "set" | "remove">): string {
  return JSON.stringify(edited(BASE, edit), null, 1);
}

/** Applies an edit to a spec. */
export function edited(description: JsonObject, { set = {}, remove = [] }: Pick<Case, "set" | "remove">): JsonObject {
  const root = structuredClone(description);
  for (const pointer of remove) change(root, pointer, undefined);
  for (const [pointer, value] of Object.entries(set)) change(root, pointer, value);
  return root;
}

/** An edit of a third-party spec: whether it is breaking, and whether its reverse is. */
export type ForeignCase = Pick<Case, "title" | "set" | "remove"> & {
  readonly breaks: boolean;
  readonly back?: boolean;
};

/** Reads the edits of each third-party spec, by file name. */
export function readForeign(): ReadonlyMap<string, readonly ForeignCase[]> {
  const folder = join(import.meta.dirname, "foreign");
  const read = (name: string): readonly ForeignCase[] =>
    parse(readFileSync(join(folder, name), "utf8")) as readonly ForeignCase[];
  return new Map(readdirSync(folder).map((name) => [name.replace(".yaml", ".json"), read(name)]));
}

export function documentOf(text: string, path = "openapi.json"): Document {
  return loadDocument(path, () => text);
}

export function difference(old: string, next: string, options?: DiffOptions): DiffResult {
  return diffDocuments({ old: documentOf(old, "old.json"), new: documentOf(next, "new.json") }, options);
}

/** Lists the distinct codes of a result, sorted. */
export function codesOf({ findings }: DiffResult): string[] {
  return [...new Set(findings.map(({ code }) => code))].sort();
}

function change(root: unknown, pointer: string, value: unknown): void {
  const tokens = parsePointer(pointer);
  const last = tokens.pop() ?? "";
  const parent = tokens.reduce((node, token) => (node as Record<string, unknown>)[token], root) as Record<
    string,
    unknown
  >;
  if (parent === undefined) throw new Error(`${pointer} does not exist in the spec`);
  if (Array.isArray(parent) && value === undefined) parent.splice(Number(last), 1);
  else if (value === undefined) delete parent[last];
  else parent[last] = value;
}
