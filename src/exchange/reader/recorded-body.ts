import type { RecordedBody } from "../exchange.js";
import { EntryError } from "./entry-error.js";

/** Reads a body from a separate file in the directory of the recording, or in `folder` near it. */
export type AttachmentReader = (name: string, folder?: string) => RecordedBody;

/** For recordings without a directory, such as standard input. */
export const NO_ATTACHMENTS: AttachmentReader = (name) => createMissingBody(`the body is in another file, ${name}`);

export const NO_BODY: RecordedBody = Object.freeze({ kind: "none" });

export function createMissingBody(reason: string): RecordedBody {
  return { kind: "missing", reason };
}

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
