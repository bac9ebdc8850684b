import { redactUrl } from "./redact.js";

export type UnknownRecord = { readonly [name: string]: unknown };

/** Ends the reading of one entry; it never leaves the reader, which makes an `Unreadable` of it. */
export class UnreadableEntry extends Error {
  override readonly name = "UnreadableEntry" as const;
  /** JSON Pointer below the entry. */
  readonly pointer: string;

  constructor(pointer: string, found: unknown, accepted: string) {
    const what = pointer === "" ? "the entry" : pointer.slice(1).replaceAll("/", ".");
    const isShown = typeof found === "string" && shownParts.some((part) => pointer.endsWith(part));
    super(`${what} is ${isShown ? shownText(found) : kindOfValue(found)}; accepted is ${accepted}`);
    this.pointer = pointer;
  }
}

export function isRecord(value: unknown): value is UnknownRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function kindOfValue(value: unknown): string {
  if (value === undefined) return "missing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object") return "an object";
  if (typeof value === "string") return value === "" ? "empty" : "a string";
  return String(value);
}

/** The start of a text, without the query of a URL. */
function shownText(text: string): string {
  const shown = redactUrl(text).replace(/[?#].*$/s, "?...");
  return JSON.stringify(shown.length > maxShownChars ? `${shown.slice(0, maxShownChars)}...` : shown);
}

// Texts elsewhere, such as bodies, may be secrets and are never shown.
const shownParts = ["/method", "/url", "/status", "/encoding"] as const;

const maxShownChars = 80;
