import { serializeExactJson } from "../document/values/serialize-json.js";
/** Source text among the values of a literal. */
export class Code {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A value of a literal in generated code. */
export type CodeValue =
  | Code
  | string
  | number
  | boolean
  | null
  | readonly CodeValue[]
  | { readonly [name: string]: CodeValue | undefined };

const MAX_LINE_LENGTH = 120;

/** A value as source text of TypeScript, on one line if it fits behind the text that is already on the line. */
export function formatLiteral(value: CodeValue, indent = "", before = 0): string {
  if (value instanceof Code) return value.text;
  if (typeof value !== "object" || value === null || value instanceof Number) return serializeExactJson(value);
  const flat = formatOneLine(value);
  if (indent.length + before + flat.length < MAX_LINE_LENGTH) return flat;
  const inner = `${indent}  `;
  if (isArray(value)) return `[\n${value.map((item) => `${inner}${formatLiteral(item, inner)},\n`).join("")}${indent}]`;
  const lines = listMembers(value).map(([name, item]) => {
    const key = `${formatPropertyKey(name)}: `;
    return `${inner}${key}${formatLiteral(item, inner, key.length)},\n`;
  });
  return `{\n${lines.join("")}${indent}}`;
}

function formatOneLine(value: CodeValue): string {
  if (value instanceof Code) return value.text;
  if (typeof value !== "object" || value === null || value instanceof Number) return serializeExactJson(value);
  if (isArray(value)) return `[${value.map(formatOneLine).join(", ")}]`;
  const fields = listMembers(value).map(([name, item]) => `${formatPropertyKey(name)}: ${formatOneLine(item)}`);
  return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
}

/** The members of an object that are defined. */
export function listMembers(value: Readonly<Record<string, CodeValue | undefined>>): [string, CodeValue][] {
  return Object.entries(value).filter((it): it is [string, CodeValue] => it[1] !== undefined);
}

function isArray(value: CodeValue): value is readonly CodeValue[] {
  return Array.isArray(value);
}

/** The name of a property in an object literal or a type, in quotes only if it is no identifier. */
export function formatPropertyKey(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

/** A property of the runtime, as source text. */
export function formatReference(name: string): Code {
  return new Code(`runtime.${name}`);
}

/** A call of a function of the runtime without side effects. */
export function formatCallOf(name: string, ...parameters: readonly CodeValue[]): Code {
  const list = parameters.map((value) => formatLiteral(value)).join(", ");
  return new Code(`/* @__PURE__ */ runtime.${name}(${list})`);
}

/** The first lines of every generated file that can carry a comment. */
export function formatFileHeader(mark: "//" | "#"): string {
  return [
    `${mark} Generated from the OpenAPI spec. Do not edit: change the spec and generate again.`,
    `${mark} @generated`,
    "",
    "",
  ].join("\n");
}

/** Puts the header before everything else, where compilers have moved or dropped it. */
export function moveHeaderToStart(text: string): string {
  const header = formatFileHeader("//");
  return header + text.replace(header.trimEnd(), "").trimStart();
}
