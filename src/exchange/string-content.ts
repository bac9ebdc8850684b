import type { StringContent } from "./exchange.js";

/** A text as the content of a string of JSON, as a recording would hold it. */
export function stringContent(text: string): StringContent {
  const bytes = Buffer.from(`${JSON.stringify(text)}${BEHIND}`);
  return { bytes, start: 1, end: bytes.length - BEHIND.length - 1 };
}

/** Whoever reads bytes by words may look a little beyond their end. */
const BEHIND = "    ";
