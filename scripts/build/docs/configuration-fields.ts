import { formatCode, normalizeMarkdown } from "../../../src/docs/normalize-markdown.js";
import { asArray, asObject, isObject, type Json, type JsonObject } from "../../../src/document/index.js";

/** Formats the properties of the configuration as a nested list. Its schema has no references, and no `allOf`. */
export function formatConfigurationFields(schema: JsonObject): string {
  return listParts(schema).join("\n");
}

/** The properties of an object, the alternatives, and those of items and map values. */
function listParts(schema: JsonObject): string[] {
  const properties = Object.entries(asObject(schema.properties) ?? {});
  const required = asArray(schema.required);
  return [
    ...properties.flatMap(([name, property]) =>
      formatProperty(name, asObject(property) ?? {}, required.includes(name)),
    ),
    ...asArray(schema.anyOf).flatMap((branch, at) => [
      `- Alternative ${at + 1}: ${formatType(branch)}`,
      ...indentLines(listParts(asObject(branch) ?? {})),
    ]),
    ...(isObject(schema.items) ? listParts(schema.items) : []),
    ...(isObject(schema.additionalProperties) ? listParts(schema.additionalProperties) : []),
  ];
}

function formatProperty(name: string, schema: JsonObject, isRequired: boolean): string[] {
  const text = typeof schema.description === "string" ? normalizeMarkdown(schema.description) : "";
  const details = [text, formatConstraints(schema)].filter((it) => it !== "");
  const nested = listParts(schema);
  return [
    `- **${formatCode(name)}** ${formatType(schema)}${isRequired ? ", required" : ""}`,
    ...indentLines(details.flatMap((it) => ["", ...it.split("\n")])),
    ...(nested.length > 0 ? ["", ...indentLines(nested)] : []),
  ];
}

function indentLines(lines: readonly string[]): string[] {
  return lines.map((line) => (line === "" ? "" : `  ${line}`));
}

function formatType(schema: Json | undefined): string {
  if (!isObject(schema)) return "any";
  const { type, items, anyOf, properties, additionalProperties } = schema;
  if (type === "array" && isObject(items)) return `array of ${formatType(items)}`;
  if (anyOf !== undefined) return [...new Set(asArray(anyOf).map(formatType))].join(" or ");
  if (isObject(additionalProperties) && properties === undefined) return `map of ${formatType(additionalProperties)}`;
  const implied = properties === undefined ? schema.enum && "string" : "object";
  return [type ?? implied ?? "any"].flat().join(" or ");
}

/** Formats limits, values and the default of a schema as one sentence each. */
function formatConstraints(schema: JsonObject): string {
  const shown = (value: unknown): string =>
    formatCode(typeof value === "string" && value !== "" ? value : JSON.stringify(value));
  const values = asArray(schema.enum ?? asObject(schema.items)?.enum);
  const sentences = [
    ...(values.length === 0 ? [] : [`Values: ${values.map(shown).join(", ")}.`]),
    ...LIMITS.filter(([keyword]) => schema[keyword] !== undefined).map(
      ([keyword, text]) => `${text} ${shown(schema[keyword])}.`,
    ),
  ];
  return sentences.join(" ");
}

const LIMITS = [
  ["minimum", "Minimum:"],
  ["maximum", "Maximum:"],
  ["exclusiveMinimum", "Greater than"],
  ["minLength", "Minimum length:"],
  ["maxLength", "Maximum length:"],
  ["pattern", "Pattern:"],
  ["minItems", "Minimum number of items:"],
  ["default", "Default:"],
] as const;
