import { asArray, isObject, type Json, type JsonObject } from "../../document/index.js";
import { getJsonTypeName } from "../../document/values/exact-number.js";
import { serializeExactJson } from "../../document/values/serialize-json.js";
import { formatPropertyKey } from "../code.js";

/** A type as the members of its union. Without members it is `never`. */
export type TypeText = readonly { readonly text: string; readonly isIntersection?: boolean }[];

export const UNKNOWN: TypeText = [{ text: "unknown" }];
export const NULL: TypeText = [{ text: "null" }];

export function createType(text: string): TypeText {
  return [{ text }];
}

export function formatTypeText(type: TypeText): string {
  if (type.length === 0) return "never";
  if (type.length === 1) return type[0]?.text ?? "";
  return type.map(({ text, isIntersection }) => (isIntersection === true ? `(${text})` : text)).join(" | ");
}

/** The type as an operand of `&`, `[]` or `?`. */
export function formatOperand(type: TypeText): string {
  return type.length > 1 || type[0]?.isIntersection === true ? `(${formatTypeText(type)})` : formatTypeText(type);
}

export function combineTypes(types: readonly TypeText[]): TypeText {
  const members = new Map(types.flat().map((member) => [member.text, member]));
  return members.has("unknown") ? UNKNOWN : [...members.values()];
}

/** What all types accept. `unknown` is left out, so that no types are `unknown`. */
export function intersectTypes(types: readonly TypeText[]): TypeText {
  const texts = new Map<string, TypeText>();
  for (const type of types) if (type.every(({ text }) => text !== "unknown")) texts.set(formatTypeText(type), type);
  const [first, ...others] = texts.values();
  if (first === undefined) return UNKNOWN;
  if (others.length === 0) return first;
  const operands = [first, ...others].map((type) => (type.length > 1 ? formatOperand(type) : formatTypeText(type)));
  return [{ text: operands.join(" & "), isIntersection: true }];
}

/** An object type of members, each on lines of its own. */
export function formatBlock(members: readonly string[]): string {
  return members.length === 0 ? "{}" : `{\n${members.map((it) => it.replaceAll(/^(?=.)/gm, INDENT)).join("\n")}\n}`;
}

const INDENT = "  ";

export type MemberOptions = {
  /** The object whose description becomes the comment. */
  readonly described?: Json | undefined;
  readonly isOptional?: boolean;
  readonly isReadonly?: boolean;
};

export function formatMember(name: string, type: string, options: MemberOptions = {}): string {
  const { described, isOptional = false, isReadonly = false } = options;
  // A status is a number, so that the types of the client can compare it.
  const key = /^(0|[1-9]\d{0,14})$/.test(name) ? name : formatPropertyKey(name);
  return `${formatSchemaComment(described)}${isReadonly ? "readonly " : ""}${key}${isOptional ? "?" : ""}: ${type};`;
}

/** A member that an operation or a path item does not have. */
export function formatAbsentMember(name: string): string {
  return formatMember(name, "never", { isOptional: true });
}

/** A value of JSON as the type that only it has. */
export function formatLiteralType(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(formatLiteralType).join(", ")}]`;
  // TypeScript rounds a literal that no double represents.
  if (value instanceof Number) return "number";
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, item]) => formatMember(name, formatLiteralType(item)));
  // `{}` is the type of every value but null.
  return members.length === 0 ? "Record<string, never>" : formatBlock(members);
}

/** What the spec says about something, as a comment for editors. */
export function formatSchemaComment(described: Json | undefined): string {
  if (!isObject(described)) return "";
  const lines = listDocLines(described).map((line) => line.replaceAll("*/", "*\\/"));
  if (lines.length === 0) return "";
  const [only = ""] = lines;
  if (lines.length === 1 && !only.includes("\n")) return `/** ${only} */\n`;
  const text = lines.map((line) => ` * ${line.replaceAll("\n", "\n *   ")}`).join("\n");
  return `/**\n${text.replaceAll(/ +$/gm, "")}\n */\n`;
}

/** Examples of whole documents would make up most of a file. */
const MAX_EXAMPLE_LENGTH = 600;

function listDocLines(described: JsonObject): string[] {
  const { title, summary, format, deprecated, enum: listed, type, nullable } = described;
  const write = (value: Json): string =>
    (typeof value === "object" && value !== null ? serializeExactJson(value, 2) : String(value))
      .trim()
      .replaceAll("\r\n", "\n");
  const tag = (name: string): string[] => {
    const value = described[name];
    return value === undefined || (name === "description" && value === "") ? [] : [`@${name} ${write(value)}`];
  };
  const kinds = [type ?? [...new Set(asArray(listed).map(getJsonTypeName))]].flat().join("|");
  const { example, examples: several } = described;
  const examples = [...(example === undefined ? [] : [example]), ...asArray(several)].map((it) => write(it as Json));
  return [
    ...[title, summary].flatMap((text) => (text ? [write(text)] : [])),
    ...(format ? [`Format: ${write(format)}`] : []),
    ...(deprecated ? ["@deprecated"] : []),
    ...["description", "default"].flatMap(tag),
    ...examples.flatMap((text) => (text.length > MAX_EXAMPLE_LENGTH ? [] : [`@example ${text}`])),
    ...("const" in described ? ["@constant"] : []),
    ...(listed ? [`@enum {${kinds}${nullable ? "|null" : ""}}`] : []),
  ];
}
