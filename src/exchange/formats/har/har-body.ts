import type { HeaderField, RecordedBody } from "../../exchange.js";
import { getHeaderValues } from "../../headers.js";
import { JsonScanner } from "../../json/json-scanner.js";
import { parseEssence } from "../../media-type.js";
import { EntryError, isPlainObject, type UnknownRecord } from "../../reader/entry-error.js";
import { type AttachmentReader, createMissingBody, decodeBase64Body, NO_BODY } from "../../reader/recorded-body.js";

export type RequestBodyContext = { readonly headers: readonly HeaderField[]; readonly attachments: AttachmentReader };

/** The body of `request.postData`, which an entry may lack. */
export function readHarRequestBody(request: UnknownRecord, { headers, attachments }: RequestBodyContext): RecordedBody {
  const { postData, bodySize, _content } = request;
  if (postData === undefined || postData === null) {
    // A body that is no text has no place in HAR; HTTP Toolkit makes one for it.
    const beside = isPlainObject(_content) ? readRecordedText(_content, "/request/_content", attachments) : undefined;
    return beside ?? createUnrecordedBody(bodySize, headers, "there is no postData");
  }
  if (!isPlainObject(postData)) throw new EntryError("/request/postData", postData, "an object, null or nothing");
  const recorded = readRecordedText(postData, "/request/postData", attachments);
  if (recorded !== undefined) return recorded;
  if (Array.isArray(postData.params) && postData.params.length > 0) return rebuildForm(postData, headers);
  return createUnrecordedBody(bodySize, headers, "postData has neither text nor params");
}

function createUnrecordedBody(bodySize: unknown, headers: readonly HeaderField[], lack: string): RecordedBody {
  if (isPositive(bodySize)) return createMissingBody(`request.bodySize is ${bodySize} and ${lack}`);
  const length = parseContentLength(headers);
  return bodySize !== 0 && length > 0
    ? createMissingBody(`the request had ${length} bytes by its Content-Length and ${lack}`)
    : NO_BODY;
}

/** NaN where the header is not there, or none. */
function parseContentLength(headers: readonly HeaderField[]): number {
  return Number(getHeaderValues(headers, "content-length")[0]?.trim() || Number.NaN);
}

export type ResponseBodyContext = {
  readonly method: string;
  readonly status: number;
  readonly headers: readonly HeaderField[];
  readonly attachments: AttachmentReader;
};

/** The body of `response.content`. */
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
  if (isPositive(size)) return createMissingBody(`response.content.size is ${size} and there is no text`);
  if (isPositive(bodySize)) return createMissingBody(`response.bodySize is ${bodySize} and there is no text`);
  const length = parseContentLength(headers);
  // Browsers do not keep the bodies of redirects, nor those that they have thrown away since.
  if (length > 0) return createMissingBody(`the answer had ${length} bytes by its Content-Length and there is no text`);
  if (size === 0 || bodySize === 0 || length === 0) return NO_BODY;
  const absence = content ? "has no text and no size" : `is ${content === null ? "null" : "missing"}`;
  return createMissingBody(`response.content ${absence}, so that nobody can tell whether there was a body`);
}

/**
 * Browsers write down what they had in their cache, which did not come with this answer: fewer bytes did, or nobody knows
 * how many. Firefox counts those of the headers too.
 */
function isFromCache(bodySize: unknown, size: unknown): boolean {
  return bodySize === 0 || (typeof bodySize === "number" && typeof size === "number" && bodySize < size);
}

/** Undefined when no text is recorded. */
function readRecordedText(
  holder: UnknownRecord,
  pointer: string,
  attachments: AttachmentReader,
): RecordedBody | undefined {
  const { text, encoding, _file } = holder;
  // Playwright and others put large bodies beside the recording.
  if (typeof _file === "string" && _file !== "") return attachments(_file);
  if (text === undefined || text === null || text === "") return undefined;
  if (typeof text !== "string") throw new EntryError(`${pointer}/text`, text, "a string");
  const name = typeof encoding === "string" ? encoding.toLowerCase() : (encoding ?? "");
  if (name === "base64") return decodeBase64Body(text, `${pointer}/text`);
  if (PLAIN_ENCODINGS.has(name)) return { kind: "text", text };
  throw new EntryError(`${pointer}/encoding`, encoding, '"base64", or nothing for plain text');
}

/**
 * Some recorders cut long texts. `content.size` alone proves nothing, for recorders disagree about what it counts; a cut
 * is certain only if JSON was promised, the text is also shorter than that, and it stops in the middle of a value that is
 * faultless so far.
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
  const isFaultless = scanner.step(bytes, 0, bytes.length) === 0;
  if (!isFaultless || scanner.isComplete) return body;
  return createMissingBody(`the text was cut off: ${bytes.length} of ${size} bytes are recorded`);
}

/** Recorders write parameters decoded; a body made of them again says the same, if not byte for byte. */
function rebuildForm(postData: UnknownRecord, headers: readonly HeaderField[]): RecordedBody {
  const { params, mimeType } = postData;
  const stated =
    typeof mimeType === "string" && mimeType !== "" ? mimeType : getHeaderValues(headers, "content-type")[0];
  const essence = parseEssence(stated ?? "");
  if (essence !== FORM_TYPE) {
    return createMissingBody(
      `only postData.params are recorded, from which a body of ${essence || "no stated type"} cannot be made`,
    );
  }
  const form = new URLSearchParams();
  for (const [index, param] of (params as readonly unknown[]).entries()) {
    const pointer = `/request/postData/params/${index}`;
    if (!isPlainObject(param)) throw new EntryError(pointer, param, "an object with name and value");
    const { name, value } = param;
    if (typeof name !== "string") throw new EntryError(`${pointer}/name`, name, "a string");
    if (value !== undefined && typeof value !== "string") {
      throw new EntryError(`${pointer}/value`, value, "a string");
    }
    form.append(name, value ?? "");
  }
  return { kind: "text", text: form.toString() };
}

/** How no JSON begins, cut off or not. */
const NOT_JSON_START = /^[^\s{["\dtfn-]/;

function isPositive(value: unknown): value is number {
  return typeof value === "number" && value > 0;
}

const BODYLESS_STATUSES: ReadonlySet<number> = new Set([204, 205, 304]);
const PLAIN_ENCODINGS: ReadonlySet<unknown> = new Set(["", "utf8", "utf-8"]);
const FORM_TYPE = "application/x-www-form-urlencoded";
