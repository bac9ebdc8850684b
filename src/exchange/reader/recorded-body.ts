import type { HeaderField, RecordedBody } from "../exchange.js";
import { getHeaderValues } from "../headers.js";
import { EntryError } from "./entry-error.js";

/** Reads a body from a separate file in the directory of the recording, or in `folder` near it. */
export type AttachmentReader = (name: string, folder?: string) => RecordedBody;

/** For recordings without a directory, such as standard input. */
export const NO_ATTACHMENTS: AttachmentReader = (name) => createUnreadableBody(`the body is in another file, ${name}`);

export const NO_BODY: RecordedBody = Object.freeze({ kind: "none" });

export function createMissingBody(reason: string): RecordedBody {
  return { kind: "missing", reason };
}

/** Creates a body that the recording refers to, and that cannot be read. Unlike a missing body, it makes a run inconclusive. */
export function createUnreadableBody(reason: string): RecordedBody {
  return { kind: "missing", reason, isUnreadable: true };
}

/** What a recording says about a body whose content it lacks. */
export type BodyTraces = {
  readonly headers: readonly HeaderField[];
  /** The sizes that the recorder wrote, by their names. They count only if they are positive numbers. */
  readonly sizes?: Readonly<Record<string, unknown>>;
  /** What is not in the recording, such as `there is no text`. */
  readonly absence: string;
  /** Whether there may have been a body, although neither the Content-Length nor a size shows one. */
  readonly isPossible?: boolean;
};

/**
 * Decides whether a message had a body that its recording lacks. A Content-Length decides (RFC 9112, section 6.3), because recorders
 * write sizes of 0 for bodies that they leave out, and count headers and framing as parts of an empty body. Returns undefined if it is
 * unknown.
 */
export function inferBody({ headers, sizes = {}, absence, isPossible }: BodyTraces): RecordedBody | undefined {
  const length = parseContentLength(headers);
  if (length === 0) return NO_BODY;
  if (length > 0) return createMissingBody(`the Content-Length is ${length}, but ${absence}`);
  for (const [name, size] of Object.entries(sizes))
    if (isPositive(size)) return createMissingBody(`${name} is ${size}, but ${absence}`);
  return isPossible === true ? undefined : NO_BODY;
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

export const BODILESS_STATUSES: ReadonlySet<number> = new Set([204, 205, 304]);

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
