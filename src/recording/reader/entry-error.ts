import { redactUrl } from "../redaction/redact.js";

export type UnknownRecord = { readonly [name: string]: unknown };

/** Aborts the reading of one entry. The reader catches it and reports the entry as unreadable. */
export class EntryError extends Error {
  override readonly name = "EntryError" as const;
  /** JSON Pointer relative to the entry. */
  readonly pointer: string;

  constructor(pointer: string, found: unknown, expected: string) {
    const what = pointer === "" ? "the entry" : pointer.slice(1).replaceAll("/", ".");
    const isShown = typeof found === "string" && SHOWN_PARTS.some((part) => pointer.endsWith(part));
    super(`${what} is ${isShown ? formatExcerpt(found) : describeValueKind(found)}; expected ${expected}`);
    this.pointer = pointer;
  }
}

export function isPlainObject(value: unknown): value is UnknownRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function describeValueKind(value: unknown): string {
  if (value === undefined) return "missing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object") return "an object";
  if (typeof value === "string") return value === "" ? "empty" : "a string";
  return String(value);
}

/** Returns the start of a text, without a URL query. */
function formatExcerpt(text: string): string {
  const shown = redactUrl(text).replace(/[?#].*$/s, "?...");
  return JSON.stringify(shown.length > MAX_SHOWN_CHARACTERS ? `${shown.slice(0, MAX_SHOWN_CHARACTERS)}...` : shown);
}

// Other values, such as bodies, can contain secrets and are never printed.
const SHOWN_PARTS = ["/method", "/url", "/status", "/encoding"] as const;

const MAX_SHOWN_CHARACTERS = 80;
