import { asArray, asObject, isObject, type JsonObject, joinPointer, type Pointer } from "../document/index.js";
import { type DocsContext, followSchema, formatType, readTypeNames } from "./docs-context.js";
import { formatCode, normalizeMarkdown } from "./normalize-markdown.js";

/** Formats the properties of an object schema, or the alternatives and items of another, as a nested list. */
export function formatSchemaFields(context: DocsContext, pointer: Pointer): string {
  return formatParts({ context, seen: [], budget: { left: MAX_FIELDS } }, pointer).join("\n");
}

type FieldState = {
  readonly context: DocsContext;
  /** The enclosing schemas, because a schema may contain itself. */
  readonly seen: readonly Pointer[];
  /** The number of fields left. Some schemas have thousands. */
  readonly budget: { left: number };
};

const MAX_FIELDS = 250;
const MAX_DEPTH = 6;

function formatParts(state: FieldState, start: Pointer): string[] {
  const { context, seen } = state;
  const { pointer, value } = followSchema(context, start);
  if (!isObject(value) || seen.includes(pointer) || seen.length > MAX_DEPTH) return [];
  const inner = { ...state, seen: [...seen, pointer] };
  const branches = (keyword: string): Pointer[] =>
    asArray(value[keyword]).map((_, index) => joinPointer(pointer, keyword, index));
  const lines = [
    ...formatProperties(inner, pointer, value),
    ...branches("allOf").flatMap((branch) => formatParts(inner, branch)),
  ];
  for (const keyword of ["oneOf", "anyOf"]) {
    const alternatives = branches(keyword);
    if (alternatives.length > 0 && alternatives.length <= MAX_ALTERNATIVES)
      lines.push(...alternatives.flatMap((branch, index) => formatAlternative(inner, branch, index)));
    else if (alternatives.length > 0) lines.push(`- One of ${alternatives.length} types.`);
  }
  if (isObject(value.contentSchema)) {
    const content = joinPointer(pointer, "contentSchema");
    lines.push(`- Text of ${formatType(context, content)}`, ...indentLines(formatNested(inner, content)));
  }
  if (isObject(value.items)) lines.push(...formatNested(inner, joinPointer(pointer, "items")));
  if (isObject(value.additionalProperties) && value.properties === undefined)
    lines.push(...formatNested(inner, joinPointer(pointer, "additionalProperties")));
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

function formatProperties(state: FieldState, pointer: Pointer, schema: JsonObject): string[] {
  const required = new Set(asArray(schema.required));
  return Object.keys(asObject(schema.properties) ?? {}).flatMap((name) => {
    state.budget.left -= 1;
    if (state.budget.left === 0) return ["- More properties are in the OpenAPI document."];
    if (state.budget.left < 0) return [];
    return formatProperty(state, joinPointer(pointer, "properties", name), { name, required: required.has(name) });
  });
}

function formatProperty(
  state: FieldState,
  pointer: Pointer,
  { name, required }: { readonly name: string; readonly required: boolean },
): string[] {
  const { context } = state;
  const { value, page, description } = followSchema(context, pointer);
  const schema = isObject(value) ? value : {};
  const marks = [
    formatType(context, pointer),
    ...(required ? ["required"] : []),
    ...(schema.readOnly === true ? ["read-only"] : []),
    ...(schema.writeOnly === true ? ["write-only"] : []),
    ...(schema.deprecated === true ? ["deprecated"] : []),
  ];
  const text = description ?? (typeof schema.description === "string" ? schema.description : "");
  const constraints = page === undefined ? formatConstraints(schema) : "";
  const details = [normalizeMarkdown(text), constraints].filter((it) => it !== "");
  const nested = page === undefined ? formatParts(state, pointer) : [];
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
