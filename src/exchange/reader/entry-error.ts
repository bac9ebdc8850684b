import { redactUrl } from "../redaction/redact.js";

export type UnknownRecord = { readonly [name: string]: unknown };

/** Ends the reading of one entry; it never leaves the reader, which makes an `Unreadable` of it. */
export class EntryError extends Error {
  override readonly name = "EntryError" as const;
  /** JSON Pointer below the entry. */
  readonly pointer: string;

  constructor(pointer: string, found: unknown, accepted: string) {
    const what = pointer === "" ? "the entry" : pointer.slice(1).replaceAll("/", ".");
    const isShown = typeof found === "string" && SHOWN_PARTS.some((part) => pointer.endsWith(part));
    super(`${what} is ${isShown ? formatExcerpt(found) : describeValueKind(found)}; accepted is ${accepted}`);
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

/** The start of a text, without the query of a URL. */
function formatExcerpt(text: string): string {
  const shown = redactUrl(text).replace(/[?#].*$/s, "?...");
  return JSON.stringify(shown.length > MAX_SHOWN_CHARACTERS ? `${shown.slice(0, MAX_SHOWN_CHARACTERS)}...` : shown);
}

// Texts elsewhere, such as bodies, may be secrets and are never shown.
const SHOWN_PARTS = ["/method", "/url", "/status", "/encoding"] as const;

const MAX_SHOWN_CHARACTERS = 80;
