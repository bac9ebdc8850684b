import type { Json } from "../document/index.js";
import { propertyKey } from "./typescript-names.js";

const WIDTH = 120;

/** A value as source text of TypeScript, on one line where it fits after what stands before it on the line. */
export function literal(value: Json, indent = "", before = 0): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const flat = oneLine(value);
  if (indent.length + before + flat.length < WIDTH) return flat;
  const inner = `${indent}  `;
  if (Array.isArray(value)) return `[\n${value.map((item) => `${inner}${literal(item, inner)},\n`).join("")}${indent}]`;
  const lines = Object.entries(value).map(([name, item]) => {
    const key = `${propertyKey(name)}: `;
    return `${inner}${key}${literal(item, inner, key.length)},\n`;
  });
  return `{\n${lines.join("")}${indent}}`;
}

function oneLine(value: Json): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(oneLine).join(", ")}]`;
  const fields = Object.entries(value).map(([name, item]) => `${propertyKey(name)}: ${oneLine(item)}`);
  return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
}
