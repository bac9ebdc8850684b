import type { HeaderField, RecordedBody } from "../../exchange.js";
import { getHeaderValues } from "../../headers.js";
import { JsonScanner } from "../../json/json-scanner.js";
import { parseEssence } from "../../media-type.js";
import { EntryError, isPlainObject, type UnknownRecord } from "../../reader/entry-error.js";
import {
  type AttachmentReader,
  createMissingBody,
  decodeBase64,
  decodeBase64Body,
  NO_BODY,
} from "../../reader/recorded-body.js";
import { buildFormBody } from "./har-form.js";

export type RequestBodyContext = { readonly headers: readonly HeaderField[]; readonly attachments: AttachmentReader };

/** Reads the request body from `request.postData`, which is optional, and its media type. */
export function readHarRequestBody(
  request: UnknownRecord,
  { headers, attachments }: RequestBodyContext,
): { readonly body: RecordedBody; readonly mimeType?: unknown } {
  const { postData, bodySize, _content } = request;
  if (postData === undefined || postData === null) {
    // HAR has no field for binary request bodies; HTTP Toolkit writes them to `_content`.
    const content = isPlainObject(_content) ? readRecordedText(_content, "/request/_content", attachments) : undefined;
    return { body: content ?? createUnrecordedBody(bodySize, headers, "there is no postData") };
  }
  if (!isPlainObject(postData)) throw new EntryError("/request/postData", postData, "an object or null");
  const { mimeType } = postData;
  const recorded = readRecordedText(postData, "/request/postData", attachments);
  if (recorded !== undefined) return { body: recorded, mimeType };
  if (Array.isArray(postData.params) && postData.params.length > 0)
    return { mimeType, ...buildFormBody(postData, headers) };
  return { body: createUnrecordedBody(bodySize, headers, "postData has neither text nor params"), mimeType };
}

function createUnrecordedBody(bodySize: unknown, headers: readonly HeaderField[], cause: string): RecordedBody {
  if (isPositive(bodySize)) return createMissingBody(`request.bodySize is ${bodySize}, but ${cause}`);
  const length = parseContentLength(headers);
  return bodySize !== 0 && length > 0
    ? createMissingBody(`the Content-Length of the request is ${length}, but ${cause}`)
    : NO_BODY;
}

/** Returns NaN if the header is absent or invalid. */
function parseContentLength(headers: readonly HeaderField[]): number {
  return Number(getHeaderValues(headers, "content-length")[0]?.trim() || Number.NaN);
}

export type ResponseBodyContext = {
  readonly method: string;
  readonly status: number;
  readonly headers: readonly HeaderField[];
  readonly attachments: AttachmentReader;
};

/** Reads the response body from `response.content`. */
export function readHarResponseBody(
  response: UnknownRecord,
  { method, status, headers, attachments }: ResponseBodyContext,
): RecordedBody {
  const { content, bodySize } = response;
  if (content !== undefined && content !== null && !isPlainObject(content)) {
    throw new EntryError("/response/content", content, "an object with size, mimeType and text");
  }
  if (status === 304 && isFromCache(bodySize, content?.size)) return NO_BODY;
  const recorded = content ? readRecordedText(content, "/response/content", attachments) : undefined;
  if (recorded?.kind === "text") return detectCutOff(recorded, content ?? {}, headers);
  if (recorded !== undefined) return recorded;
  if (method === "HEAD" || BODYLESS_STATUSES.has(status) || status <= 0) return NO_BODY;
  const size = content?.size;
  if (isPositive(size)) return createMissingBody(`response.content.size is ${size}, but there is no text`);
  if (isPositive(bodySize)) return createMissingBody(`response.bodySize is ${bodySize}, but there is no text`);
  const length = parseContentLength(headers);
  // Browsers do not record the bodies of redirects or bodies that they have already discarded.
  if (length > 0) return createMissingBody(`the Content-Length of the response is ${length}, but there is no text`);
  if (size === 0 || bodySize === 0 || length === 0) return NO_BODY;
  const absence = content ? "has no text and no size" : `is ${content === null ? "null" : "missing"}`;
  const reason = `response.content ${absence}, so it is unknown whether there was a body`;
  return { kind: "missing", reason, isUncertain: true };
}

/**
 * Whether the content of a 304 response is from the browser cache. The response itself had fewer bytes, even in Firefox,
 * where `bodySize` includes the headers.
 */
function isFromCache(bodySize: unknown, size: unknown): boolean {
  return bodySize === 0 || (typeof bodySize === "number" && typeof size === "number" && bodySize < size);
}

/** Returns undefined if no text is recorded. */
function readRecordedText(
  holder: UnknownRecord,
  pointer: string,
  attachments: AttachmentReader,
): RecordedBody | undefined {
  const { text, encoding, _file } = holder;
  // Playwright and other recorders write large bodies to separate files.
  if (typeof _file === "string" && _file !== "") return attachments(_file);
  if (text === undefined || text === null || text === "") return undefined;
  if (typeof text !== "string") throw new EntryError(`${pointer}/text`, text, "a string");
  const name = typeof encoding === "string" ? encoding.toLowerCase() : (encoding ?? "");
  const bytes = decodeChunks(text, name) ?? (name === "hex" ? decodeHex(text) : undefined);
  if (bytes !== undefined) return { kind: "bytes", bytes };
  if (name === "hex") throw new EntryError(`${pointer}/text`, text, "hexadecimal digits");
  if (name === "base64") return decodeBase64Body(text, `${pointer}/text`);
  if (PLAIN_ENCODINGS.has(name)) return { kind: "text", text };
  throw new EntryError(`${pointer}/encoding`, encoding, '"base64", "hex", or nothing for plain text');
}

/**
 * Detects text that the recorder truncated. `content.size` alone is not sufficient, because recorders count it differently.
 * A body counts as truncated only if its type is JSON, it is shorter than `content.size`, and it is an incomplete but
 * otherwise valid JSON value.
 */
function detectCutOff(
  body: Extract<RecordedBody, { kind: "text" }>,
  content: UnknownRecord,
  headers: readonly HeaderField[],
): RecordedBody {
  const { size, mimeType } = content;
  if (!isPositive(size) || body.text.length >= size || NOT_JSON_START.test(body.text)) return body;
  const bytes = Buffer.from(body.text);
  if (bytes.length >= size) return body;
  const declared = getHeaderValues(headers, "content-type")[0] ?? (typeof mimeType === "string" ? mimeType : "");
  const essence = parseEssence(declared);
  if (essence !== "application/json" && !essence.endsWith("+json")) return body;
  const scanner = new JsonScanner(-1);
  const isValid = scanner.step(bytes, 0, bytes.length) === 0;
  if (!isValid || scanner.isComplete) return body;
  return createMissingBody(`the text is truncated: ${bytes.length} of ${size} bytes are recorded`);
}

/** Matches text that cannot be the start of a JSON value. */
const NOT_JSON_START = /^[^\s{["\dtfn-]/;

function isPositive(value: unknown): value is number {
  return typeof value === "number" && value > 0;
}

export const BODYLESS_STATUSES: ReadonlySet<number> = new Set([204, 205, 304]);
const PLAIN_ENCODINGS: ReadonlySet<unknown> = new Set(["", "utf8", "utf-8"]);

/**
 * Reads a compressed body that Polly.JS writes as a JSON array of chunks. They are base64 if `encoding` says so, and
 * otherwise hexadecimal: version 1 has no `encoding`. Returns undefined for other texts.
 */
function decodeChunks(text: string, encoding: unknown): Uint8Array | undefined {
  const isEncoded = encoding === "base64" || encoding === "hex";
  if (!text.startsWith(isEncoded ? '["' : `["${GZIP_START}`)) return undefined;
  const chunks = parseTexts(text)?.map(encoding === "base64" ? decodeBase64 : decodeHex);
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
