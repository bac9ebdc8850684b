import { escapeLabel, formatCode, normalizeMarkdown } from "../../../src/docs/normalize-markdown.js";
import {
  asArray,
  asObject,
  type Document,
  isObject,
  type Json,
  type JsonObject,
  joinPointer,
  lastToken,
  type Pointer,
  parsePointerFragment,
  valueAt,
} from "../../../src/document/index.js";
import { isNullable } from "../../../src/schema/registry/normalize-schema.js";

/** A document, and the pages of its schemas by their pointer. */
type FieldContext = {
  readonly document: Document;
  readonly paths: { readonly schemas: ReadonlyMap<Pointer, string> };
};

/** Formats the properties of an object schema, or the alternatives and items of another, as a nested list. */
export function formatSchemaFields(context: FieldContext, pointer: Pointer): string {
  return formatParts({ context, seen: [], depth: 0, budget: { left: MAX_FIELDS } }, pointer).join("\n");
}

type FieldState = {
  readonly context: FieldContext;
  /** The enclosing schemas, because a schema may contain itself. */
  readonly seen: readonly Pointer[];
  readonly depth: number;
  /** The number of fields left. Some schemas have thousands. */
  readonly budget: { left: number };
};

const MAX_FIELDS = 250;
const MAX_DEPTH = 6;

function formatParts(state: FieldState, start: Pointer): string[] {
  if (state.depth > MAX_DEPTH) return [];
  const conjuncts = listConjuncts(state, start);
  const seen = [...state.seen, ...conjuncts.map(({ pointer }) => pointer)];
  const inner = { ...state, seen, depth: state.depth + 1 };
  return [
    ...formatProperties(inner, conjuncts),
    ...conjuncts.flatMap(({ pointer, value }) => formatOtherParts(inner, pointer, value)),
  ];
}

type Conjunct = { readonly pointer: Pointer; readonly value: JsonObject };

/** A schema and the branches of its `allOf`, which all describe the same value. */
function listConjuncts({ context, seen }: FieldState, start: Pointer): Conjunct[] {
  const found = new Map<Pointer, JsonObject>();
  const visit = (at: Pointer): void => {
    const { pointer, value } = followSchema(context, at);
    if (!isObject(value) || seen.includes(pointer) || found.has(pointer)) return;
    found.set(pointer, value);
    for (const index of asArray(value.allOf).keys()) visit(joinPointer(pointer, "allOf", index));
  };
  visit(start);
  return [...found].map(([pointer, value]) => ({ pointer, value }));
}

/** The alternatives, items and map values. */
function formatOtherParts(state: FieldState, pointer: Pointer, value: JsonObject): string[] {
  const { context } = state;
  const lines: string[] = [];
  for (const keyword of ["oneOf", "anyOf"]) {
    const alternatives = asArray(value[keyword]).map((_, index) => joinPointer(pointer, keyword, index));
    const others = alternatives.filter((branch) => formatType(context, branch) !== "null");
    // A value that can be null has one description.
    if (others.length === 1) lines.push(...formatNested(state, others[0] ?? pointer));
    else if (alternatives.length > 0 && alternatives.length <= MAX_ALTERNATIVES)
      lines.push(...alternatives.flatMap((branch, index) => formatAlternative(state, branch, index)));
    else if (alternatives.length > 0) lines.push(`- One of ${alternatives.length} types.`);
  }
  if (isObject(value.contentSchema)) {
    const content = joinPointer(pointer, "contentSchema");
    lines.push(`- Text of ${formatType(context, content)}`, ...indentLines(formatNested(state, content)));
  }
  if (isObject(value.items)) lines.push(...formatNested(state, joinPointer(pointer, "items")));
  if (isObject(value.additionalProperties) && value.properties === undefined)
    lines.push(...formatNested(state, joinPointer(pointer, "additionalProperties")));
  return lines;
}

const MAX_ALTERNATIVES = 30;

/** The parts of items and map values, unless they have a page of their own. */
function formatNested(state: FieldState, pointer: Pointer): string[] {
  return followSchema(state.context, pointer).page === undefined ? formatParts(state, pointer) : [];
}

/** Alternatives of one object, such as two sets of required properties, need no list. */
function formatAlternative(state: FieldState, pointer: Pointer, index: number): string[] {
  const { value } = followSchema(state.context, pointer);
  const parts = formatNested(state, pointer);
  const type = formatType(state.context, pointer);
  if (type === "any" && parts.length === 0) return [];
  const title = isObject(value) && typeof value.title === "string" ? ` (${normalizeMarkdown(value.title)})` : "";
  return [`- Alternative ${index + 1}: ${type}${title}`, ...indentLines(parts)];
}

/** A property that several branches of `allOf` declare is listed once. */
function formatProperties(state: FieldState, conjuncts: readonly Conjunct[]): string[] {
  const required = new Set(conjuncts.flatMap(({ value }) => asArray(value.required)));
  const declarations = new Map<string, Pointer[]>();
  for (const { pointer, value } of conjuncts)
    for (const name of Object.keys(asObject(value.properties) ?? {}))
      declarations.set(name, [...(declarations.get(name) ?? []), joinPointer(pointer, "properties", name)]);
  return [...declarations].flatMap(([name, pointers]) => {
    state.budget.left -= 1;
    if (state.budget.left === 0) return ["- More properties are in the OpenAPI document."];
    if (state.budget.left < 0) return [];
    return formatProperty(state, pointers, { name, required: required.has(name) });
  });
}

function formatProperty(
  state: FieldState,
  pointers: readonly Pointer[],
  { name, required }: { readonly name: string; readonly required: boolean },
): string[] {
  const { context } = state;
  const parts = pointers.map((pointer) => {
    const { value, page, description } = followSchema(context, pointer);
    const schema = isObject(value) ? value : {};
    const text = description ?? (typeof schema.description === "string" ? schema.description : "");
    return { pointer, schema, page, text, type: formatType(context, pointer) };
  });
  const isMarked = (keyword: string): boolean => parts.some(({ schema }) => schema[keyword] === true);
  const types = new Set(parts.map(({ type }) => type).filter((type, _, all) => type !== "any" || all.length === 1));
  const marks = [
    [...types].join(" and ") || "any",
    ...(required ? ["required"] : []),
    ...(isMarked("readOnly") ? ["read-only"] : []),
    ...(isMarked("writeOnly") ? ["write-only"] : []),
    ...(isMarked("deprecated") ? ["deprecated"] : []),
  ];
  // The last branch is the most specific one.
  const text = parts.findLast((part) => part.text !== "")?.text ?? "";
  const own = parts.filter(({ page }) => page === undefined);
  const constraints = [...new Set(own.map(({ schema }) => formatConstraints(schema)))];
  const details = [normalizeMarkdown(text), ...constraints].filter((it) => it !== "");
  const nested = own.flatMap(({ pointer }) => formatParts(state, pointer));
  return [
    `- **${formatCode(name)}** ${marks.join(", ")}`,
    ...indentLines(details.flatMap((it) => ["", ...it.split("\n")])),
    ...(nested.length > 0 ? ["", ...indentLines(nested)] : []),
  ];
}

function indentLines(lines: readonly string[]): string[] {
  return lines.map((line) => (line === "" ? "" : `  ${line}`));
}

/** Formats limits, values and defaults of a schema as one sentence each. */
export function formatConstraints(schema: JsonObject): string {
  const shown = (value: unknown): string =>
    formatCode(typeof value === "string" && value !== "" ? value : JSON.stringify(value));
  const list = (values: readonly unknown[]): string => {
    const first = values.slice(0, MAX_VALUES).map(shown).join(", ");
    return values.length > MAX_VALUES ? `${first} and ${values.length - MAX_VALUES} more` : first;
  };
  const known = asArray(schema["x-extensible-enum"]);
  const items = readTypeNames(schema).includes("array") ? asObject(schema.items) : undefined;
  const sentences = [
    Array.isArray(schema.enum) ? `Values: ${list(schema.enum)}.` : "",
    Array.isArray(items?.enum) ? `Values: ${list(items.enum)}.` : "",
    known.length > 0 ? `Known values: ${list(known)}. Others are possible.` : "",
    schema.const === undefined ? "" : `Always ${shown(schema.const)}.`,
    ...Object.entries(LIMIT_TEXTS).map(([keyword, text]) => {
      const limit = schema[keyword];
      if (limit === undefined || typeof limit === "boolean") return "";
      // In OpenAPI 3.0, a boolean beside a limit excludes it.
      const exclusive = keyword.replace("m", "exclusiveM");
      return `${schema[exclusive] === true ? LIMIT_TEXTS[exclusive] : text} ${shown(limit)}.`;
    }),
    schema.uniqueItems === true ? "No item twice." : "",
    schema.default === undefined ? "" : `Default: ${shown(schema.default)}.`,
  ];
  return sentences.filter((it) => it !== "").join(" ");
}

const MAX_VALUES = 40;

const LIMIT_TEXTS: Readonly<Record<string, string>> = {
  minimum: "Minimum:",
  maximum: "Maximum:",
  exclusiveMinimum: "Greater than",
  exclusiveMaximum: "Less than",
  multipleOf: "A multiple of",
  minLength: "Minimum length:",
  maxLength: "Maximum length:",
  pattern: "Pattern:",
  minItems: "Minimum number of items:",
  maxItems: "Maximum number of items:",
  minProperties: "Minimum number of properties:",
  maxProperties: "Maximum number of properties:",
};

/** A schema with the references to it resolved. */
export type LinkedSchema = {
  readonly pointer: Pointer;
  readonly value: Json | undefined;
  /** The first component on the way. */
  readonly page?: { readonly name: string; readonly path: string };
  /** The text beside the first reference, which says what the schema means there. */
  readonly description?: string;
};

/** Follows the references of a schema and notes the component that they lead to. */
export function followSchema({ document, paths }: FieldContext, start: Pointer): LinkedSchema {
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

/** Formats the type of a schema in a few words, with links to components. */
export function formatType(context: FieldContext, start: Pointer, depth = 0): string {
  const { value, page, pointer } = followSchema(context, start);
  if (page !== undefined) return `[${escapeLabel(page.name)}](/reference/${page.path}/)`;
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
