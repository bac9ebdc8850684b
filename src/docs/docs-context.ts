import {
  asArray,
  type Document,
  isObject,
  type Json,
  type JsonObject,
  joinPointer,
  lastToken,
  listOperations,
  type Operation,
  type Pointer,
  parsePointerFragment,
  resolveChildren,
  valueAt,
} from "../document/index.js";
import type { SampleContext } from "../samples/sample-context.js";
import { getSchemas } from "../schema/index.js";
import { isNullable } from "../schema/registry/normalize-schema.js";
import { escapeLabel } from "./normalize-markdown.js";

/** What the pages of one spec share. */
export type DocsContext = SampleContext & {
  readonly document: Document;
  readonly paths: PagePaths;
};

export function createDocsContext(document: Document): DocsContext {
  return { document, paths: createPagePaths(document), schemas: getSchemas(document) };
}

/** A schema with the references to it resolved. */
export type LinkedSchema = {
  readonly pointer: Pointer;
  readonly value: Json | undefined;
  /** The first component with a page on the way. */
  readonly page?: { readonly name: string; readonly path: string };
  /** The text beside the first reference, which says what the schema means there. */
  readonly description?: string;
};

/** Follows the references of a schema and notes the page that they lead to. */
export function followSchema({ document, paths }: DocsContext, start: Pointer): LinkedSchema {
  let pointer = start;
  let found: Pick<LinkedSchema, "page" | "description"> = {};
  for (let hops = 0; hops < MAX_HOPS; hops += 1) {
    const path = pointer === start ? undefined : paths.schemas.get(pointer);
    if (path !== undefined) found = { page: { name: lastToken(pointer), path }, ...found };
    const value = valueAt(document.root, pointer);
    const next = isObject(value) ? readReference(value) : undefined;
    if (next === undefined || !isObject(value)) return { pointer, value, ...found };
    if (typeof value.description === "string") found = { description: value.description, ...found };
    pointer = next;
  }
  return { pointer, value: undefined };
}

function readReference({ $ref }: JsonObject): Pointer | undefined {
  return typeof $ref === "string" && $ref.startsWith("#") ? parsePointerFragment($ref.slice(1)) : undefined;
}

const MAX_HOPS = 50;

/** Formats the type of a schema in a few words, with links to the pages of components. */
export function formatType(context: DocsContext, start: Pointer, depth = 0): string {
  const { value, page, pointer } = followSchema(context, start);
  if (page !== undefined) return `[${escapeLabel(page.name)}](/${page.path}/)`;
  if (!isObject(value)) return "any";
  const names = readTypeNames(value);
  const inner = (...path: readonly (string | number)[]): string =>
    formatType(context, joinPointer(pointer, ...path), depth + 1);
  const branches = value.properties === undefined ? BRANCHES.find((it) => Array.isArray(value[it])) : undefined;
  if (depth > MAX_TYPE_DEPTH) return names.join(" or ") || "any";
  if (names.includes("array") && isObject(value.items)) return formatNullable(names, `array of ${inner("items")}`);
  const combined = branches === undefined ? "" : formatBranches(value, branches, inner);
  if (combined !== "") return combined;
  if (isObject(value.additionalProperties) && value.properties === undefined)
    return formatNullable(names, `map of ${inner("additionalProperties")}`);
  const format = typeof value.format === "string" ? ` (${escapeLabel(value.format)})` : "";
  return `${names.join(" or ") || "any"}${format}`;
}

const BRANCHES = ["oneOf", "anyOf", "allOf"] as const;

function formatBranches(
  schema: JsonObject,
  keyword: (typeof BRANCHES)[number],
  format: (keyword: string, index: number) => string,
): string {
  const types = asArray(schema[keyword]).map((_, index) => format(keyword, index));
  const distinct = [...new Set(types)].filter((it) => it !== "any");
  if (distinct.length > MAX_BRANCHES) return `one of ${distinct.length} types`;
  return distinct.join(keyword === "allOf" ? " and " : " or ");
}

const MAX_TYPE_DEPTH = 4;
const MAX_BRANCHES = 6;

function formatNullable(names: readonly string[], type: string): string {
  return names.includes("null") ? `${type} or null` : type;
}

/** Returns the types of a schema, inferred from its keywords if it has no `type`. */
export function readTypeNames(schema: JsonObject): string[] {
  const { type } = schema;
  const names = (Array.isArray(type) ? type : [type]).filter((name) => typeof name === "string");
  if (names.length > 0) return isNullable(schema) ? [...names, "null"] : names;
  if (schema.properties !== undefined) return ["object"];
  const values = Array.isArray(schema.enum) ? schema.enum : schema.const === undefined ? [] : [schema.const];
  return [...new Set(values.map((value) => (value === null ? "null" : Array.isArray(value) ? "array" : typeof value)))];
}

/** The paths of the pages of a spec. Paths are distinct, also on file systems that ignore case. */
type PagePaths = {
  readonly operations: ReadonlyMap<Operation, string>;
  /** By the pointer of the component. */
  readonly schemas: ReadonlyMap<Pointer, string>;
};

/** Gives each operation, event and schema a page of its own. */
function createPagePaths(document: Document): PagePaths {
  const taken = new Set<string>();
  const take = (folder: string, name: string): string => {
    const base = `${folder}/${createSlug(name)}`;
    let path = base;
    for (let count = 2; taken.has(path); count += 1) path = `${base}-${count}`;
    taken.add(path);
    return path;
  };
  const operations = listOperations(document).map((operation) => {
    const folder = operation.kind === "webhook" ? "reference/events" : "reference/operations";
    return [operation, take(folder, operation.kind === "webhook" ? operation.path : operation.id)] as const;
  });
  const schemas = resolveChildren(document, "/components/schemas").map(({ key }) => {
    const pointer = `/components/schemas/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    return [pointer, take("reference/schemas", key)] as const;
  });
  return { operations: new Map(operations), schemas: new Map(schemas) };
}

/** Returns a name for URLs: lower case words of letters and digits, joined by hyphens. */
export function createSlug(name: string): string {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1-$2")
    .toLowerCase()
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
  // A file named `index` is the page of its directory.
  return words === "" || words === "index" ? `page${words === "" ? "" : "-index"}` : words;
}
