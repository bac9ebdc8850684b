export type UnknownRecord = { readonly [name: string]: unknown };

/** Ends the reading of one entry; it never leaves the reader, which makes an `Unreadable` of it. */
export class UnreadableEntry extends Error {
  override readonly name = "UnreadableEntry" as const;
  /** JSON Pointer below the entry. */
  readonly pointer: string;

  constructor(pointer: string, found: unknown, accepted: string) {
    const what = pointer === "" ? "the entry" : pointer.slice(1).replaceAll("/", ".");
    super(`${what} is ${describeValue(found)}; accepted is ${accepted}`);
    this.pointer = pointer;
  }
}

export function isRecord(value: unknown): value is UnknownRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function describeValue(value: unknown): string {
  if (value === undefined) return "missing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object") return "an object";
  if (typeof value !== "string") return `${value}`;
  // A relative URL or the like is worth showing, its query is not: secrets stand there.
  const shown = value.replace(/[?#].*$/s, "?...");
  return JSON.stringify(shown.length > maxShownChars ? `${shown.slice(0, maxShownChars)}...` : shown);
}

const maxShownChars = 80;
