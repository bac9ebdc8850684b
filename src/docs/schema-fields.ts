import { asArray, asObject, isObject, type JsonObject, joinPointer, type Pointer } from "../document/index.js";
import { type DocsContext, followSchema, formatType, readTypeNames } from "./docs-context.js";
import { formatCode, normalizeMarkdown } from "./normalize-markdown.js";

/** Formats the properties of an object schema, or the alternatives and items of another, as a nested list. */
export function formatSchemaFields(context: DocsContext, pointer: Pointer): string {
  return formatParts({ context, seen: [], depth: 0, budget: { left: MAX_FIELDS } }, pointer).join("\n");
}

type FieldState = {
  readonly context: DocsContext;
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
