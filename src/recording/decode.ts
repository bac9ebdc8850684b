import { isAscii, isUtf8 } from "node:buffer";
import zlib from "node:zlib";
import type { HeaderField, RawJsonString, RecordedBody } from "./exchange.js";
import { getHeaderValues, type ParsedMediaType } from "./headers.js";

/**
 * Decodes the content encodings of a body that was recorded as bytes.
 *
 * Many recorders keep the Content-Encoding header but store the decoded body. Bytes that fail to decode but are valid
 * UTF-8 are therefore returned unchanged. Any other bytes that fail to decode yield a missing body, with the reason.
 */
export function decodeBody(body: RecordedBody, headers: readonly HeaderField[]): RecordedBody {
  if (body.kind !== "bytes") return body;
  const encodings = getHeaderValues(headers, "content-encoding").flatMap((value) => value.toLowerCase().split(","));
  if (encodings.length > MAX_ENCODINGS)
    return {
      kind: "missing",
      reason: `the body has ${encodings.length} content encodings; at most ${MAX_ENCODINGS} are supported`,
    };
  let { bytes } = body;
  for (const encoding of encodings.map((name) => name.trim()).reverse()) {
    if (encoding === "" || encoding === "identity") continue;
    const decode = findDecoder(encoding);
    if (decode === undefined) return toUndecodedBody(bytes, `the content encoding "${encoding}" is not supported`);
    try {
      bytes = decode(bytes);
    } catch (error) {
      if (error instanceof RangeError)
        return { kind: "missing", reason: `the decoded body is larger than ${MAX_DECODED_BYTES} bytes` };
      return toUndecodedBody(bytes, `the body is not valid ${encoding}, but its Content-Encoding is ${encoding}`);
    }
  }
  return bytes === body.bytes ? body : { kind: "bytes", bytes };
}

/** Decodes the body to text. Invalid bytes make the body missing; they are never replaced by U+FFFD. */
export function decodeBodyText(body: RecordedBody, charset = "utf-8"): Exclude<RecordedBody, { kind: "bytes" }> {
  if (body.kind !== "bytes") return body;
  const { bytes } = body;
  const name = charset.trim().toLowerCase();
  if ((name === "utf-8" || name === "utf8" || name === "us-ascii") && isAscii(bytes)) {
    return { kind: "text", text: asBuffer(bytes).toString("latin1") };
  }
  try {
    // The name "utf-16" does not define the byte order, so the byte order mark decides.
    const isBigEndian = name === "utf-16" && bytes[0] === 0xfe && bytes[1] === 0xff;
    return { kind: "text", text: new TextDecoder(isBigEndian ? "utf-16be" : name, { fatal: true }).decode(bytes) };
  } catch (error) {
    const isUnknown = error instanceof RangeError;
    if (isUnknown) return { kind: "missing", reason: `the charset "${charset}" is unknown` };
    return { kind: "missing", reason: `the body is not valid ${charset}`, invalidEncoding: charset };
  }
}

/** Returns the body as bytes (text as UTF-8), or undefined if there is no body or it is not recorded. */
export function getBodyBytes(body: RecordedBody): Uint8Array | undefined {
  if (body.kind === "bytes") return body.bytes;
  return body.kind === "text" ? Buffer.from(body.text) : undefined;
}

function toUndecodedBody(bytes: Uint8Array, reason: string): RecordedBody {
  return isUtf8(bytes) ? { kind: "bytes", bytes } : { kind: "missing", reason };
}

function inflate(bytes: Uint8Array): Uint8Array {
  try {
    return zlib.inflateSync(bytes, DECODE_LIMITS);
  } catch (error) {
    if (error instanceof RangeError) throw error;
    // "deflate" means the zlib format, but some servers send a raw DEFLATE stream.
    return zlib.inflateRawSync(bytes, DECODE_LIMITS);
  }
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Limits memory: each decoding step can need as much memory as the whole body. */
const MAX_ENCODINGS = 8;

const MAX_DECODED_BYTES = 256 * 1024 * 1024;
const DECODE_LIMITS = { maxOutputLength: MAX_DECODED_BYTES };

type Decoder = (bytes: Uint8Array) => Uint8Array;

const gunzip: Decoder = (bytes) => zlib.gunzipSync(bytes, DECODE_LIMITS);
const DECODERS: Readonly<Record<string, Decoder>> = {
  __proto__: null as never,
  gzip: gunzip,
  "x-gzip": gunzip,
  deflate: inflate,
  br: (bytes) => zlib.brotliDecompressSync(bytes, DECODE_LIMITS),
};

function findDecoder(encoding: string): Decoder | undefined {
  if (encoding !== "zstd") return DECODERS[encoding];
  // Node 20 and its type definitions do not have `zstdDecompressSync`.
  const { zstdDecompressSync } = zlib as {
    readonly zstdDecompressSync?: (b: Uint8Array, o: typeof DECODE_LIMITS) => Uint8Array;
  };
  return zstdDecompressSync === undefined ? undefined : (bytes) => zstdDecompressSync(bytes, DECODE_LIMITS);
}

/** Whether a body of this type is XML (RFC 7303, section 4). */
export function isXmlType({ essence, suffix }: Pick<ParsedMediaType, "essence" | "suffix">): boolean {
  return essence === "application/xml" || suffix === "xml" || essence === "text/xml";
}

/**
 * Decodes an XML body. The encoding comes from the byte order mark, then the Content-Type charset, then the XML declaration.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7303#section-3
 */
export function decodeXmlText(
  body: RecordedBody,
  charset: string | undefined,
): Exclude<RecordedBody, { kind: "bytes" }> {
  if (body.kind !== "bytes") return body;
  return decodeBodyText(body, detectBomEncoding(body.bytes) ?? charset ?? detectDeclaredEncoding(body.bytes));
}

function detectBomEncoding([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  return first === 0xff && second === 0xfe ? "utf-16le" : undefined;
}

function detectDeclaredEncoding(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0 && second === 0x3c) return "utf-16be";
  if (first === 0x3c && second === 0) return "utf-16le";
  const start = Buffer.from(bytes.subarray(0, MAX_DECLARATION_BYTES)).toString("latin1");
  const [, encoding = "utf-8"] =
    /^<\?xml[^>]*?[\t\n\r ]encoding[\t\n\r ]*=[\t\n\r ]*["']([\w.-]+)["']/.exec(start) ?? [];
  // The declaration was readable as single bytes, so the document cannot be UTF-16 or UTF-32.
  return /^(utf-?16|ucs-?2|utf-?32)/i.test(encoding) ? "utf-8" : encoding;
}

const MAX_DECLARATION_BYTES = 400;

/** Encodes text as the content of a JSON string, in the same form as in a recording. */
export function createRawJsonString(text: string): RawJsonString {
  const bytes = Buffer.from(JSON.stringify(text));
  return { bytes, start: 1, end: bytes.length - 1 };
}

/** The bytes of the content alone, in the memory of the recording. */
export function getContentBytes({ bytes, start, end }: RawJsonString): Buffer {
  return bytes.subarray(start, end);
}
