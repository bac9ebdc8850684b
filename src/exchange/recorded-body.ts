import type { Body } from "./exchange.js";
import { UnreadableEntry } from "./unreadable-entry.js";

/** Gives the body that a recording keeps in a file of its own, from the recording's folder or one named beside it. */
export type Attachments = (name: string, folder?: string) => Body;

/** For recordings that stand in no folder. */
export const noAttachments: Attachments = (name) => missing(`the body is in another file, ${name}`);

export const noBody: Body = Object.freeze({ kind: "none" });

export function missing(reason: string): Body {
  return { kind: "missing", reason };
}

/** Text as a body; an empty one is none. */
export function textBody(text: string): Body {
  return text === "" ? noBody : { kind: "text", text };
}

/** Bytes from base64; Node passes over what is none, which would make other bytes of a damaged text. */
export function base64Body(text: string, pointer: string): Body {
  const bytes = base64Bytes(text);
  if (bytes === undefined) throw new UnreadableEntry(pointer, text, "whole base64, as its encoding says");
  return { kind: "bytes", bytes };
}

export function base64Bytes(text: string): Uint8Array | undefined {
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
export function jsonBody(value: unknown): Body {
  if (!isExact(value)) return missing("the body holds a number beyond 2^53, which the recording does not keep as text");
  try {
    return { kind: "text", text: JSON.stringify(value) };
  } catch (error) {
    if (error instanceof RangeError) return missing("the body nests too deeply to be written as JSON");
    throw error;
  }
}

function isExact(root: unknown): boolean {
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
