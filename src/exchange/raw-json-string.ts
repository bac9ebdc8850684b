import type { RawJsonString } from "./exchange.js";

/** Encodes text as the content of a JSON string, in the same form as in a recording. */
export function createRawJsonString(text: string): RawJsonString {
  const bytes = Buffer.from(`${JSON.stringify(text)}${PADDING}`);
  return { bytes, start: 1, end: bytes.length - PADDING.length - 1 };
}

/** The bytes of the content alone, in the memory of the recording. */
export function getContentBytes({ bytes, start, end }: RawJsonString): Buffer {
  return bytes.subarray(start, end);
}

/** Validators that read several bytes at a time can read past the end. */
const PADDING = "    ";
