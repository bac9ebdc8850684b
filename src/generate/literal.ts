import type { Json } from "../document/index.js";
import { propertyKey } from "./typescript-names.js";

const WIDTH = 120;

/** A value as source text of TypeScript, on one line where it fits. */
export function literal(value: Json, indent = ""): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const flat = oneLine(value);
  if (indent.length + flat.length <= WIDTH - 8) return flat;
  const inner = `${indent}  `;
  if (Array.isArray(value)) return `[\n${value.map((item) => `${inner}${literal(item, inner)},\n`).join("")}${indent}]`;
  const lines = Object.entries(value).map(([name, item]) => `${inner}${propertyKey(name)}: ${literal(item, inner)},\n`);
  return `{\n${lines.join("")}${indent}}`;
}

function oneLine(value: Json): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(oneLine).join(", ")}]`;
  const fields = Object.entries(value).map(([name, item]) => `${propertyKey(name)}: ${oneLine(item)}`);
  return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
}
