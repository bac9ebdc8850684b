import { Code, type CodeValue } from "./code.js";
import { formatPropertyKey } from "./typescript-names.js";

const MAX_LINE_LENGTH = 120;

/** A value as source text of TypeScript, on one line where it fits after what stands before it on the line. */
export function formatLiteral(value: CodeValue, indent = "", before = 0): string {
  if (value instanceof Code) return value.text;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const flat = formatOneLine(value);
  if (indent.length + before + flat.length < MAX_LINE_LENGTH) return flat;
  const inner = `${indent}  `;
  if (isArray(value)) return `[\n${value.map((item) => `${inner}${formatLiteral(item, inner)},\n`).join("")}${indent}]`;
  const lines = Object.entries(value).map(([name, item]) => {
    const key = `${formatPropertyKey(name)}: `;
    return `${inner}${key}${formatLiteral(item, inner, key.length)},\n`;
  });
  return `{\n${lines.join("")}${indent}}`;
}

function formatOneLine(value: CodeValue): string {
  if (value instanceof Code) return value.text;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (isArray(value)) return `[${value.map(formatOneLine).join(", ")}]`;
  const fields = Object.entries(value).map(([name, item]) => `${formatPropertyKey(name)}: ${formatOneLine(item)}`);
  return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
}

function isArray(value: CodeValue): value is readonly CodeValue[] {
  return Array.isArray(value);
}
