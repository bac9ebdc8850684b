import type { Body, Header } from "../exchange.js";
import { headerValues } from "../headers.js";
import { JsonScanner } from "../json-scanner.js";
import { essenceOf } from "../media-type.js";
import { type Attachments, base64Body, missing, noBody } from "../recorded-body.js";
import { isRecord, type UnknownRecord, UnreadableEntry } from "../unreadable-entry.js";

export type AskContext = { readonly headers: readonly Header[]; readonly attachments: Attachments };

/** The body of `request.postData`, which an entry may lack. */
export function requestBody(request: UnknownRecord, { headers, attachments }: AskContext): Body {
  const { postData, bodySize, _content } = request;
  if (postData === undefined || postData === null) {
    // A body that is no text has no place in HAR; HTTP Toolkit makes one for it.
    const beside = isRecord(_content) ? recordedText(_content, "/request/_content", attachments) : undefined;
    return beside ?? unrecorded(bodySize, headers, "there is no postData");
  }
  if (!isRecord(postData)) throw new UnreadableEntry("/request/postData", postData, "an object, null or nothing");
  const recorded = recordedText(postData, "/request/postData", attachments);
  if (recorded !== undefined) return recorded;
  if (Array.isArray(postData.params) && postData.params.length > 0) return rebuiltForm(postData, headers);
  return unrecorded(bodySize, headers, "postData has neither text nor params");
}

function unrecorded(bodySize: unknown, headers: readonly Header[], lack: string): Body {
  if (isPositive(bodySize)) return missing(`request.bodySize is ${bodySize} and ${lack}`);
  const length = contentLength(headers);
  return bodySize !== 0 && length > 0
    ? missing(`the request had ${length} bytes by its Content-Length and ${lack}`)
    : noBody;
}

/** NaN where the header is not there, or none. */
function contentLength(headers: readonly Header[]): number {
  return Number(headerValues(headers, "content-length")[0]?.trim() || Number.NaN);
}

export type AnswerContext = {
  readonly method: string;
  readonly status: number;
  readonly headers: readonly Header[];
  readonly attachments: Attachments;
};

/** The body of `response.content`. */
export function responseBody(response: UnknownRecord, { method, status, headers, attachments }: AnswerContext): Body {
  const { content, bodySize } = response;
  if (content !== undefined && content !== null && !isRecord(content)) {
    throw new UnreadableEntry("/response/content", content, "an object with size, mimeType and text");
  }
  if (status === 304 && isOfCache(bodySize, content?.size)) return noBody;
  const recorded = content ? recordedText(content, "/response/content", attachments) : undefined;
  if (recorded?.kind === "text") return wholeText(recorded, content ?? {}, headers);
  if (recorded !== undefined) return recorded;
  if (method === "HEAD" || bodylessStatuses.has(status) || status <= 0) return noBody;
  const size = content?.size;
  if (isPositive(size)) return missing(`response.content.size is ${size} and there is no text`);
  if (isPositive(bodySize)) return missing(`response.bodySize is ${bodySize} and there is no text`);
  const length = contentLength(headers);
  // Browsers do not keep the bodies of redirects, nor those that they have thrown away since.
  if (length > 0) return missing(`the answer had ${length} bytes by its Content-Length and there is no text`);
  if (size === 0 || bodySize === 0 || length === 0) return noBody;
  const absence = content ? "has no text and no size" : `is ${content === null ? "null" : "missing"}`;
  return missing(`response.content ${absence}, so that nobody can tell whether there was a body`);
}

/**
 * Browsers write down what they had in their cache, which did not come with this answer: fewer bytes did, or nobody knows
 * how many. Firefox counts those of the headers too.
 */
function isOfCache(bodySize: unknown, size: unknown): boolean {
  return bodySize === 0 || (typeof bodySize === "number" && typeof size === "number" && bodySize < size);
}

/** Undefined when no text is recorded. */
function recordedText(holder: UnknownRecord, pointer: string, attachments: Attachments): Body | undefined {
  const { text, encoding, _file } = holder;
  // Playwright and others put large bodies beside the recording.
  if (typeof _file === "string" && _file !== "") return attachments(_file);
  if (text === undefined || text === null || text === "") return undefined;
  if (typeof text !== "string") throw new UnreadableEntry(`${pointer}/text`, text, "a string");
  const name = typeof encoding === "string" ? encoding.toLowerCase() : (encoding ?? "");
  if (name === "base64") return base64Body(text, `${pointer}/text`);
  if (plainEncodings.has(name)) return { kind: "text", text };
  throw new UnreadableEntry(`${pointer}/encoding`, encoding, '"base64", or nothing for plain text');
}

/**
 * Some recorders cut long texts. `content.size` alone proves nothing, for recorders disagree about what it counts; a cut
 * is certain only if JSON was promised, the text is also shorter than that, and it stops in the middle of a value that is
 * faultless so far.
 */
function wholeText(body: Extract<Body, { kind: "text" }>, content: UnknownRecord, headers: readonly Header[]): Body {
  const { size, mimeType } = content;
  if (!isPositive(size) || body.text.length >= size || NO_JSON.test(body.text)) return body;
  const bytes = Buffer.from(body.text);
  if (bytes.length >= size) return body;
  const declared = headerValues(headers, "content-type")[0] ?? (typeof mimeType === "string" ? mimeType : "");
  const essence = essenceOf(declared);
  if (essence !== "application/json" && !essence.endsWith("+json")) return body;
  const scanner = new JsonScanner(-1);
  const isFaultless = scanner.step(bytes, 0, bytes.length) === 0;
  if (!isFaultless || scanner.complete) return body;
  return missing(`the text was cut off: ${bytes.length} of ${size} bytes are recorded`);
}

/** Recorders write parameters decoded; a body made of them again says the same, if not byte for byte. */
function rebuiltForm(postData: UnknownRecord, headers: readonly Header[]): Body {
  const { params, mimeType } = postData;
  const stated = typeof mimeType === "string" && mimeType !== "" ? mimeType : headerValues(headers, "content-type")[0];
  const essence = essenceOf(stated ?? "");
  if (essence !== formType) {
    return missing(
      `only postData.params are recorded, from which a body of ${essence || "no stated type"} cannot be made`,
    );
  }
  const form = new URLSearchParams();
  for (const [index, param] of (params as readonly unknown[]).entries()) {
    const pointer = `/request/postData/params/${index}`;
    if (!isRecord(param)) throw new UnreadableEntry(pointer, param, "an object with name and value");
    const { name, value } = param;
    if (typeof name !== "string") throw new UnreadableEntry(`${pointer}/name`, name, "a string");
    if (value !== undefined && typeof value !== "string") {
      throw new UnreadableEntry(`${pointer}/value`, value, "a string");
    }
    form.append(name, value ?? "");
  }
  return { kind: "text", text: form.toString() };
}

/** How no JSON begins, cut off or not. */
const NO_JSON = /^[^\s{["\dtfn-]/;

function isPositive(value: unknown): value is number {
  return typeof value === "number" && value > 0;
}

const bodylessStatuses: ReadonlySet<number> = new Set([204, 205, 304]);
const plainEncodings: ReadonlySet<unknown> = new Set(["", "utf8", "utf-8"]);
const formType = "application/x-www-form-urlencoded";
