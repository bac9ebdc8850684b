import { isAscii, isUtf8 } from "node:buffer";
import zlib from "node:zlib";
import type { HeaderField, RecordedBody } from "./exchange.js";
import { getHeaderValues } from "./headers.js";

/**
 * Undoes the content encodings of a body that was recorded as bytes.
 *
 * Many recorders keep the header and write down the body as the program got it, unpacked already: bytes that do not decode
 * and are plain text are left as they are. Bytes that are neither are missing, so that nobody judges noise.
 */
export function decodeBody(body: RecordedBody, headers: readonly HeaderField[]): RecordedBody {
  if (body.kind !== "bytes") return body;
  const encodings = getHeaderValues(headers, "content-encoding").flatMap((value) => value.toLowerCase().split(","));
  if (encodings.length > MAX_ENCODINGS)
    return {
      kind: "missing",
      reason: `the body has ${encodings.length} content encodings; at most ${MAX_ENCODINGS} are undone`,
    };
  let { bytes } = body;
  for (const encoding of encodings.map((name) => name.trim()).reverse()) {
    if (encoding === "" || encoding === "identity") continue;
    const decode = findDecoder(encoding);
    if (decode === undefined)
      return toUndecodedBody(bytes, `the content encoding "${encoding}" cannot be decoded here`);
    try {
      bytes = decode(bytes);
    } catch (error) {
      if (error instanceof RangeError)
        return { kind: "missing", reason: `the body unpacks to more than ${MAX_DECODED_BYTES} bytes` };
      return toUndecodedBody(bytes, `the body is not ${encoding}, as its Content-Encoding says`);
    }
  }
  return bytes === body.bytes ? body : { kind: "bytes", bytes };
}

/** The body as text; what is not valid in its character encoding is missing, never replaced. */
export function decodeBodyText(body: RecordedBody, charset = "utf-8"): Exclude<RecordedBody, { kind: "bytes" }> {
  if (body.kind !== "bytes") return body;
  const { bytes } = body;
  const name = charset.trim().toLowerCase();
  if ((name === "utf-8" || name === "utf8" || name === "us-ascii") && isAscii(bytes)) {
    return { kind: "text", text: asBuffer(bytes).toString("latin1") };
  }
  try {
    // A byte order mark outranks the name only for UTF-16, which does not say its order otherwise.
    const isBigEndian = name === "utf-16" && bytes[0] === 0xfe && bytes[1] === 0xff;
    return { kind: "text", text: new TextDecoder(isBigEndian ? "utf-16be" : name, { fatal: true }).decode(bytes) };
  } catch (error) {
    const isUnknown = error instanceof RangeError;
    const reason = isUnknown ? `the charset "${charset}" is unknown` : `the body is not valid ${charset}`;
    return { kind: "missing", reason };
  }
}

/** The body as bytes, text in UTF-8; undefined when there is none or it is not recorded. */
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
    // "deflate" means zlib, but some servers send the bare stream.
    return zlib.inflateRawSync(bytes, DECODE_LIMITS);
  }
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Nobody packs a body more often; each turn may take as much memory as all of it. */
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
  // Node 20 lacks it, and so do the types of Node 20.
  const { zstdDecompressSync } = zlib as {
    readonly zstdDecompressSync?: (b: Uint8Array, o: typeof DECODE_LIMITS) => Uint8Array;
  };
  return zstdDecompressSync === undefined ? undefined : (bytes) => zstdDecompressSync(bytes, DECODE_LIMITS);
}
