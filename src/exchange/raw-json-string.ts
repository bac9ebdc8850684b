import type { RawJsonString } from "./exchange.js";

/** A text as the content of a string of JSON, as a recording would hold it. */
export function createRawJsonString(text: string): RawJsonString {
  const bytes = Buffer.from(`${JSON.stringify(text)}${PADDING}`);
  return { bytes, start: 1, end: bytes.length - PADDING.length - 1 };
}

/** Whoever reads bytes by words may look a little beyond their end. */
const PADDING = "    ";
