import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { type Document, loadDocument } from "../../src/document/index.js";

/** An edit of the valid spec, and its finding. */
export type LintCase = Edit & {
  /** The pointer of the finding. */
  readonly at: string;
  readonly level?: string;
  /** Further codes that the edit inevitably causes. */
  readonly also?: readonly string[];
  /** The position, if it is not that of the pointer. */
  readonly where?: { readonly file: string; readonly line: number; readonly column: number };
};

/** A case is one edit. `with` has the additional edits that prevent other findings. */
export type Edit = {
  readonly version?: "3.0" | "3.1" | "3.2";
  readonly add?: string;
  readonly value?: unknown;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly remove?: string;
  /** Nests the value at this pointer in itself, beyond the maximum depth. */
  readonly nest?: string;
  /** Removes all fields except these. */
  readonly only?: readonly string[];
  /** Replaces a part of the text of the file. */
  readonly text?: readonly [from: string, to: string];
};

const CASES = join(import.meta.dirname, "cases");
const BASE = readYaml("base.yaml") as Record<string, unknown>;

/** Reads the cases of all codes from all files. */
export function lintCases(): [code: string, cases: readonly LintCase[]][] {
  return readdirSync(CASES)
    .filter((file) => file !== "base.yaml" && file !== "clean.yaml")
    .flatMap((file) => Object.entries(readYaml(file) as Record<string, readonly LintCase[]>));
}

export function cleanCases(): [name: string, edit: Edit][] {
  return Object.entries(readYaml("clean.yaml") as Record<string, Edit>);
}

/** Applies an edit to the valid spec, and parses the result as a file. */
export function edited({ version, add, value, with: files = {}, remove, nest, only, text }: Edit): Document {
  const root = structuredClone(BASE);
  if (version === "3.0") root.openapi = "3.0.4";
  if (version === "3.2") root.openapi = "3.2.0";
  if (add !== undefined) set(root, add, value);
  for (const [pointer, other] of Object.entries(files)) set(root, pointer, other);
  if (remove !== undefined) change(root, remove, (parent, key) => delete parent[key]);
  if (nest !== undefined) set(root, nest, nested(450));
  for (const name of only === undefined ? [] : Object.keys(root)) if (!only?.includes(name)) delete root[name];
  const [from, to] = text ?? ["", ""];
  return loadDocument("openapi.json", () => JSON.stringify(root, null, 2).replace(from, to));
}

function nested(depth: number): object {
  let schema: object = { type: "integer" };
  for (let level = 0; level < depth; level += 1) schema = { type: "array", items: schema };
  return schema;
}

function set(root: Record<string, unknown>, pointer: string, value: unknown): void {
  change(root, pointer, (parent, key) => {
    parent[key] = value;
  });
}

function change(
  root: Record<string, unknown>,
  pointer: string,
  apply: (parent: Record<string, unknown>, key: string) => void,
): void {
  const tokens = pointer
    .slice(1)
    .split("/")
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
  const last = tokens.pop() ?? "";
  let parent = root;
  for (const token of tokens) {
    if (parent[token] === undefined) throw new Error(`There is nothing at ${token} of ${pointer}`);
    parent = parent[token] as Record<string, unknown>;
  }
  if (Array.isArray(parent) && Number(last) > parent.length) throw new Error(`There is no item ${pointer}`);
  apply(parent, last);
}

function readYaml(file: string): unknown {
  return parse(readFileSync(join(CASES, file), "utf8"));
}
