import { decodeBase64 } from "../../reader/recorded-body.js";

/**
 * Reads a compressed body that Polly.JS writes as a JSON array of chunks. They are base64 if `encoding` says so, and
 * hexadecimal in version 1. Returns undefined for other texts.
 */
export function decodeChunks(text: string, isBase64: boolean): Uint8Array | undefined {
  if (!text.startsWith(isBase64 ? '["' : `["${GZIP_START}`)) return undefined;
  const chunks = parseTexts(text)?.map((chunk) => (isBase64 ? decodeBase64(chunk) : decodeHex(chunk)));
  if (chunks === undefined || !chunks.every((chunk) => chunk !== undefined)) return undefined;
  return Buffer.concat(chunks);
}

function parseTexts(text: string): readonly string[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) && value.every((item) => typeof item === "string") ? value : undefined;
  } catch {
    return undefined;
  }
}

function decodeHex(text: string): Uint8Array | undefined {
  return /^(?:[\da-f]{2})*$/i.test(text) ? Buffer.from(text, "hex") : undefined;
}

/** The first bytes of a gzip file: without them, the texts could be the body itself. */
const GZIP_START = "1f8b08";
