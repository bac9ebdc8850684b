import { ExactNumber, hasExactNumber } from "./exact-number.js";

type ChangeMember = (name: string, member: unknown) => unknown;

/**
 * Serializes a value as JSON. Unlike `JSON.stringify`, it keeps numbers that a double cannot represent (`exact-number.ts`).
 *
 * @param change replaces members, as in `JSON.stringify`
 */
export function serializeExactJson(value: unknown, indent?: number, change?: ChangeMember): string {
  return writeExactNumbers(value, (it) => JSON.stringify(it, change, indent) ?? "null");
}

/** Writes a value as JSON or YAML with all digits of its numbers, of which the writer sees a text in their place. */
export function writeExactNumbers(value: unknown, write: (value: unknown) => string): string {
  const plain = write(value);
  if (!hasExactNumber(value)) return plain;
  let mark = "number";
  while (plain.includes(mark)) mark += "x";
  const marked = JSON.stringify(value, (_, it: unknown) => (it instanceof ExactNumber ? `${mark}${it}` : it));
  return write(JSON.parse(marked)).replaceAll(new RegExp(`"?${mark}([-+.\\deE]+)"?`, "g"), "$1");
}

/** Serializes a value for a URL, a header or a form; arrays and objects become JSON. */
export function serializeScalar(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "object" && value !== null ? serializeExactJson(value) : String(value);
}
