import type { HeaderField, RecordedBody } from "../exchange.js";
import { getHeaderValues } from "../message.js";
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

/** Reads a body from a separate file in the directory of the recording, or in `folder` near it. */
export type AttachmentReader = (name: string, folder?: string) => RecordedBody;

/** For recordings without a directory, such as standard input. */
export const NO_ATTACHMENTS: AttachmentReader = (name) =>
  createMissingBody(`the body is in another file, ${name}`, "unreadable");

export const NO_BODY: RecordedBody = Object.freeze({ kind: "none" });

/** @param cause `unreadable`: the recording refers to a body that cannot be read, which makes a run inconclusive. */
export function createMissingBody(reason: string, cause?: "unreadable"): RecordedBody {
  return { kind: "missing", reason, ...(cause === undefined ? {} : { isUnreadable: true }) };
}

/**
 * Decides whether a message had a body that its recording lacks. A Content-Length decides (RFC 9112, section 6.3), because recorders
 * write sizes of 0 for bodies that they leave out, and count headers and framing as parts of an empty body. Returns undefined if it is
 * unknown.
 *
 * @param sizes what the recorder wrote; only positive numbers count
 * @param isPossible whether there may have been a body that nothing shows
 */
export function inferBody(
  headers: readonly HeaderField[],
  sizes: readonly unknown[],
  isPossible: boolean,
): RecordedBody | undefined {
  const length = parseContentLength(headers);
  const size = length === 0 ? 0 : [length, ...sizes].find(isPositive);
  if (isPositive(size)) return createMissingBody(`the body of ${size} bytes is not recorded`);
  return size === undefined && isPossible ? undefined : NO_BODY;
}

/** Returns NaN if the header is absent or invalid. */
export function parseContentLength(headers: readonly HeaderField[]): number {
  return Number(getHeaderValues(headers, "content-length")[0]?.trim() || Number.NaN);
}

export function isPositive(value: unknown): value is number {
  return typeof value === "number" && value > 0;
}

/** Whether a response can have a body (RFC 9110, section 6.4.1). */
export function canHaveResponseBody(method: string, status: number): boolean {
  return method !== "HEAD" && status >= 200 && !BODILESS_STATUSES.has(status);
}

const BODILESS_STATUSES: ReadonlySet<number> = new Set([204, 205, 304]);

/** Creates a text body; an empty text is no body. */
export function createTextBody(text: string): RecordedBody {
  return text === "" ? NO_BODY : { kind: "text", text };
}

/**
 * Decodes a base64 body. Unlike `Buffer.from`, which skips invalid characters, it rejects invalid base64.
 *
 * @throws EntryError if `text` is not valid base64.
 */
export function decodeBase64Body(text: string, pointer: string): RecordedBody {
  const bytes = decodeBase64(text);
  if (bytes === undefined) throw new EntryError(pointer, text, "valid base64");
  return { kind: "bytes", bytes };
}

export function decodeBase64(text: string): Uint8Array | undefined {
  const bytes = Buffer.from(text, "base64");
  const digits = /[\s=]/.test(text) ? text.replace(/\s+/g, "").replace(/={1,2}$/, "") : text;
  const isValid = digits.length % 4 !== 1 && bytes.length === Math.floor((digits.length * 3) / 4);
  return isValid ? bytes : undefined;
}

/**
 * Serializes a body that is recorded as a parsed JSON value.
 *
 * A number beyond 2^53 has lost precision in the recording, so such a body is recorded as missing.
 */
export function createJsonBody(value: unknown): RecordedBody {
  if (!hasOnlyExactNumbers(value))
    return createMissingBody("the body contains a number beyond 2^53, which lost precision in the recording");
  try {
    return { kind: "text", text: JSON.stringify(value) };
  } catch (error) {
    if (error instanceof RangeError) return createMissingBody("the body is nested too deeply to be serialized as JSON");
    throw error;
  }
}

function hasOnlyExactNumbers(root: unknown): boolean {
  const pending = [root];
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value === "number") {
      if (Math.abs(value) > Number.MAX_SAFE_INTEGER) return false;
    } else if (typeof value === "object" && value !== null) {
      for (const item of Object.values(value)) pending.push(item);
    }
  }
  return true;
}
