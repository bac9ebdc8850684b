import { dropUndefined, tryParseJson } from "../../../document/index.js";
import { JsonScanner } from "../../../document/json-scanner.js";
import { type HeaderField, REDIRECT_STATUSES, type RecordedBody } from "../../exchange.js";
import { getHeaderValues, hasBoundary, parseEssence, parseMediaType } from "../../message.js";
import {
  type AttachmentReader,
  canHaveResponseBody,
  createMissingBody,
  decodeBase64,
  decodeBase64Body,
  decodeHex,
  EntryError,
  inferBody,
  isPlainObject,
  isPositive,
  NO_BODY,
  parseContentLength,
  type UnknownRecord,
} from "../../reader/parsed-entry.js";

type RequestBodyContext = { readonly headers: readonly HeaderField[]; readonly attachments: AttachmentReader };

/** Reads the request body from `request.postData`, which is optional, and its media type. */
export function readHarRequestBody(request: UnknownRecord, { headers, attachments }: RequestBodyContext) {
  const { postData, _content } = request;
  if (postData === undefined || postData === null) {
    // HAR has no field for binary request bodies; HTTP Toolkit writes them to `_content`.
    const content = isPlainObject(_content) ? readRecordedText(_content, "/request/_content", attachments) : undefined;
    return { body: content ?? inferRequestBody(request, headers) };
  }
  if (!isPlainObject(postData)) throw new EntryError("/request/postData", postData, "an object or null");
  const { mimeType, text, params } = postData;
  const recorded = readRecordedText(postData, "/request/postData", attachments);
  if (recorded !== undefined) return { body: detectOmittedFiles(recorded, headers), mimeType };
  if (Array.isArray(params) && params.length > 0) return { mimeType, ...buildFormBody(postData, headers) };
  // An empty text says that there was no body, unless a length contradicts it.
  return {
    body: text === "" ? inferBody(headers, [request.bodySize], false) : inferRequestBody(request, headers),
    mimeType,
  };
}

/**
 * Browsers record no body that is a file, a blob or a stream, and write a size of 0 for it. With a Host header, the list has the headers
 * of HTTP/1.1 as sent, where a body needs a length or a transfer encoding. Later versions need none. Only a body has a boundary.
 */
function inferRequestBody(
  { bodySize, httpVersion }: UnknownRecord,
  headers: readonly HeaderField[],
): RecordedBody | undefined {
  const has = (name: string): boolean => getHeaderValues(headers, name).length > 0;
  const [type] = getHeaderValues(headers, "content-type");
  const isTyped = type !== undefined && (LATER_VERSION.test(String(httpVersion)) || hasBoundary(type));
  return inferBody(headers, [bodySize], has("transfer-encoding") || (isTyped && !has("host")));
}

const LATER_VERSION = /^(?:http\/|h)[23]/i;

/** Chromium records the parts of a form without the content of files. */
function detectOmittedFiles(body: RecordedBody, headers: readonly HeaderField[]): RecordedBody {
  const length = parseContentLength(headers);
  if (body.kind !== "text" || !hasBoundary(getHeaderValues(headers, "content-type")[0] ?? "")) return body;
  const recorded = Buffer.byteLength(body.text);
  return recorded < length && EMPTY_FILE.test(body.text)
    ? createMissingBody(`the content of a file is not recorded: ${recorded} of ${length} bytes are there`)
    : body;
}

/** Matches the headers of a part that is a file, and the boundary that directly follows them. */
const EMPTY_FILE = /; ?filename\*?=[^\n]{0,1000}\n(?:[^\r\n]{1,1000}\r?\n){0,20}\r?\n\r?\n?--/i;

type ResponseBodyContext = {
  readonly method: string;
  readonly status: number;
  readonly headers: readonly HeaderField[];
  readonly attachments: AttachmentReader;
};

/** Reads the response body from `response.content`. */
export function readHarResponseBody(
  response: UnknownRecord,
  { method, status, headers, attachments }: ResponseBodyContext,
): RecordedBody | undefined {
  const { content, bodySize } = response;
  if (content !== undefined && content !== null && !isPlainObject(content)) {
    throw new EntryError("/response/content", content, "an object with size, mimeType and text");
  }
  // The content of a 304 response is from the browser cache, unless as many bytes came. Firefox counts the headers too.
  if (status === 304 && typeof bodySize === "number" && bodySize !== content?.size) return NO_BODY;
  const recorded = content ? readRecordedText(content, "/response/content", attachments) : undefined;
  if (recorded?.kind === "text") return detectCutOff(recorded, content ?? {}, headers);
  if (recorded !== undefined) return recorded;
  return canHaveResponseBody(method, status) ? inferResponseBody(response, status, headers) : NO_BODY;
}

function inferResponseBody(
  { content, bodySize }: UnknownRecord,
  status: number,
  headers: readonly HeaderField[],
): RecordedBody | undefined {
  const { size } = isPlainObject(content) ? content : NO_CONTENT;
  const isEmpty = (size === 0 || bodySize === 0) && !(isPositive(bodySize) && bodySize > LAST_CHUNK_BYTES);
  // Browsers do not record the bodies of redirects. Only a body has a type or a transfer encoding.
  const isRedirect =
    REDIRECT_STATUSES.includes(status) && headers.some(([name, value]) => BODY_HEADERS.test(name) && value !== "");
  // Firefox counts the headers, and others the framing, so that the size of an empty body is positive too.
  return inferBody(headers, size === 0 ? [] : [size, bodySize], !isEmpty || isRedirect);
}

const NO_CONTENT: UnknownRecord = {};
const BODY_HEADERS = /^(content-type|transfer-encoding)$/i;
/** The size of an empty chunked body (RFC 9112, section 7.1). */
const LAST_CHUNK_BYTES = 5;

/** Returns undefined if no text is recorded. */
function readRecordedText(
  holder: UnknownRecord,
  pointer: string,
  attachments: AttachmentReader,
): RecordedBody | undefined {
  const { text, encoding, _file } = holder;
  // Playwright and other recorders write large bodies to separate files.
  if (typeof _file === "string" && _file !== "") {
    const body = attachments(_file);
    return body.kind === "bytes" && body.bytes.length === 0 ? undefined : body;
  }
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
 * Detects text that the recorder truncated. A size alone is not sufficient, because recorders count it differently. A body counts as
 * truncated only if its type is JSON, it is shorter than `content.size`, and it is an incomplete but otherwise valid JSON value.
 * Firefox writes a null character for each byte that it did not keep.
 */
function detectCutOff(
  body: Extract<RecordedBody, { kind: "text" }>,
  content: UnknownRecord,
  headers: readonly HeaderField[],
): RecordedBody {
  const { size, mimeType } = content;
  const isPadded = body.text.endsWith("\0");
  if (!isPositive(size) || (body.text.length >= size && !isPadded) || NOT_JSON_START.test(body.text)) return body;
  const bytes = Buffer.from(isPadded ? body.text.slice(0, body.text.indexOf("\0")) : body.text);
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
  const value = tryParseJson(text);
  return Array.isArray(value) && value.every((item) => typeof item === "string") ? value : undefined;
}

/** The first bytes of a gzip file: without them, the texts could be the body itself. */
const GZIP_START = "1f8b08";

/** A rebuilt body, and its media type if a boundary had to be chosen; this one replaces a recorded header. */
type RebuiltForm = { readonly body: RecordedBody; readonly mimeType?: string };

/**
 * Rebuilds a form body from `postData.params`, which are decoded. The result is equivalent, but not necessarily
 * byte-identical.
 *
 * @throws EntryError if the parameters are invalid.
 */
export function buildFormBody(postData: UnknownRecord, headers: readonly HeaderField[]): RebuiltForm {
  const [header] = getHeaderValues(headers, "content-type");
  const { mimeType } = postData;
  const declared = typeof mimeType === "string" && mimeType !== "" ? mimeType : (header ?? "");
  const essence = parseEssence(declared);
  if (essence !== URL_ENCODED && essence !== MULTIPART) {
    const kind = essence || "a body of unknown type";
    return { body: createMissingBody(`only postData.params are recorded; they cannot be converted to ${kind}`) };
  }
  const params = readParams(postData.params);
  if (essence === URL_ENCODED) {
    const form = new URLSearchParams(params.map(({ name, value = "" }): [string, string] => [name, value]));
    return { body: { kind: "text", text: form.toString() } };
  }
  return rebuildMultipart(params, declared, header);
}

type FormParam = { readonly name: string } & Readonly<Partial<Record<"value" | "fileName" | "contentType", string>>>;

function readParams(params: unknown): readonly FormParam[] {
  if (!Array.isArray(params)) return [];
  return params.map((param: unknown, index): FormParam => {
    const pointer = `/request/postData/params/${index}`;
    if (!isPlainObject(param)) throw new EntryError(pointer, param, "an object with name and value");
    const { name, value } = param;
    if (typeof name !== "string") throw new EntryError(`${pointer}/name`, name, "a string");
    if (value !== undefined && typeof value !== "string") throw new EntryError(`${pointer}/value`, value, "a string");
    const [fileName, contentType] = [param.fileName, param.contentType].map((it) =>
      typeof it === "string" ? it : undefined,
    );
    return { name, ...dropUndefined({ value, fileName, contentType }) };
  });
}

/**
 * Uses the boundary of the header, which the check reads, or else that of `postData.mimeType`. Some recorders leave it out of
 * both; a client cannot, so one is chosen.
 */
function rebuildMultipart(params: readonly FormParam[], declared: string, header: string | undefined): RebuiltForm {
  const file = params.find(({ fileName, value }) => fileName !== undefined && !value);
  if (file !== undefined)
    return { body: createMissingBody("the content of a file in postData.params is not recorded") };
  const known = parseMediaType(header ?? declared)?.parameters.boundary;
  const boundary = known ?? CHOSEN_BOUNDARY;
  if (params.some(({ value = "" }) => value.includes(boundary)))
    return { body: createMissingBody("only postData.params are recorded, and one of them contains the boundary") };
  const parts = params.map((param) => `--${boundary}\r\n${formatPart(param)}\r\n`);
  const body = { kind: "text", text: `${parts.join("")}--${boundary}--\r\n` } as const;
  return known === undefined ? { body, mimeType: `${MULTIPART}; boundary=${boundary}` } : { body };
}

function formatPart({ name, value = "", fileName, contentType = "" }: FormParam): string {
  const file = fileName === undefined ? "" : `; filename="${escapeName(fileName)}"`;
  const type = contentType === "" ? "" : `\r\nContent-Type: ${contentType.replaceAll(/[\r\n]/g, " ")}`;
  return `Content-Disposition: form-data; name="${escapeName(name)}"${file}${type}\r\n\r\n${value}`;
}

/** @see https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data */
function escapeName(name: string): string {
  return name.replaceAll("\r", "%0D").replaceAll("\n", "%0A").replaceAll('"', "%22");
}

const URL_ENCODED = "application/x-www-form-urlencoded";
const MULTIPART = "multipart/form-data";
const CHOSEN_BOUNDARY = "form-params-of-the-recording";
