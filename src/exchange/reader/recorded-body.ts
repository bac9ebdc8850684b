import type { RecordedBody } from "../exchange.js";
import { EntryError } from "./entry-error.js";

/** Gives the body that a recording keeps in a file of its own, from the recording's folder or one named beside it. */
export type AttachmentReader = (name: string, folder?: string) => RecordedBody;

/** For recordings that stand in no folder. */
export const NO_ATTACHMENTS: AttachmentReader = (name) => createMissingBody(`the body is in another file, ${name}`);

export const NO_BODY: RecordedBody = Object.freeze({ kind: "none" });

export function createMissingBody(reason: string): RecordedBody {
  return { kind: "missing", reason };
}

/** Text as a body; an empty one is none. */
export function createTextBody(text: string): RecordedBody {
  return text === "" ? NO_BODY : { kind: "text", text };
}

/** Bytes from base64; Node passes over what is none, which would make other bytes of a damaged text. */
export function decodeBase64Body(text: string, pointer: string): RecordedBody {
  const bytes = decodeBase64(text);
  if (bytes === undefined) throw new EntryError(pointer, text, "whole base64, as its encoding says");
  return { kind: "bytes", bytes };
}

export function decodeBase64(text: string): Uint8Array | undefined {
  const bytes = Buffer.from(text, "base64");
  const digits = /[\s=]/.test(text) ? text.replace(/\s+/g, "").replace(/={1,2}$/, "") : text;
  const isWhole = digits.length % 4 !== 1 && bytes.length === Math.floor((digits.length * 3) / 4);
  return isWhole ? bytes : undefined;
}

/**
 * The JSON text of a value that the recording holds parsed.
 *
 * A number that JavaScript cannot hold was changed when the recording was parsed; such a body is missing rather than
 * another one.
 */
export function createJsonBody(value: unknown): RecordedBody {
  if (!hasOnlyExactNumbers(value))
    return createMissingBody("the body holds a number beyond 2^53, which the recording does not keep as text");
  try {
    return { kind: "text", text: JSON.stringify(value) };
  } catch (error) {
    if (error instanceof RangeError) return createMissingBody("the body nests too deeply to be written as JSON");
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
