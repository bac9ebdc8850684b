/**
 * Reads nock recordings: the output of `nock.recorder` with `output_objects`, and the fixtures of `nock.back`.
 *
 * @see https://github.com/nock/nock#recording
 */

import { tryParseJson } from "../../document/index.js";
import type { HeaderField, ReadResult, RecordedBody, RecordingGap } from "../exchange.js";
import { getHeaderValues, parseEssence } from "../message.js";
import { parseRecordingJson, readEntireRecording } from "../reader/entire-recording.js";
import {
  createJsonBody,
  createMissingBody,
  decodeBase64,
  decodeHex,
  EntryError,
  type HeaderList,
  isPlainObject,
  type Located,
  NO_BODY,
  type ParsedEntry,
  readEntry,
  readHeaders,
  readRawHeaders,
  requireMethod,
  requireStatus,
  requireUrl,
  type UnknownRecord,
} from "../reader/parsed-entry.js";
import { RecordingError, type RecordingSource } from "../reader/recording-source.js";

export async function* readNock(source: RecordingSource): AsyncGenerator<readonly ReadResult[], void, undefined> {
  const items = parseRecordingJson(await readEntireRecording(source));
  if (!Array.isArray(items)) throw new RecordingError("expected a nock recording, an array", { source: source.name });
  yield items.map((item: unknown, index) =>
    readEntry({ source: source.name, index, pointer: `/${index}` }, item, EXPECTED_ITEM, parseInteraction),
  );
}

const EXPECTED_ITEM = "an object with scope, method, path, status and response";
const EXPECTED_HEADERS = "an object of headers or an array of alternating names and values";

function parseInteraction(item: UnknownRecord): ParsedEntry {
  const { scope, path, reqheaders } = item;
  if (typeof scope !== "string" || !/^https?:\/\//i.test(scope)) {
    throw new EntryError("/scope", scope, 'a base URL such as "https://host.example:443"');
  }
  const isPattern = isPathPattern(path);
  // Otherwise the path would continue the host.
  if (!isPattern && (typeof path !== "string" || /^[^/?]/.test(path)))
    throw new EntryError("/path", path, "the path of a URL, which begins with a slash");
  const readList = (headers: unknown, pointer: string): Located<HeaderList> =>
    readHeaders(headers, headers === undefined ? "" : pointer, EXPECTED_HEADERS, readRawHeaders);
  const requestHeaders = readList(reqheaders, "/reqheaders");
  const rawHeaders = item.rawHeaders ?? item.headers;
  const responseHeaders = readList(rawHeaders, item.rawHeaders === undefined ? "/headers" : "/rawHeaders");
  const sent = readEntryBody(item.body, requestHeaders.value.headers, false);
  const received = readEntryBody(item.response, responseHeaders.value.headers, item.responseIsBinary === true);
  return {
    method: requireMethod(item.method, "/method"),
    url: isPattern ? { value: scope, pointer: "/path" } : requireUrl(scope.replace(/\/+$/, "") + path, "/path"),
    requestHeaders,
    requestBody: { value: sent, pointer: "/body" },
    status: requireStatus(item.status, "/status"),
    responseHeaders,
    responseBody: { value: received, pointer: "/response" },
    gaps: [
      ...(reqheaders === undefined ? [REQUEST_HEADERS_GAP] : []),
      ...(rawHeaders === undefined ? [RESPONSE_HEADERS_GAP] : []),
    ],
    incomplete: isPattern ? "path is a regular expression, which matches many URLs" : undefined,
  };
}

/** Whether a path is a regular expression: as text, or as the empty object that JSON makes of one. */
function isPathPattern(path: unknown): boolean {
  return isPlainObject(path) || (typeof path === "string" && /^\/?\^|\\|\.[*+]/.test(path));
}

/**
 * nock parses JSON bodies regardless of the media type and keeps other text unchanged. It writes binary bodies as
 * hexadecimal, and encoded bodies as an array of chunks.
 */
function readEntryBody(value: unknown, headers: readonly HeaderField[], isBinary: boolean): RecordedBody {
  if (value === undefined || value === null || value === "") return NO_BODY;
  const encoding = getHeaderValues(headers, "content-encoding").join();
  if (Array.isArray(value) && encoding !== "" && value.every((item) => typeof item === "string"))
    return decodeChunks(value);
  if (typeof value === "string" && (isBinary || (encoding !== "" && decodeHex(value) !== undefined)))
    return decodeChunks([value]);
  const type = getHeaderValues(headers, "content-type")[0];
  const isJsonType = type === undefined ? undefined : /[/+]json$/.test(parseEssence(type));
  if (typeof value === "string") return readTextBody(value, isJsonType);
  if (isJsonType === false) return createMissingBody("nock recorded the body as parsed JSON, not as text");
  return createJsonBody(value);
}

function readTextBody(text: string, isJsonType: boolean | undefined): RecordedBody {
  if (isJsonType === false) return { kind: "text", text };
  // nock parses JSON text, so valid JSON that is recorded as text was a JSON string.
  if (tryParseJson(text) !== undefined) return createJsonBody(text);
  if (isJsonType === undefined && /^[^\s{}[\]"=]+=/.test(text)) return { kind: "text", text };
  return createMissingBody("the body is ambiguous: nock records JSON strings and invalid JSON in the same way");
}

function decodeChunks(items: readonly string[]): RecordedBody {
  const [hex, base64] = [items.map(decodeHex), items.map(decodeBase64)];
  const bytes = [hex, base64].find((decoded) => !decoded.includes(undefined));
  return bytes === undefined
    ? createMissingBody("the body is neither valid hexadecimal nor valid base64")
    : { kind: "bytes", bytes: Buffer.concat(bytes.filter((it) => it !== undefined)) };
}

const REQUEST_HEADERS_GAP: RecordingGap = {
  part: "request.headers",
  certainty: "possible",
  reason: "request headers are not recorded; set enable_reqheaders_recording in nock",
};
const RESPONSE_HEADERS_GAP: RecordingGap = {
  part: "response.headers",
  certainty: "possible",
  reason: "response headers are not recorded",
};
